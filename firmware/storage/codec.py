"""Frozen dataclasses to plain JSON values and back, exactly; what a field may hold is read from its annotation."""

import dataclasses
import json
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar

from firmware.bounded.bounds import SIGNAL_BYTES
from firmware.cards import Card
from firmware.errors import HakamError, quoted

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None


class Tagged(typing.Protocol):
    """A class of values that are written with a tag, the name that stays when the class is renamed."""

    tag: typing.ClassVar[str]


Kind = TypeVar("Kind", bound=Tagged)
Writing = TypeVar("Writing", str, bytes)


class CodecError(HakamError, ValueError):
    """A text that is not a value of the expected kind, or a value that its own annotation does not allow."""


@dataclasses.dataclass(frozen=True, slots=True)
class Coder:
    """How one annotation is written and read; both raise :class:`CodecError` on what does not fit."""

    encode: Callable[[object], Json]
    decode: Callable[[Json], object]


class Vocabulary(Generic[Kind]):
    """The kinds of value that one stream may hold, each with the tag by which it is written and known again.

    ``parse(text(value)) == value`` for every value of these kinds, floats bit for bit. A class may be renamed; its tag
    may not.
    """

    def __init__(self, kinds: Iterable[type[Kind]]) -> None:
        """Know the dataclasses ``kinds`` by their tags."""
        self._kinds = {kind.tag: kind for kind in kinds}
        self._tags: dict[type, str] = {kind: tag for tag, kind in self._kinds.items()}

    def text(self, value: Kind) -> str:
        """The one line of JSON for ``value``; equal values give equal lines.

        Raises:
            CodecError: if the value is of another kind, or holds what its annotations do not allow.
        """
        tag = self._tags.get(type(value))
        if tag is None:
            raise CodecError(f"{quoted(value)} is not of a kind that is written here")
        return line({"kind": tag, **fields(value)})

    def parse(self, text: str) -> Kind:
        """Read what :meth:`text` wrote.

        Raises:
            CodecError: if the text is not JSON, of an unknown kind, or a field is missing, unknown or wrong.
        """
        data = _object(text)
        tag = data.pop("kind", None)
        kind = self._kinds.get(tag) if isinstance(tag, str) else None
        if kind is None:
            raise CodecError(f"{quoted(tag)} is no kind of record this version knows; update hakam")
        hint: Any = kind
        value = coder(hint).decode(data)
        assert isinstance(value, kind)
        return value


def line(data: Mapping[str, object]) -> str:
    """One line of JSON, as short as it can be."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def fields(value: object) -> dict[str, Json]:
    """The fields of a dataclass ``value`` as plain JSON values, in the order of the class; cards are texts (``"7O"``).

    Raises:
        CodecError: if a field holds what its annotation does not allow.
    """
    kind: Any = type(value)
    encoded = coder(kind).encode(value)
    assert isinstance(encoded, dict)  # as the coder of every dataclass gives it
    return encoded


def bounded(text: Writing) -> Writing:
    """The text, unless it is longer than any signal or event.

    Raises:
        CodecError: if it is.
    """
    if len(text) > SIGNAL_BYTES:
        raise CodecError(f"{quoted(text)} goes on too long")
    return text


@cache
def coder(hint: Any) -> Coder:
    """The coder of an annotation: a plain type, enum, card, dataclass, tuple, frozen set or union of these.

    Raises:
        TypeError: if the annotation is none of these, so that no field is ever stored by guessing.
    """
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        return _union(typing.get_args(hint))
    if origin is tuple:
        return _tuple(typing.get_args(hint))
    if origin is frozenset:
        return _frozen_set(typing.get_args(hint)[0])
    return _single(hint)


def _single(hint: Any) -> Coder:
    if hint in _PLAIN:
        return _plain(_PLAIN[hint], hint)
    if hint is Card:
        return Coder(_expect(Card, str), _reader(Card.parse, (str,)))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Coder(_expect(hint, lambda member: member.value), _reader(hint, (str, int)))
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _dataclass(hint)
    raise TypeError(f"no way is known to store {hint!r}")


_PLAIN: dict[Any, tuple[type, ...]] = {
    int: (int,),
    float: (int, float),
    str: (str,),
    bool: (bool,),
    type(None): (type(None),),
}


def _plain(accepted: tuple[type, ...], hint: Any) -> Coder:
    make = (lambda _: None) if hint is type(None) else hint
    read = _reader(make, accepted)
    # a number of numpy is not exactly an int or float: it is turned into one before it is checked
    return Coder(lambda value: read(value.item() if hasattr(value, "item") else value), read)


def _reader(make: Callable[[Any], object], accepted: tuple[type, ...]) -> Callable[[object], Any]:
    def read(data: object) -> object:
        if type(data) not in accepted:
            raise CodecError(f"{quoted(data)} is not of the type {' or '.join(kind.__name__ for kind in accepted)}")
        try:
            return make(data)
        except (ValueError, OverflowError) as fault:
            raise CodecError(str(fault)) from None

    return read


def _expect(kind: type, write: Callable[[Any], Json]) -> Callable[[object], Json]:
    def encode(value: object) -> Json:
        if not isinstance(value, kind):
            raise CodecError(f"{quoted(value)} is no {kind.__name__}")
        return write(value)

    return encode


def _sequence(data: object, length: int | None = None) -> Sequence[Any]:
    if not isinstance(data, list | tuple) or length not in (None, len(data)):
        raise CodecError(f"{quoted(data)} is no list{'' if length is None else f' of {length}'}")
    return data


def _tuple(hints: tuple[Any, ...]) -> Coder:
    if len(hints) == 2 and hints[1] is Ellipsis:
        item = coder(hints[0])
        return Coder(
            lambda value: [item.encode(part) for part in _sequence(value)],
            lambda data: tuple(item.decode(part) for part in _sequence(data)),
        )
    items = tuple(coder(hint) for hint in hints)
    return Coder(
        lambda value: [one.encode(part) for one, part in zip(items, _sequence(value, len(items)), strict=True)],
        lambda data: tuple(one.decode(part) for one, part in zip(items, _sequence(data, len(items)), strict=True)),
    )


def _frozen_set(hint: Any) -> Coder:
    item = coder(hint)
    return Coder(
        _expect(frozenset, lambda value: sorted((item.encode(part) for part in value), key=json.dumps)),
        lambda data: frozenset(item.decode(part) for part in _sequence(data)),
    )


def _union(hints: tuple[Any, ...]) -> Coder:
    """The first member that takes a value writes or reads it, so members must differ in what they look like."""
    members = tuple(coder(hint) for hint in hints)
    return Coder(
        lambda value: _first([member.encode for member in members], value),
        lambda data: _first([member.decode for member in members], data),
    )


def _first(ways: list[Callable[[Any], Any]], value: object) -> Any:
    for way in ways:
        try:
            return way(value)
        except CodecError:
            continue
    raise CodecError(f"{quoted(value)} fits no allowed form")


_TOLD = object()
"""Equal to no value: the default of a field that is written always."""


def _dataclass(kind: type) -> Coder:
    """Every field by its name; one with ``omit_default`` in its metadata is left out where it has its default."""
    hints = typing.get_type_hints(kind)
    parts = {field.name: coder(hints[field.name]) for field in dataclasses.fields(kind)}
    omitted = {field.name: field.default for field in dataclasses.fields(kind) if field.metadata.get("omit_default")}

    def decode(data: Json) -> object:
        if not isinstance(data, dict) or (data.keys() | omitted.keys()) != parts.keys():
            raise CodecError(f"{quoted(data)} has not exactly the fields of {kind.__name__}: {', '.join(parts)}")
        return kind(**{name: parts[name].decode(part) for name, part in data.items()})

    def encode(value: object) -> Json:
        told = {name: getattr(value, name) for name in parts}
        return {name: parts[name].encode(part) for name, part in told.items() if omitted.get(name, _TOLD) != part}

    return Coder(_expect(kind, encode), decode)


def _object(text: str) -> dict[str, Json]:
    try:
        data = json.loads(bounded(text))
    except (ValueError, RecursionError):  # JSON in JSON without end
        raise CodecError(f"{quoted(text)} is no JSON") from None
    if not isinstance(data, dict):
        raise CodecError(f"{quoted(text)} is no JSON object")
    return data
