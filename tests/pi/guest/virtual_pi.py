"""libcamera's virtual camera in the place of a Pi's: with its formats, and with pictures that stay for a while.

The virtual camera plays a folder as fast as it is asked, in NV12 alone, and from its beginning again. Emulated eyes
take seconds for a look, so each picture is asked for when the one before has stayed long enough, and is given again
meanwhile; before the film is let go, and after the last picture, the table rests. Where the film was is kept, so that
a referee who starts anew finds the table as it was.
"""

import os
import time
from collections import deque
from pathlib import Path

import cv2
from picamera2.allocators import LibcameraAllocator
from picamera2.picamera2 import Picamera2 as Real

FILM = Path("/srv/film")
AT = Path(os.environ.get("HOME", "/root")) / "film-at"
GO = Path("/srv/go")
STAYS_S = float(Path("/srv/stays").read_text())
AGAIN_S = 0.5
SHOWN = 4  # times in a row the virtual camera shows each picture (libcamera 0.7.1, found by counting)
MODES = [{"format": "NV12", "size": (1280, 720)}]


class Asked:
    """The camera, which gets its requests one by one."""

    def __init__(self, camera):
        self._camera, self._held = camera, deque()

    def queue_request(self, request):
        self._held.append(request)

    def ask(self):
        self._camera.queue_request(self._held.popleft())

    def stop(self):
        self._held.clear()
        return self._camera.stop()

    def __getattr__(self, name):
        return getattr(self._camera, name)


class Shown:
    """A picture in the formats of a Pi, as a completed request."""

    def __init__(self, main, lores):
        self._arrays = {"main": main, "lores": lores}
        self._metadata = {"SensorTimestamp": time.monotonic_ns(), "ExposureTime": 0}

    def make_array(self, name):
        return self._arrays[name]

    def get_metadata(self):
        return self._metadata

    def release(self):
        """Nothing is held."""


class Picamera2(Real):
    """What ``hardware.camera`` asks of picamera2."""

    def __init__(self, number=0):
        super().__init__(number, allocator=object())  # its own wants a kernel with DMA heaps
        self.allocator = LibcameraAllocator(self.camera)
        self.camera = Asked(self.camera)
        self._last = self._due_s = None
        self._count = len(list(FILM.glob("*.jpg")))

    def _get_raw_modes(self):
        return MODES

    def create_video_configuration(self, main=None, lores=None, **rest):
        small = lores and {**lores, "format": "NV12"}
        return super().create_video_configuration({**(main or {}), "format": "NV12"}, small, **rest)

    def capture_metadata(self, wait=None):
        return {}

    def capture_request(self, wait=None):
        if self._last is None:
            for _ in range(self._at() - 1):
                self._next(wait).release()  # gone before the referee started anew
            self._show(max(self._at(), 1), wait)
        elif time.monotonic() >= self._due_s and GO.exists() and self._at() < self._count:
            self._show(self._at() + 1, wait)
        else:
            time.sleep(AGAIN_S)
        return Shown(*self._last)

    def _show(self, number, wait):
        request = self._next(wait)
        yuv, lores = request.make_array("main"), request.make_array("lores")
        request.release()
        self._last = cv2.cvtColor(yuv, cv2.COLOR_YUV2BGR_NV12), lores
        self._due_s = time.monotonic() + STAYS_S
        AT.write_text(str(number))

    def _next(self, wait):
        for _ in range(SHOWN - 1):
            self._one(wait).release()
        return self._one(wait)

    def _one(self, wait):
        self.camera.ask()
        return super().capture_request(wait=wait)

    def _at(self):
        return int(AT.read_text()) if AT.exists() else 0
