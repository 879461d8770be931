"""Keeps a camera going from a thread of its own: the newest picture lies ready, a camera that was lost is reopened.

A picture that does not come in time costs the camera (picamera2 issues 1090, 1275, 1392, 1065, 1264): it is closed and
opened again, at once first and then ever more seldom. Whoever runs the program sees how long the camera has been lost,
and lets the watchdog start all anew where that lasts.
"""

import logging
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from hardware.ports import Camera, CameraLost, CameraOver, Shot
from hardware.retry import Retry

LOG = logging.getLogger(__name__)

WAIT_S = 2.0
"""A picture is due 30 times a second; a stalled camera gives none ever again."""
OPENING_S = 15.0
"""A camera that is still being opened for the first time after this is missing: its driver may never answer."""
BACK_OFF_S = (0.0, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Before each attempt to open the camera again; the last for all that follow."""


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """How the camera is.

    Attributes:
        shot: the newest picture; ``None`` before the first one.
        lost_s: since when there has been none, seconds of the clock; ``None`` while pictures come.
        reason: why, in words.
        over: a recording has come to its end.
        opening_s: since when the camera is being opened for the first time; ``None`` after that.
    """

    shot: Shot | None = None
    lost_s: float | None = None
    reason: str = ""
    over: bool = False
    opening_s: float | None = None

    def missing_s(self, now_s: float) -> float | None:
        """Since when there has been no picture; ``None``: they come, or a first one may still be awaited."""
        if self.opening_s is not None and now_s - self.opening_s > OPENING_S:
            return self.opening_s
        return self.lost_s


class CameraWorker:
    """Looks through a camera until it is closed. No method but :meth:`close` ever waits.

    Attributes:
        status: how the camera is; replaced from the thread.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        news: Callable[[], object],
        *,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], bool] | None = None,
    ) -> None:
        """Begin to look.

        Args:
            open_camera: opens the camera, again after it was lost.
            news: is called, from the thread, after :attr:`status` has changed.
            clock: tells the time, seconds.
            wait: waits that long and tells whether the worker was closed meanwhile; by default in real time.
        """
        self.status = CameraStatus(opening_s=clock())
        self._open_camera, self._news, self._clock = open_camera, news, clock
        self._closed = threading.Event()
        self._wait, self._retry = wait or self._closed.wait, Retry("camera", BACK_OFF_S)
        self._taken: Shot | None = None
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def take(self) -> Shot | None:
        """The newest picture, each only once; ``None``: none since the last time."""
        shot = self.status.shot
        if shot is self._taken:
            return None
        self._taken = shot
        return shot

    def close(self, wait_s: float = 2 * WAIT_S) -> None:
        """Stop looking; a camera that hangs is not waited for any longer than that."""
        self._closed.set()
        self._thread.join(wait_s)

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._watch()
            except CameraOver as end:
                return self._tell(CameraStatus(self.status.shot, self._clock(), str(end), over=True))
            except Exception as fault:  # a thread that dies would look like a camera that is merely slow
                if self._wait(self._lose(fault)):
                    return None
        return None

    def _watch(self) -> None:
        """Open the camera and look through it until it is lost."""
        camera = self._open_camera()
        try:
            while not self._closed.is_set():
                last = self.status.shot
                shot = camera.shot(last.taken_s if last else -math.inf, WAIT_S)
                self._retry.worked()
                self._tell(CameraStatus(shot))
        finally:
            camera.close()

    def _lose(self, fault: Exception) -> float:
        """Tell that the camera is lost; give the seconds to wait before it is opened again."""
        if not isinstance(fault, CameraLost):
            LOG.exception("the camera failed in an unknown way")
        wait_s = self._retry.failed(fault)
        since_s = self._clock() if self.status.lost_s is None else self.status.lost_s
        self._tell(CameraStatus(self.status.shot, since_s, self._retry.lost))
        return wait_s

    def _tell(self, status: CameraStatus) -> None:
        self.status = status
        self._news()
