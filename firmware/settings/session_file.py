"""``session.json`` of a recorded session: who played what, and what the buttons would have said."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.settings.checks import BadValuesError, Check, OrNothing, Text, Whole, faults
from firmware.settings.house_rules import RulesName
from firmware.signals import ButtonPress

NAME = "session.json"
LONGEST_MS = 7 * 24 * 3600 * 1000  # a week; more is a slip of the pen
PLAYERS = Whole(2, 4)  # rule G3


@dataclass(frozen=True, slots=True)
class SessionFile:
    """What the file says; ``None`` where it says nothing.

    Attributes:
        players: 2, 3 or 4.
        dealer: seat of the first dealer, from 0.
        rules: a preset, one with options behind it, or a TOML file of house rules.
        deck: name of an enrolled deck.
        inputs: what the buttons said, by time.
    """

    players: int | None = None
    dealer: int | None = None
    rules: str | None = None
    deck: str | None = None
    inputs: tuple[ButtonPress, ...] = ()


def read_session_file(path: Path) -> SessionFile:
    """Read ``path``; a file that does not exist says nothing.

    Raises:
        BadValuesError: if it is no JSON or holds wrong values; the message lists all faults.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return SessionFile()
    except (OSError, ValueError) as fault:
        raise BadValuesError(f"{path}: cannot be read as JSON ({fault}); mend it") from fault
    found = _faults(data)
    if found:
        raise BadValuesError("\n".join(f"{path}: {fault}" for fault in found))
    inputs = sorted((ButtonPress(**one) for one in data.pop("inputs", [])), key=lambda press: press.t_ms)
    return SessionFile(**data, inputs=tuple(inputs))


def _faults(data: Any) -> list[str]:
    if not isinstance(data, dict):
        return faults(data, {})
    inputs = data.get("inputs", [])
    plain = {key: value for key, value in data.items() if key != "inputs"}
    players = data.get("players", 4)
    seats = Whole(0, (players if PLAYERS.fault(players) is None else 4) - 1)
    checks: dict[str, Check] = {
        "players": PLAYERS,
        "dealer": seats,
        "rules": RulesName(),
        "deck": OrNothing(Text()),
        "inputs": Text(),
    }
    return [*faults(plain, checks), *_input_faults(inputs, seats)]


def _input_faults(inputs: Any, seats: Whole) -> list[str]:
    if not isinstance(inputs, list):
        return [f"inputs: {inputs!r} is no list"]
    checks: dict[str, Check] = {"t_ms": Whole(0, LONGEST_MS), "seat": OrNothing(seats), "input": Text()}
    return [
        f"inputs[{index}].{fault}" if isinstance(one, dict) else f"inputs[{index}]: {fault}"
        for index, one in enumerate(inputs)
        for fault in faults(one, checks, needed=tuple(checks))
    ]
