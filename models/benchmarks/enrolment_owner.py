"""Somebody with a deck that nobody knows: shows it carelessly, answers truthfully, lays out once more what is told."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.random import Generator

from firmware.cards import Card
from firmware.decks.collecting import DeckCollection
from firmware.decks.deck_eyes import DeckEyes
from firmware.decks.enrolling import Enrolment
from firmware.decks.in_order import AnswerError
from firmware.signals import Unnamed
from models.synthetic.cards.deck import Deck
from models.synthetic.scenes.careless import Carelessness, ShownFace, laid_out
from models.synthetic.scenes.scene import CardTruth, Rendered
from models.synthetic.scenes.surface import Surface
from vision.deck_inventory import KINDS
from vision.quads import overlap
from vision.shown import ShownCard

LIKE, VISIBLE = 0.5, 0.6
"""Overlap with a card and share of it that is seen, from which on a person would name what is pointed at."""


@dataclass(slots=True)
class Owner:
    """Somebody with a deck, who shows it and answers.

    Attributes:
        deck, pack: the cards, and how many of them there are to be, as of :data:`vision.deck_inventory.KINDS`.
        surface: the table's.
        how: the deck is shown.
        rng: of how it is laid out.
        eyes: that look at it.
        collection: what was shown.
        shown: the same, with the truth.
    """

    deck: Deck
    pack: str
    surface: Surface
    how: Carelessness
    rng: Generator
    eyes: DeckEyes
    collection: DeckCollection = field(init=False)
    shown: list[Rendered] = field(init=False)

    def __post_init__(self) -> None:
        """Begin with nothing shown."""
        self.begin()

    def begin(self, *, in_order: bool = False) -> None:
        """Begin anew; ``in_order``: as the cards of the pack lie one after the other."""
        judge = partial(self.eyes.enrolment, pack=self.pack, in_order=in_order)
        self.collection, self.shown = DeckCollection(self.eyes.look_at, judge), []

    @property
    def cards(self) -> list[ShownFace]:
        """The cards of the pack, in order, and behind them those that have no name in it."""
        kind = KINDS[self.pack]
        named: list[ShownFace] = [(card, self.deck.faces[card]) for card in kind.pack.cards]
        return named + [(Unnamed.UNKNOWN, extra) for extra in self.deck.extras[: kind.strangers]]

    def show(self, cards: Sequence[ShownFace], how: Carelessness) -> None:
        """Lay out cards, ten a picture."""
        for picture in laid_out(self.rng, cards, self.surface, how):
            self.collection.add(f"{len(self.shown)}.jpg", np.ascontiguousarray(picture.picture))
            self.shown.append(picture)

    def lay_rest(self, cards: Sequence[Card]) -> Enrolment | None:
        """What it comes to with these laid out alone and in order; nothing if they were not found so."""
        self.collection.begin_rest()
        before = len(self.shown)
        self.show([(card, self.deck.faces[card]) for card in cards], self.how.careful)
        try:
            return self.collection.enrolment()
        except AnswerError as fault:
            print(f"{self.deck.name}: {fault}", file=sys.stderr)
            self.collection.take_back()
            self.shown = self.shown[:before]
            return None

    def show_tens(self) -> Enrolment:
        """What it comes to with the cards shown once more that have no name in the pack."""
        self.show(self.cards[len(KINDS[self.pack].pack.cards) :], self.how.careful)
        return self.collection.enrolment()

    def truth(self, look: ShownCard) -> Card | None:
        """What a look shows, where a person could tell."""
        card = self._nearest(look)
        told = overlap(look.corners_px, card.corners_px) > LIKE and card.visible > VISIBLE
        return card.face if told and isinstance(card.face, Card) else None

    def _nearest(self, look: ShownCard) -> CardTruth:
        return max(self.shown[look.picture].cards, key=lambda one: overlap(look.corners_px, one.corners_px))

    def answer(self, enrolment: Enrolment) -> int:
        """Answer what is asked, until nothing is; how many questions that were."""
        asked = 0
        while enrolment.asks:
            number, asked = enrolment.asks[0], asked + 1
            card = self.truth(enrolment.looks[number - 1])
            if card is None:
                enrolment.leave()
            else:
                enrolment.answer(number, card)
                self.collection.answers[number] = card
        return asked
