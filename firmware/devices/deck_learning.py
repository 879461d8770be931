"""The deck on the table, learned while it is played with: from each deal the eyes learn which card looks like what.

What they see from then on is named by that. A deck that the network names as the game does is left to the network, so a
deck that is known is read as ever. All is worked out anew after each deal from the last few, so that a label that was
wrong in one of them does not stay.
"""

from collections.abc import Sequence

from firmware.decoding.identities import IdentifiedDeal
from firmware.devices.card_looks import BEFORE_MS, learned_cards
from firmware.devices.deck_profiles import DeckProfiles
from firmware.devices.deck_recognition import DeckRecognition
from vision.identify import Classifier, Identifier
from vision.learned_deck import LearnedCard, LearnedClassifier, LearnedDeck, agreement, learned
from vision.sightings import SightingMemory

FAMILIAR = 0.9
"""Agreement of network and game from which on the deck is left to the network. Clear looks at two real packs, two
Castilian decks with all mishaps and our own had 0.92 to 1.0 after each deal; a pack of which three cards in ten were
misnamed on purpose 0.85."""
DEALS = 6
"""Deals that are remembered, the newest: comparing a look with 1,200, five of each card, takes 0.2 ms here."""

BEFORE = -1
"""Number of the match in which the deals of a former evening are counted."""


class DeckLearner:
    """Learns from each deal as soon as it is over."""

    def __init__(self, sightings: SightingMemory, profiles: DeckProfiles | None = None) -> None:
        """Begin with an unknown deck.

        Args:
            sightings: what the eyes have seen.
            profiles: decks of former evenings, and what is learned now; ``None``: nothing is kept.
        """
        self._sightings, self._profiles = sightings, profiles
        self._recognition = DeckRecognition(profiles) if profiles else None
        self._name: str | None = None
        self._deals: dict[tuple[int, int], Sequence[LearnedCard]] = {}
        self._match = 0
        self._begun_ms: list[int] = []
        self._learned: tuple[object, Classifier] | None = None

    def begin(self) -> None:
        """Another match begins, whose time begins anew; the deck is most likely the same."""
        self._match += 1
        self._begun_ms = []
        self._sightings.clear()

    def recognise(self, plain: Identifier) -> LearnedClassifier | None:
        """Who names the cards, once they are those of a former evening; ``None``: not now."""
        deals = self._recognition.look(self._sightings) if self._recognition and not self._deals else None
        if deals is None or self._recognition is None:
            return None
        self._name = self._recognition.found
        self._deals = {(BEFORE, number): cards for number, cards in enumerate(deals)}
        return LearnedClassifier(plain, learned(deals))

    def learn(self, deal: IdentifiedDeal, plain: Identifier) -> Classifier:
        """Who names the cards from now on.

        Args:
            deal: what is known of it now; told again, it takes the place of what was known before.
            plain: names the cards of any deck.
        """
        taken = self._match, deal.number, [one.likeliest for one in deal.cards]
        if self._learned is None or self._learned[0] != taken:  # much is said when a deal is over, and little is new
            self._learned = taken, self._learn(deal, plain)
        return self._learned[1]

    def _learn(self, deal: IdentifiedDeal, plain: Identifier) -> Classifier:
        self._begun_ms = [*self._begun_ms[-1:], min((one.since_ms for one in deal.cards), default=0)]
        self._sightings.forget(min(self._begun_ms) - BEFORE_MS)  # the deal before may be read once more
        self._sightings.turn(plain)
        self._deals[self._match, deal.number] = learned_cards(deal, self._sightings)
        for old in sorted(self._deals)[:-DEALS]:
            del self._deals[old]
        deck = unfamiliar_deck(list(self._deals.values()))
        self._keep(deck)
        return LearnedClassifier(plain, deck) if deck else plain

    def _keep(self, deck: LearnedDeck | None) -> None:
        """Keep what is known of a deck for another evening, or nothing of one that the network knows."""
        if self._profiles and deck:
            self._name = self._name or self._profiles.new_name()
            self._profiles.keep(self._name, [cards for cards in self._deals.values() if cards])
        elif self._profiles and self._name:
            self._profiles.drop(self._name)


def unfamiliar_deck(deals: Sequence[Sequence[LearnedCard]]) -> LearnedDeck | None:
    """The deck that some deals were played with; ``None``: the network knows it, and is right about it alone."""
    known = agreement([card for cards in deals for card in cards]) >= FAMILIAR
    return None if known else learned([cards for cards in deals if cards])
