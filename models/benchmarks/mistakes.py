"""When a session was misread, and which mishap was nearest to it: what the referee cannot take. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from models.benchmarks.score import align, compared_plays, unlike
from models.synthetic.play.mishaps import Mishap

NEAR_MS = 12_000
"""What went wrong longer than this before or after hardly has to do with it: what is forgotten lies for ten seconds."""
NONE_NEAR = "none near"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A play that was read with another seat or rank, or not at all, or that was none.

    Attributes:
        t_ms: when the true play was made; of an invented one, when it was read.
        play: the index of the true play, ``None``: it was invented.
    """

    t_ms: int
    play: int | None


def mistakes(truth: Mapping[str, Any], closed: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes of a session by time; arguments as of :func:`models.benchmarks.score.compare`."""
    true, read = compared_plays(truth["plays"]), compared_plays(closed["plays"])
    wrong = unlike(align(true, read), true, read)
    found = [Mistake(_time_ms(truth, closed, t, r), t) for t, r in wrong]
    return tuple(sorted(found, key=lambda one: one.t_ms))


def _time_ms(truth: Mapping[str, Any], closed: Mapping[str, Any], t: int | None, r: int | None) -> int:
    play = closed["plays"][r] if t is None else truth["plays"][t]
    return int(play["t_ms"])


def nearest(t_ms: int, mishaps: Iterable[Mishap]) -> str:
    """The kind of the mishap nearest in time, or :data:`NONE_NEAR`."""
    away = [(abs(one.t_ms - t_ms), one.kind) for one in mishaps]
    return min((one for one in away if one[0] <= NEAR_MS), default=(0, NONE_NEAR))[1]


def blamed(found: Sequence[Mistake], mishaps: Sequence[Mishap]) -> Counter[str]:
    """How many mistakes each kind of mishap is the nearest to."""
    return Counter(nearest(one.t_ms, mishaps) for one in found)
