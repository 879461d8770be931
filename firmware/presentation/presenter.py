"""What a moment looks and sounds like: the referee's scoreboard and events become a screen, lines of text and tones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from firmware.announce.phrases import phrase
from firmware.announce.say import FOOTER, challenge_question, highlight, question, sound
from firmware.announce.screens import screen
from firmware.announce.seating import Seating
from firmware.announce.spoken import PAUSED, SpokenSentence, spoken
from firmware.announce.texts import text
from firmware.announce.tones import Tone
from firmware.announce.view import CodeOnDisplay, Highlight, Question, ScreenView
from firmware.announce.wide import Drawing
from firmware.presentation.hearing import Hearing
from firmware.referee import Scoreboard
from firmware.storage.moment import Moment

HOLD_MS = 4000
"""How long the last event stays on the display: long enough to look up from the cards, shorter than two plays."""
ASKS_MS, HINTS_MS = 6000, 2000
"""How long a question stands above its answers, and then by turns how to see others. A judgement."""


def view_of(board: Scoreboard, said: Highlight | None, language: str, seating: Seating) -> ScreenView:
    """What the screens need to show a scoreboard.

    Args:
        board: how the match stands.
        said: the last thing worth showing.
        language: of the players.
        seating: what seats and sides are called.
    """
    asked = question(board.question, language, seating) if board.question else None
    asked = challenge_question(board.open_challenge, language, seating) if board.open_challenge else asked
    awaiting = board.turn is None and not board.winners and not board.winning
    return ScreenView(
        scores=board.scores,
        players=seating.players,
        turn=board.turn,
        dealer=board.dealer,
        deal=max(board.deal + awaiting, 1),  # between two, the next one is awaited
        batch=board.batch,
        batches=board.batches,
        last=said,
        question=asked,
        provisional=board.provisional or bool(board.winning),
        winners=board.winners,
        awaiting_layout=awaiting,
        names=seating.names,
    )


@dataclass(frozen=True, slots=True)
class Presentation:
    """What players got to see and hear at one moment.

    Attributes:
        picture: the screen, mode "1".
        lines: what happened, one text for each event.
        tones: what the buzzer plays; empty: nothing.
        fresh: the screen differs from the one before.
        clips: what is said aloud, names of clips; empty: nothing.
    """

    picture: Image.Image
    lines: tuple[str, ...]
    tones: Sequence[Tone]
    fresh: bool = True
    clips: tuple[str, ...] = ()


class Presenter:
    """Tells moments in one language; remembers only what is still to be shown.

    Attributes:
        fault: why nothing can be watched, to be shown instead of all else; empty: it can.
        notice: a sentence that was asked for, to be shown before even that; empty: none.
        recording: pictures of the table are kept, which a dot says.
        hearing: what is heard.
        hint: what a button that is being pressed will say, to be shown instead of what was said last; empty: none is.
        invitation: what is shown where nothing was said lately; empty: nothing.
        code: a code that somebody has asked for; ``None``: none.
    """

    def __init__(self, seating: Seating, language: str, draw: Drawing = screen, width: int = FOOTER) -> None:
        """Begin with nothing said.

        Args:
            seating: who sits at the table.
            language: one of :data:`firmware.announce.texts.LANGUAGES`.
            draw: makes the picture.
            width: letters of what was said last that it has room for.
        """
        self._seating, self._language, self._draw, self._width = seating, language, draw, width
        self.fault = self.hint = self.notice = self.invitation = ""
        self.code: CodeOnDisplay | None = None
        self.recording = False
        self.hearing = Hearing()
        self._paused = False
        self._said: Highlight | None = None
        self._said_ms = 0
        self._question: Question | None = None
        self._asked_ms = 0
        self._shown: tuple[ScreenView, Image.Image] | None = None

    def seat(self, seating: Seating) -> None:
        """Tell another match from now on, perhaps of other players."""
        self._seating = seating

    def tell(self, moment: Moment) -> Presentation:
        """The screen, the lines and the tones for ``moment``."""
        self._remember(moment)
        line = self.hint or ("" if self._said else self.invitation)
        view = view_of(moment.board, Highlight(line) if line else self._said, self._language, self._seating)
        view = replace(view, fault=self.fault, notice=self.notice, recording=self.recording, code=self.code)
        view = replace(view, question=view.question and self._asked(view.question, moment))
        lines = tuple(phrase(event, self._language, seating=self._seating) for event in moment.events)
        fresh = self._shown is None or self._shown[0] != view
        self._shown = (view, self._draw(view, self._language)) if self._shown is None or fresh else self._shown
        tones = self.hearing.tones_of(sound(moment.events))
        return Presentation(self._shown[1], lines, tones, fresh, self.hearing.clips_of(self._utterance(moment)))

    def _asked(self, question: Question, moment: Moment) -> Question:
        """The question; above its answers what letting go of a button will say, or by turns how to see others."""
        if question != self._question:
            self._question, self._asked_ms = question, moment.t_ms
        hints = (moment.t_ms - self._asked_ms) % (ASKS_MS + HINTS_MS) >= ASKS_MS and self._has_others(moment.board)
        by_turns = text("screen", "neither", self._language) if hints else question.text
        return replace(question, text=self.hint or by_turns)

    def _has_others(self, board: Scoreboard) -> bool:
        """Whether the question has other answers than the two that are shown: not that between two players."""
        asked = None if board.open_challenge else board.question
        return asked is not None and len(asked.seats) < self._seating.players

    def _utterance(self, moment: Moment) -> SpokenSentence | None:
        """What is to be said: that the table cannot be seen any more comes before all that happened there."""
        before, self._paused = self._paused, bool(self.fault)
        if self._paused and not before:
            return PAUSED
        return spoken(moment.events, moment.board.scores, self._seating) if moment.events else None

    def _remember(self, moment: Moment) -> None:
        said = highlight(moment.events, self._language, self._seating, self._width)
        if said or moment.t_ms - self._said_ms > HOLD_MS:
            self._said, self._said_ms = said, moment.t_ms
