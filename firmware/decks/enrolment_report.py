"""What is told of an enrolment: lines for people, objects for programs, the pictures with what was read."""

from collections.abc import Iterator
from typing import Any

from firmware.announce.sentences import in_language
from firmware.announce.texts import text
from firmware.decks.enrolling import Enrolment
from firmware.signals import Unnamed
from vision.draw import draw
from vision.frame import Picture
from vision.shown import ShownCard
from vision.stills import ReadCard


class EnrolmentReport:
    """What is told of an enrolment."""

    def __init__(self, enrolment: Enrolment) -> None:
        """Tell of it in its language."""
        self._enrolment = enrolment

    @property
    def advice(self) -> Iterator[str]:
        """What to show once more: a line a picture."""
        for n, (name, _) in enumerate(self._enrolment.pictures):
            bad = [one for one in self._enrolment.stock.again if one.look.picture == n]
            if bad:
                told = ", ".join(
                    f"#{self._enrolment.number_of(one.look)} ({self._enrolment.words(one.flaw)})" for one in bad
                )
                yield self._enrolment.words("again", name=name, cards=told)

    @property
    def refusals(self) -> Iterator[str]:
        """What is wrong with pictures of cards that were laid out once more and do not lie as was told."""
        for fault in self._enrolment.refused:
            yield in_language(fault, self._enrolment.language)

    def lines(self) -> Iterator[str]:
        """What was found, in words: a line a picture, then what there is of the deck."""
        for n, (name, _) in enumerate(self._enrolment.pictures):
            shown = [self._said(look) for look in self._enrolment.looks if look.picture == n]
            yield self._enrolment.words(
                "table", name=name, cards=" ".join(shown) or text("read", "none", self._enrolment.language)
            )
        count = self._enrolment.words(
            "count", count=len(self._enrolment.stock.cards), wanted=len(self._enrolment.kind.pack.cards)
        )
        yield self._enrolment.words("back", count=count) if self._enrolment.stock.back else count
        if self._enrolment.stock.strangers:
            yield self._enrolment.words("tens", count=len(self._enrolment.stock.strangers))
        if self._enrolment.stock.spare:
            yield self._enrolment.words(
                "spare", cards=" ".join(f"#{self._enrolment.number_of(look)}" for look in self._enrolment.stock.spare)
            )
        if not self._enrolment.unreadable:
            yield from self.advice
        yield from self.refusals

    def records(self) -> Iterator[dict[str, Any]]:
        """What was found, for programs: an object a picture, then one about the deck."""
        for n, (name, _) in enumerate(self._enrolment.pictures):
            looks = [look for look in self._enrolment.looks if look.picture == n]
            yield {"picture": name, "cards": [self._record(look) for look in looks]}
        doubtful = [
            {
                "number": self._enrolment.number_of(one.look),
                "candidates": {str(card): round(p, 3) for card, p in one.candidates},
            }
            for one in self._enrolment.stock.doubtful
        ]
        missing = [str(card) for card in self._enrolment.stock.missing]
        tens = {"tens": len(self._enrolment.stock.strangers)} if self._enrolment.kind.strangers else {}
        yield {
            "cards": len(self._enrolment.stock.cards),
            "missing": missing,
            "doubtful": doubtful,
            **tens,
            **self._more(),
        }

    def _more(self) -> dict[str, Any]:
        """What programs are told where there is any."""
        more = {
            "ask": list(self._enrolment.asks),
            "again": [
                {"number": self._enrolment.number_of(one.look), "flaw": str(one.flaw)}
                for one in self._enrolment.stock.again
            ],
            "spare": [self._enrolment.number_of(look) for look in self._enrolment.stock.spare],
            "rest": [str(card) for card in self._enrolment.rest],
            "in_order": self._enrolment.unreadable,
            "refused": list(self._enrolment.refused),
        }
        return {name: value for name, value in more.items() if value}

    def drawn(self) -> Iterator[tuple[str, Picture]]:
        """Each picture's name, and the picture with its cards' names and numbers drawn on it."""
        for n, (name, picture) in enumerate(self._enrolment.pictures):
            looks = [look for look in self._enrolment.looks if look.picture == n]
            cards = [
                ReadCard(self._enrolment.stock.named(look) or Unnamed.UNKNOWN, 1.0, look.corners_px) for look in looks
            ]
            yield name, draw(picture, cards, [self._said(look) for look in looks])

    def _record(self, look: ShownCard) -> dict[str, Any]:
        card = self._enrolment.stock.named(look)
        corners = [[round(float(x), 1), round(float(y), 1)] for x, y in look.corners_px]
        return {"number": self._enrolment.number_of(look), "card": str(card) if card else None, "corners": corners}

    def _said(self, look: ShownCard) -> str:
        """A card's name, or its number with a question mark; Ronda has no name for a ten (rule G6)."""
        card = self._enrolment.stock.named(look)
        if card:
            return str(card)
        if any(look is one for one in self._enrolment.stock.strangers):
            return self._enrolment.words("ten")
        return (
            text("read", "back", self._enrolment.language)
            if look.likeliest is Unnamed.BACK
            else f"#{self._enrolment.number_of(look)}?"
        )
