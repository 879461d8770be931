"""How well what a game took the cards of some deals for agrees with what was seen, whoever was asked for their names.

A reading by names that were learned from a reading explains itself; so readings are compared by what none of them made:
what the network says of each card, and how alike the cards of two deals are. A network that misnames a card of a deck
does so each time, which is one mistake and not one a look; and a card looks like itself whatever it is called.
"""

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from vision.learned_deck import MISNAMED, LearnedCard

LIKENESSES, TOLD = (0.1, 0.5, 0.7, 1.0), (-2.5, 0.0, 2.5, 4.5)
"""What a likeness of cards in two deals tells for their being the same card: logarithms of the ratio of its frequency
among pairs of looks at one card and at two (124 and 4837 pairs; a photographed pack, basquetteur, a drawn castilian
deck), with straight lines between these."""


def log_evidence(deals: Sequence[Sequence[LearnedCard]]) -> float:
    """Log-likelihood of what was seen of the cards of some deals, up to a constant, if they are what the game says."""
    cards = sorted((card for deal in deals for card in deal), key=_place)
    alike = [list(same) for _, same in groupby(cards, _place)]
    return sum(map(_by_network, alike)) + sum(map(_by_likeness, alike))


def _place(card: LearnedCard) -> int:
    """The place in the pack of the card that the game takes it for."""
    return int(card.chances.argmax())


def _by_network(same: Sequence[LearnedCard]) -> float:
    """What the network says of the looks at one card: it knows that card, or takes it for another each time."""
    logs = np.sum([np.log(one.seen) for one in same if one.seen is not None], axis=0) + np.zeros(len(same[0].chances))
    place = _place(same[0])
    others = np.delete(logs, place)
    mistaken = np.logaddexp.reduce(others) - np.log(len(others))
    return float(np.logaddexp(np.log(1 - MISNAMED) + logs[place], np.log(MISNAMED) + mistaken))


def _by_likeness(same: Sequence[LearnedCard]) -> float:
    """How much the looks at one card are alike; each card once, though any two of them are compared."""
    told = [_told(one, other) for place, one in enumerate(same) for other in same[:place]]
    return 2 / len(same) * sum(told)


def _told(one: LearnedCard, other: LearnedCard) -> float:
    return float(np.interp((one.descriptions @ other.descriptions.T).max(), LIKENESSES, TOLD))
