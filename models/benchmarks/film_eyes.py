"""Eyes that have seen a film before, with a network that misnames some cards of its deck on purpose."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from firmware.cards import ES40, Card
from firmware.signals import Faces, SeenCard, TableObservation
from models.benchmarks.deck_films import DeckFilm
from vision.frame import Floats, Frame, Picture
from vision.identify import FACES, Appearance, Classifier, ClassifierOutput, Identifier, answer_of
from vision.learned_deck import LearnedClassifier, named_by
from vision.sightings import Sighting, SightingMemory

FIRST_FIGURE = 10
"""Rank of the lowest figure: figures are taken for figures, and cards with pips for cards with pips."""

Misnaming = Mapping[Card, Card]
"""What cards are called instead."""


def misnaming(in_ten: int, seed: int) -> Misnaming:
    """So many cards in ten, each called another of its suit, likelier one with nearly as many pips.

    Args:
        in_ten: how many of ten cards are misnamed.
        seed: which, and what they are called.
    """
    rng = np.random.default_rng((seed, in_ten))
    chosen = rng.choice(len(ES40.cards), len(ES40.cards) * in_ten // 10, replace=False)
    return {ES40.cards[place]: _mistaken(ES40.cards[place], rng) for place in sorted(chosen)}


def _mistaken(card: Card, rng: np.random.Generator) -> Card:
    figure = card.rank >= FIRST_FIGURE
    others = [one for one in ES40.cards if one.suit == card.suit and (one.rank >= FIRST_FIGURE) == figure]
    weights = np.array([1 / abs(one.rank - card.rank) if one != card else 0.0 for one in others])
    return others[rng.choice(len(others), p=weights / weights.sum())]


def misnamed(chances: Floats, wrong: Misnaming) -> Floats:
    """The network's probabilities (50,) of a look, as it would have them if it took some cards for others."""
    row = chances.copy()
    for card in wrong:
        row[FACES.index(card)] = 0.0
    for card, other in wrong.items():
        row[FACES.index(other)] += chances[FACES.index(card)]
    return row


def misread(one: Sighting, wrong: Misnaming, other_end: Floats | None) -> Sighting:
    """A sighting as a network has it that takes some cards for others.

    Args:
        one: as it was seen.
        wrong: which cards are taken for others.
        other_end: (128,) its description the other end up, if it is known.
    """
    look = Appearance(misnamed(one.appearance.chances, wrong), one.appearance.description)
    return replace(one, appearance=look, other_end=other_end)


def names_at_first(seen: Mapping[int, Sighting]) -> dict[int, Faces]:
    """The names of sightings by the network alone, by their numbers."""
    return {number: answer_of(one.appearance.chances, False).faces for number, one in seen.items()}


class FilmNetwork(Identifier):
    """Knows by the number that a crop holds what it looks like the other end up."""

    def __init__(self, turned: Mapping[int, Floats]) -> None:
        """Give these descriptions (128,), by the numbers of sightings; what a crop is called is not known."""
        self._turned = turned

    def classify(self, crops: Picture) -> ClassifierOutput:
        """What the crops (n, 1, 1, 4) look like the other end up."""
        descriptions = np.stack([self._turned[number_in(crop)] for crop in crops])
        return ClassifierOutput(
            np.zeros((len(crops), len(FACES)), np.float32), np.ones(len(crops), np.float32), descriptions
        )


def crop_with(number: int) -> Picture:
    """A crop of one pixel (1, 1, 4) uint8 that holds a number, either end up."""
    return np.array([number], np.int32).view(np.uint8).reshape(1, 1, 4)


def number_in(crop: Picture) -> int:
    """The number that a crop (1, 1, 4) holds."""
    return int(np.ascontiguousarray(crop).reshape(4).view(np.int32)[0])


class FilmEyes:
    """See a film as it was seen, and name its cards by what is known of the deck when they come to the table.

    Attributes:
        sightings: what was seen so far.
    """

    px_per_mm: float | None = None
    deck_fits: bool | None = None

    def __init__(self, film: DeckFilm, wrong: Misnaming) -> None:
        """Begin with an unknown deck, some of whose cards the network takes for others."""
        self.sightings = SightingMemory()
        self._at = {look.t_ms: look for look in film.looks}
        self._film, self._wrong = film, wrong
        self._plain = FilmNetwork(film.turned)
        self._classifier: Classifier = self._plain
        self._numbers: dict[int, int] = {}
        self._names: dict[int, Faces] = {}

    @property
    def plain(self) -> Identifier:
        """The network alone."""
        return self._plain

    def read_by(self, classifier: Classifier) -> None:
        """Name by ``classifier`` what comes to the table from now on."""
        self._classifier = classifier

    def look_anew(self) -> None:
        """All was looked at."""

    def judge_deck_anew(self) -> None:
        """No deck is enrolled."""

    def observe(self, frame: Frame) -> TableObservation | None:
        """What was seen then."""
        look = self._at.get(frame.t_ms)
        if look is None:
            return None
        seen = replace(look, cards=tuple(self._named(look.t_ms, card) for card in look.cards))
        self.sightings.see(look.t_ms, ((card.sighting, card.centre) for card in seen.cards))
        return seen

    def _named(self, t_ms: int, card: SeenCard) -> SeenCard:
        kept = self._film.sightings.get(card.sighting)
        if kept is None:
            return card
        if card.sighting not in self._numbers:
            self._sight(t_ms, card.sighting, kept)
        return replace(card, faces=self._names[card.sighting], sighting=self._numbers[card.sighting])

    def _sight(self, t_ms: int, number: int, kept: Sighting) -> None:
        look = Appearance(misnamed(kept.appearance.chances, self._wrong), kept.appearance.description)
        crop = crop_with(number) if number in self._film.turned else None
        known = self._classifier
        row = named_by(known.deck, [look])[0] if isinstance(known, LearnedClassifier) else look.chances
        self._numbers[number] = self.sightings.add(t_ms, look, crop)
        self._names[number] = answer_of(row, False).faces
