"""Reading by a deck that is learned from the reading itself, round after round.

The network may not know the deck. So its cards are named together first, over all deals, by what went with what
(:mod:`firmware.devices.joint_names`). What the rules make of a reading by these names says which looks are of which
card, and by these the next one names them, as expectation maximization does (Dempster, Laird and Rubin, 1977). Where
that ends depends on where it begins: if it explains too little it begins anew, with the network's names or with those.
It may end in a reading that deceives itself: sharper names explain more, whether they are right or not. So readings are
compared by what none of them named. A deck that the network names as the game does is left to it.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Protocol, TypeVar

from firmware.decoding.identities import IdentifiedDeal
from firmware.devices.card_looks import learned_cards
from firmware.devices.deck_learning import DEALS, unfamiliar_deck
from firmware.devices.joint_names import deck_named_together
from firmware.devices.laid_cards import laid_cards
from firmware.dialogue.deal_doubts import EXPLAINED
from firmware.rules.ruleset import Ruleset
from firmware.signals import Faces, TableObservation
from vision.deck_evidence import log_evidence
from vision.frame import Floats
from vision.identify import answer_of
from vision.learned_deck import LearnedCard, LearnedDeck, learned, named_by
from vision.sightings import Sighting

ROUNDS = 5
"""The most readings by the deck of the one before. Two deals of basquetteur's deck, two cards in ten misnamed on
purpose, were read with 60, 62 and 65 plays of 72 right at the beginning, after one and after two."""

LEAST_SHARE = 0.9
"""A reading with fewer plays than this share of the first one's explains less, however likely it is: a match that is
won too early leaves nothing to be explained. A judgement."""


class DeckReading(Protocol):
    """What a reading tells of the deck."""

    @property
    def deals(self) -> Sequence[IdentifiedDeal]:
        """Which card lay where, in each deal."""
        ...

    @property
    def log_likelihood(self) -> float:
        """Of all that was seen, by the leading hypothesis and the names that were read by."""
        ...

    @property
    def plays(self) -> int:
        """How many plays were seen."""
        ...


R = TypeVar("R", bound=DeckReading)
SightingNames = Mapping[int, Faces]
"""Names of sightings, by their numbers."""


def best_reading(
    first: R,
    sightings: Mapping[int, Sighting],
    read: Callable[[SightingNames], R],
    *,
    looks: Sequence[TableObservation],
    ruleset: Ruleset,
) -> R:
    """The reading that is likeliest by what was seen and not by how it was named.

    Args:
        first: by the names as they are.
        sightings: what was seen, by numbers.
        read: reads anew, by other names.
        looks: all looks at the table, by the names as they are.
        ruleset: what is played by.
    """
    if is_familiar(first, sightings) or not _cards_of(first, sightings):
        return first

    def weighed(reading: R) -> tuple[float, R]:
        whole = reading.plays >= LEAST_SHARE * first.plays and bool(_cards_of(reading, sightings))
        return (evidence(reading, sightings) if whole else -math.inf), reading

    def ascended(best: tuple[float, R]) -> tuple[float, R]:
        for _ in range(ROUNDS):
            deck = learned(_cards_of(best[1], sightings))
            if (other := weighed(read(names_by(deck, sightings))))[0] <= best[0]:
                break
            best = other
        return best

    deck = deck_named_together(laid_cards(looks, sightings)[:DEALS], ruleset)
    begun = (read(names_by(deck, sightings)),) if deck else ()
    starts = sorted(map(weighed, (first, *begun)), key=itemgetter(0), reverse=True)
    ends = map(ascended, (start for start in starts if start[0] > -math.inf))
    return max(_until_explained(ends), key=itemgetter(0))[1]


def _until_explained(ends: Iterable[tuple[float, R]]) -> Iterator[tuple[float, R]]:
    """The ends that rounds come to, up to the first that explains what was seen."""
    for end in ends:
        yield end
        if _is_explained(end[1]):
            return


def is_familiar(reading: DeckReading, sightings: Mapping[int, Sighting]) -> bool:
    """Whether the network knows the deck, by a reading that explains what was seen."""
    return _is_explained(reading) and unfamiliar_deck(_cards_of(reading, sightings)) is None


def _is_explained(reading: DeckReading) -> bool:
    return reading.log_likelihood >= EXPLAINED * sum(len(deal.cards) for deal in reading.deals)


def evidence(reading: DeckReading, sightings: Mapping[int, Sighting]) -> float:
    """Log-likelihood of a reading, up to a constant common to all of one game, whatever it named the cards by.

    What the names add to its own log-likelihood is replaced by what the network says and how alike cards are.
    """
    by_names = sum(card.log_prob for deal in reading.deals for card in deal.cards)
    return reading.log_likelihood - by_names + log_evidence(_cards_of(reading, sightings))


def _cards_of(reading: DeckReading, sightings: Mapping[int, Sighting]) -> list[list[LearnedCard]]:
    """The cards of each deal that has some."""
    return [cards for deal in reading.deals if (cards := learned_cards(deal, sightings.values()))]


def names_by(deck: LearnedDeck, sightings: Mapping[int, Sighting]) -> SightingNames:
    """Names of sightings by a deck."""
    return _named(sightings, named_by(deck, [one.appearance for one in sightings.values()]))


def _named(sightings: Mapping[int, Sighting], rows: Iterable[Floats]) -> SightingNames:
    """Names from probabilities (50,) for each sighting."""
    return {number: answer_of(row, False).faces for number, row in zip(sightings, rows, strict=True)}
