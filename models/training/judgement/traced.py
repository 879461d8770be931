"""Numbers that remember of which weights they are made: the reader runs with them as with any other floats."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from firmware.decoding import weights

INSIDE = frozenset(("LAID_WEIGHT", "LAID_HIDDEN_WEIGHT", "TOOK_WEIGHT", "TOOK_CONTESTED_WEIGHT", "MIN_LOG_LIKELIHOOD"))
"""Weights inside another feature, which no sum is made of, and the bound, which says what is summed up: they stay."""

Parts = Mapping[str, float]


def weight_names() -> tuple[str, ...]:
    """The weights that can be fitted, in the order of their file."""
    return tuple(name for name, value in vars(weights).items() if isinstance(value, float) and name not in INSIDE)


class Traced(float):
    """A sum of weights times features: its value, and the feature of each weight.

    Sums, differences, and products with plain numbers are traced; what is compared or bounded keeps its own features.
    Of anything else, such as a product of two, only the value is left. A number remembers of which others it was made;
    its features are added up only when somebody asks for them, which hardly anybody does.
    """

    __slots__ = ("_by", "_name", "_of")

    _by: float
    _name: str
    _of: "tuple[Traced, ...]"

    @classmethod
    def weight(cls, value: float, name: str) -> "Traced":
        """A weight by itself."""
        return cls._made(value, (), 1.0, name)

    @classmethod
    def _made(cls, value: float, of: "tuple[Traced, ...]", by: float = 1.0, name: str = "") -> "Traced":
        made = cls(value)
        made._of, made._by, made._name = of, by, name
        return made

    @property
    def parts(self) -> Parts:
        """The feature of each weight of which it is made."""
        found: dict[str, float] = {}
        todo = [(self, 1.0)]
        while todo:
            one, by = todo.pop()
            if one._name:
                found[one._name] = found.get(one._name, 0.0) + by
            todo += [(other, by * one._by) for other in one._of]
        return found

    def __add__(self, other: float) -> "Traced":
        """The sum; its features are added."""
        of = (self, other) if isinstance(other, Traced) else (self,)
        return self._made(float.__add__(self, other), of)

    __radd__ = __add__

    def __neg__(self) -> "Traced":
        """The number with its sign changed."""
        return self * -1

    def __sub__(self, other: float) -> "Traced":
        """The difference."""
        return self + -other

    def __rsub__(self, other: float) -> "Traced":
        """The difference, the other way round."""
        return -self + other

    def __mul__(self, other: float) -> "Traced":
        """The product with a plain number."""
        by = float(other)
        return self._made(float.__mul__(self, by), (self,), by)

    __rmul__ = __mul__

    def __truediv__(self, other: float) -> "Traced":
        """The quotient by a plain number."""
        return self * (1 / float(other))

    def __round__(self, ndigits: Any = None) -> Any:
        """The number as it is: rounding is for telling likelihoods apart, not for fitting."""
        return self


@contextmanager
def traced_weights() -> Iterator[None]:
    """Within it the reader's weights remember what they are."""
    before = {name: getattr(weights, name) for name in weight_names()}
    try:
        for name, value in before.items():
            setattr(weights, name, Traced.weight(value, name))
        yield
    finally:
        for name, value in before.items():
            setattr(weights, name, value)
