"""The camera aimed on the page, in a helper's process: what each picture of the referee's tells to move."""

from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from pathlib import Path

import cv2
import numpy as np

from firmware.care.aim_state import AimState
from firmware.care.aiming import aimed
from firmware.care.camera_advice import aiming_advice
from firmware.care.picture_measures import measured
from firmware.phones.picture_helper import SEEN, PictureHelper, stand_back
from firmware.storage.atomic_file import write_atomic
from vision.decode import PictureError, decoded
from vision.frame import Picture
from vision.pipeline import Eyes
from vision.stills import PictureReading

IDLE_S = 20.0
"""The page asks every two seconds; when it is closed, the helper's memory is soon the match's. A judgement."""
QUALITY_PERCENT = 80
"""For outlines and arrows on a telephone: 100 to 150 kB."""


class PageAiming:
    """Looks at one picture after the other; :class:`firmware.phones.picture_helper.PictureTask`."""

    def __init__(self, read: Callable[[Picture], PictureReading], folder: Path, card_height_mm: float) -> None:
        """Begin with nothing seen.

        Args:
            read: names the cards in a picture, (H, W, 3) uint8 BGR.
            folder: gets the picture with outlines.
            card_height_mm: long side of the cards.
        """
        self._read, self._folder, self._height_mm = read, folder, card_height_mm
        self._state = AimState()

    def see(self, jpeg: bytes) -> None:
        """Look at the table as it lies now; what is not a picture is left out."""
        try:
            picture = decoded(np.frombuffer(jpeg, np.uint8))
        except PictureError:
            return
        cards = self._read(picture).cards
        seen = measured(picture, cards, self._height_mm)
        name, words = aiming_advice(seen)
        drawn = cv2.imencode(".jpg", aimed(picture, cards, name), (cv2.IMWRITE_JPEG_QUALITY, QUALITY_PERCENT))[1]
        write_atomic(self._folder / SEEN, drawn.tobytes())
        self._state = AimState(name, words, seen.cards, round(seen.card_px or 0))

    def ask(self, _words: Mapping[str, str]) -> None:
        """Go on looking: whoever asks wants nothing else."""

    def state(self) -> AimState:
        """What the newest picture tells."""
        return self._state


def run(asked: Connection, picture: str, folder: str, card_height_mm: str) -> None:
    """Look on until the page ends it, or asks no more.

    Args:
        asked: brings what the page asks.
        picture: the referee's live picture.
        folder: gets the answers and pictures.
        card_height_mm: long side of the cards.
    """
    stand_back()
    task = PageAiming(Eyes().read, Path(folder), float(card_height_mm))
    PictureHelper(asked, Path(picture), Path(folder), idle_s=IDLE_S).run(task)
