"""How long the camera of the Pi exposes, once it has found that by itself: the same brightness, and no card burnt out.

A camera exposes so that the mean of a picture is 16 % of full scale (``y_target`` in libcamera's ``imx708.json``). With
no card on a dark table that makes the table grey, and the white cards that come burn out: so what burns out for long
takes some of the light away (decision 0199). libcamera can mind highlights by itself (``AeConstraintMode``); it would
darken all for the image of a lamp, without end.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hardware.brightness import GLARE, GLARING
from hardware.ports import RATE_HZ

FRAME_US = 1_000_000 // RATE_HZ
"""Of one picture, so an exposure has 33 ms at most."""
MAINS_US = 10_000
"""Lamps on a mains of 50 Hz flicker 100 times a second: exposures of whole flickers are all equally bright."""
BURNT_S = 2.0
"""What burns out for so long lies there; most sleeves have passed by then. A judgement."""
LESS_LIGHT = 0.7
"""Share of the light that one step leaves, a sixth less of a grey value: in 24 such steps on six drawn tables no card
was lost from sight, and for a look at most something seemed to move."""
MOST_STEPS = 4
"""A quarter of the light is left then, half of a grey value. What burns out still is the image of a lamp."""
LEAST_TABLE = 60.0
"""A table of this median grey or less is darkened no more: :data:`~hardware.brightness.EXPOSED` begins at 30."""


class Exposure(NamedTuple):
    """How much light a picture gets.

    Attributes:
        time_us: of the exposure, microseconds.
        gain: of the sensor.
    """

    time_us: int
    gain: float

    @property
    def light(self) -> float:
        """Microseconds at a gain of one that give the same brightness."""
        return self.time_us * self.gain

    @property
    def controls(self) -> dict[str, Any]:
        """What keeps a camera of libcamera at it."""
        return {"AeEnable": False, "ExposureTime": self.time_us, "AnalogueGain": self.gain}


def flickers_us(found_us: int) -> int:
    """The exposure nearest to the one that found itself that takes whole flickers of the lamp and fits a picture."""
    most = FRAME_US // MAINS_US
    return MAINS_US * min(max(round(found_us / MAINS_US), 1), most)


def exposure(light: float, near_us: int, least_gain: float = 1.0) -> Exposure:
    """How to get so much light by whole flickers; in daylight, which does not flicker, by less than one.

    Args:
        light: microseconds at a gain of one.
        near_us: the time that found itself.
        least_gain: of the sensor; it cannot make up for a longer exposure by a smaller one.
    """
    most_us = int(light / least_gain)
    time_us = min(flickers_us(near_us), most_us // MAINS_US * MAINS_US) or max(most_us, 1)
    return Exposure(time_us, light / time_us)


def found_exposure(found: Mapping[str, Any], least_gain: float = 1.0) -> Exposure:
    """The exposure that keeps the brightness of a picture, by its metadata ``ExposureTime``, ``AnalogueGain`` ..."""
    took_us = found.get("ExposureTime", MAINS_US)
    light = took_us * found.get("AnalogueGain", 1.0) * found.get("DigitalGain", 1.0)
    return exposure(light, took_us, least_gain)


def burns_out(grey: NDArray[np.uint8]) -> bool:
    """Whether a card or more is burnt out in a grey picture (h, w), and its table light enough to be darkened."""
    return bool(np.count_nonzero(grey >= GLARE) > GLARING * grey.size and np.median(grey) > LEAST_TABLE)


class HighlightGuard:
    """Minds a fixed exposure: too much light may have been found before anything lay on the table."""

    def __init__(self, kept: Exposure, least_gain: float = 1.0) -> None:
        """Mind an exposure that is kept from now on by a sensor with this least gain."""
        self._kept, self._least_gain = kept, least_gain
        self._steps = 0
        self._since_s: float | None = None

    def see(self, grey: NDArray[np.uint8], taken_s: float) -> Exposure | None:
        """The exposure from now on, where something has been burnt out for long; ``None``: as it is.

        Args:
            grey: (h, w) uint8, the next picture at the exposure as it is.
            taken_s: when it was taken, seconds.
        """
        if self._steps == MOST_STEPS or not burns_out(grey[::4, ::4]):
            self._since_s = None
            return None
        self._since_s = taken_s if self._since_s is None else self._since_s
        return self._darker() if taken_s - self._since_s >= BURNT_S else None

    def _darker(self) -> Exposure:
        self._steps, self._since_s = self._steps + 1, None
        self._kept = exposure(self._kept.light * LESS_LIGHT, self._kept.time_us, self._least_gain)
        return self._kept
