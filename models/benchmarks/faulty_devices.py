"""Devices of a table to which one fault happens: stand-ins that drop out, hang or forget while a film says so."""

import resource
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image

from firmware.devices.observer import Observer
from firmware.signals import TableObservation
from hardware.camera_watch import PICTURE, CameraWatch
from hardware.camera_worker import CameraWorker
from hardware.fake import FakeBuzzer, FakeDisplay
from hardware.ports import BuzzerLost, DisplayLost, Note
from models.benchmarks.faulty_camera import FaultyFilm
from vision.frame import Frame

HANGS_S = 60.0
"""No call hangs for longer, in real time: a bench that was left alone ends."""


class SteppedWorker(CameraWorker):
    """The camera's worker without a thread, which would take most of the time of a bench: it is told to go on."""

    _rounds: Iterator[float]
    _due_s = 0.0

    def _begun(self, wait_s: float) -> CameraWatch:
        watch = CameraWatch(self._open_camera, self, self._frozen, clock=self._clock, wait=self._wait)
        self._rounds, self._due_s = watch.rounds(), self._clock() + wait_s
        return watch

    def step(self) -> None:
        """Take the picture that is there now, or try again if it is time."""
        if self._clock() < self._due_s:
            return
        wait_s = next(self._rounds, PICTURE)
        self._due_s = self._clock() + (0.0 if wait_s == PICTURE else wait_s)

    def close(self, wait_s: float = 0.0) -> None:
        """End: no thread is waited for."""


class DroppedDisplay(FakeDisplay):
    """A display that is gone while the fault lasts."""

    def __init__(self, film: FaultyFilm) -> None:
        """Look at the film for when that is."""
        super().__init__()
        self._film = film

    def show(self, picture: Image.Image) -> None:
        """Show a picture.

        Raises:
            DisplayLost: while the fault lasts.
        """
        if self._film.active:
            raise DisplayLost("the display does not answer")
        self.pictures[:] = [picture]


class HangingDisplay(FakeDisplay):
    """A display whose driver does not come back while the fault lasts."""

    def __init__(self, film: FaultyFilm, released: threading.Event) -> None:
        """Hang while the film says so, until ``released`` is set."""
        super().__init__()
        self._film, self._released = film, released

    def show(self, picture: Image.Image) -> None:
        """Show a picture, or hang."""
        if self._film.active:
            self._released.wait(HANGS_S)
        self.pictures[:] = [picture]


class DroppedBuzzer(FakeBuzzer):
    """A buzzer that is gone while the fault lasts."""

    def __init__(self, film: FaultyFilm) -> None:
        """Look at the film for when that is."""
        super().__init__()
        self._film = film

    def play(self, tones: Any) -> None:
        """Play tones.

        Raises:
            BuzzerLost: while the fault lasts.
        """
        if self._film.active:
            raise BuzzerLost("the buzzer cannot be driven")
        self.played[:] = [tuple[Note, ...](tones)]


class ForgetfulObserver(Observer):
    """An observer whose looks fail for want of memory while the fault lasts."""

    film: FaultyFilm

    def observe(self, frame: Frame) -> TableObservation | None:
        """Look at a frame.

        Raises:
            MemoryError: while the fault lasts.
        """
        if self.film.active:
            raise MemoryError
        return super().observe(frame)


@contextmanager
def memory(*, short: bool) -> Iterator[None]:
    """Let this process have no more memory than it has, if it is ``short``."""
    if not short:
        yield
        return
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize(), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
