"""Looks of a recorded session as a film again: each picture is noise that bears the number of its look.

The pictures go through the real camera thread, are frozen, darkened, packed and lost there, and cost next to nothing;
the eyes that read them give the look that was recorded, which real eyes once took of drawn pictures.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from firmware.signals import TableObservation
from vision.frame import Frame, Picture
from vision.identify import Classifier
from vision.motion import small_grey
from vision.sightings import SightingMemory
from vision.view import exposure_fault, fitted_to

BITS, BLOCK_PX = 16, 8
SIZE_PX = (96, BITS * BLOCK_PX)
"""Rows and columns of a picture; the first rows bear the number, a square for each bit."""
SQUARE_GREY, SURE_GREY = 100.0, 20.0
"""Squares of a number are so much darker or brighter than grey, give or take so much; else the picture shows none."""


def coded_frames(looks: Sequence[TableObservation], seed: int = 0) -> Iterator[Frame]:
    """A picture at the time of each look."""
    rng = np.random.default_rng(seed)
    for number, look in enumerate(looks):
        yield Frame(look.t_ms, coded(number, rng))


def coded(number: int, rng: np.random.Generator) -> Picture:
    """A picture, (H, W, 3) uint8, that bears a number below 65,536."""
    picture = rng.integers(60, 200, (*SIZE_PX, 3), np.uint8)
    bits = np.array([number >> bit & 1 for bit in range(BITS)], np.uint8) * 200 + 28
    picture[:BLOCK_PX] = np.repeat(bits, BLOCK_PX)[None, :, None]
    return picture


def number_in(picture: Picture) -> int | None:
    """The number that a picture bears; ``None``: it cannot be made out."""
    squares = picture[:BLOCK_PX].reshape(BLOCK_PX, BITS, BLOCK_PX, 3).mean(axis=(0, 2, 3)) - 128.0
    if float(np.abs(np.abs(squares) - SQUARE_GREY).max()) > SURE_GREY:
        return None
    return sum(1 << bit for bit, square in enumerate(squares) if square > 0)


class CodedEyes:
    """Eyes that know what each picture shows.

    Attributes:
        px_per_mm, plain, deck_fits: nothing is known, and no deck is learned.
        sightings: none.
    """

    px_per_mm = plain = deck_fits = None

    def __init__(self, looks: Sequence[TableObservation]) -> None:
        """Give these looks."""
        self._looks, self._last, self._unseen = looks, -1, ""
        self.sightings = SightingMemory()

    def observe(self, frame: Frame) -> TableObservation | None:
        """What the picture shows, unless it was given last; a picture that shows nothing is told once."""
        picture = fitted_to(frame.picture, SIZE_PX)
        fault = "other_size" if picture is None else exposure_fault(small_grey(picture))
        number = None if picture is None or fault else number_in(_whole(picture))
        fault = fault or ("view_lost" if number is None or number >= len(self._looks) else "")
        if fault:
            told, self._unseen = self._unseen == fault, fault
            return None if told else TableObservation(frame.t_ms, (), hand_present=True, unseen=fault)
        again, self._unseen = number == self._last and not self._unseen, ""
        self._last = self._last if number is None else number
        return None if again else replace(self._looks[self._last], t_ms=frame.t_ms)

    def read_by(self, classifier: Classifier) -> None:
        """Nothing is named any more."""

    def look_anew(self) -> None:
        """All was looked at."""

    def judge_deck_anew(self) -> None:
        """Nothing is judged any more."""


def _whole(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, SIZE_PX[::-1]), np.uint8) if picture.shape[:2] != SIZE_PX else picture
