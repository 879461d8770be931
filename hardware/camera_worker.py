"""Keeps a camera going from a thread of its own: the newest picture lies ready, a camera that was lost is reopened.

A picture that does not come in time costs the camera (picamera2 issues 1090, 1275, 1392, 1065, 1264): it is closed and
opened again, at once first and then ever more seldom. A driver that hangs keeps its thread, and a fresh one opens the
camera. Whoever runs the program sees how long the camera has been lost, and lets the watchdog start all anew where that
lasts.
"""

import logging
import math
import threading
import time
from collections.abc import Callable

from hardware.camera_status import CameraStatus
from hardware.camera_watch import HUNG_S, WAIT_S, CameraWatch
from hardware.frozen_picture import FrozenPicture
from hardware.ports import Camera, CameraFrozen, CameraLost, CameraOver, Shot
from hardware.retry import Retry

LOG = logging.getLogger(__name__)

BACK_OFF_S = (0.0, 0.5, 1.0, *(2.0,) * 15, 5.0, 10.0)
"""Before each attempt to open the camera again; the last for all that follow. Half a minute long no more than two
seconds: people go on as soon as the cause is gone, and what they play before the camera is back nobody sees."""
MOST_LEFT = 3
"""So many threads may hang in the driver; one more would hang, too. A judgement."""


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
        self._closed, self._lock = threading.Event(), threading.RLock()
        self._wait, self._retry = wait or self._closed.wait, Retry("camera", BACK_OFF_S)
        self._taken: Shot | None = None
        self._frozen = FrozenPicture()
        self._left: list[CameraWatch] = []
        with self._lock:  # the thread may have something to tell before it is known here
            self._watch: CameraWatch | None = self._begun(0.0)

    def take(self) -> Shot | None:
        """The newest picture, each only once; ``None``: none since the last time. A thread that hangs is replaced."""
        self._attend()
        shot = self.status.shot
        if shot is self._taken:
            return None
        self._taken = shot
        return shot

    def close(self, wait_s: float = 2 * WAIT_S) -> None:
        """Stop looking; a camera that hangs is not waited for any longer than that."""
        self._closed.set()
        if self._watch:
            self._watch.leave()
            self._watch.join(wait_s)

    def saw(self, watch: CameraWatch, shot: Shot) -> None:
        """A picture came."""
        with self._lock:
            if watch is self._watch:
                self._retry.worked()
            self._tell(watch, CameraStatus(shot))

    def froze(self, watch: CameraWatch, since_s: float) -> None:
        """A picture came that is equal to others, as ever since ``since_s``."""
        if not self.status.frozen:
            LOG.warning("camera: it gives the same picture again and again")
        self._tell(watch, CameraStatus(self.status.shot, since_s, "it gives the same picture again", frozen=True))

    def ended(self, watch: CameraWatch, end: CameraOver) -> None:
        """A recording is over."""
        self._tell(watch, CameraStatus(self.status.shot, self._clock(), str(end), over=True))

    def lost(self, watch: CameraWatch, fault: Exception) -> float:
        """The camera is lost; give the seconds to wait before it is opened again."""
        if not isinstance(fault, CameraLost):
            LOG.error("the camera failed in an unknown way", exc_info=fault)
        return self._lose(watch, fault, self._clock())

    def _begun(self, wait_s: float) -> CameraWatch:
        watch = CameraWatch(self._open_camera, self, self._frozen, clock=self._clock, wait=self._wait)
        watch.start(wait_s, self.status.shot.taken_s if self.status.shot else -math.inf)
        return watch

    def _attend(self) -> None:
        """Leave a thread that hangs and begin another, unless too many hang."""
        self._left = [one for one in self._left if one.alive]
        watch = self._watch
        if watch and watch.hangs and not self._closed.is_set():
            fault = CameraLost(f"it has not come back from a call for {HUNG_S:g} s")
            wait_s = self._lose(watch, fault, min(watch.busy_since_s, self._clock()))
            watch.leave()
            self._left.append(watch)
            self._replace(wait_s)
        elif watch is None and len(self._left) < MOST_LEFT:
            self._replace(0.0)

    def _replace(self, wait_s: float) -> None:
        with self._lock:
            given_up = len(self._left) >= MOST_LEFT
            self._watch = None if given_up else self._begun(wait_s)
        if given_up:
            LOG.warning("camera: given up, for it hangs again and again; switch the box off and on")

    def _lose(self, watch: CameraWatch, fault: Exception, since_s: float) -> float:
        """Tell that the camera is lost; give the seconds to wait before it is opened again."""
        with self._lock:
            if watch is not self._watch:
                return 0.0
            wait_s = self._retry.failed(fault)
            first_s = since_s if self.status.lost_s is None else self.status.lost_s
            frozen = isinstance(fault, CameraFrozen)
            self._tell(watch, CameraStatus(self.status.shot, first_s, self._retry.lost, frozen=frozen))
            return wait_s

    def _tell(self, watch: CameraWatch, status: CameraStatus) -> None:
        """Say how the camera is, unless ``watch`` was left meanwhile."""
        with self._lock:
            if watch is self._watch:
                self.status = status
        self._news()
