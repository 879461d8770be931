"""A deck shown to a camera, table by table: what lies there now, and what was kept."""

from collections.abc import Callable, Sequence

from firmware.decks.enrolling import AnswerError, Enrolment
from vision.frame import Picture
from vision.repeats import together
from vision.shown import ShownCard

LookAt = Callable[[Picture, int], list[ShownCard]]
"""The cards in a picture, which will be that number of the enrolment; see :func:`vision.shown.shown_cards`."""
Judge = Callable[[Sequence[tuple[str, Picture]], Sequence[ShownCard]], Enrolment]
"""What pictures and the cards in them come to."""


class DeckCollection:
    """The tables that were kept, and the one that lies there.

    Attributes:
        pictures: each kept table's name, and its picture (H, W, 3) uint8 BGR.
    """

    def __init__(self, look_at: LookAt, judge: Judge) -> None:
        """Begin with no table."""
        self._look_at, self._judge = look_at, judge
        self.pictures: list[tuple[str, Picture]] = []
        self._looks: list[ShownCard] = []
        self._picture: Picture | None = None
        self._here: list[ShownCard] = []

    def see(self, picture: Picture) -> None:
        """Look at the table as it lies now."""
        self._picture, self._here = picture, self._look_at(picture, len(self.pictures))

    @property
    def here(self) -> tuple[str, ...]:
        """What the cards that lie there are most likely."""
        return tuple(str(look.likeliest) for look in self._here)

    @property
    def count(self) -> int:
        """How many different cards were kept."""
        return len(together(self._looks))

    @property
    def fresh(self) -> bool:
        """Whether a card lies there that was not kept before."""
        return len(together([*self._looks, *self._here])) > self.count

    def keep(self) -> bool:
        """Keep the table as it lies now, if that shows a card more: so a button that bounces keeps it once."""
        if self._picture is None or not self.fresh:
            return False
        self.pictures.append((f"table{len(self.pictures) + 1}.png", self._picture))
        self._looks += self._here
        self._picture, self._here = None, []
        return True

    def enrolment(self) -> Enrolment:
        """What the kept tables come to.

        Raises:
            AnswerError: as of :meth:`firmware.decks.enrolling.Enrolment.of`.
        """
        return self._judge(self.pictures, self._looks)

    @property
    def fault(self) -> str | None:
        """What keeps the deck from being whole, or nothing."""
        try:
            return self.enrolment().fault
        except AnswerError as fault:
            return str(fault)
