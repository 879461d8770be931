"""What phones have said, as presses that still fit the game; and what the display shows for them."""

from collections.abc import Callable
from typing import Literal

from firmware.announce.texts import text
from firmware.announce.view import CodeOnDisplay
from firmware.phones.inbox import PhoneInbox
from firmware.phones.messages import (
    BegunAnew,
    DisplayWish,
    PhoneMessage,
    PictureWish,
    SaidInput,
    ShownCodes,
    ShownLine,
)
from firmware.referee import Referee
from firmware.signals import ButtonPress
from firmware.standing.questions import open_question, question_key
from firmware.standing.writing import told_plays
from vision.frame import Picture

EACH_S = 8.0
"""So long each of several codes is shown in its turn: to take a phone out of its pocket and hold it there."""
NO_PAGE_S = 5.0
"""So long it is said that no page is open."""
EVERY_S = 0.7
"""Between two pictures for whoever aims the camera: quick enough for hands that move it, 4 % of a core."""


class PhoneDesk:
    """Sorts the messages of phones.

    Attributes:
        anew: what the owner wants the program to begin again with; ``None``: it goes on.
    """

    def __init__(
        self,
        inbox: PhoneInbox,
        show: Callable[[Picture], object] = lambda _picture: None,
        ask: Callable[[DisplayWish], object] = lambda _wish: None,
    ) -> None:
        """Take messages from an inbox.

        Args:
            inbox: has what phones have sent.
            show: is given what the camera sees, while somebody wants to see it.
            ask: asks the page for something; an ``OSError``: there is none.
        """
        self._ask, self._codes, self._asked_s = ask, ShownCodes(0, (), 1.0), 0.0
        self._codes_until_s, self._away, self._won = 0.0, 0, False
        self._inbox, self._show = inbox, show
        self.anew: BegunAnew | None = None
        self._seen_until_s = self._held_until_s = self._next_s = 0.0
        self._line, self._until_s = "", 0.0

    def take(self, referee: Referee, now_s: float) -> list[ButtonPress]:
        """What was said since this was asked last; what answers a question that is gone was not said.

        Args:
            referee: judges the match.
            now_s: by the clock.
        """
        won, self._won = self._won, bool(referee.scoreboard.winners)
        if self._won and not won:
            self.put_away()
        messages = self._inbox.take()
        for message in messages:
            self._note(message, now_s)
        said = [one for one in messages if isinstance(one, SaidInput) and one.seat < referee.setup.players]
        return [ButtonPress(0, one.seat, one.input) for one in said if _fits(one, referee)]

    def _note(self, message: PhoneMessage, now_s: float) -> None:
        match message:
            case ShownLine():
                self._line, self._until_s = message.text, now_s + message.for_s
            case PictureWish():
                self._wish(message, now_s)
            case BegunAnew():
                self.anew = message
            case ShownCodes():
                self._take_codes(message, now_s)

    def _take_codes(self, message: ShownCodes, now_s: float) -> None:
        if message.showing == self._away:
            return
        if message.showing != self._codes.showing:
            self._asked_s = now_s
        self._codes, self._codes_until_s = message, now_s + message.for_s

    def wish(self, word: Literal["phones", "owner"], language: str, now_s: float) -> None:
        """Ask the page for codes; where none is open, say so.

        Args:
            word: which codes.
            language: of what is said.
            now_s: by the clock.
        """
        try:
            self._ask(DisplayWish(word))
        except OSError:
            self._line, self._until_s = text("press", "no_page", language), now_s + NO_PAGE_S

    def put_away(self) -> None:
        """Show no codes any more, until somebody asks again."""
        self._away, self._codes_until_s = self._codes.showing, 0.0

    def code(self, now_s: float) -> CodeOnDisplay | None:
        """The code that is to be shown now; ``None``: none."""
        codes = self._codes.codes
        if not codes or now_s >= self._codes_until_s:
            return None
        return codes[int((now_s - self._asked_s) / EACH_S) % len(codes)]

    def _wish(self, wish: PictureWish, now_s: float) -> None:
        self._seen_until_s = now_s + wish.for_s
        self._held_until_s = self._seen_until_s if wish.holds else self._held_until_s

    def holds(self, now_s: float) -> bool:
        """Whether the match is to see nothing now: a deck is being shown."""
        return now_s < self._held_until_s

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
