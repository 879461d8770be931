"""Counting what the eyes made of tables whose truth is known."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields

import numpy as np

from firmware.cards import Card
from firmware.signals import Unnamed
from models.synthetic.scenes.scene import CardTruth, Rendered
from models.training.identify.measure import calibration_error
from models.training.locate.measure import paired
from vision.quads import overlap
from vision.stills import ReadCard

SURE_CONFIDENCE = 0.9
"""Confidence over which a wrong name is a silent error."""

MOST_COVERED = 0.3
"""Cards of which more is hidden or outside the picture are not asked for."""


@dataclass(slots=True)
class TableTally:
    """Counts over many tables.

    Attributes:
        asked: cards of which enough is seen.
        found: of those, found where they are.
        rank: named with the right rank.
        face: named with rank and suit right.
        refused: found and not named.
        sure_wrong: named with a wrong rank and a confidence over :data:`SURE_CONFIDENCE`.
        false: found where no card is.
    """

    asked: int = 0
    found: int = 0
    rank: int = 0
    face: int = 0
    refused: int = 0
    sure_wrong: int = 0
    false: int = 0
    looks: list[tuple[float, bool]] = field(default_factory=list)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __add__(self, other: "TableTally") -> "TableTally":
        """The sums of two tallies."""
        return TableTally(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    def add(self, table: Rendered, read: Sequence[ReadCard]) -> list[tuple[CardTruth, ReadCard | None]]:
        """Count one table; gives the cards that were missed or misnamed, for the sheet of errors."""
        pairs = list(_paired(table.cards, read))
        self.false += len(read) - sum(one is not None for _, one in pairs)
        asked = [(truth, one) for truth, one in pairs if truth.visible >= 1 - MOST_COVERED]
        return [(truth, one) for truth, one in asked if not self._count(truth, one)]

    def _count(self, truth: CardTruth, read: ReadCard | None) -> bool:
        """Count one card; tells whether its rank was read."""
        self.asked += 1
        if read is None or not isinstance(truth.face, Card):
            return False
        self.found += 1
        self.looks.append((read.confidence, read.face == truth.face))
        if isinstance(read.face, Unnamed):
            self.refused += 1
            return False
        right = read.face.rank == truth.face.rank
        self.rank += right
        self.face += read.face == truth.face
        self.sure_wrong += not right and read.confidence > SURE_CONFIDENCE
        if read.face != truth.face:
            self.confusions[str(truth.face), str(read.face)] += 1
        return right

    def row(self) -> str:
        """Per cent of the cards asked for: found, rank, face, refused, surely wrong; then false finds and the ECE."""
        shares = (self.found, self.rank, self.face, self.refused, self.sure_wrong)
        parts = " ".join(f"{100 * share / max(self.asked, 1):7.2f}" for share in shares)
        return f"{self.asked:6d} {parts} {self.false:6d} {calibration_error(self.looks):7.3f}"


HEADING = " cards   found    rank    face refused sure-wrong false   ECE"


def _paired(truth: Sequence[CardTruth], read: Sequence[ReadCard]) -> Iterator[tuple[CardTruth, ReadCard | None]]:
    """Each true card with what was read there."""
    shares = np.array([[overlap(card.corners_px, one.corners_px) for one in read] for card in truth])
    partners = paired(shares.reshape(len(truth), len(read)))
    return ((card, read[partners[row]] if row in partners else None) for row, card in enumerate(truth))
