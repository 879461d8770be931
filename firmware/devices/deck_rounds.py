"""Reading by a deck that is learned from the reading itself, round after round.

The network may not know the deck. The rules do, over a whole game: what they make of the first reading says which looks
are of which card, and by these the next one names them, as expectation maximization does (Dempster, Laird and Rubin,
1977). That may end in a reading that deceives itself, so it begins twice, by the network's names and by the same names
doubted, and what explains most of what was seen stands. A deck that the network names as the game does is left to it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from firmware.decoding.identities import IdentifiedDeal
from firmware.devices.card_looks import learned_cards
from firmware.devices.deck_learning import unfamiliar_deck
from firmware.signals import Faces
from vision.frame import Floats
from vision.identify import answer_of
from vision.learned_deck import LearnedDeck, doubted, named_by
from vision.sightings import Sighting

ROUNDS = 2
"""Readings by the deck of the one before, from each beginning. From names that are sure and wrong the first of them
read 108 of 108 filmed plays instead of 65, but 57 of 72 instead of 56 where more was wrong; there
70 from doubted names. A third explained a little more and changed no play."""

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
        """Of all that was seen, by the leading hypothesis."""
        ...

    @property
    def plays(self) -> int:
        """How many plays were seen."""
        ...


R = TypeVar("R", bound=DeckReading)
SightingNames = Mapping[int, Faces]
"""SightingNames of sightings, by their numbers."""


def best_reading(first: R, sightings: Mapping[int, Sighting], read: Callable[[SightingNames], R]) -> R:
    """The reading that explains most of what was seen.

    Args:
        first: by the names as they are.
        sightings: what was seen, by numbers.
        read: reads anew, by other names.
    """
    if deck_of(first, sightings) is None:
        return first
    begun = first, read(_named(sightings, [doubted(one.appearance.chances) for one in sightings.values()]))
    refined = [reading for one in begun for reading in _refined(one, sightings, read)]
    whole = (reading for reading in refined if reading.plays >= LEAST_SHARE * first.plays)
    return max((first, *whole), key=lambda reading: reading.log_likelihood)


def deck_of(reading: DeckReading, sightings: Mapping[int, Sighting]) -> LearnedDeck | None:
    """The deck that was played with, by a reading; ``None``: the network knows it."""
    return unfamiliar_deck([learned_cards(deal, sightings.values()) for deal in reading.deals])


def _refined(reading: R, sightings: Mapping[int, Sighting], read: Callable[[SightingNames], R]) -> Iterator[R]:
    """The readings that come of naming by the deck of the one before."""
    for _ in range(ROUNDS):
        if (deck := deck_of(reading, sightings)) is None:
            return
        reading = read(names_by(deck, sightings))
        yield reading


def names_by(deck: LearnedDeck, sightings: Mapping[int, Sighting]) -> SightingNames:
    """SightingNames of sightings by a deck."""
    return _named(sightings, named_by(deck, [one.appearance for one in sightings.values()]))


def _named(sightings: Mapping[int, Sighting], rows: Iterable[Floats]) -> SightingNames:
    """SightingNames from probabilities (50,) for each sighting."""
    return {number: answer_of(row, False).faces for number, row in zip(sightings, rows, strict=True)}
