"""The steps of an enrolment from the camera: tables are kept, what lacks is laid out in order or asked about."""

from collections.abc import Callable
from typing import NamedTuple

from PIL import Image

from firmware.announce.screens import answers_screen, laying_screen, text_screen
from firmware.announce.sentences import in_language
from firmware.announce.texts import text
from firmware.announce.view import Question
from firmware.cards import Card
from firmware.decks.collecting import DeckCollection
from firmware.decks.enrolling import MOST_LAID, Enrolment
from firmware.decks.in_order import AnswerError
from hardware.ports import REFEREE_BUTTONS
from vision.frame import Picture

KEEP, END = REFEREE_BUTTONS
TABLE = 10
"""Cards to a table that is laid out in order: two rows of five, as the display shows them."""
Keep = Callable[[str, Picture], object]
"""Told of each table's name and picture as it is kept."""


class CameraNotice(NamedTuple):
    """What is said now: words, others that only the terminal has, and the picture for the display, (128, 64)."""

    words: str
    aside: str
    picture: Image.Image


class Asked(NamedTuple):
    """A question: which look, by its number, and what it may be, the next one first."""

    enrolment: Enrolment
    number: int
    cards: tuple[Card, ...]


class CameraSteps:
    """What presses do, and what is said by what lies there."""

    def __init__(self, collection: DeckCollection, keep: Keep, language: str) -> None:
        """Begin with nothing shown.

        Args:
            collection: gets the tables.
            keep: is told of each table that is kept.
            language: of what is said.
        """
        self._collection, self._keep, self._language = collection, keep, language
        self._fault: str | None = "nothing was shown"
        self._warned_s: float | None = None
        self._lay: tuple[Card, ...] = ()
        self._shifted = False
        self._asked: Asked | None = None

    def see(self, picture: Picture) -> None:
        """Look at the table (H, W, 3) uint8 BGR as it lies now."""
        self._collection.see(picture)

    def press(self, name: str, now_s: float, guard_s: float) -> bool:
        """Do what a button does; whether that ends it.

        Args:
            name: of the button.
            now_s: when, in seconds.
            guard_s: seconds that a warning can be read before the second press counts.
        """
        if self._asked:
            self._answer(self._asked, yes=name == KEEP)
        elif name == KEEP:
            self._warned_s = None
            self._kept()
        else:
            return self._ends(now_s, guard_s)
        return False

    def _kept(self) -> None:
        """Keep the table; one of those that are laid out in order only with as many cards as it is to have."""
        if self._lay and len(self._collection.here) != len(self._lay[:TABLE]):
            return
        if self._collection.keep():
            self._keep(*self._collection.pictures[-1])
            laid, self._lay, self._shifted = bool(self._lay), self._lay[TABLE:], False
            if not self._lay:
                self._judge(go_on=laid)

    def _judge(self, *, go_on: bool) -> None:
        """See what the tables come to, and where it has begun to be asked about, what is next."""
        try:
            enrolment = self._collection.enrolment()
        except AnswerError as fault:
            self._fault = str(fault)
            if go_on:
                self._again()
        else:
            self._fault = enrolment.fault
            if go_on:
                self._go_on(enrolment)
                self._shifted = bool(enrolment.refused)

    def _again(self) -> None:
        """What was laid out does not lie as it was told: forget it, and tell it again."""
        self._collection.take_back()
        self._go_on(self._collection.enrolment())
        self._shifted = True

    def _go_on(self, enrolment: Enrolment) -> bool:
        """Ask, or have laid out, what settles the deck; whether there is such a thing."""
        doubts = {one.look: one.candidates for one in enrolment.stock.doubtful}
        number = next(iter(enrolment.asks), 0)
        cards = tuple(card for card, _ in doubts.get(enrolment.looks[number - 1], ())) if number else ()
        if number and not cards:
            enrolment.leave()
        self._asked = Asked(enrolment, number, cards) if cards else None
        if enrolment.rest and len(enrolment.rest) <= MOST_LAID:
            self._collection.begin_rest()
            self._lay = enrolment.rest
        return bool(self._asked or self._lay)

    def _answer(self, asked: Asked, *, yes: bool) -> None:
        if yes:
            self._collection.answers[asked.number] = asked.cards[0]
            self._judge(go_on=True)
        elif asked.cards[1:]:
            self._asked = asked._replace(cards=asked.cards[1:])
        else:
            asked.enrolment.leave()
            self._go_on(asked.enrolment)

    def _ends(self, now_s: float, guard_s: float) -> bool:
        """Whether the second button ends it: if the deck is whole, or nothing else is to do and it is pressed again."""
        if not self._fault:
            return True
        if self._warned_s is not None:
            return now_s - self._warned_s >= guard_s
        if self._lay or not self._begins():
            self._warned_s = now_s
        return False

    def _begins(self) -> bool:
        """Begin to settle what lacks, if that is little enough."""
        try:
            return bool(self._collection.pictures) and self._go_on(self._collection.enrolment())
        except AnswerError:
            return False

    @property
    def shown(self) -> CameraNotice:
        """What to say now."""
        if self._asked:
            return self._question(self._asked)
        if self._lay and self._warned_s is None:
            return self._laying()
        words = self._text(self._name(), here=len(self._collection.here), count=self._collection.count)
        warned = self._warned_s is not None
        aside = in_language(self._fault or "", self._language) if warned else " ".join(self._collection.here)
        return CameraNotice(words, aside, text_screen(words))

    def _laying(self) -> CameraNotice:
        names = [str(card) for card in self._lay[:TABLE]]
        title = self._text("shift" if self._shifted else "order")
        footer = self._text("seen", here=len(self._collection.here), count=len(names))
        return CameraNotice(f"{title}: {' '.join(names)}. {footer}", "", laying_screen(title, names, footer))

    def _question(self, asked: Asked) -> CameraNotice:
        table, row, place = asked.enrolment.place(asked.number)
        title, card, no = self._text("place", table=table, row=row, place=place), str(asked.cards[0]), self._text("no")
        return CameraNotice(f"{title}: A {card}, B {no}", "", answers_screen(Question(title, card, no)))

    def _name(self) -> str:
        if self._warned_s is not None:
            return "short"
        if self._fault and self._collection.fresh:
            return "keep"
        return ("kept" if self._fault else "whole") if self._collection.pictures else "lay"

    def _text(self, key: str, **values: object) -> str:
        return text("enrol", key, self._language).format(**values)
