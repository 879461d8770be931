"""How a camera is, as those see it who wait for its pictures."""

from dataclasses import dataclass

from hardware.ports import Shot

OPENING_S = 15.0
"""A camera that is still being opened after this is missing: its driver may never answer."""


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """How the camera is.

    Attributes:
        shot: the newest picture; ``None`` before the first one.
        lost_s: since when there has been none, seconds of the clock; ``None`` while pictures come.
        reason: why, in words.
        over: a recording has come to its end.
        opening_s: since when the camera is being opened for the first time; ``None`` after that.
        frozen: pictures do come, and are the same ones again and again.
    """

    shot: Shot | None = None
    lost_s: float | None = None
    reason: str = ""
    over: bool = False
    opening_s: float | None = None
    frozen: bool = False

    def missing_s(self, now_s: float) -> float | None:
        """Since when there has been no picture; ``None``: they come, or a first one may still be awaited."""
        if self.opening_s is not None and now_s - self.opening_s > OPENING_S:
            return self.opening_s
        return self.lost_s
