"""The camera of the Pi, driven by picamera2: Module 2, 3, 3 Wide and HQ.

A large stream to read cards from, and a small grey one, which tells whether anything moves. Exposure, white balance and
focus find themselves for a moment and are fixed then: a picture that brightens by itself looks like a table that
changes. What burns out afterwards gets less light, step by step (:mod:`hardware.exposure`).
"""

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.brightness import EXPOSED
from hardware.exposure import FRAME_US, HighlightGuard, found_exposure
from hardware.lenses import whole_sensor
from hardware.ports import SIZE, CameraLost, Shot
from hardware.usable_shot import plausible_s

SMALL = (320, 180)
"""Pixels of the grey stream."""
SETTLE_S = 1.5
"""Until exposure and white balance have found themselves: picamera2's manual waits one to two seconds."""
CLOSE_S = 3.0
"""stop() can block for ever once the cable came off (picamera2 issues 1065, 1264): then it is left alone."""
FREE = MappingProxyType({"AeEnable": True, "AwbEnable": True, "AfMode": 2})
"""The controls that let a camera find its settings; 2 is ``AfModeEnum.Continuous``, where there is autofocus."""
BUFFERS = 4
"""As few as keep the sensor busy while one is read (picamera2's default for video is 6)."""


def fixed(found: Mapping[str, Any]) -> dict[str, Any]:
    """The controls that keep white balance and focus as they have found themselves.

    Args:
        found: metadata of a picture: ``ColourGains``, ``LensPosition`` ...
    """
    focus = {"AfMode": 0, "LensPosition": found.get("LensPosition")}  # 0 is libcamera.controls.AfModeEnum.Manual
    return {"AwbEnable": False, "ColourGains": found.get("ColourGains"), **focus}


def began_s(metadata: Mapping[str, Any]) -> float:
    """When the exposure began, seconds of ``time.monotonic()``: as picamera2's ``wait_for_timestamp_`` has it."""
    return float(metadata["SensorTimestamp"] - 1000 * metadata.get("ExposureTime", 0)) / 1e9


def picture_of(array: NDArray[np.uint8], form: str) -> NDArray[np.uint8]:
    """The picture, blue first, in an array of the format ``RGB888`` or ``NV12``.

    ``RGB888`` is blue, green, red in memory: nothing to turn round.
    """
    if form == "RGB888":
        return np.ascontiguousarray(array[..., :3])
    return np.asarray(cv2.cvtColor(array, cv2.COLOR_YUV2BGR_NV12), np.uint8)


def grey_of_yuv420(array: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """The brightness in an array of the format ``YUV420`` or ``NV12``: its first rows; lines may be padded."""
    width, height = size
    return np.ascontiguousarray(array[:height, :width])


class PiCamera:
    """A camera on the ribbon; opened at once, and adjusted by the first pictures."""

    def __init__(
        self,
        number: int = 0,
        *,
        size: tuple[int, int] = SIZE,
        form: str = "RGB888",
        open_camera: Callable[[int], Any] | None = None,
        settle_s: float = SETTLE_S,
    ) -> None:
        """Open camera ``number``.

        Args:
            number: of those that are connected, from 0.
            size: of the pictures, width and height.
            form: in which they come: ``RGB888``, or ``NV12`` of cameras that have no other.
            open_camera: gives a Picamera2; by default that of the library.
            settle_s: how long exposure, white balance and focus may find themselves.

        Raises:
            CameraLost: if it is not connected, or picamera2 is not installed.
        """
        self._size, self._form, self._settle_s = size, form, settle_s
        self._highlights: HighlightGuard | None = None
        try:
            self._camera: Any = (open_camera or _picamera2)(number)
            self._start()
        except Exception as fault:
            self.close()  # libcamera raises what it likes: IndexError without a camera, RuntimeError when it is busy
            raise CameraLost(f"the camera {number} cannot be opened: {fault.__cause__ or fault}") from fault

    def shot(self, after_s: float, wait_s: float) -> Shot:
        """The next picture whose exposure began after ``after_s``.

        Raises:
            CameraLost: if none comes within ``wait_s``.
        """
        if self._camera is None:
            raise CameraLost("the camera was closed")
        try:
            self._adjust(wait_s)
            request = self._request(after_s, time.monotonic() + wait_s)
        except Exception as fault:
            raise CameraLost(f"the camera gave no picture for {wait_s:g} s: {fault or type(fault).__name__}") from fault
        try:
            picture = picture_of(request.make_array("main"), self._form)
            grey = grey_of_yuv420(request.make_array("lores"), SMALL)
            taken_s = plausible_s(began_s(request.get_metadata()), time.monotonic())
        finally:
            request.release()
        self._expose(grey, taken_s)
        return Shot(taken_s, picture, grey)

    def close(self) -> None:
        """Give the camera back; one that blocks is left to a thread that ends with the program."""
        camera, self._camera = self.__dict__.get("_camera"), None
        if camera:
            ending = threading.Thread(target=_end, args=(camera,), name="camera closing", daemon=True)
            ending.start()
            ending.join(CLOSE_S)

    def _start(self) -> None:
        camera = self._camera
        settings = {"FrameDurationLimits": (FRAME_US, FRAME_US), **FREE}
        configuration = camera.create_video_configuration(
            main={"size": self._size, "format": self._form},
            lores={"size": SMALL, "format": "YUV420" if self._form == "RGB888" else self._form},
            raw={"size": whole_sensor(camera.sensor_resolution)},
            controls={name: value for name, value in settings.items() if name in camera.camera_controls},
            buffer_count=BUFFERS,
        )
        camera.configure(configuration)
        camera.start()
        self._fix_s = time.monotonic() + self._settle_s

    def _request(self, after_s: float, until_s: float) -> Any:
        """The next picture whose exposure began after ``after_s``; older ones, from the buffers, are given back.

        Not by picamera2's own ``flush``: it needs an exposure time, which not every camera tells.
        """
        while True:
            request = self._camera.capture_request(wait=max(until_s - time.monotonic(), 0.001))
            if plausible_s(began_s(request.get_metadata()), time.monotonic()) > after_s:
                return request
            request.release()

    def _expose(self, grey: NDArray[np.uint8], taken_s: float) -> None:
        """Find all anew where the lamp was switched; take some of the light away where something burns out."""
        if self._highlights is None:
            return
        if not EXPOSED.holds(float(grey.mean())):
            self._free()
        elif darker := self._highlights.see(grey, taken_s):
            self._set(darker.controls)

    def _free(self) -> None:
        """Let exposure, white balance and focus find themselves again."""
        self._set(FREE)
        self._fix_s, self._highlights = time.monotonic() + self._settle_s, None

    def _adjust(self, wait_s: float) -> None:
        """Once it has settled, keep exposure, white balance and focus as they are."""
        if self._highlights or time.monotonic() < self._fix_s:
            return
        found = self._camera.capture_metadata(wait=wait_s)
        least_gain, *_ = self._camera.camera_controls.get("AnalogueGain", (1.0,))
        kept = found_exposure(found, least_gain)
        self._set({**kept.controls, **fixed(found)})
        self._highlights = HighlightGuard(kept, least_gain)

    def _set(self, wanted: Mapping[str, Any]) -> None:
        """Set those controls that this camera has; only modules with autofocus know ``AfMode``."""
        known = self._camera.camera_controls
        self._camera.set_controls(
            {name: value for name, value in wanted.items() if name in known and value is not None}
        )


def _picamera2(number: int) -> Any:
    from picamera2 import Picamera2  # noqa: PLC0415 - only a Pi has it

    return Picamera2(number)


def _end(camera: Any) -> None:
    for step in (camera.cancel_all_and_flush, camera.stop, camera.close):
        with suppress(Exception):
            step()
