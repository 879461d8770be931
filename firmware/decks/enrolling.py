"""An enrolment in progress: what was shown, what is asked, what is said about it. No terminal, no file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from firmware.announce.texts import FIRST, text
from firmware.cards import Card
from firmware.decks.in_order import AnswerError, kind_in_order
from firmware.decks.laid_round import LaidPicture, laid_round
from firmware.decks.question_picture import order_example, question_picture, rest_example
from firmware.signals import Unnamed
from vision.deck_inventory import KINDS, DeckInventory, DeckKind, Doubtful
from vision.enrol import kind_of, take_stock
from vision.frame import Picture
from vision.laid import Flaw
from vision.shown import ShownCard, place_of

HANDFUL = 3
"""More questions than this nobody is asked: the cards that lack are laid out in order, which takes a minute."""
MOST_LAID = 20
"""Where more cards lack, the whole deck in order is less trouble than to pick these out of it; a judgement."""


class Enrolment:
    """The cards of some pictures and what they are taken for; answers change it.

    Attributes:
        language: of what is told and asked; :attr:`fault` is English, as errors are.
        pictures: (name, (H, W, 3) uint8 BGR) each.
        kind: how many cards the deck has.
        stock: what was found.
        refused: what is wrong with those pictures that were to show what lacked and do not, in English, where others
            that were taken with them do; of the last round alone.
    """

    language = FIRST

    def __init__(self, pictures: Sequence[tuple[str, Picture]], looks: Sequence[ShownCard], kind: DeckKind) -> None:
        """Begin with what the pictures show.

        Args:
            pictures: (name, (H, W, 3) uint8 BGR) each.
            looks: the cards in all of them, in order.
            kind: how many cards the deck has.
        """
        self.pictures, self._looks, self.kind = pictures, list(looks), kind
        self._answers: dict[int, Card] = {}
        self._placed: dict[int, Card] = {}
        self.refused: tuple[str, ...] = ()
        self._left = False
        self._plan: tuple[int, ...] | None = None
        self.stock: DeckInventory = take_stock(looks, kind)

    @classmethod
    def of(
        cls,
        pictures: Sequence[tuple[str, Picture]],
        looks: Sequence[ShownCard],
        rest: int = 0,
        answers: Mapping[int, Card] | None = None,
        *,
        pack: str | None = None,
        in_order: bool = False,
    ) -> "Enrolment":
        """Begin with what some pictures show.

        Args:
            pictures: (name, (H, W, 3) uint8 BGR) each.
            looks: the cards in all of them, in order.
            rest: so many of the last pictures show, alone and in order, the cards that those before them lack.
            answers: cards by the numbers that the enrolment gives them.
            pack: one of :data:`vision.deck_inventory.KINDS`; inferred from the cards where it is not given.
            in_order: whether the cards lie in the order of the pack, picture by picture, row by row; then they need
                not be readable, as those of a deck made by hand.

        Raises:
            AnswerError: if an answer is about a card that is not there or not of the pack, or cards in order are not as
                many as were found, or of what was laid out once more no picture shows what it should.
        """
        first = [look for look in looks if look.picture < len(pictures) - rest]
        kind = kind_in_order(pictures, looks) if in_order else KINDS[pack] if pack else kind_of(first)
        enrolment = cls(pictures, looks, kind)
        if rest:
            enrolment._place(len(pictures) - rest, answers or {})
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
        if card not in self.kind.pack.cards:
            raise AnswerError(f"{card} is no card of a pack of {len(self.kind.pack.cards)}")
        self._answers[number - 1] = card
        self._take_stock(len(self._looks))

    def leave(self) -> None:
        """Say that a question cannot be answered: then the cards that lack are to be laid out, and nothing is asked."""
        self._left = True

    def _take_stock(self, count: int) -> None:
        """See what the first so many looks come to."""
        known = [{k: card for k, card in told.items() if k < count} for told in (self._answers, self._placed)]
        self.stock, self._plan = take_stock(self._looks[:count], self.kind, *known), None

    def _place(self, picture: int, answers: Mapping[int, Card]) -> None:
        """Take the looks of the pictures from that one on for what lacks without them, picture by picture.

        Where all of that was laid out and some of it is not known yet, the next picture shows what lacks then.
        """
        self._answers = {number - 1: card for number, card in answers.items() if number <= len(self._looks)}
        while any(look.picture >= picture for look in self._looks):
            self._take_stock(self._looks_before(picture))
            if not self.stock.missing:
                break
            laid = laid_round(self._laid_from(picture), self.stock.missing, self.kind.pack)
            picture += len(laid)
            self._placed_by(laid, self._looks_before(picture))
        self._take_stock(len(self._looks))

    def _looks_before(self, picture: int) -> int:
        """How many looks there are in the pictures before that one."""
        return sum(look.picture < picture for look in self._looks)

    def _laid_from(self, picture: int) -> list[LaidPicture]:
        """What lies in the pictures from that one on."""
        there = {number: dict[int, ShownCard]() for number in range(picture, len(self.pictures))}
        for k, look in enumerate(self._looks):
            if look.picture in there:
                there[look.picture][k] = look
        return [LaidPicture(self.pictures[number][0], looks) for number, looks in there.items()]

    def _placed_by(self, laid: Sequence[LaidPicture], count: int) -> None:
        """Place a round's cards, the last of the first so many looks, and leave out what they stand for now."""
        self.refused = tuple(one.fault for one in laid if one.fault)
        placed = {k: card for one in laid for k, card in one.placed.items()}
        self._set_aside([k for k in range(count) if k not in placed])
        self._placed |= {k: card for k, card in placed.items() if not self._looks[k].flaw}

    def _set_aside(self, numbers: Sequence[int]) -> None:
        """Leave out those of these looks that could not be named: their cards were laid out once more."""
        for k in numbers:
            look = self._looks[k]
            nameless = look.likeliest is Unnamed.BACK or any(look is one for one in self.stock.strangers)
            if self.stock.named(look) is None and not nameless and k not in self._answers:
                self._looks[k] = replace(look, flaw=Flaw.UNTOLD)
                self._placed.pop(k, None)

    @property
    def looks(self) -> tuple[ShownCard, ...]:
        """The looks, as they are numbered from 1."""
        return tuple(self._looks)

    @property
    def questions(self) -> dict[int, str]:
        """The question about each doubtful card, by its number; first the one whose answer settles most."""
        return {self.number_of(one.look): self._question(one) for one in self.stock.doubtful}

    @property
    def plan(self) -> tuple[int, ...]:
        """The cards that would have to be named, one after the other; one more than a handful at most.

        Every answer settles others, so these are fewer than the doubtful ones. Where cards have to be shown once more,
        nothing is asked before that: these settle others, too.
        """
        if self._plan is None:
            self._plan = tuple(self._planned())
        return self._plan

    def _planned(self) -> Iterator[int]:
        stock, answers, asked = self.stock, dict(self._answers), set[int]()
        while len(asked) <= HANDFUL:
            doubt = next((one for one in stock.doubtful if self.number_of(one.look) not in asked), None)
            if doubt is None:
                return
            number = self.number_of(doubt.look)
            asked.add(number)
            yield number
            answers |= {number - 1: doubt.candidates[0][0]} if doubt.candidates else {}
            stock = take_stock(self._looks, self.kind, answers, self._placed)

    @property
    def unreadable(self) -> bool:
        """Whether so much is doubtful, or seen badly, that the deck is better laid out in order."""
        much = len(self.plan) > HANDFUL or len(self.stock.again) > MOST_LAID
        return much and len(self.stock.missing) > MOST_LAID

    @property
    def asks(self) -> tuple[int, ...]:
        """The cards to ask about now: none where the cards that lack are to be laid out alone."""
        return () if self._left or self.stock.again or len(self.plan) > HANDFUL else self.plan

    @property
    def rest(self) -> tuple[Card, ...]:
        """The cards to be laid out alone and in this order: those that lack, where questions do not settle it."""
        return () if self.asks or self.unreadable else self.stock.missing

    @property
    def lacks_tens(self) -> bool:
        """Whether all that has a name is there, and tens of a pack of 52 are not."""
        return not self.stock.missing and len(self.stock.strangers) < self.kind.strangers

    @property
    def fault(self) -> str | None:
        """What keeps the deck from being complete and what to do about it, in one sentence, or nothing."""
        if self.stock.complete:
            return None
        if self.unreadable:
            return (
                f"{len(self.stock.missing)} of its cards cannot be told apart; "
                "lay it out in order, a suit a picture, and say --in-order"
            )
        return self._asking() or self._lacking() or self._uncounted()

    def _asking(self) -> str:
        numbers = " ".join(map(str, self.asks))
        return f"cards {numbers} are doubtful; say what each is with --is NUMBER=CARD" if numbers else ""

    def _lacking(self) -> str:
        """What to lay out once more: the cards by name, whether or not it is known which looks show them."""
        cards = " ".join(map(str, self.rest))
        if not cards:
            return ""
        return (
            f"missing {cards}; lay these cards alone, in this order, rows from the left, "
            "ten to a picture at most, and add it with --rest"
        )

    def _uncounted(self) -> str:
        return (
            f"{len(self.stock.strangers)} of the {self.kind.strangers} tens of a deck of 52 were seen; "
            "give one more picture, of the tens alone, with --from"
        )

    def aid(self, number: int) -> tuple[str, Picture]:
        """A name for the picture that helps to answer a question, and that picture: the card, and where it lies."""
        look = self._looks[number - 1]
        return f"card-{number}.png", question_picture(self.pictures[look.picture][1], look)

    def place(self, number: int) -> tuple[int, int, int]:
        """Where a card lies: the picture, its row in that and its place in the row, from 1."""
        look = self._looks[number - 1]
        quads = [one.corners_px for one in self._looks if one.picture == look.picture]
        return (look.picture + 1, *place_of(look.corners_px, quads))

    def example(self) -> tuple[str, Picture]:
        """A name for the picture of what is to be laid out in order, and that picture."""
        return ("rest.png", rest_example(self.rest)) if self.rest else ("in-order.png", order_example(self.kind.pack))

    def _question(self, doubt: Doubtful) -> str:
        look = doubt.look
        _, row, place = self.place(self.number_of(look))
        either = f" {text('screen', 'or', self.language)} "
        offered = either.join(f"{card} ({p:.0%})" for card, p in doubt.candidates)
        values = {"number": self.number_of(look), "name": self._name(look), "row": row, "place": place}
        return self.words("question", what=offered or self._reason(doubt), **values)

    def _reason(self, doubt: Doubtful) -> str:
        return self.words("twin", card=doubt.twin) if doubt.twin else self.words("stranger")

    def words(self, key: str, **values: object) -> str:
        """A text of enrolments with its values, in the language."""
        return text("enrolment", key, self.language).format(**values)

    def number_of(self, look: ShownCard) -> int:
        """The number of a look, from 1."""
        return next(n for n, one in enumerate(self._looks, 1) if one is look)

    def _name(self, look: ShownCard) -> str:
        return self.pictures[look.picture][0]
