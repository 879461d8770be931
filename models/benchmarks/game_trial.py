"""A witnessed match put before the referee, press by press: its score at the end and at every moment, its doubts."""

import json
import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from firmware.cards import Rank
from firmware.decoding.history import Step
from firmware.events import Event
from firmware.presentation.json_lines import closing_line
from firmware.referee import MatchSetup, Referee
from firmware.replaying.replay import watch
from firmware.rules.events import CardPlayed
from firmware.rules.play import Play
from firmware.storage.moment import Moment
from models.benchmarks.failure_dump import dump_failure
from models.benchmarks.latency import Latency
from models.benchmarks.mistakes import Mistake, mistakes
from models.benchmarks.oracle_player import AnsweringPlayer, OracleResult, play_of_step
from models.benchmarks.score import Result, compare
from models.benchmarks.trial import Trial, doubted_deals, still_asked
from models.synthetic.films.session_folder import truth_of
from models.synthetic.films.witnessed import WitnessedMatch
from models.synthetic.play.mishaps import Mishap
from vision.frame import Frame

BLANK = np.zeros((1, 1, 3), np.uint8)
GRACE_MS = 5000
"""A shown score is right if it was the true one at some moment not longer than this before or after: patience (2.5 s),
and as much again for a card under a hand, and for a late press (2 s, D4)."""
STAY_MS = 60_000
"""So long people who answer stay at the table when the cards are gathered: they are asked 8 s after a deal is over
(:data:`~firmware.dialogue.open_questions.SMOOTHING_MS`), and then answer one question after the other. A judgement."""


class ToldShare(NamedTuple):
    """How sure the referee was of the present deal when he told a play, 0 to 1, and whether he was right."""

    share: float
    right: bool


@dataclass(frozen=True, slots=True)
class GameTrial:
    """What came of a match.

    Attributes:
        seed, rules, players: which it was.
        result: how well it was understood; a game is exact if score and winners are.
        always: at every moment the score shown was right.
        told: the same, or it was marked as provisional.
        wrong_ms: for how long a wrong score was shown that was not marked.
        watched_ms: how long the match took.
        corrections: what was told and taken back.
        mistakes: what was misread, and when.
        mishaps: what went wrong at the table.
        doubted: the deals, from 1, of which it was said that they are doubtful.
        shares: how sure the referee was whenever he told a play, and whether he was right.
        trial: all that was fed and answered, if anything was misread.
    """

    seed: int
    rules: str
    players: int
    result: Result
    always: bool
    told: bool
    wrong_ms: int
    watched_ms: int
    corrections: int
    mistakes: tuple[Mistake, ...]
    mishaps: tuple[Mishap, ...]
    doubted: tuple[int, ...] = ()
    shares: tuple[ToldShare, ...] = ()
    trial: Trial | None = None

    @property
    def exact(self) -> bool:
        """Whether score and winners were exact at the end."""
        return bool(self.result.games_exact)


@dataclass(frozen=True, slots=True)
class TrueScores:
    """The true score over time: from each of the times on, in order, the score that belongs to it."""

    times_ms: Sequence[float]
    scores: Sequence[tuple[int, ...]]

    def about(self, t_ms: float) -> frozenset[tuple[int, ...]]:
        """The scores that were true at some moment near to that."""
        first = max(bisect_right(self.times_ms, t_ms - GRACE_MS) - 1, 0)
        return frozenset(self.scores[first : bisect_left(self.times_ms, t_ms + GRACE_MS)])


def true_scores(witnessed: WitnessedMatch) -> TrueScores:
    """The true score of a match over time."""
    plays = zip(witnessed.timeline.plays, witnessed.match.scores, strict=True)
    changes = [(float(play.t_ms), number + 1, 0, scores) for number, (play, scores) in enumerate(plays)]
    changes += [(float(one.t_ms), one.said.play, 1, one.said.scores) for one in witnessed.presses]
    in_order = sorted(changes, key=lambda one: one[1:3])  # who presses late has spoken before (D4)
    times = list(np.maximum.accumulate([-math.inf, *(one[0] for one in in_order)]))
    sides = len(witnessed.timeline.deals[-1].scores)
    return TrueScores(times, [(0,) * sides, *(one[3] for one in in_order)])


def judged_game(witnessed: WitnessedMatch, *, answers: bool = False) -> GameTrial:
    """Referee the match and compare it with its truth.

    Args:
        witnessed: the match.
        answers: people answer what is asked, truthfully; else nobody does.
    """
    script = witnessed.match.script
    referee = Referee(MatchSetup(script.players, script.dealer, script.rules))
    moments, told = list[Moment](), list[ToldShare]()
    for moment in watched(witnessed, referee, answers=answers):
        moments.append(moment)
        if any(isinstance(event, CardPlayed) for event in moment.events):
            told.append(ToldShare(referee.confidence, is_true_deal(witnessed, referee)))
    return judge(witnessed, referee, moments, told)


def is_true_deal(witnessed: WitnessedMatch, referee: Referee) -> bool:
    """Whether all that was told of the present deal is true: who played which rank."""
    told: list[tuple[int, Rank]] = []
    for step in (entry.fact for entry in referee.history if isinstance(entry.fact, Step)):
        told = [*told, (step.action.seat, step.action.card.rank)] if isinstance(step.action, Play) else []
    deals = witnessed.match.script.deals
    deal = deals[min(max(referee.scoreboard.deal, 1), len(deals)) - 1]
    true = [(turn.seat, turn.card.rank) for turns in deal.batches for turn in turns]
    return told == true[: len(told)]


def judge(
    witnessed: WitnessedMatch, referee: Referee, moments: Sequence[Moment], told: Sequence[ToldShare] = ()
) -> GameTrial:
    """Compare what a referee made of a match with its truth.

    Args:
        witnessed: the match.
        referee: who has watched it.
        moments: all that he was told and has answered.
        told: how sure he was whenever he told a play.
    """
    script, timeline = witnessed.match.script, witnessed.timeline
    events: list[tuple[int, Event]] = [(moment.t_ms, event) for moment in moments for event in moment.events]
    asked = {play_of_step(referee.history, step) for step in still_asked(events)}
    outcome, truth = closing_line(referee), truth_of(timeline)
    closed = json.loads(outcome)
    board = referee.scoreboard
    plays = {play for play in asked if play is not None}
    result = compare(truth, closed, plays, marked=board.disagreement is not None)
    exact = board.scores == timeline.deals[-1].scores and board.winners == script.winners
    result, found = replace(result, games_exact=int(exact)), mistakes(truth, closed)
    wrong_ms, marked_ms = _wrong_ms(moments, true_scores(witnessed))
    entries = () if exact and not found else tuple(moment.entry for moment in moments)
    trial = Trial(result, found, Latency(), timeline.mishaps, entries, outcome, OracleResult()) if entries else None
    return GameTrial(
        witnessed.seed,
        script.rules,
        script.players,
        result,
        exact and not wrong_ms and not marked_ms,
        exact and not wrong_ms,
        wrong_ms,
        moments[-1].t_ms,
        referee.corrections,
        found,
        timeline.mishaps,
        doubted_deals(event for _, event in events),
        tuple(told),
        trial,
    )


def watched(witnessed: WitnessedMatch, referee: Referee, *, answers: bool = False) -> Iterator[Moment]:
    """Tell a referee all that was seen and pressed, and close the session.

    Args:
        witnessed: the match.
        referee: a fresh one.
        answers: people answer what is asked, truthfully.
    """
    player = AnsweringPlayer(referee, truth_of(witnessed.timeline))
    at = {look.t_ms: look for look in witnessed.looks}
    end_ms = witnessed.timeline.end_ms + STAY_MS * answers
    times_ms = range(0, end_ms, round(1000 / witnessed.fps))
    frames = (Frame(t_ms, BLANK) for t_ms in times_ms)
    presses = sorted((one.press for one in witnessed.presses), key=lambda press: press.t_ms)
    news = player.presses if answers else lambda _t_ms, _last: ()
    return watch(frames, presses, lambda frame: at.get(frame.t_ms), referee, news)


def _wrong_ms(moments: Sequence[Moment], true: TrueScores) -> tuple[int, int]:
    """For how long a wrong score was shown without a mark, and with one."""
    wrong = [
        (moment.board.provisional, after.t_ms - moment.t_ms)
        for moment, after in pairwise(moments)
        if moment.board.scores not in true.about(moment.t_ms)
    ]
    return sum(ms for marked, ms in wrong if not marked), sum(ms for marked, ms in wrong if marked)


def keep(folder: Path, name: str, witnessed: WitnessedMatch, trial: GameTrial) -> None:
    """Keep a match that was misread, so that ``hakam replay`` plays it again; nothing if it was not.

    Args:
        folder: where to; it is made.
        name: of the files.
        witnessed: the match.
        trial: what came of it.

    Raises:
        JournalError: if it cannot be written.
        OSError: if the folder or the truth cannot be.
    """
    if trial.trial is not None:
        dump_failure(folder, name, witnessed.timeline, trial.trial)
