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
RUNS, NOISY_SHARE = 20, 0.9
"""A camera has noise if this share of so many pictures came once and not twice in a row; one without (it packs away the
noise, or exposes a picture for as long as it sends several) repeats pictures though all is well. A judgement."""


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
        self._mark, self._run, self._run_s = 0, 0, 0.0
        self._runs: deque[int] = deque(maxlen=RUNS)
        self._stamp_s: float | None = None

    def see(self, picture: NDArray[np.uint8], now_s: float, stamp_s: float | None = None) -> float | None:
        """Take note of a picture; give since when the same ones come, ``None``: they do not.

        Args:
            picture: (H, W, 3) uint8.
            now_s: when it came, by the clock.
            stamp_s: when the driver says that it was taken, by any clock; ``None``: it says nothing.
        """
        goes_on, self._stamp_s = stamp_s is not None and stamp_s != self._stamp_s, stamp_s
        sample = np.ascontiguousarray(picture[::EACH_PX, ::EACH_PX])
        if float(sample.std()) < FLAT:
            self._thaw()
            return None
        mark = zlib.crc32(sample.tobytes(), sample.shape[0])
        known = mark in self._seen
        self._seen[mark] = now_s
        again = self._follow(mark, now_s)
        if self.since_s is not None:
            self._compare(known, sample)
        elif again:
            self._judge_run(now_s, sample, goes_on=goes_on)
        else:
            self._count(now_s, known, sample)
        return self.since_s

    @property
    def _has_noise(self) -> bool:
        """Whether the pictures of this camera differ from each other as long as all is well."""
        return len(self._runs) == RUNS and sum(run == 1 for run in self._runs) >= NOISY_SHARE * RUNS

    def _follow(self, mark: int, now_s: float) -> bool:
        """Count how often a picture came in a row; whether it is the one before once more."""
        again = self._run > 0 and mark == self._mark
        if self._run and not again:
            self._runs.append(self._run)
        self._run, self._run_s = (self._run + 1, self._run_s) if again else (1, now_s)
        self._mark = mark
        return again

    def _judge_run(self, now_s: float, sample: NDArray[np.uint8], *, goes_on: bool) -> None:
        """Whether one picture that comes in a row is frozen: not where the driver says that each is another one."""
        long = self._run >= LEAST and now_s - self._run_s >= FROZEN_S
        if long and (self._has_noise or not goes_on):
            self.since_s, self._frozen, self._new = self._run_s, sample.astype(np.float32), 0

    def _count(self, now_s: float, known: bool, sample: NDArray[np.uint8]) -> None:
        """Whether a camera that was well gives a few pictures over and over by now: one that is packed anew."""
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
