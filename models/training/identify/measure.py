"""Counting what the identifier got right: one tally per deck or condition, calibration error, confusions."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

import numpy as np
import onnxruntime

from firmware.cards import Card
from firmware.signals import Unnamed
from vision.identify import Identification, Identifier

SURE_CONFIDENCE = 0.9
"""Confidence from which on a wrong name counts as a silent error (issue "Eyes for any deck on any table")."""


def classifier_at(file: Path | None) -> Identifier:
    """The classifier in a file (.onnx), whatever its checksum; ``None``: the one that ships.

    Raises:
        ModelError: if that is missing or not the one that ``model.toml`` describes.
    """
    return Identifier(onnxruntime.InferenceSession(str(file))) if file else Identifier.load()


@dataclass(slots=True)
class CropTally:
    """Counts over cards whose face is known."""

    cards: int = 0
    rank: int = 0
    suit: int = 0
    both: int = 0
    refused: int = 0
    sure_wrong: int = 0
    looks: list[tuple[float, bool]] = field(default_factory=list)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, truth: Card, seen: Identification) -> None:
        """Count one card."""
        self.cards += 1
        named, right = seen.face, seen.face == truth
        self.looks.append((seen.confidence, right))
        self.both += right
        if isinstance(named, Card):
            self.rank += named.rank == truth.rank
            self.suit += named.suit == truth.suit
            self.sure_wrong += named.rank != truth.rank and rank_confidence(seen, named) > SURE_CONFIDENCE
        else:
            self.refused += 1
        if not right:
            self.confusions[str(truth), named.value if isinstance(named, Unnamed) else str(named)] += 1

    def __add__(self, other: "CropTally") -> "CropTally":
        """The sums of two tallies."""
        return CropTally(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    def row(self) -> str:
        """Percentages: rank, suit, both, refused, rank wrong with confidence over 0.9; and the calibration error."""
        shares = (self.rank, self.suit, self.both, self.refused, self.sure_wrong)
        parts = "  ".join(f"{100 * share / max(self.cards, 1):6.2f}" for share in shares)
        return f"{self.cards:6d}  {parts}  {calibration_error(self.looks):6.3f}"


HEADING = "cards    rank    suit    both  refused  sure-wrong  ECE"


def rank_confidence(seen: Identification, named: Card) -> float:
    """The probability of the rank of ``named``, over all suits."""
    return sum(share for face, share in seen.faces if isinstance(face, Card) and face.rank == named.rank)


def calibration_error(looks: Sequence[tuple[float, bool]], bins: int = 15) -> float:
    """Expected calibration error: the mean gap between confidence and share right, over equal bins of confidence."""
    if not looks:
        return 0.0
    confidence = np.array([look[0] for look in looks])
    right = np.array([look[1] for look in looks], float)
    places = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [abs(confidence[places == k].mean() - right[places == k].mean()) * (places == k).sum() for k in set(places)]
    return float(sum(gaps) / len(looks))


def confusion_lines(counts: Iterable[Counter[tuple[str, str]]], most: int = 15) -> list[str]:
    """The commonest confusions over all counts, one line each."""
    total: Counter[tuple[str, str]] = Counter()
    for count in counts:
        total.update(count)
    return [f"{truth:>4} read as {named:<4} {count}" for (truth, named), count in total.most_common(most)]
