"""An enrolment in progress: what was shown, what is asked, what is said about it. No terminal, no file."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from firmware.announce.texts import FIRST, text
from firmware.cards import Card
from firmware.errors import HakamError
from firmware.signals import Unnamed
from vision.draw import draw
from vision.enrol import KINDS, DeckInventory, DeckKind, Doubtful, kind_of, take_stock
from vision.frame import Picture
from vision.shown import ShownCard
from vision.stills import ReadCard


class AnswerError(HakamError, ValueError):
    """An answer about a card that was not shown, or with one that the pack does not have."""


class Enrolment:
    """The cards of some pictures and what they are taken for; answers change it.

    Attributes:
        language: of what is told and asked; :attr:`fault` is English, as errors are.
    """

    language = FIRST

    def __init__(self, pictures: Sequence[tuple[str, Picture]], looks: Sequence[ShownCard], kind: DeckKind) -> None:
        """Begin with what the pictures show.

        Args:
            pictures: (name, (H, W, 3) uint8 BGR) each.
            looks: the cards in all of them, in order.
            kind: how many cards the deck has.
        """
        self._pictures, self._looks, self._kind = pictures, list(looks), kind
        self._answers: dict[int, Card] = {}
        self.stock: DeckInventory = take_stock(looks, kind)

    @classmethod
    def of(
        cls,
        pictures: Sequence[tuple[str, Picture]],
        looks: Sequence[ShownCard],
        *,
        pack: str | None = None,
        answers: Mapping[int, Card] | None = None,
        in_order: bool = False,
    ) -> "Enrolment":
        """Begin with what some pictures show.

        Args:
            pictures: (name, (H, W, 3) uint8 BGR) each.
            looks: the cards in all of them, in order.
            pack: one of :data:`vision.enrol.KINDS`; inferred from the cards where it is not given.
            answers: cards by the numbers that the enrolment gives them.
            in_order: whether the cards lie in the order of the pack, picture by picture, row by row; then they need
                not be readable, as those of a deck made by hand.

        Raises:
            AnswerError: if an answer is about a card that is not there or not of the pack, or a pack in order has not
                as many cards as were found.
        """
        kind = _kind_in_order(len(looks)) if in_order else KINDS[pack] if pack else kind_of(looks)
        enrolment = cls(pictures, looks, kind)
        ordered = dict(enumerate(kind.pack.cards, 1)) if in_order else {}
        for number, card in {**ordered, **(answers or {})}.items():
            enrolment.answer(number, card)
        return enrolment

    def answer(self, number: int, card: Card) -> None:
        """Say what a card is.

        Raises:
            AnswerError: if the number or the card does not exist.
        """
        if not 1 <= number <= len(self._looks):
            raise AnswerError(f"there is no card number {number}: 1 to {len(self._looks)} were found")
        if card not in self._kind.pack.cards:
            raise AnswerError(f"{card} is no card of a pack of {len(self._kind.pack.cards)}")
        self._answers[number - 1] = card
        self.stock = take_stock(self._looks, self._kind, self._answers)

    @property
    def questions(self) -> dict[int, str]:
        """The question about each doubtful card, by its number."""
        return {self._number(one.look): self._question(one) for one in self.stock.doubtful}

    @property
    def fault(self) -> str | None:
        """What keeps the deck from being complete, in one sentence, or nothing."""
        doubts, missing = self.stock.doubtful, self.stock.missing
        parts = [
            f"missing {' '.join(map(str, missing))}" if missing else "",
            *(f"card {self._number(one.look)} in {self._name(one.look)} {_why(one)}" for one in doubts),
            self._uncounted(),
        ]
        told = "; ".join(part for part in parts if part)
        return f"{told}; show what is missing, or name a card with --is NUMBER=CARD" if told else None

    def _uncounted(self) -> str:
        wanted, shown = self._kind.strangers, len(self.stock.strangers)
        return "" if shown == wanted else f"{shown} of the {wanted} tens of a deck of 52 were seen"

    def report(self) -> Iterator[str]:
        """What was found, in words: a line a picture, then what there is of the deck."""
        for n, (name, _) in enumerate(self._pictures):
            shown = [self._said(look) for look in self._looks if look.picture == n]
            yield self._words("table", name=name, cards=" ".join(shown) or text("read", "none", self.language))
        count = self._words("count", count=len(self.stock.cards), wanted=len(self._kind.pack.cards))
        yield self._words("back", count=count) if self.stock.back else count
        if self.stock.strangers:
            yield self._words("tens", count=len(self.stock.strangers))

    def records(self) -> Iterator[dict[str, Any]]:
        """What was found, for programs: an object a picture, then one about the deck."""
        for n, (name, _) in enumerate(self._pictures):
            looks = [look for look in self._looks if look.picture == n]
            yield {"picture": name, "cards": [self._record(look) for look in looks]}
        doubtful = [
            {"number": self._number(one.look), "candidates": {str(card): round(p, 3) for card, p in one.candidates}}
            for one in self.stock.doubtful
        ]
        missing = [str(card) for card in self.stock.missing]
        tens = {"tens": len(self.stock.strangers)} if self._kind.strangers else {}
        yield {"cards": len(self.stock.cards), "missing": missing, "doubtful": doubtful, **tens}

    def drawn(self) -> Iterator[tuple[str, Picture]]:
        """Each picture's name, and the picture with its cards' names and numbers drawn on it."""
        for n, (name, picture) in enumerate(self._pictures):
            looks = [look for look in self._looks if look.picture == n]
            cards = [ReadCard(self.stock.named(look) or Unnamed.UNKNOWN, 1.0, look.corners_px) for look in looks]
            yield name, draw(picture, cards, [self._said(look) for look in looks])

    def _record(self, look: ShownCard) -> dict[str, Any]:
        card = self.stock.named(look)
        corners = [[round(float(x), 1), round(float(y), 1)] for x, y in look.corners_px]
        return {"number": self._number(look), "card": str(card) if card else None, "corners": corners}

    def _said(self, look: ShownCard) -> str:
        """A card's name, or its number with a question mark; Ronda has no name for a ten (rule G6)."""
        card = self.stock.named(look)
        if card:
            return str(card)
        if any(look is one for one in self.stock.strangers):
            return self._words("ten")
        return text("read", "back", self.language) if look.likeliest is Unnamed.BACK else f"#{self._number(look)}?"

    def _question(self, doubt: Doubtful) -> str:
        number, name = self._number(doubt.look), self._name(doubt.look)
        either = f" {text('screen', 'or', self.language)} "
        offered = either.join(f"{card} ({p:.0%})" for card, p in doubt.candidates)
        return self._words("question", number=number, name=name, what=offered or self._reason(doubt))

    def _reason(self, doubt: Doubtful) -> str:
        return self._words("twin", card=doubt.twin) if doubt.twin else self._words("stranger")

    def _words(self, key: str, **values: object) -> str:
        return text("enrolment", key, self.language).format(**values)

    def _number(self, look: ShownCard) -> int:
        return next(n for n, one in enumerate(self._looks, 1) if one is look)

    def _name(self, look: ShownCard) -> str:
        return self._pictures[look.picture][0]


def _kind_in_order(count: int) -> DeckKind:
    if str(count) not in ("40", "48"):
        raise AnswerError(f"{count} cards were found; a pack that lies in order has 40 or 48")
    return KINDS[str(count)]


def _why(doubt: Doubtful) -> str:
    """What is wrong with a doubtful card."""
    if doubt.twin:
        return f"is {doubt.twin}, and so is another one"
    candidates = " or ".join(str(card) for card, _ in doubt.candidates)
    return f"may be {candidates}" if candidates else "is no card of this deck"
