"""What changes about a table without anybody touching a card: the camera is knocked, a lamp is switched."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

EXPOSURE_MS = 16  # of a café at 50 Hz lamps is 10 or 20 ms: vision.md, "The physical limit"


@dataclass(frozen=True, slots=True)
class CameraShift:
    """Where the camera looks, as against the session's beginning: millimetres on the table, degrees clockwise."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0

    def plus(self, other: "CameraShift", share: float = 1.0) -> "CameraShift":
        """The sum of two shifts, of the other one only a share."""
        return CameraShift(
            self.x_mm + share * other.x_mm, self.y_mm + share * other.y_mm, self.turn_deg + share * other.turn_deg
        )


STEADY = CameraShift()


@dataclass(frozen=True, slots=True)
class CameraBump:
    """The camera is knocked at ``t_ms``, swings for ``lasts_ms`` and then looks elsewhere by ``by``, for good.

    Attributes:
        swings: how often it swings to and fro.
    """

    t_ms: int
    by: CameraShift
    lasts_ms: int = 400
    swings: float = 2.5

    def share(self, t_ms: float) -> float:
        """The share of the way at that time: 0 before, beyond 1 while it swings, 1 afterwards."""
        s = min(1.0, max(0.0, (t_ms - self.t_ms) / self.lasts_ms))
        return 1 - (1 - s) ** 2 * math.cos(2 * math.pi * self.swings * s)


@dataclass(frozen=True, slots=True)
class LightChange:
    """Another light from ``t_ms`` on.

    Attributes:
        until_ms: when it is as before; ``None``: it stays.
        gain: how much brighter all is; below 1 it is darker.
        bgr: what the lamp's colour is multiplied with.
        moved_mm: how far away the lamp that is now the brightest hangs from the one that was.
    """

    t_ms: int
    until_ms: int | None
    gain: float
    bgr: tuple[float, float, float]
    moved_mm: tuple[float, float]

    def holds(self, t_ms: float) -> bool:
        """Whether the light is so at that time."""
        return self.t_ms <= t_ms and (self.until_ms is None or t_ms < self.until_ms)


@dataclass(frozen=True, slots=True)
class Environment:
    """All that changes about the table in a session, in order of time."""

    bumps: tuple[CameraBump, ...] = ()
    lamps: tuple[LightChange, ...] = ()

    def aim(self, t_ms: float) -> CameraShift:
        """Where the camera looks."""
        return _together((bump.by, bump.share(t_ms)) for bump in self.bumps if bump.t_ms < t_ms)

    def swing(self, t_ms: float) -> CameraShift:
        """How far the camera's aim moves during the exposure that ends at ``t_ms``."""
        return self.aim(t_ms).plus(self.aim(t_ms - EXPOSURE_MS), -1.0)

    def light(self, t_ms: float) -> tuple[LightChange, ...]:
        """The changes of the light that hold."""
        return tuple(lamp for lamp in self.lamps if lamp.holds(t_ms))


UNDISTURBED = Environment()


def _together(shares: Iterable[tuple[CameraShift, float]]) -> CameraShift:
    total = STEADY
    for aim, share in shares:
        total = total.plus(aim, share)
    return total
