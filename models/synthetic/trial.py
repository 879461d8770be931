"""One session put before the referee: through the eyes, or through a witness who needs none."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from firmware.closing import closing_line
from firmware.observation import TableObservation
from firmware.referee import MatchSetup, Referee
from firmware.replay import watch
from firmware.rules.events import DealEnded
from firmware.stopwatch import Stopwatch
from firmware.table.doubts import Doubt, DoubtSettled
from models.synthetic.recipe import Session
from models.synthetic.score import Result, compare
from models.synthetic.session_folder import truth_of
from models.synthetic.timeline import Timeline
from models.synthetic.witness import PERFECT, Blur, observations
from vision.frame import Frame
from vision.pipeline import Eyes

STEPS_A_DEAL = 37  # a layout and 36 plays, with 2, 3 or 4 players (rule B2)
BLANK = np.zeros((1, 1, 3), np.uint8)

Observe = Callable[[Frame], TableObservation | None]


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of it, and the milliseconds each frame took."""

    result: Result
    took_ms: tuple[float, ...]


def through_eyes(session: Session) -> Trial:
    """Film the session and have it watched by a new pair of eyes."""
    eyes, stopwatch = Eyes(), Stopwatch()
    frames = (Frame(t_ms, picture) for t_ms, picture in session.frames())

    def observe(frame: Frame) -> TableObservation | None:
        return stopwatch.timed(lambda: eyes.observe(frame))

    return Trial(judged(session.timeline, frames, observe), tuple(stopwatch.took_ms))


def through_witness(session: Session, *, blur: Blur = PERFECT, seed: int = 0) -> Trial:
    """Tell the referee what a witness saw; no picture is drawn."""
    fps = session.recipe.fps
    looks = {look.t_ms: look for look in observations(session.timeline, fps=fps, blur=blur, seed=seed)}
    frames = (Frame(t_ms, BLANK) for t_ms in range(0, session.timeline.end_ms, round(1000 / fps)))
    return Trial(judged(session.timeline, frames, lambda frame: looks.get(frame.t_ms)), ())


def judged(timeline: Timeline, frames: Iterator[Frame], observe: Observe) -> Result:
    """Referee the session and compare with its truth."""
    script = timeline.script
    referee = Referee(MatchSetup(script.players, script.dealer, script.rules))
    asked: set[int] = set()
    scores: dict[int, tuple[int, ...]] = {}
    for moment in watch(frames, (), observe, referee):
        for event in moment.events:
            if isinstance(event, Doubt):
                asked.add(event.step)
            elif isinstance(event, DoubtSettled):
                asked.discard(event.step)
            elif isinstance(event, DealEnded):
                scores[event.deal] = event.scores
    closed = json.loads(closing_line(referee)) | {"deal_scores": [scores[deal] for deal in sorted(scores)]}
    return compare(truth_of(timeline), closed, {play_of(step) for step in asked if step % STEPS_A_DEAL})


def play_of(step: int) -> int:
    """The index of the play that is step ``step`` of the referee's story, in which each deal begins with its layout."""
    return step - step // STEPS_A_DEAL - 1
