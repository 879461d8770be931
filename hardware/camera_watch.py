"""One thread that opens a camera and looks through it, until it is closed, or left because the driver hangs."""

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Protocol, TypeVar

from hardware.camera_status import OPENING_S
from hardware.frozen_picture import FrozenPicture
from hardware.playback import Playback
from hardware.ports import Camera, CameraFrozen, CameraLost, CameraOver, Shot
from hardware.usable_shot import usable

R = TypeVar("R")

WAIT_S = 2.0
"""A picture is due 30 times a second; a stalled camera gives none ever again."""
HUNG_S = 5.0
"""A call that takes longer hangs, for it was asked to return after :data:`WAIT_S`; well below 10 s."""
UNUSABLE = 10
"""So many answers in a row without a picture cost the camera. A judgement."""
REOPEN_S = 10.0
"""A camera that is frozen for so long is opened again, for that cures a driver."""


PICTURE = -1.0
"""In place of seconds to wait: a picture came, and nothing is waited for."""


class WatchListener(Protocol):
    """Whoever is told what one watch sees."""

    def saw(self, watch: "CameraWatch", shot: Shot) -> None:
        """A picture came."""

    def froze(self, watch: "CameraWatch", since_s: float) -> None:
        """A picture came that is equal to others, as ever since ``since_s``."""

    def ended(self, watch: "CameraWatch", end: CameraOver) -> None:
        """A recording is over."""

    def lost(self, watch: "CameraWatch", fault: Exception) -> float:
        """The camera is lost; give the seconds to wait before it is opened again."""


class CameraWatch:
    """A thread with a camera of its own. No method ever waits but :meth:`join`."""

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        listener: WatchListener,
        frozen: FrozenPicture,
        *,
        clock: Callable[[], float],
        wait: Callable[[float], bool],
    ) -> None:
        """Take note of the camera; :meth:`start` begins.

        Args:
            open_camera: opens it, again after it was lost.
            listener: is told, from the thread.
            frozen: remembers the pictures of the last seconds.
            clock: tells the time, seconds.
            wait: waits that long and tells whether all is to end.
        """
        self._open_camera, self._listener, self._frozen = open_camera, listener, frozen
        self._clock, self._wait = clock, wait
        self._over = threading.Event()
        self._due_s = math.inf
        self.busy_since_s = math.inf
        self._after_s, self._opened_s, self._first_wait_s = -math.inf, 0.0, 0.0
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self, wait_s: float = 0.0, after_s: float = -math.inf) -> None:
        """Begin after ``wait_s`` with the pictures that are taken after ``after_s`` by the clock."""
        self._first_wait_s, self._after_s = wait_s, after_s
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether the thread still goes on, or hangs."""
        return self._thread.is_alive()

    @property
    def hangs(self) -> bool:
        """Whether the driver should have come back from a call long ago."""
        return self._clock() > self._due_s

    def leave(self) -> None:
        """Go on no more; what hangs gives its camera back should it ever wake."""
        self._over.set()

    def join(self, wait_s: float) -> None:
        """Wait for the end of the thread for ``wait_s`` at most."""
        self._thread.join(wait_s)

    def rounds(self) -> Iterator[float]:
        """Open the camera and look through it; give after each picture and each loss the seconds to wait."""
        while not self._over.is_set():
            try:
                yield from self._watch()
            except CameraOver as end:
                self._listener.ended(self, end)
                return
            except Exception as fault:  # a thread that dies would look like a camera that is merely slow
                yield self._listener.lost(self, fault)

    def _run(self) -> None:
        if self._first_wait_s and self._wait(self._first_wait_s):
            return
        for wait_s in self.rounds():
            if wait_s != PICTURE and self._wait(wait_s):
                return

    def _watch(self) -> Iterator[float]:
        """Look through the camera until it is lost."""
        camera = self._timed(OPENING_S, self._open_camera)
        self._opened_s = self._clock()
        try:
            while not self._over.is_set():
                shot = self._shot(camera)
                if not self._over.is_set():
                    self._show(shot, film=isinstance(camera, Playback))
                    yield PICTURE
        finally:
            with suppress(Exception):  # it is given up in any case
                self._timed(HUNG_S, camera.close)

    def _shot(self, camera: Camera) -> Shot:
        """The next picture that is one.

        Raises:
            CameraLost: if none comes in time, or only answers without one.
        """
        for _ in range(UNUSABLE):
            answer = self._timed(HUNG_S, lambda: camera.shot(self._after_s, WAIT_S))
            shot = usable(answer, self._clock())
            if shot:
                self._after_s = shot.taken_s
                return shot
        raise CameraLost(f"the camera gave {UNUSABLE} pictures in a row with nothing in them")

    def _show(self, shot: Shot, *, film: bool) -> None:
        now_s = self._clock()
        since_s = (
            None if film else self._frozen.see(shot.picture, now_s, shot.stamp_s)
        )  # a film may repeat its pictures
        if since_s is None:
            self._listener.saw(self, shot)
            return
        self._listener.froze(self, since_s)
        if now_s - max(since_s, self._opened_s) > REOPEN_S:
            raise CameraFrozen(f"the camera has given the same picture for {now_s - since_s:.0f} s")

    def _timed(self, limit_s: float, call: Callable[[], R]) -> R:
        """Call the driver, which hangs if it takes longer than ``limit_s``."""
        self.busy_since_s = self._clock()
        self._due_s = self.busy_since_s + limit_s
        try:
            return call()
        finally:
            self._due_s = self.busy_since_s = math.inf
