"""Objects that refer to each other as one table of plain values, and back: no code of a file is ever run.

A row is ``[kind, part, ...]`` and stands after the rows that it refers to. A part is a float, text, truth value or
``None`` as it is, an integer as ``[7]``, a tuple of such values as ``[None, 7, 0.5]``, or the number of an earlier row:
whatever else was one object stays one.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property
from types import ModuleType
from typing import Annotated, Any, NamedTuple, TypeAlias

import msgspec

from firmware.errors import HakamError
from firmware.storage.object_forms import CONTAINERS, KEYED, Form, form_of

MOST_ROWS = 1_000_000
"""Sixty times the rows of a referee in his eighth deal; more are not made of a file that claims to have them."""
Atom: TypeAlias = bool | int | float | str | None
Part: TypeAlias = Atom | list[Atom]
Row: TypeAlias = list[Part]
PLAIN = frozenset({type(None), bool, int, float, str})
UNFIT = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, msgspec.MsgspecError)
"""What the making, hashing and comparing of objects raise whose parts do not fit."""


class ObjectTableError(HakamError, ValueError):
    """An object that has no place in a table, or bytes that are not such a table."""


class _Written(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """What is written: the kinds by name, then the rows; the last one is a list of the object itself."""

    kinds: list[str]
    rows: Annotated[list[Row], msgspec.Meta(min_length=1, max_length=MOST_ROWS)]


class ObjectTable:
    """Writes and reads objects of the classes that a closed list of packages defines, and of no others."""

    def __init__(self, packages: Iterable[str]) -> None:
        """Know every class that the modules and packages of these names define; they are imported when first used."""
        self._packages = tuple(packages)

    def encode(self, value: object) -> bytes:
        """Write an object with all that it refers to; it must not change meanwhile.

        Raises:
            ObjectTableError: if a class is not known, or objects refer to each other in a circle.
        """
        writer = _Writer(self._by_class)
        writer.add([value])
        try:
            return msgspec.msgpack.encode(_Written([self._by_class[kind].name for kind in writer.kinds], writer.rows))
        except (OverflowError, UnicodeEncodeError) as fault:
            raise ObjectTableError(str(fault)) from None

    def decode(self, data: bytes) -> object:
        """Read what :meth:`encode` wrote.

        Raises:
            ObjectTableError: if it is anything else.
        """
        try:
            table = msgspec.msgpack.decode(data, type=_Written)
            (value,) = _made([self._by_name[name] for name in table.kinds], table.rows)
            return value
        except UNFIT as fault:
            raise ObjectTableError(f"this is not a table of objects ({fault})") from None

    @cached_property
    def _by_class(self) -> Mapping[type, Form]:
        kinds = [kind for module in _modules(self._packages) for kind in _own_classes(module)]
        return {kind: form_of(kind) for kind in (*CONTAINERS, *kinds)}

    @cached_property
    def _by_name(self) -> Mapping[str, Form]:
        return {form.name: form for form in self._by_class.values()}


class _Writer:
    """Puts objects into rows, each once and after all that it refers to; calls nothing in a circle or too deep."""

    def __init__(self, forms: Mapping[type, Form]) -> None:
        self.kinds: dict[type, int] = {}
        self.rows: list[Row] = []
        self._forms = forms
        self._numbers: dict[int, int] = {}
        self._begun: dict[int, _Begun] = {}

    def add(self, value: object) -> None:
        stack = [value]
        while stack:
            one = stack[-1]
            if id(one) not in self._begun:
                begun = self._begun[id(one)] = self._begin(one)
                if begun.missing:
                    stack += [part for _, part in begun.missing]
                    continue
            stack.pop()
            if id(one) not in self._numbers:
                self._finish(one)

    def _begin(self, one: object) -> "_Begun":
        """Take an object apart into its row, leaving out parts that have no number yet."""
        parts = self._forms[type(one)].parts(one)
        row: Row = [self.kinds.setdefault(type(one), len(self.kinds))]
        missing = []
        for part in parts:
            if type(part) in PLAIN:
                row.append([part] if type(part) is int else part)  # type: ignore[arg-type]
            elif type(part) is tuple and PLAIN.issuperset(map(type, part)):
                row.append([None, *part])
            elif type(part) in self._forms:
                number = self._numbers.get(id(part))
                if number is None:
                    missing.append((len(row), part))
                row.append(number)
            else:
                row.append(_number(part))
        if any(id(part) in self._begun for _, part in missing):
            raise ObjectTableError(f"a {type(one).__qualname__} refers to itself in a circle")
        return _Begun(row, missing, parts)

    def _finish(self, one: object) -> None:
        row, missing, _ = self._begun[id(one)]
        for place, part in missing:
            row[place] = self._numbers[id(part)]
        self._numbers[id(one)] = len(self.rows)
        self.rows.append(row)


class _Begun(NamedTuple):
    """The row of an object, which parts are missing in it and where, and what must live as long as their addresses."""

    row: Row
    missing: Sequence[tuple[int, object]]
    alive: object


def _number(part: object) -> Part:
    """A number of numpy, which is not exactly one of Python's, as such a one."""
    plain = part.item() if hasattr(part, "item") else part
    if not isinstance(plain, bool | int | float):
        raise ObjectTableError(f"{type(part).__qualname__} is not one of the classes that are kept")
    return [plain] if type(plain) is int else plain


def _made(forms: Sequence[Form], rows: Iterable[Row]) -> Any:
    """The object of the last row; a reference to what does not stand before it is a LookupError."""
    made: list[object] = []
    deep: list[int] = []
    counts = [form.nests or form.kind in KEYED for form in forms]
    for kind, *row in rows:
        if type(kind) is not int:
            raise TypeError("a row begins with the number of a kind")
        parts = [made[part] if type(part) is int else _inside(part) if type(part) is list else part for part in row]
        depths = [deep[part] if type(part) is int else 0 for part in row] if counts[kind] else ()
        made.append(forms[kind].make(parts, depths))
        deep.append(1 + max(depths, default=0) if forms[kind].nests else 0)
    return made[-1]


def _inside(part: Sequence[Atom]) -> object:
    """The integer, or the tuple of plain values, that stands in a list."""
    return tuple(part[1:]) if part[0] is None else part[0]


def _modules(names: Iterable[str]) -> Iterator[ModuleType]:
    """The modules of these names, and those in them."""
    for name in names:
        module = importlib.import_module(name)
        yield module
        inside = pkgutil.walk_packages(getattr(module, "__path__", ()), f"{name}.")
        yield from (importlib.import_module(found.name) for found in inside)


def _own_classes(module: ModuleType) -> Iterator[type]:
    """The classes that a module defines, without its errors."""
    for one in vars(module).values():
        if (
            isinstance(one, type)
            and one.__module__ == module.__name__
            and (issubclass(one, Enum) or not issubclass(one, (BaseException, int, float, str, list, set, dict)))
        ):
            yield one
