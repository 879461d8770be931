"""How well the names that a game gave to the cards of some deals agree with what was seen, whoever was asked for names.

A reading by names that were learned from a reading explains itself; so readings are compared by what none of them made:
what the network says of each card, and how alike the cards of two deals are. A network that misnames a card of a deck
does so each time, which is one mistake and not one a look; and a card looks like itself whatever it is called.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from firmware.cards import ES40
from vision.frame import Floats
from vision.joint import Doubles

MISNAMED = 0.2
"""Share of the cards of an unknown deck that the network takes for another each time. Of an outside table of Moroccan
decks it had one rank in five wrong (45 of 56), of Castilian and Italian ones one in 25."""
ASTRAY = 0.05
"""Share of looks that are named at random beside that: under a hand, in glare; a judgement."""
LIKENESSES, TOLD = (0.1, 0.5, 0.7, 1.0), (-2.5, 0.0, 2.5, 4.5)
"""What a likeness of cards in two deals tells for their being the same card: logarithms of the ratio of its frequency
among pairs of looks at one card and at two (124 and 4837 pairs; a photographed pack, basquetteur, a drawn castilian
deck), with straight lines between these."""


@dataclass(frozen=True, slots=True, eq=False)
class NamedCard:
    """A card of a deal, as it was seen, and what it is taken for.

    Attributes:
        card: its place in the pack of 40.
        seen: (40,) float64, what the network says of it: probabilities of each card of the pack, summing to one.
        descriptions: (k, 128) float32 of length one, of its looks, either end up.
    """

    card: int
    seen: Doubles
    descriptions: Floats


def log_evidence(deals: Sequence[Sequence[NamedCard]]) -> float:
    """Log-likelihood of what was seen of the cards of some deals, up to a constant, if they are what they are taken for."""
    cards = sorted((card for deal in deals for card in deal), key=lambda one: one.card)
    alike = [list(same) for _, same in groupby(cards, lambda one: one.card)]
    return sum(map(_by_network, alike)) + sum(map(_by_likeness, alike))


def _by_network(same: Sequence[NamedCard]) -> float:
    """What the network says of the looks at one card: it knows that card, or takes it for another each time."""
    logs = np.sum([np.log((1 - ASTRAY) * one.seen + ASTRAY / len(ES40.cards)) for one in same], axis=0)
    others = np.delete(logs, same[0].card)
    mistaken = np.logaddexp.reduce(others) - np.log(len(others))
    return float(np.logaddexp(np.log(1 - MISNAMED) + logs[same[0].card], np.log(MISNAMED) + mistaken))


def _by_likeness(same: Sequence[NamedCard]) -> float:
    """How much the looks at one card are alike; each card once, though any two of them are compared."""
    told = [_told(one, other) for place, one in enumerate(same) for other in same[:place]]
    return 2 / len(same) * sum(told)


def _told(one: NamedCard, other: NamedCard) -> float:
    return float(np.interp((one.descriptions @ other.descriptions.T).max(), LIKENESSES, TOLD))
