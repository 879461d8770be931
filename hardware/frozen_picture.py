"""Notices a camera that gives the same picture again and again: nothing of it tells that the table is watched no more.

A sensor's noise makes every picture another one. A driver that hands out an old buffer gives pictures that are equal to
the bit; one that packs it anew each time has only so many ways to pack it, so these come again, too.
"""

import zlib
from collections import deque

import numpy as np
from numpy.typing import NDArray

EACH_PX = 8
"""Every so many rows and columns are compared: 14,400 pixels of 1280 by 720, each with its noise. A judgement."""
FLAT = 3.0
"""A picture whose pixels deviate less from their mean is black, white or covered, and is equal to others then: drawn
tables deviate by 20 and more. A judgement."""
FROZEN_S = 5.0
"""So long the same pictures come before the camera counts as frozen: half of what a fault may take to be noticed."""
LEAST, SAME_SHARE = 10, 0.5
"""So many pictures, and this share of them known already, at least: one picture packed anew with any of 36 JPEG
qualities is noticed after 6 s at 30 pictures a second, after 10 s or more at 5."""
KEPT_S = 10.0
"""Pictures are remembered for so long: of one that comes each second just enough are."""
OTHER_GREY = 1.5
"""By so much a picture differs in the mean from the frozen one that it is another one for certain: one packed anew with
JPEG qualities of 60 to 95 differs by 1.4 at most in the bundled film."""
NEW_IN_A_ROW = 5
"""So many pictures in a row that never came before end it, however like the frozen one they are. A judgement."""


class FrozenPicture:
    """Remembers the pictures of the last seconds.

    Attributes:
        since_s: since when the same ones come, by the clock; ``None``: they do not.
    """

    def __init__(self) -> None:
        """Begin with no picture seen."""
        self.since_s: float | None = None
        self._seen: dict[int, float] = {}
        self._last: deque[tuple[float, bool]] = deque()
        self._frozen: NDArray[np.float32] | None = None
        self._new = 0

    def see(self, picture: NDArray[np.uint8], now_s: float) -> float | None:
        """Take note of a picture, (H, W, 3) uint8; give since when the same ones come, ``None``: they do not."""
        sample = np.ascontiguousarray(picture[::EACH_PX, ::EACH_PX])
        if float(sample.std()) < FLAT:
            self._thaw()
            return None
        mark = zlib.crc32(sample.tobytes(), sample.shape[0])
        known = mark in self._seen
        self._seen[mark] = now_s
        if self.since_s is None:
            self._count(now_s, known, sample)
        else:
            self._compare(known, sample)
        return self.since_s

    def _count(self, now_s: float, known: bool, sample: NDArray[np.uint8]) -> None:
        """Whether a camera that was well is frozen by now."""
        last = self._last
        last.append((now_s, known))
        while now_s - last[0][0] > KEPT_S or (len(last) > LEAST and now_s - last[1][0] >= FROZEN_S):
            last.popleft()
        self._seen = {mark: at_s for mark, at_s in self._seen.items() if now_s - at_s <= KEPT_S}
        long = len(last) >= LEAST and now_s - last[0][0] >= FROZEN_S
        if long and known and sum(again for _, again in last) >= SAME_SHARE * len(last):
            self.since_s, self._frozen, self._new = last[0][0], sample.astype(np.float32), 0

    def _compare(self, known: bool, sample: NDArray[np.uint8]) -> None:
        """Whether a camera that is frozen gives another picture at last."""
        self._new = 0 if known else self._new + 1
        before = self._frozen
        other = before is None or before.shape != sample.shape or float(np.abs(sample - before).mean()) > OTHER_GREY
        if self._new and (other or self._new >= NEW_IN_A_ROW):
            self._thaw()

    def _thaw(self) -> None:
        self.since_s, self._frozen, self._new = None, None, 0
        self._last.clear()
        self._seen.clear()
