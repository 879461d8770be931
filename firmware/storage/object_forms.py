"""How an object of each kind is taken apart and put together again; no method that a class defines is run for it."""

import dataclasses
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter
from typing import Any, TypeAlias

from firmware.cards import Card

CONTAINERS: tuple[type, ...] = (tuple, list, set, frozenset, dict, deque)
KEYED: tuple[type, ...] = (set, frozenset, dict)
DEEPEST_KEY = 100
"""Keys and members of sets are hashed, and tuples in tuples by C without a limit; those of a referee are 5 deep."""
CACHE = "_cache"
"""What an attribute's name ends with that only saves time; some of these know objects by their address."""
Make: TypeAlias = Callable[[Sequence[Any], Sequence[int]], object]


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of object.

    Attributes:
        kind: its class.
        parts: takes an object apart.
        make: puts one together from its parts and, where that counts, how many tuples in each other each of these is;
            raises LookupError, TypeError or ValueError where they do not fit.
    """

    kind: type
    parts: Callable[[Any], Sequence[object]]
    make: Make

    @property
    def name(self) -> str:
        """The name by which it is known in a table."""
        return f"{self.kind.__module__}.{self.kind.__qualname__}"

    @property
    def nests(self) -> bool:
        """Whether it is a tuple."""
        return issubclass(self.kind, tuple)


def form_of(kind: type) -> Form:
    """The form of a container, of :class:`Card`, or of an enum, dataclass or class of our own."""
    if kind in CONTAINERS:
        return _container(kind)
    if kind is Card:
        return Form(kind, lambda card: (str(card),), lambda parts, _: Card.parse(*_texts(parts)))
    if issubclass(kind, Enum):
        return Form(kind, lambda member: (member.value,), lambda parts, _: kind(*parts))
    if issubclass(kind, tuple):
        return Form(kind, tuple, lambda parts, _: kind.__new__(kind, *parts))
    if dataclasses.is_dataclass(kind):
        return _fields(kind, [field.name for field in dataclasses.fields(kind)])
    slots = [slot for one in kind.__mro__ for slot in vars(one).get("__slots__", ())]
    return _fields(kind, slots) if slots else _attributes(kind)


def _texts(parts: Sequence[Any]) -> Sequence[str]:
    if not all(type(part) is str for part in parts):
        raise TypeError("a text is expected")
    return parts


def _container(kind: type) -> Form:
    if kind is dict:
        return Form(dict, _flat, _dict)
    if kind is deque:
        return Form(deque, lambda one: (one.maxlen, *one), lambda parts, _: deque(parts[1:], parts[0]))
    if kind in KEYED:
        return Form(kind, list, lambda parts, depths: kind(_keys(parts, depths)))
    return Form(kind, lambda one: one, lambda parts, _: kind(parts))


def _keys(parts: Sequence[Any], depths: Sequence[int]) -> Sequence[Any]:
    if max(depths, default=0) > DEEPEST_KEY:
        raise ValueError("a key holds too many tuples in each other")
    return parts


def _flat(one: dict[Any, Any]) -> list[object]:
    return [part for pair in one.items() for part in pair]


def _dict(parts: Sequence[Any], depths: Sequence[int]) -> dict[Any, Any]:
    return dict(zip(_keys(parts[::2], depths[::2]), parts[1::2], strict=True))


def _fields(kind: type, fields: Sequence[str]) -> Form:
    """A dataclass, or a class with slots: its fields in their order, those that can be worked out again empty."""
    plain = len(fields) > 1 and not any(field.endswith(CACHE) for field in fields)
    read: Callable[[Any], Sequence[object]] = (
        attrgetter(*fields) if plain else lambda one: [_kept(field, getattr(one, field)) for field in fields]
    )

    def make(parts: Sequence[Any], _: Sequence[int]) -> object:
        one: object = object.__new__(kind)
        for field, part in zip(fields, parts, strict=True):
            object.__setattr__(one, field, part)
        return one

    return Form(kind, read, make)


def _attributes(kind: type) -> Form:
    """Any other class: its attributes by name; what can be worked out again is left out (:data:`CACHE`)."""

    def make(parts: Sequence[Any], _: Sequence[int]) -> object:
        one: object = object.__new__(kind)
        vars(one).update(zip(_texts(parts[::2]), parts[1::2], strict=True))
        return one

    return Form(kind, lambda one: _flat({key: _kept(key, part) for key, part in vars(one).items()}), make)


def _kept(name: str, part: object) -> object:
    return type(part)() if name.endswith(CACHE) else part
