"""How likely names of the cards of some deals are: by the network, by their looks in all deals, and by the game."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from firmware.cards import ES40
from firmware.devices.capture_evidence import NO_RANK, DealCourse
from firmware.devices.laid_cards import LaidCard
from firmware.rules.ruleset import Ruleset
from vision.deck_evidence import CardEvidence
from vision.learned_deck import ALIKE

NO_CARD = -1
"""In the place of a card's place in the pack, for what is none."""
PLACES = len(ES40.cards)
_ORDER = sorted({card.rank for card in ES40.cards})
RANKS = [_ORDER.index(card.rank) for card in ES40.cards]
"""Of each card of the pack the place of its rank among those of the pack, of which neighbours make runs."""

Naming = Sequence[int]
"""Of each card its place in the pack, or :data:`NO_CARD`."""


class NameLikelihood:
    """The cards of some deals, asked how likely names of them are.

    Attributes:
        cards: of all deals in order.
        homes: the deal of each.
        opinions: (cards, 40) float64, probability of each card of the pack by the network.
    """

    def __init__(self, deals: Sequence[Sequence[LaidCard]], ruleset: Ruleset) -> None:
        """Know these cards.

        Args:
            deals: the cards of each, in the order in which they came to lie.
            ruleset: what they were played by.
        """
        self.cards = [card for deal in deals for card in deal]
        self.homes = [home for home, deal in enumerate(deals) for _ in deal]
        self.opinions = np.stack([_opinion(card) for card in self.cards])
        self._evidence = CardEvidence([card.looks for card in self.cards])
        self._courses = [DealCourse(deal, ruleset) for deal in deals]
        ends = np.cumsum([len(deal) for deal in deals])
        self._spans = [slice(end - len(deal), end) for end, deal in zip(ends, deals, strict=True)]

    def once_each(self) -> list[int]:
        """Names by the network alone, each once in a deal, the surest first; what gets none counts as none of them."""
        names, given = [NO_CARD] * len(self.cards), set[tuple[int, int]]()
        for flat in np.argsort(-self.opinions, axis=None):
            number, name = divmod(int(flat), PLACES)
            if names[number] == NO_CARD and (self.homes[number], name) not in given:
                names[number] = name
                given.add((self.homes[number], name))
        return names

    def course(self, home: int, names: Naming) -> float:
        """Log-likelihood, up to a constant, of when the cards of a deal left the table."""
        ranks = [NO_RANK if name == NO_CARD else RANKS[name] for name in names[self._spans[home]]]
        return self._courses[home].log_likelihood(ranks)

    def seen(self, place: int, numbers: frozenset[int]) -> float:
        """Log-likelihood, up to a constant, of how these cards looked if they are that card of the pack, or none."""
        if place == NO_CARD:
            return sum(self.cards[number].false_alarm for number in numbers)
        return self._evidence.of(tuple(sorted(numbers)), place) if numbers else 0.0

    def likest(self, number: int) -> list[int]:
        """The cards of other deals that are most like one, one of each where one is like it."""
        alike, found = self._evidence.alike[number], []
        for home, span in enumerate(self._spans):
            likest = span.start + int(alike[span].argmax())
            if home != self.homes[number] and alike[likest] > ALIKE:
                found.append(likest)
        return found


def _opinion(card: LaidCard) -> NDArray[np.float64]:
    seen = card.looks.seen
    return np.full(PLACES, 1 / PLACES) if seen is None else seen
