"""Quacks like picamera2 0.3.38: what hardware/camera.py uses of it, with a sensor that sees one colour, and white."""

import time

import numpy as np

# Of Camera Module 3, by caternuson's dumps (https://github.com/caternuson/rpi-notes/wiki/Camera-Properties); (min, max,
# default). Module 2 and HQ have no AfMode and no LensPosition.
AUTOFOCUS = {"AfMode": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}
CONTROLS = {
    "AeEnable": (False, True, None),
    "AwbEnable": (False, True, None),
    "ExposureTime": (26, 66_000, None),
    "AnalogueGain": (1.0, 16.0, None),
    "ColourGains": (0.0, 32.0, None),
    "FrameDurationLimits": (33_333, 120_000, None),
}
ROW_PADDING = 12  # bytes that lores rows are longer than the picture, as on the Pi where the stride is a multiple of 64


class Picamera2:
    """A camera that sees ``colour_bgr`` below ``white_rows`` of 180 in white, and has found ``found`` by itself."""

    sensor_resolution = (4608, 2592)

    def __init__(self, number=0, *, colour_bgr=(200, 120, 40), autofocus=True, found=None, white_rows=0):
        self.camera_controls = {**CONTROLS, **(AUTOFOCUS if autofocus else {})}
        self.colour_bgr, self.set, self.steps, self.stalled = colour_bgr, [], [], False
        self.found = {"ExposureTime": 12_345, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.7), "LensPosition": 1.25}
        self.found |= found or {}
        self.white_rows = white_rows
        self.released = 0

    def create_video_configuration(self, **wanted):
        return wanted

    def configure(self, configuration):
        self.configuration = configuration
        self.set_controls(configuration["controls"])

    def set_controls(self, controls):
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.set.append(dict(controls))

    def start(self):
        self.steps.append("start")

    def capture_metadata(self, wait=None):
        return {**self.found, "SensorTimestamp": time.monotonic_ns()}

    def capture_request(self, wait=None):
        if self.stalled or "close" in self.steps:
            raise TimeoutError
        time.sleep(0.002)
        return Request(self, time.monotonic_ns())

    def cancel_all_and_flush(self):
        self.steps.append("cancel")

    def stop(self):
        self.steps.append("stop")

    def close(self):
        self.steps.append("close")


class Request:
    """A picture of one colour; ``RGB888`` lies in memory as blue, green, red (the name is of the word)."""

    def __init__(self, camera, taken_ns):
        self._camera, self._taken_ns = camera, taken_ns

    def make_array(self, stream):
        width, height = self._camera.configuration[stream]["size"]
        if self._camera.configuration[stream]["format"] == "RGB888":
            return np.full((height, width, 3), self._camera.colour_bgr, np.uint8)
        rows = np.full((height * 3 // 2, width + ROW_PADDING), 128, np.uint8)
        blue, green, red = self._camera.colour_bgr
        rows[:height, :width] = round(0.114 * blue + 0.587 * green + 0.299 * red)  # BT.601
        rows[: self._camera.white_rows] = 255
        return rows

    def get_metadata(self):
        exposure_us = self._camera.found["ExposureTime"]
        return {"SensorTimestamp": self._taken_ns + 1000 * exposure_us, "ExposureTime": exposure_us}

    def release(self):
        self._camera.released += 1
