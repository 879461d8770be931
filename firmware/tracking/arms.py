"""Arms from look to look: which of them only rest there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware.signals import Outline, Point, TableObservation
from firmware.tracking.geometry import distance, middle

ARM_GATE_MM = 45.0
"""What stays within this of where it was seen last is the same arm: a sleeve that lies there is seen to waver by 40."""
ARM_RESTS_MS = 2000
"""An arm that has stayed for so long rests there; nobody takes so long to lay a card."""
ARM_MISSES = 3
"""An arm that was not found in so many looks has gone; looks are far apart while little moves."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A hand or a sleeve, followed from look to look.

    Attributes:
        centre: its middle, table millimetres.
        since_ms: since when it has stayed about there.
        seen_ms: when it was seen last; ``missed`` counts the looks since then.
    """

    centre: Point
    since_ms: int
    seen_ms: int
    missed: int = 0


def update_arms(arms: tuple[Arm, ...], look: TableObservation) -> tuple[Arm, ...]:
    """The arms after one more look: those that stayed, those not seen for a moment, and new ones."""
    middles = [middle(outline) for outline in look.covers]
    stayed = tuple(_follow_arm(arm, middles, look.t_ms) for arm in arms if arm.missed < ARM_MISSES)
    new = (point for point in middles if not any(distance(arm.centre, point) < ARM_GATE_MM for arm in stayed))
    return (*stayed, *(Arm(point, look.t_ms, look.t_ms) for point in new))


def _follow_arm(arm: Arm, middles: Sequence[Point], t_ms: int) -> Arm:
    near = min(middles, key=lambda point: distance(arm.centre, point), default=None)
    if near is None or distance(arm.centre, near) >= ARM_GATE_MM:
        return replace(arm, missed=arm.missed + 1)
    return replace(arm, centre=near, seen_ms=t_ms, missed=0)


def active_hands(arms: Sequence[Arm], look: TableObservation) -> list[Outline]:
    """The hands of a look without those that rest: a resting hand neither lays a card nor takes one up."""
    resting = [arm.centre for arm in arms if is_resting(arm, look.t_ms)]
    return [outline for outline in look.covers if middle(outline) not in resting]


def is_resting(arm: Arm, t_ms: int) -> bool:
    """Whether an arm is seen at that time, and has stayed about there for long."""
    return arm.seen_ms == t_ms and t_ms - arm.since_ms >= ARM_RESTS_MS
