"""95 % intervals of what a benchmark counts and times: shares, counts, quantiles, anything computed of cases. Pure."""

import math
import random
from collections.abc import Callable, Sequence
from typing import TypeVar

Interval = tuple[float, float]
CaseT = TypeVar("CaseT")

Z = 1.959964
"""Standard deviations to either side of the mean that hold 95 % of a normal distribution."""
RESAMPLES, SEED = 2000, 1


def wilson(share: float, n: int) -> Interval:
    """The interval of a share, 0 to 1, of ``n`` cases (Wilson 1927, https://doi.org/10.2307/2276774)."""
    middle, spread = share + Z**2 / (2 * n), Z * math.sqrt(share * (1 - share) / n + (Z / (2 * n)) ** 2)
    low, high = ((middle + sign * spread) / (1 + Z**2 / n) for sign in (-1, 1))
    return max(min(low, share), 0.0), min(max(high, share), 1.0)  # rounding must not put the share itself outside


def poisson(count: int) -> Interval:
    """The interval of a count of events that may happen at any time: the score interval of a Poisson mean."""
    middle, spread = count + Z**2 / 2, Z * math.sqrt(count + Z**2 / 4)
    return max(middle - spread, 0.0), middle + spread


def order_statistics(values: Sequence[float], share: float = 0.5) -> Interval | None:
    """The interval of a quantile, whatever the distribution; ``None`` where there are too few values for one.

    Of ``n`` values as many as a binomial count lie below the quantile (Conover 1999, "Practical Nonparametric
    Statistics", 3.2).
    """
    ranked, below, low, high = sorted(values), 0.0, 0, len(values)
    for rank in range(len(ranked) + 1):
        below += _binomial(rank, len(ranked), share)
        if below <= 0.025:
            low = rank + 1
        if below >= 0.975:
            high = rank + 1
            break
    return (ranked[low - 1], ranked[high - 1]) if 0 < low <= high <= len(ranked) else None


def _binomial(k: int, n: int, share: float) -> float:
    """How probable ``k`` of ``n`` are."""
    ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return math.exp(ways + k * math.log(share) + (n - k) * math.log1p(-share))


def bootstrap(cases: Sequence[CaseT], statistic: Callable[[Sequence[CaseT]], float]) -> Interval:
    """The interval of any number computed of cases, by drawing as many of them again and again, with a fixed seed."""
    rng = random.Random(SEED)
    drawn = sorted(statistic(rng.choices(cases, k=len(cases))) for _ in range(RESAMPLES))
    return drawn[round(0.025 * (RESAMPLES - 1))], drawn[round(0.975 * (RESAMPLES - 1))]
