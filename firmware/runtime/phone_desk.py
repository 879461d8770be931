"""What phones have said, as presses that still fit the game; and the line that the display shows for them."""

from collections.abc import Callable

from firmware.phones.inbox import PhoneInbox
from firmware.phones.messages import BegunAnew, PictureWish, SaidInput, ShownLine
from firmware.referee import Referee
from firmware.signals import ButtonPress
from firmware.standing.questions import open_question, question_key
from firmware.standing.writing import told_plays
from vision.frame import Picture

EVERY_S = 0.7
"""Between two pictures for whoever aims the camera: quick enough for hands that move it, 2 % of a core."""


class PhoneDesk:
    """Sorts the messages of phones.

    Attributes:
        anew: the owner wants a new match by new settings.
    """

    def __init__(self, inbox: PhoneInbox, show: Callable[[Picture], object] = lambda _picture: None) -> None:
        """Take messages from an inbox.

        Args:
            inbox: has what phones have sent.
            show: is given what the camera sees, while somebody wants to see it.
        """
        self._inbox, self._show, self.anew = inbox, show, False
        self._seen_until_s = self._next_s = 0.0
        self._line, self._until_s = "", 0.0

    def take(self, referee: Referee, now_s: float) -> list[ButtonPress]:
        """What was said since this was asked last; what answers a question that is gone was not said.

        Args:
            referee: judges the match.
            now_s: by the clock.
        """
        said: list[ButtonPress] = []
        for message in self._inbox.take():
            if isinstance(message, ShownLine):
                self._line, self._until_s = message.text, now_s + message.for_s
            elif isinstance(message, PictureWish):
                self._seen_until_s = now_s + message.for_s
            elif isinstance(message, BegunAnew):
                self.anew = True
            elif message.seat < referee.setup.players and _fits(message, referee):
                said.append(ButtonPress(0, message.seat, message.input))
        return said

    def see(self, picture: Picture, now_s: float) -> None:
        """Show what the camera sees, if that is wanted and not too soon after the last one.

        Args:
            picture: (H, W, 3) uint8 BGR.
            now_s: by the clock.
        """
        if self._next_s <= now_s < self._seen_until_s:
            self._next_s = now_s + EVERY_S
            self._show(picture)

    def line(self, now_s: float) -> str:
        """What is to be shown now; empty: nothing."""
        return self._line if now_s < self._until_s else ""


def _fits(said: SaidInput, referee: Referee) -> bool:
    """Whether the game is still as he saw it who said that."""
    if said.asked and said.asked != question_key(open_question(referee.scoreboard)):
        return False
    return said.plays is None or said.plays == told_plays(referee.history)
