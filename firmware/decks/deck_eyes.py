"""The eyes of an enrolment: they find the cards in its pictures, and see how its deck is printed."""

from collections.abc import Mapping, Sequence

from firmware.cards import Card
from firmware.decks.enrolling import Enrolment
from vision.frame import Picture
from vision.identify import Identifier
from vision.locate import Detector
from vision.other_prints import PrintReader
from vision.shown import ShownCard, shown_cards


class DeckEyes:
    """A detector and a classifier that look at the pictures of one deck."""

    def __init__(self, detector: Detector, identifier: Identifier) -> None:
        """Use these networks."""
        self._detector, self._identifier = detector, identifier
        self._print_reader = PrintReader(identifier)

    def look_at(self, picture: Picture, number: int) -> list[ShownCard]:
        """The cards in a picture (H, W, 3) uint8 BGR, which is that number of the enrolment, from 0."""
        return shown_cards(picture, number, self._detector, self._identifier)

    def enrolment(
        self,
        pictures: Sequence[tuple[str, Picture]],
        looks: Sequence[ShownCard],
        rest: int = 0,
        answers: Mapping[int, Card] | None = None,
        *,
        pack: str | None = None,
        in_order: bool = False,
    ) -> Enrolment:
        """What the pictures come to: :meth:`firmware.decks.enrolling.Enrolment.of`, the deck read as it is printed.

        Args:
            pictures: (name, (H, W, 3) uint8 BGR) each.
            looks: the cards in all of them, in order.
            rest: so many of the last pictures show in order what the others lack.
            answers: cards by number.
            pack: how many cards the deck has.
            in_order: whether all lie in the order of the pack.

        Raises:
            AnswerError: as there.
        """
        read = looks if in_order else self._print_reader.read(looks, len(pictures) - rest)
        return Enrolment.of(pictures, read, rest, answers, pack=pack, in_order=in_order)
