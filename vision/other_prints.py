"""A deck that the classifier does not know, read as another maker might have printed it.

Courts that look the other way, other inks, faded colours: the classifier may know the same cards in another rendering,
and which one that is the whole deck tells, for in it the cards are most plainly one of each. Cards named unasked and
rightly (wrongly) at first sight, of all that were seen, without and with it: 26 worn decks 474 (0) and 836 (0) of 967;
9 worn decks of makers that no network has seen 204 (0) and 278 (0) of 336; 18 decks with each ink changed for another
one, half of them mirrored, 528 (0) and 667 (0) of 675. The first two are worn by turning all hues and mirroring, which
a rendering undoes; so the last row is what other decks may hope for.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from firmware.signals import Unnamed
from vision.frame import Floats, Picture
from vision.identify import CARDS, Identifier
from vision.joint import Doubles, by_messages
from vision.one_deck import FAMILIAR
from vision.renderings import other_prints
from vision.repeats import together
from vision.shown import ShownCard

BEST = 3
"""So many renderings are put together, as a geometric mean: with the best one alone 1 of 2,900 cards was named wrongly,
with three none."""
LEAST_CARDS = 20
"""Half a deck tells which rendering suits it; a judgement."""
LEAST, HARDLY = 1e-3, 1e-6
"""No rendering says less than these of a card, when renderings are compared and when they are put together."""


class PrintReader:
    """Reads the looks at one deck, each in all renderings once, however often the deck is judged."""

    def __init__(self, identifier: Identifier) -> None:
        """Read with a classifier."""
        self._identifier = identifier
        self._read: dict[ShownCard, Floats] = {}

    def read(self, looks: Sequence[ShownCard], pictures: int | None = None) -> list[ShownCard]:
        """The looks as the most telling renderings have them, where the classifier is in doubt.

        Args:
            looks: at the cards of one deck.
            pictures: so many of the first pictures choose the renderings; ``None``: all do.
        """
        told_by = [look for look in looks if pictures is None or look.picture < pictures]
        cards = [look for look in told_by if not look.flaw and look.likeliest is not Unnamed.BACK]
        apart = {id(group[0]) for group in together(cards)}
        told = np.array([id(look) in apart for look in looks], bool)
        if told.sum() < LEAST_CARDS or np.mean([look.chances.max() for look in cards]) >= FAMILIAR:
            return list(looks)
        mean = _best([np.stack([look.chances for look in looks]), *self._renderings(looks)], told)
        return [replace(look, chances=row) for look, row in zip(looks, mean, strict=True)]

    def _renderings(self, looks: Sequence[ShownCard]) -> Floats:
        """Probabilities (12, n, 50) in each rendering, the mean of both ends up."""
        self._read = {look: self._read[look] for look in looks if look in self._read}
        if fresh := [look for look in looks if look not in self._read]:
            seen = [self._of_both_ends(crops) for crops in other_prints(np.stack([look.crop for look in fresh]))]
            self._read |= zip(fresh, np.stack(seen, axis=1), strict=True)
        return np.stack([self._read[look] for look in looks], axis=1)

    def _of_both_ends(self, crops: Picture) -> Floats:
        ends = crops, np.ascontiguousarray(crops[:, ::-1, ::-1])
        return np.asarray(np.mean([self._identifier.classify(end).chances for end in ends], axis=0), np.float32)


def _best(renderings: Sequence[Floats], told: NDArray[np.bool_]) -> Floats:
    """The geometric mean (n, 50) of the best among some (n, 50), judged by the rows that are ``told``."""
    best = sorted(renderings, key=lambda chances: -one_of_each(chances[told]))[:BEST]
    logs = np.mean([np.log(np.maximum(chances, HARDLY)) for chances in best], axis=0)
    mean = np.exp(logs)
    return np.asarray(mean / mean.sum(axis=1, keepdims=True), np.float32)


def one_of_each(chances: Floats) -> float:
    """How well probabilities (n, 50) of different cards say that there is one of each: mean log-likelihood a card."""
    alone: Doubles = np.maximum(chances[:, : len(CARDS)].astype(np.float64), LEAST)
    alone /= alone.sum(axis=1, keepdims=True)
    shared = by_messages(alone)[:, :-1]
    return float((shared * np.log(alone)).sum(axis=1).mean())
