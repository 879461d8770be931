"""Numbers that remember of which weights they are made: the reader runs with them as with any other floats."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from firmware.decoding import weights

INSIDE = frozenset(("LAID_WEIGHT", "TOOK_WEIGHT"))
"""Weights inside another feature, which no sum is made of: they stay as they are."""

Parts = Mapping[str, float]


def weight_names() -> tuple[str, ...]:
    """The weights that can be fitted, in the order of their file."""
    return tuple(name for name, value in vars(weights).items() if isinstance(value, float) and name not in INSIDE)


class Traced(float):
    """A sum of weights times features: its value, and the feature of each weight.

    Sums, differences, and products with plain numbers are traced; what is compared or bounded keeps its own features.
    Of anything else, such as a product of two, only the value is left.
    """

    parts: Parts

    def __new__(cls, value: float, parts: Parts) -> "Traced":
        """A number and its features."""
        made = super().__new__(cls, value)
        made.parts = parts
        return made

    def __add__(self, other: float) -> "Traced":
        """The sum; its features are added."""
        value = float(self) + float(other)
        if not isinstance(other, Traced):
            return Traced(value, self.parts)
        parts = dict(self.parts)
        for name, count in other.parts.items():
            parts[name] = parts.get(name, 0.0) + count
        return Traced(value, parts)

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
        return Traced(float(self) * by, {name: count * by for name, count in self.parts.items()})

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
            setattr(weights, name, Traced(value, {name: 1.0}))
        yield
    finally:
        for name, value in before.items():
            setattr(weights, name, value)
