"""The pictures that prove each play: the last looks are kept small and compressed, and the right one is picked."""

from collections import deque
from collections.abc import Iterable

import cv2

from firmware.cards import Card
from firmware.events import Event, ReadingCorrected
from firmware.referee import TimedPlay
from firmware.rules.events import CardPlayed, LayoutDealt
from firmware.storage.journal import EvidencePicture
from firmware.storage.moment import Moment
from vision.frame import Frame

KEPT = 64
"""Looks remembered: six seconds at ten a second, twice the time a doubtful play waits to be told; 4 MB at most."""

PROVEN = (LayoutDealt, CardPlayed, ReadingCorrected)
"""The kinds of event that each have a picture as evidence; the others follow from them."""


class EvidenceBuffer:
    """Remembers the last looks as small JPEG pictures."""

    def __init__(self, width_px: int, quality_percent: int) -> None:
        """Keep pictures of at most ``width_px`` at the given JPEG quality."""
        self._width_px, self._quality = width_px, quality_percent
        self._kept: deque[EvidencePicture] = deque(maxlen=KEPT)

    def keep(self, frame: Frame, width_mm: float) -> None:
        """Remember a frame that was looked at; ``width_mm`` is its width on the table."""
        height_px, width_px = frame.picture.shape[:2]
        share = min(1.0, self._width_px / width_px)
        size = (round(width_px * share), round(height_px * share))
        small = cv2.resize(frame.picture, size, interpolation=cv2.INTER_AREA)
        _, jpeg = cv2.imencode(".jpg", small, (cv2.IMWRITE_JPEG_QUALITY, self._quality))
        self._kept.append(EvidencePicture(frame.t_ms, width_mm, jpeg.tobytes()))

    @property
    def kept(self) -> tuple[EvidencePicture, ...]:
        """What is remembered, the newest last."""
        return tuple(self._kept)

    def pictures(self, moment: Moment, plays: Iterable[TimedPlay]) -> tuple[EvidencePicture, ...]:
        """One picture for each event of the kinds that are proven, in their order."""
        if not self._kept:
            return ()
        latest = {(play.seat, play.card): play.t_ms for play in plays}
        times = [_time_of(event, moment.t_ms, latest) for event in moment.events if isinstance(event, PROVEN)]
        return tuple(self._at(t_ms) for t_ms in times)

    def _at(self, t_ms: int) -> EvidencePicture:
        return next((picture for picture in self._kept if picture.t_ms >= t_ms), self._kept[-1])


def _time_of(event: Event, t_ms: int, latest: dict[tuple[int, Card], int]) -> int:
    """When a play happened; anything else is proven by the moment at which it was told."""
    return latest.get((event.seat, event.card), t_ms) if isinstance(event, CardPlayed) else t_ms
