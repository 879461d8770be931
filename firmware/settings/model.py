"""The settings of the appliance: a TOML file, every value with its range; all faults are told at once."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Struct, convert

from firmware.announce.texts import Language
from firmware.announce.tones import Sound
from firmware.cards import CARD_MM
from firmware.dialogue.pace import DEFAULT_PACE
from firmware.settings.conflicts import conflicts
from firmware.settings.errors import BadSettingsError
from firmware.settings.fields import (
    Names,
    PlayerNumber,
    Players,
    SeatNumber,
    Text,
    effect,
    faults,
    listed,
    within,
)
from firmware.settings.kinds import (
    DisplayChoice,
    Opposite,
    Pin,
    RefereePins,
    SeatPins,
    SpokenClasses,
    TableName,
    TimeOfDay,
    Tones,
    Topic,
)
from firmware.settings.text_file import named_path, read_text_file
from hardware.chips import ADDRESS

SEAT_PINS, REFEREE_PINS = (17, 27, 22, 23), (24, 25)
"""As in the wiring plan."""


class Settings(Struct, frozen=True):
    """What a house can set; each has its range and says what changing it does.

    Attributes:
        language: the language of all texts.
        players: seats at the table where nothing else says it.
        dealer: the first dealer as programs count, from 0; for people there is ``first_dealer``.
        first_dealer: number of the first dealer, from 1; ``None``: as ``dealer`` says, or the last player, so that
            Player 1 begins.
        rules: a preset, one with options behind it, or a TOML file of house rules.
        journal: file of the journal; ``None``: the user's data folder.
        decks: folder of the enrolled decks; ``None``: the user's data folder.
        deck: the enrolled deck that is played with where nothing else says it; ``None``: any deck, as it is seen.
        names: what to call the players, Player 1 first; one without a name is called by his number.
        card_height_mm: long side of the cards, the scale of the table; Spanish ones have 95, French ones 89.
        picture_width_px: width of the evidence pictures kept in the journal.
        picture_quality_percent: JPEG quality of these pictures.
        evidence: 'pictures' that prove what was told, or 'none'; the display shows a lit dot while they are kept.
        evidence_mb: room for the evidence pictures of all sessions; when a match begins those of the oldest ones go.
        journal_mb: room for the whole journal; when a match begins the oldest sessions keep nothing but their score.
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
        display_opposite: for players opposite the picture is turned by half a turn: ``alternate``, every five seconds;
            ``halves``, in one half of an SSD1322; ``second``, on a second display of the same chip; or ``no``.
        display_second_address: the address of that second display on the I2C bus.
        buttons: ``pins``, ``keyboard``, ``none``, or ``auto``: pins on a Pi, else the keys of the terminal.
        seat_pins: BCM numbers of the four seats' buttons, Player 1's first.
        referee_pins: BCM numbers of the referee's buttons A and B.
        seat_led_pins: BCM numbers of the LEDs in the four seats' buttons, Player 1's first; ``None``: they have none.
        referee_led_pins: BCM numbers of the LEDs in the buttons A and B; ``None``: they have none.
        buzzer: whether there is a buzzer.
        buzzer_pin: BCM number of its pin, one with hardware PWM.
        tones: which classes of tones the buzzer plays.
        spoken: which classes of words are said aloud, through a loudspeaker: recorded ones, else those of espeak-ng.
        voices: folder of the recorded words; ``None``: the user's data folder.
        quiet_from: when it falls silent each day, local time; the display goes on.
        quiet_until: when it is heard again.
        table: what this table is called where several are gathered.
        board: file or URL of Postgres in which 'hakam board' gathers several tables; ``None``: the user's data folder.
        mqtt_host: name or address of a broker of MQTT that 'hakam mqtt' tells what happens; ``None``: there is none.
        mqtt_port: its port.
        mqtt_tls: whether it is reached by TLS, with a certificate that this machine trusts.
        mqtt_user: the name with which it is asked; ``None``: none.
        mqtt_password_file: a file with nothing but the password for that name.
        mqtt_prefix: the first part of all topics but those of Home Assistant's discovery.
        stuck_ms: a button that is down this long is stuck, and its press means nothing.
    """

    language: Annotated[Language, effect("the language of the display")] = "en"
    players: Annotated[Players, effect("more seats make smaller hands and, at four, two sides")] = 2
    dealer: Annotated[SeatNumber | None, effect("the seat after the dealer plays first")] = None
    first_dealer: Annotated[PlayerNumber | None, effect("the player after the dealer plays first")] = None
    rules: Annotated[Text, effect("which house rules are played")] = "pagat"
    journal: Annotated[Text | None, effect("where the sessions are kept")] = None
    decks: Annotated[Text | None, effect("where the enrolled decks are kept")] = None
    deck: Annotated[Text | None, effect("an enrolled deck is read by its own pictures, others worse")] = None
    names: Names = ()
    card_height_mm: Annotated[int, within(60, 140, "higher lengthens distances on the table, lower shortens them")] = (
        int(CARD_MM[1])
    )
    picture_width_px: Annotated[int, within(160, 1920, "higher shows more; lower makes the journal smaller")] = 640
    picture_quality_percent: Annotated[int, within(20, 95, "higher shows more; lower makes the journal smaller")] = 70
    evidence: Annotated[Literal["pictures", "none"], effect("whether pictures of the table are kept")] = "pictures"
    # 2.5 MB a deal, as the bundled one has: 800 deals, a sixteenth of a card of 32 GB
    evidence_mb: Annotated[int, within(10, 100_000, "higher keeps more sessions; lower keeps the card free")] = 2000
    # 0.8 MB a deal beside the pictures: 2,500 deals of which everything is kept but these, an eighth of a card of 32 GB
    journal_mb: Annotated[int, within(20, 200_000, "higher keeps more sessions; lower keeps the card free")] = 4000
    patience_ms: Annotated[int, within(500, 10_000, "higher tells hard plays later; lower corrects more")] = (
        DEFAULT_PACE.patience_ms
    )
    ask_ms: Annotated[int, within(0, 60_000, "higher asks less and later; lower asks what settles itself")] = (
        DEFAULT_PACE.ask_ms
    )
    grace_ms: Annotated[int, within(0, 30_000, "higher tells wins later; lower takes more of them back")] = (
        DEFAULT_PACE.grace_ms
    )
    accept_ms: Annotated[int, within(1000, 60_000, "higher leaves more time to doubt; lower ends it sooner")] = (
        DEFAULT_PACE.accept_ms
    )
    # Omron's B3F bounces 5 ms at most, Ganssle's eighteen switches 1.6 ms on average and 6.2 at most; worn ones 20
    debounce_ms: Annotated[int, within(5, 50, "higher answers later; lower takes bounces of contacts for presses")] = 25
    # Android has 300, Windows 500, VoiceOver 250 and lets people set 200 to 500
    double_press_ms: Annotated[int, within(200, 1000, "higher gives tringa more time; lower hears ronda sooner")] = 350
    # Android and iOS have 500, Arduino's OneButton had 1000; more than a phone's, since undo is a long press
    long_press_ms: Annotated[int, within(400, 2000, "higher lets slow fingers tap; lower eases long presses")] = 700
    # more than any long_press_ms, less than any stuck_ms; four times as long as a long press is not held by accident
    report_ms: Annotated[int, within(2500, 3900, "higher writes fewer by accident; lower writes one sooner")] = 3000
    # a tap lasts about 100: two people who tap at once must not make a challenge
    chord_ms: Annotated[int, within(100, 600, "higher makes claims by accident rarer; lower claims sooner")] = 250
    # to reach over the table for another's button; part 9: a claim without a name can still be asked about
    target_ms: Annotated[int, within(1000, 15_000, "higher leaves time to name a player; lower claims sooner")] = 4000
    # Chromium takes no click for 500 after a window has come up (InputEventActivationProtector)
    answer_guard_ms: Annotated[int, within(0, 2000, "higher ignores stray presses; lower takes quick answers")] = 500
    stuck_ms: Annotated[int, within(4000, 60_000, "higher lets buttons be held longer; lower tells sooner")] = 8000
    camera: Annotated[Text, effect("through which camera the table is seen")] = "auto"
    display: Annotated[DisplayChoice, effect("where the score is shown")] = "auto"
    display_address: Annotated[int, within(0x08, 0x77, "a jumper on the back of most modules makes it 0x3D")] = ADDRESS
    display_upside_down: Annotated[bool, effect("turns every picture by half a turn")] = False
    display_opposite: Annotated[Opposite, effect("lets players who sit opposite read it, too")] = "no"
    display_second_address: Annotated[int, within(0x08, 0x77, "where the display of those opposite is found")] = 0x3D
    buttons: Annotated[Literal["auto", "pins", "keyboard", "none"], effect("with what players press")] = "auto"
    seat_pins: Annotated[SeatPins, effect("which wires the seats' buttons are on")] = SEAT_PINS
    referee_pins: Annotated[RefereePins, effect("which wires the referee's buttons are on")] = REFEREE_PINS
    seat_led_pins: Annotated[SeatPins | None, effect("a seat's button is lit while its player is to play")] = None
    referee_led_pins: Annotated[RefereePins | None, effect("A and B are lit while they answer a question")] = None
    buzzer: Annotated[bool, effect("without one the referee is silent")] = True
    buzzer_pin: Annotated[Pin, effect("which wire the buzzer is on")] = 18
    tones: Tones = tuple(Sound)
    spoken: SpokenClasses = ()
    voices: Annotated[Text | None, effect("where the recorded words are")] = None
    quiet_from: Annotated[TimeOfDay | None, effect("from then on nothing is heard")] = None
    quiet_until: Annotated[TimeOfDay | None, effect("from then on everything is heard again")] = None
    table: Annotated[TableName, effect("tells this table from others at the broker")] = "table-1"
    board: Annotated[Text | None, effect("where several tables are gathered")] = None
    mqtt_host: Annotated[Text | None, effect("which broker is told what happens")] = None
    mqtt_port: Annotated[int, within(1, 65_535, "brokers listen on 1883, and by TLS on 8883")] = 1883
    mqtt_tls: Annotated[bool, effect("the line to the broker is encrypted")] = False
    mqtt_user: Annotated[Text | None, effect("who this is at the broker")] = None
    mqtt_password_file: Annotated[Text | None, effect("proves who this is")] = None
    mqtt_prefix: Annotated[Topic, effect("where what happens is told")] = "hakam"

    @property
    def dealer_seat(self) -> int | None:
        """The seat of the first dealer, from 0; ``None``: not set."""
        return self.dealer if self.first_dealer is None else self.first_dealer - 1


TABLE = ("players", "names", "dealer", "first_dealer")
"""The settings that belong together: who sits there."""


def load_settings(option: str | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings from the file that ``option`` names, else ``HAKAM_CONFIG``, else the user's own.

    A file that was named must be there; the user's own may be missing. What the owner has set on the page
    (:func:`house_path`) counts more.

    Raises:
        BadSettingsError: if a file cannot be read or holds unknown keys or wrong values; all of them are listed.
    """
    named = option or environment.get("HAKAM_CONFIG")
    path = Path(named) if named else _home(environment, "XDG_CONFIG_HOME", ".config") / "hakam.toml"
    values = _values(path) if named or path.is_file() else {}
    house = house_path(environment)
    if house is None or not house.is_file():
        return checked_settings(values, path)
    checked_settings(values, path)
    return checked_settings(with_house(values, _values(house)), house)


def house_path(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Where the page writes what the owner sets, in the user's data folder; ``None``: nobody knows where that is."""
    try:
        return _home(environment, "XDG_DATA_HOME", ".local/share") / "house.toml"
    except BadSettingsError:
        return None


def with_house(values: Mapping[str, Any], house: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a settings file with what the owner has set in their place.

    Args:
        values: of the file.
        house: what he has set; of players and their names nothing is left that was for another table.
    """
    kept = dict(values)
    for key in TABLE if "players" in house else ():
        kept.pop(key, None)
    return kept | dict(house)


def journal_path(settings: Settings, option: str | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """Where the journal is: the option, else ``HAKAM_JOURNAL``, else the settings, else the user's data folder.

    Args:
        settings: those in force.
        option: what the command line names.
        environment: where ``HAKAM_JOURNAL`` and the user's folders are looked up.
    """
    named = option or environment.get("HAKAM_JOURNAL") or settings.journal
    default = _home(environment, "XDG_DATA_HOME", ".local/share") / "journal.db"
    return named_path(named) if named else default


def decks_path(settings: Settings, environment: Mapping[str, str] = os.environ) -> Path:
    """Where the enrolled decks are: ``HAKAM_DECKS``, else the settings, else the user's data folder."""
    named = environment.get("HAKAM_DECKS") or settings.decks
    return named_path(named) if named else _home(environment, "XDG_DATA_HOME", ".local/share") / "decks"


def board_place(settings: Settings, environment: Mapping[str, str] = os.environ) -> str:
    """Where the board of several tables is, a file or a URL: the setting, else the user's data folder."""
    if settings.board:
        return settings.board if "://" in settings.board else str(named_path(settings.board))
    return str(_home(environment, "XDG_DATA_HOME", ".local/share") / "board.db")


def voices_path(settings: Settings, environment: Mapping[str, str] = os.environ) -> Path:
    """Where the recorded words are: the settings, else the user's data folder."""
    if settings.voices:
        return named_path(settings.voices)
    return _home(environment, "XDG_DATA_HOME", ".local/share") / "voices"


def _values(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_text_file(path))
    except (OSError, ValueError, RecursionError) as fault:
        raise BadSettingsError(f"{path}: the settings cannot be read ({fault}); mend or remove the file") from fault


def checked_settings(values: Mapping[str, Any], path: Path) -> Settings:
    """The settings that a file holds.

    Args:
        values: as TOML has them.
        path: of the file, for the message.

    Raises:
        BadSettingsError: if keys are unknown or values wrong; all of them are listed.
    """
    wrong = faults(values, Settings)
    settings = convert({key: value for key, value in values.items() if key not in wrong}, Settings)
    found = wrong | conflicts(settings, wrong)
    if found:
        raise BadSettingsError(listed(path, found), settings.language)
    return settings


def _home(environment: Mapping[str, str], variable: str, default: str) -> Path:
    # the specification wants relative paths ignored: https://specifications.freedesktop.org/basedir-spec/latest/
    named = Path(environment.get(variable, ""))
    if not (named.is_absolute() or named_path("~").is_absolute()):
        raise BadSettingsError(f"no home folder is known here; set HOME or {variable}")
    return (named if named.is_absolute() else named_path("~") / default) / "hakam"
