"""People who answer the referee's questions truthfully, with two buttons: at once, or when the session is over."""

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from firmware.decoding.history import HistoryEntry, Step
from firmware.events import Doubt
from firmware.referee import Referee
from firmware.rules.play import Play
from firmware.signals import ButtonPress
from models.benchmarks.score import ComparedPlay, align, unlike
from models.benchmarks.true_choice import TimedTruth, true_choice, true_plays

MOST = 40
"""Questions answered: more than there are plays in a deal."""
THINKS_MS = 30_000
"""Until the next answer: whatever else is to be asked is asked by then."""
ANSWERS_MS = 5_000
"""Until somebody answers while the game goes on: he reads, and reaches for the box. A judgement."""
TURNS = 6
"""Times that somebody asks for other choices of one question: twelve ranks and no play are seven pairs."""


@dataclass(frozen=True, slots=True)
class OracleResult:
    """What came of it.

    Attributes:
        answered: questions that had the truth among their first two choices.
        neither: questions that had not: one about a play was answered by another choice, one about a layout was left
            open like those after it.
        wrong: plays that are wrong in seat or rank, missed or invented, after all that.
        warned: those of them in sessions at whose end the referee says that table and game do not agree (O7).
        exact: sessions whose score is right after that.
    """

    answered: int = 0
    neither: int = 0
    wrong: int = 0
    warned: int = 0
    exact: int = 0

    def __add__(self, other: "OracleResult") -> "OracleResult":
        """The sums of both."""
        return OracleResult(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


def answer_all(referee: Referee, truth: Mapping[str, Any], t_ms: int) -> OracleResult:
    """Answer what is still asked at the end of a session.

    Args:
        referee: it has closed its session, at ``t_ms``.
        truth: the contents of ``truth.json``.
        t_ms: when the session was closed.
    """
    timed, player = true_plays(truth), OraclePlayer(referee)
    true = [one.play for one in timed]
    warned = referee.scoreboard.disagreement is not None
    while (word := player.word(timed)) and player.answered + player.neither < MOST:
        t_ms += THINKS_MS
        referee.feed(ButtonPress(t_ms, None, word))
    read = _read(referee)
    wrong = len(unlike(align(true, read), true, read))
    exact = list(truth["scores"]) == list(referee.scoreboard.scores)
    return OracleResult(player.answered, player.neither, wrong, wrong if warned else 0, int(exact))


class OraclePlayer:
    """Answers by the truth, and asks for other choices where it is not among the two that are shown.

    Attributes:
        answered: questions that had the truth among their first two choices.
        neither: questions that had not.
    """

    def __init__(self, referee: Referee) -> None:
        """Answer that referee."""
        self._referee = referee
        self._step, self._turns = -1, 0
        self.answered = self.neither = 0

    def word(self, true: Sequence[TimedTruth]) -> str:
        """What he presses now: ``a``, ``b`` or ``neither``; empty: nothing, since none is asked or no choice is true.

        Args:
            true: the plays as they were.
        """
        doubt = self._referee.scoreboard.question
        if doubt is None:
            return ""
        play = play_of_step(self._referee.history, doubt.step)
        chosen = true_choice(doubt, play, true, _read(self._referee))
        if chosen is None:
            return self._turn(doubt, play)
        self.answered += self._step != doubt.step
        self._step = -1
        return "ab"[chosen]

    def _turn(self, doubt: Doubt, play: int | None) -> str:
        """Ask for other choices, if there are any that he has not seen."""
        if self._step != doubt.step:
            self._step, self._turns = doubt.step, 0
            self.neither += 1
        self._turns += 1
        return "neither" if play is not None and self._turns <= TURNS else ""


def _read(referee: Referee) -> list[ComparedPlay]:
    return [ComparedPlay(play.seat, play.card) for play in referee.plays]


class AnsweringPlayer:
    """Answers each question a little after it was asked, while the game goes on."""

    def __init__(self, referee: Referee, truth: Mapping[str, Any]) -> None:
        """Answer that referee.

        Args:
            referee: who asks.
            truth: the contents of ``truth.json``.
        """
        self._referee, self._player = referee, OraclePlayer(referee)
        self._plays = true_plays(truth)
        self._asked: Doubt | None = None
        self._asked_ms = 0

    def presses(self, t_ms: int, last: bool) -> Sequence[ButtonPress]:
        """What is pressed at that time.

        Args:
            t_ms: the time.
            last: nothing more will be seen: whoever thinks answers now.
        """
        doubt = self._referee.scoreboard.question
        if doubt != self._asked:
            self._asked, self._asked_ms = doubt, t_ms
        if doubt is None or (t_ms - self._asked_ms < ANSWERS_MS and not last):
            return ()
        self._asked_ms = t_ms  # where no choice is true he thinks of it again later
        word = self._player.word(self._plays[: bisect(self._plays, t_ms, key=lambda one: one.t_ms)])
        return (ButtonPress(t_ms, None, word),) if word else ()


def play_of_step(history: Sequence[HistoryEntry], number: int) -> int | None:
    """The index of the play that is step ``number`` of a history; ``None``: it is a layout, or there is none."""
    steps = [entry.fact for entry in history if isinstance(entry.fact, Step)]
    if not (number < len(steps) and isinstance(steps[number].action, Play)):
        return None
    return sum(isinstance(step.action, Play) for step in steps[:number])
