"""An enrolment before the camera with two buttons: what presses do, and what is said by what lies there."""

from typing import NamedTuple

from PIL import Image

from firmware.announce.screens import answers_screen, laying_screen, text_screen
from firmware.announce.sentences import in_language
from firmware.announce.texts import text
from firmware.announce.view import Question
from firmware.decks.collecting import DeckCollection
from firmware.decks.enrolment_steps import Asked, EnrolmentSteps, Keep
from hardware.ports import REFEREE_BUTTONS
from vision.frame import Picture

KEEP, END = REFEREE_BUTTONS


class CameraNotice(NamedTuple):
    """What is said now: words, others that only the terminal has, and the picture for the display, (128, 64)."""

    words: str
    aside: str
    picture: Image.Image


class CameraSteps:
    """What presses do, and what is said by what lies there."""

    def __init__(self, collection: DeckCollection, keep: Keep, language: str) -> None:
        """Begin with nothing shown.

        Args:
            collection: gets the tables.
            keep: is told of each table that is kept.
            language: of what is said.
        """
        self._steps, self._collection, self._language = EnrolmentSteps(collection, keep), collection, language
        self._warned_s: float | None = None

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
        if self._steps.asked:
            self._answer(self._steps.asked, yes=name == KEEP)
        elif name == KEEP:
            self._warned_s = None
            self._steps.keep()
        else:
            return self._ends(now_s, guard_s)
        return False

    def _answer(self, asked: Asked, *, yes: bool) -> None:
        if yes:
            self._steps.answer(asked.cards[0])
        else:
            self._steps.refuse()

    def _ends(self, now_s: float, guard_s: float) -> bool:
        """Whether the second button ends it: if the deck is whole, or nothing else is to do and it is pressed again."""
        if not self._steps.fault:
            return True
        if self._warned_s is not None:
            return now_s - self._warned_s >= guard_s
        if self._steps.lay or not self._steps.settle():
            self._warned_s = now_s
        return False

    @property
    def shown(self) -> CameraNotice:
        """What to say now."""
        if self._steps.asked:
            return self._question(self._steps.asked)
        if self._steps.lay and self._warned_s is None:
            return self._laying()
        words = self._text(self._name(), here=len(self._collection.here), count=self._collection.count)
        warned = self._warned_s is not None
        aside = in_language(self._steps.fault or "", self._language) if warned else " ".join(self._collection.here)
        return CameraNotice(words, aside, text_screen(words))

    def _laying(self) -> CameraNotice:
        names = [str(card) for card in self._steps.table]
        title = self._text("shift" if self._steps.shifted else "order")
        footer = self._text("seen", here=len(self._collection.here), count=len(names))
        return CameraNotice(f"{title}: {' '.join(names)}. {footer}", "", laying_screen(title, names, footer))

    def _question(self, asked: Asked) -> CameraNotice:
        table, row, place = asked.enrolment.place(asked.number)
        title, card, no = self._text("place", table=table, row=row, place=place), str(asked.cards[0]), self._text("no")
        return CameraNotice(f"{title}: A {card}, B {no}", "", answers_screen(Question(title, card, no)))

    def _name(self) -> str:
        if self._warned_s is not None:
            return "short"
        if self._steps.fault and self._collection.fresh:
            return "keep"
        return ("kept" if self._steps.fault else "whole") if self._collection.pictures else "lay"

    def _text(self, key: str, **values: object) -> str:
        return text("enrol", key, self._language).format(**values)
