"""The steps of an enrolment before a camera: tables are kept, what lacks is laid out in order or asked about."""

from collections.abc import Callable
from typing import NamedTuple

from firmware.cards import Card
from firmware.decks.collecting import DeckCollection
from firmware.decks.enrolling import MOST_LAID, Enrolment
from firmware.decks.in_order import AT_ONCE, AnswerError
from vision.frame import Picture

Keep = Callable[[str, Picture], object]
"""Told of each table's name and picture as it is kept."""


class Asked(NamedTuple):
    """A question: which look, by its number, and what it may be, the next one first."""

    enrolment: Enrolment
    number: int
    cards: tuple[Card, ...]


class EnrolmentSteps:
    """Where an enrolment is, whoever leads it: two buttons, or a page.

    Attributes:
        collection: what was shown.
        fault: what keeps the deck from being whole; ``None``: nothing does.
        lay: the cards that are to be laid out now, alone and in this order; empty: any.
        shifted: what was laid out last did not lie in the order that was told.
        asked: the open question; ``None``: nothing is asked.
    """

    def __init__(self, collection: DeckCollection, keep: Keep) -> None:
        """Begin with nothing shown.

        Args:
            collection: gets the tables.
            keep: is told of each table that is kept.
        """
        self.collection, self._keep = collection, keep
        self.fault: str | None = "nothing was shown"
        self.lay: tuple[Card, ...] = ()
        self.shifted = False
        self.asked: Asked | None = None

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards of the next table that is to be laid out in order."""
        return self.lay[:AT_ONCE]

    @property
    def fits(self) -> bool:
        """Whether the table may be kept: of those in order only one with as many cards as it is to have."""
        return not self.lay or len(self.collection.here) == len(self.table)

    def keep(self) -> bool:
        """Keep the table as it lies; whether that was done."""
        if not (self.fits and self.collection.keep()):
            return False
        self._keep(*self.collection.pictures[-1])
        laid, self.lay, self.shifted = bool(self.lay), self.lay[AT_ONCE:], False
        if not self.lay:
            self._judge(go_on=laid)
        return True

    def settle(self) -> bool:
        """Ask, or have laid out, what settles the deck; whether there is such a thing."""
        try:
            return bool(self.collection.pictures) and self._go_on(self.collection.enrolment())
        except AnswerError:
            return False

    def answer(self, card: Card) -> None:
        """Say what the card is that is asked about."""
        if self.asked:
            self.name(self.asked.number, card)

    def name(self, number: int, card: Card) -> None:
        """Say what any card is, by its number: one that is asked about, or that was taken for another one.

        Args:
            number: of the look.
            card: what it shows.
        """
        self.collection.answers[number] = card
        self._judge(go_on=bool(self.asked or self.lay))

    def refuse(self) -> None:
        """Say that it is not the next one of what it may be; when it is none of them, they are to be laid out."""
        if self.asked and self.asked.cards[1:]:
            self.asked = self.asked._replace(cards=self.asked.cards[1:])
        else:
            self.leave()

    def leave(self) -> None:
        """Say that nobody can tell: what lacks is to be laid out then."""
        if self.asked:
            self.asked.enrolment.leave()
            self._go_on(self.asked.enrolment)

    def _judge(self, *, go_on: bool) -> None:
        """See what the tables come to, and where it has begun to be asked about, what is next."""
        try:
            enrolment = self.collection.enrolment()
        except AnswerError as fault:
            self.fault = str(fault)
            if go_on:
                self._again()
        else:
            self.fault = enrolment.fault
            if go_on:
                self._go_on(enrolment)
                self.shifted = bool(enrolment.refused)

    def _again(self) -> None:
        """What was laid out does not lie as it was told: forget it, and tell it again."""
        self.collection.take_back()
        self._go_on(self.collection.enrolment())
        self.shifted = True

    def _go_on(self, enrolment: Enrolment) -> bool:
        doubts = {one.look: one.candidates for one in enrolment.stock.doubtful}
        number = next(iter(enrolment.asks), 0)
        cards = tuple(card for card, _ in doubts.get(enrolment.looks[number - 1], ())) if number else ()
        if number and not cards:
            enrolment.leave()
        self.asked = Asked(enrolment, number, cards) if cards else None
        if enrolment.rest and len(enrolment.rest) <= MOST_LAID:
            self.collection.begin_rest()
            self.lay = enrolment.rest
        return bool(self.asked or self.lay)
