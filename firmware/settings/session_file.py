"""``session.json`` of a recorded session: who played what, and what the buttons would have said."""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, convert

from firmware.bounded.bounds import FAULTS_TOLD, INPUTS, LONGEST_MS, SESSION_FILE_BYTES
from firmware.dialogue.presses import PressError, needs_seat, parse_press
from firmware.settings.errors import BadValuesError
from firmware.settings.fields import Names, Players, SeatNumber, Text, faults, listed, seat_fault
from firmware.settings.house_rules import rules_fault
from firmware.settings.names import names_fault
from firmware.settings.text_file import read_text_file
from firmware.signals import ButtonPress

NAME = "session.json"
MOST_PLAYS = 100_000


class SessionInput(Struct, frozen=True):
    """A button's meaning as the file has it; ``seat`` is ``None`` for the referee's own two."""

    t_ms: Annotated[int, Meta(ge=0, le=LONGEST_MS)]
    seat: SeatNumber | None
    input: Text


class SessionFile(Struct, frozen=True):
    """What the file says; ``None`` where it says nothing.

    Attributes:
        players: 2, 3 or 4.
        dealer: seat of the first dealer, from 0.
        rules: a preset, one with options behind it, or a TOML file of house rules.
        deck: name of an enrolled deck.
        inputs: what the buttons said.
        names: what to call the players, Player 1 first.
        earlier_plays: plays of the match before the recording begins, in the middle of it.
    """

    players: Players | None = None
    dealer: SeatNumber | None = None
    rules: Text | None = None
    deck: Text | None = None
    inputs: Annotated[tuple[SessionInput, ...], Meta(max_length=INPUTS)] = ()
    names: Names = ()
    earlier_plays: Annotated[int, Meta(ge=0, le=MOST_PLAYS)] = 0

    @property
    def presses(self) -> tuple[ButtonPress, ...]:
        """What the buttons said, by time."""
        return tuple(
            ButtonPress(one.t_ms, one.seat, one.input) for one in sorted(self.inputs, key=lambda one: one.t_ms)
        )


def read_session_file(path: Path) -> SessionFile:
    """Read ``path``; a file that does not exist says nothing.

    Raises:
        BadValuesError: if it is not JSON or holds wrong values; the message lists all faults.
    """
    try:
        values = json.loads(read_text_file(path, SESSION_FILE_BYTES))
    except FileNotFoundError:
        return SessionFile()
    except (OSError, ValueError, RecursionError) as fault:
        raise BadValuesError(f"{path}: cannot be read as JSON ({fault}); mend it") from fault
    found = _faults(values)
    if found:
        raise BadValuesError(listed(path, found))
    return convert(values, SessionFile)


def _faults(values: Any) -> dict[str, str]:
    if not isinstance(values, dict):
        return faults(values, SessionFile)
    named = {key: value for key, value in values.items() if (key, value) != ("deck", None)}  # no deck is null there
    wrong = faults(named, SessionFile)
    seats = 4 if "players" in wrong else values.get("players", 4)
    conflicts = ((key, text) for key, text in _conflicts(values, seats) if text and key not in wrong)
    return wrong | dict(islice(conflicts, FAULTS_TOLD + 1))


def _conflicts(values: Mapping[str, object], players: int) -> Iterator[tuple[str, str | None]]:
    """What is wrong with values of the right type."""
    if isinstance(rules := values.get("rules"), str):
        yield "rules", rules_fault(rules)
    if isinstance(names := values.get("names"), list):
        yield "names", names_fault(names, players)
    if isinstance(dealer := values.get("dealer"), int):
        yield "dealer", seat_fault(dealer, players)
    inputs = values.get("inputs")
    for index, one in enumerate(inputs[:INPUTS] if isinstance(inputs, list) else ()):
        if isinstance(one, dict):
            yield from _input_conflicts(f"inputs[{index}]", one, players)


def _input_conflicts(where: str, one: Mapping[str, object], players: int) -> Iterator[tuple[str, str | None]]:
    seat, words = one.get("seat"), one.get("input")
    if isinstance(seat, int) and (fault := seat_fault(seat, players)):
        yield f"{where}.seat", fault
    elif isinstance(words, str) and "seat" in one:
        yield f"{where}.input", _words_fault(words, seat if isinstance(seat, int) else None, players)


@lru_cache(maxsize=1000)
def _words_fault(words: str, seat: int | None, players: int) -> str | None:
    """What is wrong with what a button would have said, whatever has been played by then."""
    if seat is None and needs_seat(words):
        return f"{words!r} is said by a player, whose seat is missing"
    try:
        parse_press(ButtonPress(0, seat, words), players)
    except PressError as fault:
        return str(fault)
    return None
