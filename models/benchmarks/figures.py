"""Figures: numbers that were measured, each with its interval of 95 % and what was aimed at."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from models.benchmarks.intervals import Interval, order_statistics, poisson, wilson

Aim = Literal["at least", "at most", "under"]


class Figure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One number that was measured.

    Attributes:
        name: what it is.
        value: the number; a share is of 1.
        unit: of the value, its interval and its target; ``share`` is told in percent.
        n: how many cases it is of.
        count: how many of these, where it is a share or a rate.
        interval: from and to, with 95 % confidence; ``None`` where none can be had.
        method: how the interval was computed.
        aim, target: what it should be; ``None``: nothing was aimed at.
    """

    name: str
    value: float
    unit: str = ""
    n: int | None = None
    count: int | None = None
    interval: Interval | None = None
    method: str = ""
    aim: Aim = "at least"
    target: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the value is what was aimed at; ``None`` if nothing was."""
        if self.target is None:
            return None
        if self.aim == "under":
            return self.value < self.target
        return self.value >= self.target if self.aim == "at least" else self.value <= self.target


def share(name: str, count: int, n: int, *, target: float | None = None, aim: Aim = "at least") -> Figure:
    """A share, ``count`` of ``n`` cases, with the interval of Wilson; without cases it has none.

    Args:
        name: what they have in common.
        count: how many have it.
        n: of how many.
        target: the share that is aimed at, 0 to 1.
        aim: on which side of it.
    """
    of = count / n if n else 0.0
    interval = wilson(of, n) if n else None
    return Figure(
        name=name, value=of, unit="share", n=n, count=count, interval=interval, method="Wilson", target=target, aim=aim
    )


def per_thousand(name: str, count: int, n: int, *, unit: str, target: float | None = None) -> Figure:
    """A rate in 1,000, ``count`` of ``n`` cases, with the interval of Wilson.

    Args:
        name: what they have in common.
        count: how many have it.
        n: of how many.
        unit: what is counted in thousands.
        target: under which number in 1,000 it should be.
    """
    low, high = wilson(count / n, n)
    return Figure(
        name=name,
        value=1000 * count / n,
        unit=f"in 1,000 {unit}",
        n=n,
        count=count,
        interval=(1000 * low, 1000 * high),
        method="Wilson",
        target=target,
        aim="under",
    )


def events(name: str, count: int, n: int, *, unit: str, each: float = 1.0, target: float | None = None) -> Figure:
    """How many events happen in so much of something, with the interval of a Poisson count.

    Args:
        name: what happens.
        count: how often it did.
        n: in how many cases.
        unit: what the value is told in.
        each: how many cases one such unit has; itself taken as exact.
        target: under which number it should be.
    """
    low, high = poisson(count)
    return Figure(
        name=name,
        value=each * count / n,
        unit=unit,
        n=n,
        count=count,
        interval=(each * low / n, each * high / n),
        method="Poisson",
        target=target,
        aim="under",
    )


def quantile(
    name: str,
    values: Sequence[float],
    unit: str,
    *,
    share: float = 0.5,
    target: float | None = None,
    aim: Aim = "under",
) -> Figure:
    """A quantile of at least one value, with the interval of order statistics.

    Args:
        name: what the values are.
        values: all of them, in any order.
        unit: of the values.
        share: of the values that lie below; 0.5 is the median.
        target: what is aimed at.
        aim: on which side of it.
    """
    ranked = sorted(values)
    middle = (ranked[(len(ranked) - 1) // 2] + ranked[len(ranked) // 2]) / 2
    value = middle if share == 0.5 else ranked[int(share * (len(ranked) - 1))]
    interval = order_statistics(ranked, share)
    return Figure(
        name=name,
        value=value,
        unit=unit,
        n=len(ranked),
        interval=interval,
        method="order statistics" if interval else "",
        target=target,
        aim=aim,
    )
