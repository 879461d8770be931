"""A deck shown picture by picture: what lies there now, what was kept, and what was laid out once more."""

from collections.abc import Callable, Mapping, Sequence

from firmware.cards import Card
from firmware.decks.enrolling import Enrolment
from firmware.decks.in_order import AnswerError
from vision.frame import Picture
from vision.repeats import together
from vision.shown import ShownCard

LookAt = Callable[[Picture, int], list[ShownCard]]
"""The cards in a picture, which will be that number of the enrolment; see :func:`vision.shown.shown_cards`."""
Judge = Callable[[Sequence[tuple[str, Picture]], Sequence[ShownCard], int, Mapping[int, Card]], Enrolment]
"""What pictures and the cards in them come to, by how many of the last show in order what the others lack, and by
answers; see :meth:`firmware.decks.enrolling.Enrolment.of`."""


class DeckCollection:
    """The pictures that were kept, and the table that lies there.

    Attributes:
        pictures: each kept table's name, and its picture (H, W, 3) uint8 BGR.
        rest: so many of the last show, alone and in order, what those before them lack.
        answers: what a person said of cards, by their numbers.
    """

    def __init__(self, look_at: LookAt, judge: Judge, answers: Mapping[int, Card] | None = None) -> None:
        """Begin with no table.

        Args:
            look_at: finds the cards in a picture.
            judge: says what they come to.
            answers: given beforehand.
        """
        self._look_at, self._judge, self.answers = look_at, judge, dict(answers or {})
        self.pictures: list[tuple[str, Picture]] = []
        self.rest = 0
        self._round: int | None = None
        self._looks: list[ShownCard] = []
        self._picture: Picture | None = None
        self._here: list[ShownCard] = []

    def see(self, picture: Picture) -> None:
        """Look at the table as it lies now."""
        self._picture, self._here = picture, self._look_at(picture, len(self.pictures))

    @property
    def looks_here(self) -> tuple[ShownCard, ...]:
        """The cards that lie there."""
        return tuple(self._here)

    @property
    def here(self) -> tuple[str, ...]:
        """What the cards that lie there are most likely."""
        return tuple(str(look.likeliest) for look in self._here)

    @property
    def count(self) -> int:
        """How many different cards were kept; of those that are laid out once more, since that was begun."""
        return len(together(self._lately))

    @property
    def fresh(self) -> bool:
        """Whether a card lies there that was not kept before, or not since cards are laid out once more."""
        return len(together([*self._lately, *self._here])) > self.count

    @property
    def _lately(self) -> list[ShownCard]:
        return [look for look in self._looks if look.picture >= (self._round or 0)]

    def keep(self) -> bool:
        """Keep the table as it lies now, if that shows a card more: so a button that bounces keeps it once."""
        if self._picture is None or not self.fresh:
            return False
        self.add(f"table{len(self.pictures) + 1}.png", self._picture, self._here)
        self._picture, self._here = None, []
        return True

    def add(self, name: str, picture: Picture, looks: Sequence[ShownCard] | None = None) -> None:
        """Keep a picture.

        Args:
            name: what it is called.
            picture: (H, W, 3) uint8 BGR.
            looks: the cards in it, where they were looked at already.
        """
        self._looks += self._look_at(picture, len(self.pictures)) if looks is None else looks
        self.pictures.append((name, picture))
        self.rest += self._round is not None

    def begin_rest(self) -> None:
        """From now on what is kept shows, alone and in order, what lacks by now."""
        self._round = len(self.pictures)

    def take_back(self) -> None:
        """Forget what was kept since cards are laid out once more: they do not lie as was told."""
        first = self._round or 0
        self.rest -= len(self.pictures) - first
        self.pictures = self.pictures[:first]
        self._looks = [look for look in self._looks if look.picture < first]

    def enrolment(self) -> Enrolment:
        """What the kept tables come to.

        Raises:
            AnswerError: as of :meth:`firmware.decks.enrolling.Enrolment.of`.
        """
        return self._judge(self.pictures, self._looks, self.rest, self.answers)

    @property
    def fault(self) -> str | None:
        """What keeps the deck from being whole, or nothing."""
        try:
            return self.enrolment().fault
        except AnswerError as fault:
            return str(fault)
