"""The fields of a msgspec model: what each allows and means, and what is wrong with the values a person wrote."""

from collections.abc import Mapping
from itertools import islice
from math import inf
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, ValidationError, convert, inspect
from msgspec.structs import FieldInfo, fields

from firmware.bounded.bounds import FAULTS_TOLD, NAME_LETTERS
from firmware.errors import quoted, suggestion
from firmware.settings.names import NAME, NAME_WORDS

Text = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]*[^\x00-\x20\x7f][^\x00-\x1f\x7f]*$", max_length=NAME_LETTERS)]
"""With a letter in it, and no sign that controls a terminal or ends a name for the system."""
Players = Annotated[int, Meta(ge=2, le=4)]  # rule G3
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
"""As programs count, from 0: in ``session.json``."""
PlayerNumber = Annotated[int, Meta(ge=1, le=4)]
"""As people count: Player 1 is 1."""
Name = Annotated[str, Meta(pattern=NAME)]
Names = Annotated[
    tuple[Name, ...],
    Meta(extra={"allowed": f"a list, each {NAME_WORDS}", "effect": "what players are called where something is shown"}),
]

WORDS: Mapping[type[inspect.Type], str] = {
    inspect.BoolType: "one of true, false",
    inspect.StrType: "a non-empty text",
    inspect.VarTupleType: "a list",
}


def effect(text: str) -> Meta:
    """What choosing another value of a field does, as a part of its annotation."""
    return Meta(extra={"effect": text})


def within(low: int, high: int, text: str) -> Meta:
    """The range of a number, and what raising or lowering it does, as a part of its annotation.

    Args:
        low: the smallest value.
        high: the largest value.
        text: what raising or lowering does.
    """
    return Meta(ge=low, le=high, extra={"effect": text})


def faults(values: object, model: type[Struct], where: str = "") -> dict[str, str]:
    """What is wrong with values, by key, in the order of the file; missing keys come last.

    msgspec stops at the first fault of a model: here each field is converted alone, so that all faults are found.

    Args:
        values: what stood in the file.
        model: the model that they are to become.
        where: what the keys stand behind, such as ``inputs[0]``; empty at the top of the file.
    """
    if not isinstance(values, Mapping):
        return {where: f"{quoted(values)} is not a set of named values"}
    known = {one.name: one for one in fields(model)}
    before = f"{where}." if where else ""
    found: dict[str, str] = {}
    for key, value in values.items():
        if key in known:
            found |= _field_faults(value, known[key], before + key)
        else:
            found[before + quoted(key)[1:-1]] = f"is not known; {suggestion(key, known)}"
        if len(found) > FAULTS_TOLD:
            return found
    return found | {before + key: "is missing" for key, one in known.items() if one.required and key not in values}


def listed(path: Path, found: Mapping[str, str]) -> str:
    """The faults of a file, one a line; of many the first ones."""
    told = [f"{path}: {key}: {text}" if key else f"{path}: {text}" for key, text in islice(found.items(), FAULTS_TOLD)]
    more = [f"{path}: there are {len(found) - FAULTS_TOLD} more faults"] if len(found) > FAULTS_TOLD else []
    return "\n".join([*told, *more])


def allowed(kind: inspect.Type) -> str:
    """The values of a type in words that can follow after ``is not``."""
    match kind:
        case inspect.Metadata(type=inner, extra=extra):
            return str((extra or {}).get("allowed") or allowed(inner))
        case inspect.UnionType(types=kinds):
            return " or ".join(allowed(one) for one in kinds if not isinstance(one, inspect.NoneType))
        case inspect.TupleType(item_types=(first, *_) as items):
            return f"a list of {len(items)}, each {allowed(first)}"
        case inspect.IntType(ge=low, le=high):
            return f"a whole number from {low} to {high}"
        case inspect.LiteralType(values=words):
            return f"one of {', '.join(map(str, words))}"
    return WORDS[type(kind)]


def seat_fault(seat: int, players: int) -> str | None:
    """What is wrong with a seat from 0 at a table of so many; ``None``: nothing."""
    if seat < players:
        return None
    return f"{seat} is not a seat of {players} players, whose seats are 0 to {players - 1}"


def effect_of(kind: inspect.Type) -> str:
    """What :func:`effect` or :func:`within` says of a field's type; empty where neither stands."""
    return str((kind.extra or {}).get("effect", "")) if isinstance(kind, inspect.Metadata) else ""


def _field_faults(value: object, field: FieldInfo, key: str) -> dict[str, str]:
    kind = inspect.type_info(field.type)
    if isinstance(value, list) and isinstance(kind, inspect.VarTupleType) and len(value) <= (kind.max_length or inf):
        return _item_faults(value, kind, key)
    if value is None and field.default is None:
        return {key: _told(value, kind)}  # what a file leaves out it does not name
    return {} if _fits(value, field.type) else {key: _told(value, kind)}


def _item_faults(values: list[object], kind: inspect.VarTupleType, key: str) -> dict[str, str]:
    assert isinstance(kind.item_type, inspect.StructType)
    item, found = kind.item_type.cls, dict[str, str]()
    for index, one in enumerate(values):
        if not _fits(one, item):
            found |= faults(one, item, f"{key}[{index}]")
        if len(found) > FAULTS_TOLD:
            break
    return found


def _fits(value: object, kind: Any) -> bool:
    try:
        convert(value, kind)
    except (ValidationError, ValueError, RecursionError):  # half a pair of surrogates in it; lists without end
        return False
    return True


def _told(value: object, kind: inspect.Type) -> str:
    effect = effect_of(kind)
    return f"{quoted(value)} is not {allowed(kind)}" + (f" ({effect})" if effect else "")
