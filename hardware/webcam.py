"""Any camera on USB, read by OpenCV; on a laptop the same product as on the Pi."""

import threading
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from hardware.ports import RATE_HZ, SIZE, CameraLost, Shot

CLOSE_S = 1.0
"""A picture takes 33 ms, in the dark some 200; a pulled camera's read can hang, and is left to its thread."""


class Webcam:
    """A camera on USB. A thread reads it all the time, for what waits in its buffers is old when it is asked for."""

    def __init__(self, number: int = 0, *, open_camera: Callable[[int], Any] | None = None) -> None:
        """Open camera ``number``.

        Args:
            number: as in ``/dev/video0``.
            open_camera: gives something like OpenCV's VideoCapture; by default that itself.

        Raises:
            CameraLost: if it is not plugged in, or another program holds it.
        """
        self._number, self._camera = number, (open_camera or _capture)(number)
        if not self._camera.isOpened():
            raise CameraLost(f"there is no camera {number} on USB, or another program uses it")
        self._news = threading.Condition()
        self._newest: Shot | None = None
        self._open = True
        self._thread = threading.Thread(target=self._read, name=f"webcam {number}", daemon=True)
        self._thread.start()

    def shot(self, after_s: float, wait_s: float) -> Shot:
        """The next picture taken after ``after_s``.

        Raises:
            CameraLost: if none comes within ``wait_s``, or the camera was pulled out.
        """
        with self._news:
            came = self._news.wait_for(lambda: not self._open or self._is_fresh(after_s), timeout=wait_s)
            if not came or not self._open or self._newest is None:
                raise CameraLost(f"the camera {self._number} on USB gave no picture for {wait_s:g} s")
            return self._newest

    def close(self) -> None:
        """Give the device back once the picture that is being read is there.

        A program that ended while a thread of its was in OpenCV would abort: the thread cannot take the interpreter's
        lock again, and leaves through a destructor ("terminate called without an active exception").
        """
        with self._news:
            self._open = False
            self._news.notify_all()
        self._thread.join(CLOSE_S)

    def _is_fresh(self, after_s: float) -> bool:
        return self._newest is not None and self._newest.taken_s > after_s

    def _read(self) -> None:
        while self._open:
            there, picture = self._camera.read()
            with self._news:
                self._open = self._open and bool(there)
                if self._open:
                    self._newest = Shot(time.monotonic(), np.asarray(picture, np.uint8), stamp_s=self._stamp_s())
                self._news.notify_all()
        self._camera.release()

    def _stamp_s(self) -> float | None:
        """When the driver says that it filled the buffer: OpenCV tells that for V4L2 alone (``modules/videoio``)."""
        stamp_ms = float(self._camera.get(cv2.CAP_PROP_POS_MSEC))
        return stamp_ms / 1000 if stamp_ms > 0 else None


def _capture(number: int) -> Any:
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)  # it gets our sentence
    camera = cv2.VideoCapture(number)
    for what, value in (
        (cv2.CAP_PROP_FRAME_WIDTH, SIZE[0]),
        (cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1]),
        (cv2.CAP_PROP_FPS, RATE_HZ),
    ):
        camera.set(what, value)
    return camera
