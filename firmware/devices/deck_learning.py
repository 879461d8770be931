"""The deck on the table, learned while it is played with: from each deal the eyes learn which card looks like what.

What they see from then on is named by that. A deck that the network names as the game does is left to the network, so a
deck that is known is read as ever. All is worked out anew after each deal from the last few, so that a label that was
wrong in one of them does not stay.
"""

from collections.abc import Sequence

import numpy as np

from firmware.cards import ES40
from firmware.decoding.identities import CardIdentity, FinishedDeal
from firmware.tracking.geometry import distance
from vision.frame import Floats
from vision.identify import CARDS, Classifier, Identifier
from vision.learned_deck import LearnedCard, LearnedClassifier, agreement, learned, played
from vision.sightings import Sighting, SightingMemory

FAMILIAR = 0.9
"""Agreement of network and game from which on the deck is left to the network. Clear looks at two real packs, two
Castilian decks with all mishaps and our own had 0.92 to 1.0 after each deal; a pack of which three cards in ten were
misnamed on purpose 0.85."""
NEAR_MM = 12.0
"""A card is sighted within this of where the tracker has it, which calls it still within 10 (its ``REST_MM``)."""
BEFORE_MS, AFTER_MS = 600, 100
"""A sighting may begin before its track and outlast it by so much, a judgement: a card is seen before it counts as
lying."""
LOOKS = 3
"""Looks kept of each card of a deal, the best ones; more repeat each other."""
MOVING_SHARE, SHORT_S = 0.3, 0.2
"""What a look while something moves is worth beside one at rest, and one that lasted no time beside one of a second:
judgements."""
CLEAR = 0.3
"""Worth from which on a look at rest shows whether the network names the card as the game does."""
DEALS = 6
"""Deals that are remembered, the newest: comparing a look with 1,200, five of each card, takes 0.2 ms here."""


class DeckLearner:
    """Learns from each deal as soon as it is over."""

    def __init__(self, sightings: SightingMemory) -> None:
        """Begin with an unknown deck; ``sightings`` are what the eyes have seen."""
        self._sightings = sightings
        self._deals: dict[tuple[int, int], Sequence[LearnedCard]] = {}
        self._match = 0

    def begin(self) -> None:
        """Another match begins, whose time begins anew; the deck is most likely the same."""
        self._match += 1
        self._sightings.clear()

    def learn(self, deal: FinishedDeal, plain: Identifier) -> Classifier:
        """Who names the cards from now on.

        Args:
            deal: what is known of it now; told again, it takes the place of what was known before.
            plain: names the cards of any deck.
        """
        self._sightings.forget(min((one.since_ms for one in deal.cards), default=0) - BEFORE_MS)
        seen = [(one, self._sightings_of(one)) for one in deal.cards]
        self._deals[self._match, deal.number] = [_played(one, looks, plain) for one, looks in seen if looks]
        for old in sorted(self._deals)[:-DEALS]:
            del self._deals[old]
        deals = [cards for cards in self._deals.values() if cards]
        if agreement([card for cards in deals for card in cards]) >= FAMILIAR:
            return plain
        return LearnedClassifier(plain, learned(deals))

    def _sightings_of(self, one: CardIdentity) -> list[Sighting]:
        """The best sightings of a card, the best first."""
        seen = [sighting for sighting in self._sightings if _is_of(sighting, one)]
        return sorted(seen, key=lambda sighting: -_worth(sighting))[:LOOKS]


def _played(one: CardIdentity, seen: Sequence[Sighting], plain: Identifier) -> LearnedCard:
    looks = [sighting.appearance.description for sighting in seen]
    chances = [one.chances.get(card, 0.0) for card in ES40.cards]
    clear = seen[0].still and _worth(seen[0]) > CLEAR
    return played([*looks, *_turned(seen, plain)], seen[0].appearance.chances, chances, clear=clear)


def _turned(seen: Sequence[Sighting], plain: Identifier) -> Sequence[Floats]:
    """Descriptions of the cards at rest, the other end up."""
    crops = [sighting.crop[::-1, ::-1] for sighting in seen if sighting.crop is not None]
    return list(plain.classify(np.ascontiguousarray(np.stack(crops))).descriptions) if crops else []


def _is_of(sighting: Sighting, one: CardIdentity) -> bool:
    """Whether a sighting is one of that card."""
    in_time = one.since_ms - BEFORE_MS <= sighting.until_ms and sighting.since_ms <= one.until_ms + AFTER_MS
    return in_time and distance(sighting.centre, one.anchor) < NEAR_MM


def _worth(sighting: Sighting) -> float:
    """How much a sighting tells of its card, 0 to 1."""
    named = float(sighting.appearance.chances[: len(CARDS)].sum())
    lasted_s = (sighting.until_ms - sighting.since_ms) / 1000
    return named * min(lasted_s + SHORT_S, 1.0) * (1.0 if sighting.still else MOVING_SHARE)
