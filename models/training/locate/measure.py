"""How well cards are found: on rendered stills and on photographs, card by card."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats
from vision.locate import THRESHOLD, Detection
from vision.quads import long_side_px, overlap

MATCH = 0.6
"""Least overlap of a found card with the true one: two neighbours shifted by a quarter of a side do not reach it."""

HIDDEN = 0.05  # cards of which less is seen are neither asked for nor counted as false


@dataclass(slots=True)
class DetectionTally:
    """Counts over many pictures.

    Attributes:
        shown: share that is seen, of each true card.
        hits: overlap of each true card with the answer about it, 0 without one; as ``shown``.
        errors: mean distance of the corners of each found card from the true ones, in long sides.
        false: answers where a card is not.
        pictures: how many.
    """

    shown: list[float] = field(default_factory=list)
    hits: list[float] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    false: int = 0
    pictures: int = 0

    @property
    def misses(self) -> tuple[int, int]:
        """False finds and cards not found so far."""
        return self.false, sum(hit == 0 for hit in self.hits)

    def found(self, least: float, most: float = 1.01) -> float:
        """Share found of the cards of which this much is seen; not a number if there are none."""
        chosen = [hit >= MATCH for hit, seen in zip(self.hits, self.shown, strict=True) if least <= seen < most]
        return float(np.mean(chosen)) if chosen else float("nan")

    def error(self, percentile: float) -> float:
        """Corner error in long sides that this percentage of the found cards does not exceed."""
        return float(np.percentile(self.errors, percentile)) if self.errors else float("nan")

    def add(self, truth: Sequence[Floats], shown: Iterable[float], answers: Sequence[Detection]) -> list[bool]:
        """Count one picture; tells for each answer whether it is a card.

        Args:
            truth: corners (4, 2) of each card.
            shown: share of each that is seen, 0 to 1.
            answers: what was found, in the same pixels.
        """
        sure = [card for card in answers if card.score >= THRESHOLD]
        shares = np.array([[overlap(quad, card.corners_px) for card in sure] for quad in truth])
        shares = shares.reshape(len(truth), len(sure))
        matched = paired(shares)
        for index, seen in enumerate(shown):
            partner = matched.get(index)
            if seen < HIDDEN and partner is None:
                continue
            self.shown.append(float(seen))
            self.hits.append(0.0 if partner is None else float(shares[index, partner]))
            if partner is not None:
                self.errors.append(corner_error(truth[index], sure[partner].corners_px))
        self.false += len(sure) - len(matched)
        self.pictures += 1
        partners = set(matched.values())
        return [index in partners for index in range(len(sure))]


def paired(shares: NDArray[np.float64]) -> dict[int, int]:
    """Cards and answers joined one to one, the best overlaps (cards, answers) first; none less than :data:`MATCH`."""
    pairs: dict[int, int] = {}
    for flat in np.argsort(-shares, axis=None):
        card, answer = (int(one) for one in np.unravel_index(flat, shares.shape))
        if shares[card, answer] >= MATCH and card not in pairs and answer not in pairs.values():
            pairs[card] = answer
    return pairs


def corner_error(truth: Floats, answer: Floats) -> float:
    """Mean distance of the corners (4, 2) in long sides, whichever corner is called the first."""
    ways = (np.roll(answer, turn, axis=0) for turn in range(4))
    return min(float(np.linalg.norm(truth - way, axis=1).mean()) for way in ways) / long_side_px(answer)
