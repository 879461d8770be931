"""The settings of the appliance: a TOML file, every value with its range; all faults are told at once."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from firmware.announce.texts import LANGUAGES
from firmware.settings.checks import BadValuesError, Check, OneOf, OrNothing, Several, Switch, Text, Whole, faults
from firmware.settings.house_rules import RulesName
from firmware.settings.session_file import PLAYERS


class BadSettingsError(BadValuesError):
    """The settings cannot be read or cannot be; one line for each fault."""


CHIPS = ("ssd1306", "sh1106", "ssd1309", "ssd1322")
"""The display chips that :mod:`hardware.display` drives."""
PIN = Whole(4, 27)
"""BCM numbers of the header's free pins: 0 to 3 are the two I2C buses."""
SEAT_PINS, REFEREE_PINS = (17, 27, 22, 23), (24, 25)
"""As in the wiring plan."""


def _setting(default: Any, check: Check, effect: str) -> Any:
    return field(default=default, metadata={"check": check, "effect": effect})


@dataclass(frozen=True, slots=True)
class Settings:
    """What a house can set; each has its range and says what changing it does.

    Attributes:
        language: the language of all texts: ``en``, ``fr``, ``es`` or ``ary``.
        players: seats at the table where nothing else says it.
        dealer: seat of the first dealer, from 0; ``None``: the last seat, so that seat 0 begins.
        rules: a preset, one with options behind it, or a TOML file of house rules.
        journal: file of the journal; ``None``: the user's data folder.
        decks: folder of the enrolled decks; ``None``: the user's data folder.
        deck: the enrolled deck that is played with where nothing else says it; ``None``: any deck, as it is seen.
        card_height_mm: long side of the cards, which gives the scale of the table.
        picture_width_px: width of the evidence pictures kept in the journal.
        picture_quality_percent: JPEG quality of these pictures.
        evidence_mb: room for the evidence pictures of all sessions; when a match begins those of the oldest ones go.
        patience_ms: how long a play that is hard to read is waited for before it is told.
        ask_ms: how long later looks may settle what is doubtful before it is asked.
        grace_ms: how long the table must be still before a win is told.
        accept_ms: how long an unproven win waits for somebody who doubts it.
        debounce_ms: a contact counts once it is found the same after this.
        double_press_ms: from letting a seat's button go to pressing it again: ronda, tringa.
        long_press_ms: a press of this length or more is a long one.
        report_ms: how long A and B are held together before letting go writes a report.
        chord_ms: how long A or B is held before a seat's button makes it a claim or a challenge.
        target_ms: how long a claim or a challenge waits for the button of the player who is meant.
        answer_guard_ms: from the question to the first press that can answer it.
        camera: ``pi`` (on the ribbon), the number of one on USB, a recording, or ``auto``: on a Pi ``pi``, else USB 0.
        display: the chip of the small display, ``terminal``, ``none``, or ``auto``: SSD1306 on a Pi, else a terminal.
        display_address: the address of the small display on the I2C bus.
        display_upside_down: whether the display is mounted upside down.
        buttons: ``pins``, ``keyboard``, ``none``, or ``auto``: pins on a Pi, else the keys of the terminal.
        seat_pins: BCM numbers of the four seats' buttons, seat 0 first.
        referee_pins: BCM numbers of the referee's buttons A and B.
        seat_led_pins: BCM numbers of the LEDs in the four seats' buttons, seat 0 first; ``None``: they have none.
        referee_led_pins: BCM numbers of the LEDs in the buttons A and B; ``None``: they have none.
        buzzer: whether there is a buzzer.
        buzzer_pin: BCM number of its pin, one with hardware PWM.
        stuck_ms: a button that is down this long is stuck, and its press means nothing.
    """

    language: str = _setting("en", OneOf(LANGUAGES), "the language of the display")
    players: int = _setting(2, PLAYERS, "more seats make smaller hands and, at four, two sides")
    dealer: int | None = _setting(None, OrNothing(Whole(0, 3)), "the seat after the dealer plays first")
    rules: str = _setting("pagat", RulesName(), "which house rules are played")
    journal: str | None = _setting(None, OrNothing(Text()), "where the sessions are kept")
    decks: str | None = _setting(None, OrNothing(Text()), "where the enrolled decks are kept")
    deck: str | None = _setting(None, OrNothing(Text()), "an enrolled deck is read by its own pictures, others worse")
    card_height_mm: int = _setting(
        95, Whole(60, 140), "higher makes all distances on the table longer; Spanish cards have 95, French ones 89"
    )
    picture_width_px: int = _setting(
        640, Whole(160, 1920), "wider shows more of each play and makes journal and report larger"
    )
    picture_quality_percent: int = _setting(
        70, Whole(20, 95), "higher shows finer print and makes journal and report larger"
    )
    # 2.5 MB a deal, as the bundled one has: 800 deals, a sixteenth of a card of 32 GB
    evidence_mb: int = _setting(
        2000,
        Whole(10, 100_000),
        "higher keeps the pictures of more sessions and takes more of the card; lower leaves more of it free",
    )
    # two and a half seconds is a play at a brisk table: later, and the next one is told late, too
    patience_ms: int = _setting(2500, Whole(500, 10000), "higher tells hard plays later and corrects fewer of them")
    # a doubt lives one or two plays on average; after three the players have forgotten the card
    ask_ms: int = _setting(20000, Whole(0, 60000), "higher asks less and later; lower asks what would settle itself")
    # foosball referees wait two seconds and a replay: here long enough to take up the last cards
    grace_ms: int = _setting(3000, Whole(0, 30000), "higher tells wins later and takes fewer back")
    accept_ms: int = _setting(
        10_000, Whole(1000, 60000), "higher gives more time to doubt a win by announcement; lower ends the match sooner"
    )
    # Omron's B3F bounces 5 ms at most, Ganssle's eighteen switches 1.6 ms on average and 6.2 at most; worn ones 20
    debounce_ms: int = _setting(
        25, Whole(5, 50), "higher lets worse contacts pass and answers later; lower takes bounces for presses"
    )
    # Android has 300, Windows 500, VoiceOver 250 and lets people set 200 to 500
    double_press_ms: int = _setting(
        350, Whole(200, 1000), "higher lets slow fingers say tringa; lower says ronda sooner"
    )
    # Android and iOS have 500, Arduino's OneButton had 1000; more than a phone's, since undo is a long press
    long_press_ms: int = _setting(
        700, Whole(400, 2000), "higher lets slow fingers tap; lower makes long presses easier"
    )
    # more than any long_press_ms, less than any stuck_ms; four times as long as a long press is not held by accident
    report_ms: int = _setting(
        3000, Whole(2500, 3900), "higher makes reports by accident rarer; lower writes one sooner"
    )
    # a tap lasts about 100: two people who tap at once must not make a challenge
    chord_ms: int = _setting(
        250, Whole(100, 600), "higher makes claims by accident rarer; lower lets A or B be held for less time first"
    )
    # to reach over the table for another's button; part 9: a claim without a name can still be asked about
    target_ms: int = _setting(
        4000, Whole(1000, 15000), "higher leaves more time to name a player; lower says the bare claim sooner"
    )
    # Chromium takes no click for 500 after a window has come up (InputEventActivationProtector)
    answer_guard_ms: int = _setting(
        500,
        Whole(0, 2000),
        "higher keeps presses meant for something else from answering; lower lets quick answers count",
    )
    stuck_ms: int = _setting(
        8000, Whole(4000, 60000), "higher lets buttons be held longer; lower tells a stuck one sooner"
    )
    camera: str = _setting("auto", Text(), "through which camera the table is seen")
    display: str = _setting("auto", OneOf(("auto", *CHIPS, "terminal", "none")), "where the score is shown")
    display_address: int = _setting(0x3C, Whole(0x08, 0x77), "a jumper on the back of most modules makes it 0x3D")
    display_upside_down: bool = _setting(False, Switch(), "turns every picture by half a turn")
    buttons: str = _setting("auto", OneOf(("auto", "pins", "keyboard", "none")), "with what players press")
    seat_pins: tuple[int, ...] = _setting(SEAT_PINS, Several(4, PIN), "which wires the seats' buttons are on")
    referee_pins: tuple[int, ...] = _setting(REFEREE_PINS, Several(2, PIN), "which wires the referee's buttons are on")
    seat_led_pins: tuple[int, ...] | None = _setting(
        None, OrNothing(Several(4, PIN)), "a seat's button is lit while its player is to play"
    )
    referee_led_pins: tuple[int, ...] | None = _setting(
        None, OrNothing(Several(2, PIN)), "A and B are lit while they answer a question"
    )
    buzzer: bool = _setting(True, Switch(), "without one the referee is silent")
    buzzer_pin: int = _setting(18, PIN, "which wire the buzzer is on")


PINNED = ("seat_pins", "referee_pins", "buzzer_pin", "seat_led_pins", "referee_led_pins")
"""The settings that say which wire something is on."""
CHECKS: Mapping[str, Check] = {one.name: one.metadata["check"] for one in fields(Settings)}
EFFECTS: Mapping[str, str] = {one.name: one.metadata["effect"] for one in fields(Settings)}


def load_settings(option: str | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings from the file that ``option`` names, else ``HAKAM_CONFIG``, else the user's own.

    A file that was named must be there; the user's own may be missing.

    Raises:
        BadSettingsError: if the file cannot be read or holds unknown keys or wrong values; all of them are listed.
    """
    named = option or environment.get("HAKAM_CONFIG")
    path = Path(named) if named else _home(environment, "XDG_CONFIG_HOME", ".config") / "hakam.toml"
    if not named and not path.is_file():
        return Settings()
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise BadSettingsError(f"{path}: the settings cannot be read ({fault}); mend or remove the file") from fault
    found = _faults(values)
    if found:
        raise BadSettingsError("\n".join(f"{path}: {fault}" for fault in found))
    plain: Mapping[str, Any] = {key: tuple(one) if isinstance(one, list) else one for key, one in values.items()}
    return Settings(**plain)


def journal_path(settings: Settings, option: str | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """Where the journal is: the option, else ``HAKAM_JOURNAL``, else the settings, else the user's data folder."""
    named = option or environment.get("HAKAM_JOURNAL") or settings.journal
    default = _home(environment, "XDG_DATA_HOME", ".local/share") / "journal.db"
    return Path(named).expanduser() if named else default


def decks_path(settings: Settings, environment: Mapping[str, str] = os.environ) -> Path:
    """Where the enrolled decks are: ``HAKAM_DECKS``, else the settings, else the user's data folder."""
    named = environment.get("HAKAM_DECKS") or settings.decks
    return Path(named).expanduser() if named else _home(environment, "XDG_DATA_HOME", ".local/share") / "decks"


def _faults(values: Mapping[str, Any]) -> list[str]:
    found = faults(values, CHECKS)
    players, dealer = values.get("players", 2), values.get("dealer", 0)
    if not found and dealer >= players:
        found = [f"dealer: {dealer} is no seat of {players} players, which are 0 to {players - 1}"]
    return [_with_effect(fault) for fault in found or _shared_pins(values)]


def _shared_pins(values: Mapping[str, Any]) -> list[str]:
    """The pins that have two things on them."""
    plain, taken, found = Settings(), dict[int, str](), list[str]()
    for name in PINNED:
        value = values.get(name, getattr(plain, name)) or ()
        for pin in (value,) if isinstance(value, int) else value:
            if taken.setdefault(pin, name) != name:
                found.append(f"{name}: pin {pin} is also in {taken[pin]}")
    return found


def _with_effect(fault: str) -> str:
    effect = EFFECTS.get(fault.partition(":")[0])
    return f"{fault} ({effect})" if effect else fault


def _home(environment: Mapping[str, str], variable: str, default: str) -> Path:
    # the specification wants relative paths ignored: https://specifications.freedesktop.org/basedir-spec/latest/
    named = Path(environment.get(variable, ""))
    return (named if named.is_absolute() else Path.home() / default) / "hakam"
