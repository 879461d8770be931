"""Counting the outlines that each card of a picture got: one is right, two are a card read twice."""

from collections.abc import Sequence

import numpy as np

from firmware.cards import Card
from models.synthetic.scenes.scene import CardTruth
from models.training.eyes.tally import SURE_CONFIDENCE
from models.training.locate.measure import paired
from vision.quads import overlap
from vision.stills import ReadCard
from vision.suppress import larger_share

ON_IT = 0.5
"""An outline that is no card's own belongs to the card with which it shares so much of the smaller of the two."""


def outlines(truth: Sequence[CardTruth], read: Sequence[ReadCard]) -> list[list[ReadCard]]:
    """The outlines that lie on each card of a picture, its own first.

    Args:
        truth: the picture's cards.
        read: what was read in it.
    """
    shares = np.array([[overlap(card.corners_px, one.corners_px) for one in read] for card in truth])
    own = paired(shares.reshape(len(truth), len(read)))
    lists = [[read[own[place]]] if place in own else [] for place in range(len(truth))]
    for number, one in enumerate(read):
        if number not in own.values():
            place = _lies_on(truth, one)
            if place is not None:
                lists[place].append(one)
    return lists


def _lies_on(truth: Sequence[CardTruth], one: ReadCard) -> int | None:
    """The card on which an outline lies most, if it lies on any."""
    on_it = [larger_share(one.corners_px, card.corners_px) for card in truth]
    best = int(np.argmax(on_it)) if on_it else 0
    return best if on_it and on_it[best] > ON_IT else None


def two_names(on_card: Sequence[ReadCard]) -> bool:
    """Whether a card's outlines have more than one sure name."""
    sure = [one for one in on_card if isinstance(one.face, Card) and one.confidence > SURE_CONFIDENCE]
    return len(sure) > 1
