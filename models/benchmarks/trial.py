"""One session put before the referee: through the eyes, or through simulated detections."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from firmware.events import Doubt, DoubtSettled, Event, ReadingCorrected, TableDisagrees
from firmware.presentation.json_lines import closing_line
from firmware.referee import MatchSetup, Referee
from firmware.replaying.replay import watch
from firmware.rules.events import CardPlayed, DealEnded
from firmware.signals import Signal, TableObservation
from firmware.storage.journal import JournalEntry
from firmware.storage.moment import Moment
from models.benchmarks.game_length import points_of
from models.benchmarks.latency import Latency, ToldPlay, latency, note_right
from models.benchmarks.mistakes import Mistake, mistakes
from models.benchmarks.observation_cache import CachedObservations
from models.benchmarks.oracle_player import OracleResult, answer_all, play_of_step
from models.benchmarks.score import Result, compare
from models.synthetic.films.recipe import Session
from models.synthetic.films.session_folder import truth_of
from models.synthetic.play.detection_simulator import PERFECT, DetectionErrors, observations
from models.synthetic.play.mishaps import Mishap
from models.synthetic.play.timeline import Timeline
from vision.frame import Frame

BLANK = np.zeros((1, 1, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a session.

    Attributes:
        result: how well it was understood.
        mistakes: what was misread, and when.
        latency: how soon plays were told.
        mishaps: what went wrong at the table.
        entries, outcome: all that the referee was fed and answered, and its closing line, as a journal has them.
        answered: what came of it when a person answered what was asked at the end.
        points: what each side truly got in each deal.
        took_ms: the milliseconds each frame took.
        corrections: how often what was told was corrected.
        doubted: the deals, from 1, of which it was said that they are doubtful.
    """

    result: Result
    mistakes: tuple[Mistake, ...]
    latency: Latency
    mishaps: tuple[Mishap, ...]
    entries: tuple[JournalEntry, ...]
    outcome: str
    answered: OracleResult
    points: tuple[tuple[int, ...], ...] = ()
    took_ms: tuple[float, ...] = ()
    corrections: int = 0
    doubted: tuple[int, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether every play was read with its seat and rank, and every score."""
        r = self.result
        return r.rank_right == r.plays and not r.invented and r.deals_exact == r.deals


def through_eyes(session: Session, observed: CachedObservations) -> Trial:
    """Tell the referee what the eyes saw."""
    return replace(judged(session.timeline, session.times_ms, observed.looks), took_ms=observed.took_ms)


def through_simulator(session: Session, *, errors: DetectionErrors = PERFECT, seed: int = 0) -> Trial:
    """Tell the referee what a detector would see; no picture is drawn.

    Args:
        session: what happens.
        errors: what spoils the detections.
        seed: of that alone.
    """
    fps = session.recipe.fps
    times_ms = range(0, session.timeline.end_ms, round(1000 / fps))
    return judged(session.timeline, times_ms, observations(session.timeline, fps=fps, errors=errors, seed=seed))


class TrialEyes(Protocol):
    """What the referee is told: :class:`firmware.devices.observer.Observer`, or looks by heart."""

    def observe(self, frame: Frame) -> TableObservation | None:
        """Look at a frame; ``None`` where nothing has changed."""
        ...

    def news(self, t_ms: int, referee: Referee, *, last: bool = False) -> Sequence[Signal]:
        """What the eyes have found out about the deck.

        Args:
            t_ms: now.
            referee: who judges.
            last: nothing more will be seen.
        """
        ...

    def follow(self, moment: Moment, referee: Referee) -> object:
        """Learn from what the referee said."""
        ...


class KnownLooks:
    """Looks by heart; nothing is learned."""

    def __init__(self, looks: Iterable[TableObservation]) -> None:
        """Give these looks at their times."""
        self._at = {look.t_ms: look for look in looks}

    def observe(self, frame: Frame) -> TableObservation | None:
        """What was seen then."""
        return self._at.get(frame.t_ms)

    def news(self, t_ms: int, referee: Referee, *, last: bool = False) -> Sequence[Signal]:
        """Nothing.

        Args:
            t_ms: now.
            referee: who judges.
            last: nothing more will be seen.
        """
        return ()

    def follow(self, moment: Moment, referee: Referee) -> None:
        """Learn nothing."""


def judged(timeline: Timeline, times_ms: Iterable[int], looks: Iterable[TableObservation]) -> Trial:
    """Referee the session, of which there were frames at these times and these looks, and compare with its truth.

    Args:
        timeline: the session, with its truth.
        times_ms: when there was a picture.
        looks: what was seen, at some of these times.
    """
    return watched(timeline, times_ms, KnownLooks(looks))


def watched(timeline: Timeline, times_ms: Iterable[int], eyes: TrialEyes) -> Trial:
    """Referee the session as it is seen, and compare with its truth.

    Args:
        timeline: the session, with its truth.
        times_ms: when there was a picture.
        eyes: tell what is seen, and learn from what is said.
    """
    script = timeline.script
    referee = Referee(MatchSetup(script.players, script.dealer, script.rules))
    moments, told, right_ms = list[Moment](), list[ToldPlay](), dict[int, int]()
    frames = (Frame(t_ms, BLANK) for t_ms in times_ms)
    for moment in watch(frames, (), eyes.observe, referee, lambda t_ms, last: eyes.news(t_ms, referee, last=last)):
        moments.append(moment)
        eyes.follow(moment, referee)
        _follow(told, moment.events, referee)
        note_right(right_ms, timeline, told, moment.t_ms)
    events = [(moment.t_ms, event) for moment in moments for event in moment.events]
    outcome, truth = closing_line(referee), truth_of(timeline)
    plays = (play_of_step(referee.history, step) for step in still_asked(events))
    asked = {play for play in plays if play is not None}
    marked = referee.scoreboard.disagreement is not None
    answered = answer_all(referee, truth, moments[-1].t_ms)
    scores = {event.deal: event.scores for _, event in events if isinstance(event, DealEnded)}
    closed = json.loads(outcome) | {"deal_scores": [scores[deal] for deal in sorted(scores)]}
    return Trial(
        compare(truth, closed, asked, marked=marked),
        mistakes(truth, closed),
        latency(timeline, right_ms),
        timeline.mishaps,
        tuple(JournalEntry(moment.t_ms, moment.signal, moment.texts) for moment in moments),
        outcome,
        answered,
        points_of([deal.scores for deal in timeline.deals]),
        corrections=referee.corrections,
        doubted=doubted_deals(event for _, event in events),
    )


def _follow(told: list[ToldPlay], events: Iterable[Event], referee: Referee) -> None:
    """Keep up with the plays that were told; a correction tells those that were told anew."""
    for event in events:
        if isinstance(event, CardPlayed):
            told.append((event.seat, event.card.rank))
        elif isinstance(event, ReadingCorrected):
            told[:] = [(play.seat, play.card.rank) for play in referee.plays[: len(told)]]


def doubted_deals(events: Iterable[Event]) -> tuple[int, ...]:
    """The deals, from 1, of which it was said that they are doubtful."""
    doubts = (event.doubted_deal for event in events if isinstance(event, TableDisagrees))
    return tuple(sorted({deal for deal in doubts if deal is not None}))


def still_asked(events: Iterable[tuple[int, Event]]) -> set[int]:
    """The steps about which a question was asked and none of the later events answered it."""
    asked: set[int] = set()
    for _, event in events:
        if isinstance(event, Doubt):
            asked.add(event.step)
        elif isinstance(event, DoubtSettled):
            asked.discard(event.step)
    return asked
