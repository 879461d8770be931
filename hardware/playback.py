"""A recording in the place of a camera: its pictures come when they came at the table."""

import time
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from hardware.ports import CameraLost, CameraOver, Shot

LATE_S = 0.1
"""So old is a picture that a camera still gives: three of its buffers."""

TimedPicture = tuple[int, NDArray[np.uint8]]
"""When a picture was taken, milliseconds since the recording began, and the picture, (H, W, 3) uint8, blue first."""


class Playback:
    """Plays a recording in real time; pictures whose time has passed are left out, as a camera leaves them out."""

    def __init__(
        self,
        frames: Iterable[TimedPicture],
        *,
        began_s: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        """Begin to play.

        Args:
            frames: what was recorded, by time.
            began_s: when it began, by the clock; by default with the first question.
            clock: tells the time, seconds.
            sleep: waits that long.
        """
        self._frames, self._clock, self._sleep = iter(frames), clock, sleep
        self._began_s = began_s
        self._waiting: Shot | None = None

    def shot(self, after_s: float, wait_s: float) -> Shot:
        """The next picture due after ``after_s``.

        Raises:
            CameraLost: if none is due within ``wait_s``.
            CameraOver: at the end of the recording.
        """
        until_s = self._clock() + wait_s
        shot = self._next(max(after_s, self._clock() - LATE_S))
        if shot.taken_s > until_s:
            self._sleep(wait_s)
            raise CameraLost(f"the recording has no picture for {wait_s:g} s")
        self._sleep(max(0.0, shot.taken_s - self._clock()))
        self._waiting = None
        return shot

    def close(self) -> None:
        """Let go of the recording, which is all there is to give back."""
        self._frames, self._waiting = iter(()), None

    def _next(self, after_s: float) -> Shot:
        while self._waiting is None or self._waiting.taken_s <= after_s:
            t_ms, picture = next(self._frames, (None, None))
            if t_ms is None or picture is None:
                raise CameraOver("the recording is over")
            if self._began_s is None:
                self._began_s = self._clock() - t_ms / 1000
            self._waiting = Shot(self._began_s + t_ms / 1000, picture)
        return self._waiting
