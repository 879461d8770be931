"""People who answer the referee's questions truthfully, with two buttons: at once, or when the session is over."""

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from firmware.cards import Card
from firmware.decoding.history import HistoryEntry, Step
from firmware.dialogue.answers import shown_choices
from firmware.events import Doubt
from firmware.referee import Referee
from firmware.rules.play import Play
from firmware.signals import ButtonPress
from models.benchmarks.score import ComparedPlay, align, compared_plays, unlike

MOST = 40
"""Questions answered: more than there are plays in a deal."""
THINKS_MS = 30_000
"""Until the next answer: whatever else is to be asked is asked by then."""
ANSWERS_MS = 5_000
"""Until somebody answers while the game goes on: he reads, and reaches for the box. A judgement."""
TURNS = 6
"""Times that somebody asks for other choices of one question: twelve ranks and no play are seven pairs."""
NEAR_MS = 2500
"""A play that was told, though nothing was played there, is what was played by the same player so long before or after:
as long as people wait for what is told (``patience_ms``)."""


class TimedTruth(NamedTuple):
    """A play, and when it was made."""

    t_ms: int
    play: ComparedPlay


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


def true_plays(truth: Mapping[str, Any]) -> list[TimedTruth]:
    """The plays of a ``truth.json``."""
    times = (int(play["t_ms"]) for play in truth["plays"])
    return list(map(TimedTruth, times, compared_plays(truth["plays"])))


def _read(referee: Referee) -> list[ComparedPlay]:
    return [ComparedPlay(play.seat, play.card) for play in referee.plays]


def true_choice(doubt: Doubt, play: int | None, true: Sequence[TimedTruth], read: Sequence[ComparedPlay]) -> int | None:
    """Which of the two choices is the truth, 0 or 1; ``None`` if neither is, or the question is about a layout.

    Args:
        doubt: the question.
        play: the index of the play it is about; ``None``: it is about a layout.
        true: the plays as they were.
        read: the plays as the referee reads them.
    """
    if play is None:
        return None
    truth = _truth(doubt, play, true, read)
    for number, choice in enumerate(shown_choices(doubt)):
        if _fits(choice, truth):
            return number
    return None


def _truth(doubt: Doubt, play: int, true: Sequence[TimedTruth], read: Sequence[ComparedPlay]) -> ComparedPlay | None:
    """What was played there; of what its player has played and was read otherwise, that nearest in time.

    By its place among the plays alone a missed one would be answered with the next.
    """
    plays = [one.play for one in true]
    pairs = align(plays, read)
    there = next(t for t, r in pairs if r == play)
    missed = [t for t, _ in unlike(pairs, plays, read) if t is not None and plays[t].seat == read[play].seat]
    if there is None:
        missed = [t for t in missed if abs(true[t].t_ms - doubt.t_ms) <= NEAR_MS]
    elif there not in missed:
        return plays[there]
    nearest = min(missed, key=lambda t: abs(true[t].t_ms - doubt.t_ms), default=None)
    return None if nearest is None else plays[nearest]


def _fits(choice: Card | int | None, truth: ComparedPlay | None) -> bool:
    """Whether a choice, a card or a seat or no play at all, is what was played."""
    if choice is None or truth is None:
        return choice is None and truth is None
    return choice.rank == truth.card.rank if isinstance(choice, Card) else choice == truth.seat


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
