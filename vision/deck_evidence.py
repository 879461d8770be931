"""How well what a game took the cards of some deals for agrees with what was seen, whoever was asked for their names.

A reading by names that were learned from a reading explains itself; so readings are compared by what none of them made:
what the network says of each card, and how alike the cards of two deals are. A network that misnames a card of a deck
does so each time, which is one mistake and not one a look; and a card looks like itself whatever it is called.
"""

from collections.abc import Sequence

import numpy as np

from firmware.cards import ES40
from vision.learned_deck import MISNAMED, LearnedCard, likenesses, mistakes

LIKENESSES, TOLD = (0.1, 0.5, 0.7, 1.0), (-2.5, 0.0, 2.5, 4.5)
"""What a likeness of cards in two deals tells for their being the same card: logarithms of the ratio of its frequency
among pairs of looks at one card and at two (124 and 4837 pairs; a photographed pack, basquetteur, a drawn castilian
deck), with straight lines between these."""


def log_evidence(deals: Sequence[Sequence[LearnedCard]]) -> float:
    """Log-likelihood of what was seen of the cards of some deals, up to a constant, if they are what the game says."""
    cards = [card for deal in deals for card in deal]
    evidence, alike = CardEvidence(cards), dict[int, list[int]]()
    for number, card in enumerate(cards):
        alike.setdefault(int(card.chances.argmax()), []).append(number)
    return sum(evidence.of(tuple(numbers), place) for place, numbers in alike.items())


class CardEvidence:
    """What was seen of some cards, asked which of them are one card of the pack in several deals, and which."""

    def __init__(self, cards: Sequence[LearnedCard]) -> None:
        """Know what was seen of these cards."""
        unseen = np.zeros(len(ES40.cards))
        self._logs = [unseen if card.seen is None else np.log(card.seen) for card in cards]
        self.alike = likenesses(cards) if cards else np.zeros((0, 0))
        self._told = np.interp(self.alike, LIKENESSES, TOLD)
        self._known: dict[tuple[tuple[int, ...], int], float] = {}

    def of(self, numbers: tuple[int, ...], place: int) -> float:
        """Log-likelihood, up to a constant, of what was seen of these cards if all of them are that card.

        Args:
            numbers: theirs, in order.
            place: the card's place in the pack.
        """
        asked = numbers, place
        if asked not in self._known:
            self._known[asked] = self._by_network(numbers, place) + self._by_likeness(numbers)
        return self._known[asked]

    def _by_network(self, numbers: Sequence[int], place: int) -> float:
        """What the network says of the looks at one card: it knows that card, or takes it for another each time."""
        logs = np.sum([self._logs[number] for number in numbers], axis=0)
        with np.errstate(divide="ignore"):
            mistaken = np.logaddexp.reduce(logs + np.log(mistakes()[place]))
        return float(np.logaddexp(np.log(1 - MISNAMED) + logs[place], np.log(MISNAMED) + mistaken))

    def _by_likeness(self, numbers: Sequence[int]) -> float:
        """How much the looks at one card are alike; each card once, though any two of them are compared."""
        told = [self._told[one, other] for place, one in enumerate(numbers) for other in numbers[:place]]
        return 2 / len(numbers) * float(sum(told))
