"""When what is said at a played table is pressed: in time, late, or by mistake."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from firmware.rules.play import Announce, Challenge, Claim, Decline
from firmware.signals import ButtonPress
from models.synthetic.play.match_script import ScriptedMatch, ScriptedSaying
from models.synthetic.play.timeline import Timeline, TruePlay

LATE = 0.2
"""How often a player who announces at his own turn presses only after he has laid his card (D4): a judgement."""
LATE_MS = (200.0, 1500.0)
"""So long after it."""
EARLY_MS = 900.0
"""So long before the layout lies there, or the hands are all dealt, the first has looked at his cards."""
REACTS_MS = (350.0, 2500.0)
"""So long after a card somebody presses what it makes him say."""
APART_MS = 60.0
"""Two presses are at least this far apart."""
REFUSED_AFTER_MS = 3000.0
"""What is pressed by mistake is pressed so long after the player's own card: sooner it might count as said before it.
"""


@dataclass(frozen=True, slots=True)
class TimedPress:
    """A saying and when it was pressed."""

    t_ms: int
    said: ScriptedSaying

    @property
    def press(self) -> ButtonPress:
        """As the referee hears it."""
        return ButtonPress(self.t_ms, self.said.utterance.seat, self.said.utterance.words)


def timed_presses(match: ScriptedMatch, timeline: Timeline, rng: np.random.Generator) -> tuple[TimedPress, ...]:
    """Each saying with the time at which it is pressed, in order; a press by mistake that fits nowhere is left out.

    Args:
        match: what is said, and where.
        timeline: the match as it was acted out.
        rng: of all chance.
    """
    return tuple(_timed(match, timeline, rng))


def _timed(match: ScriptedMatch, timeline: Timeline, rng: np.random.Generator) -> Iterator[TimedPress]:
    last_ms = 0.0
    for said in match.sayings:
        low, high = _window(said, timeline, rng)
        low = max(low, last_ms + APART_MS)
        if said.refused and high - low < APART_MS:
            continue
        last_ms = float(rng.uniform(low, max(high, low + APART_MS)))
        yield TimedPress(round(last_ms), said)


def _window(said: ScriptedSaying, timeline: Timeline, rng: np.random.Generator) -> tuple[float, float]:
    """From when to when it may be pressed."""
    before, after = _around(said, timeline)
    if said.refused:
        own = [play.t_ms for play in timeline.plays[: said.play] if play.seat == said.utterance.seat]
        return max(before, own[-1] + REFUSED_AFTER_MS if own else 0.0), after
    if isinstance(said.utterance.saying, Claim | Challenge):
        return min(before + REACTS_MS[0], (before + after) / 2), min(before + REACTS_MS[1], after)
    if _speaks_late(said, timeline, rng):
        return after + LATE_MS[0], after + LATE_MS[1]
    return max(before, min(_dealt_ms(said, timeline) - EARLY_MS, after - EARLY_MS)), after


def _speaks_late(said: ScriptedSaying, timeline: Timeline, rng: np.random.Generator) -> bool:
    """Whether somebody announces at his own turn, and presses after he has played."""
    coming: tuple[TruePlay, ...] = timeline.plays[said.play : said.play + 1]
    own = bool(coming) and coming[0].seat == said.utterance.seat
    return own and isinstance(said.utterance.saying, Announce | Decline) and bool(rng.random() < LATE)


def _around(said: ScriptedSaying, timeline: Timeline) -> tuple[float, float]:
    """When the card before it came to lie, and the one after it; or the cards were gathered, since it won the match."""
    plays = timeline.plays
    before = plays[said.play - 1].t_ms if said.play else 0.0
    won_ms = timeline.deals[-1].end_ms + REACTS_MS[1]
    after = plays[said.play].t_ms if said.play < len(plays) else max(won_ms, before)
    return before + APART_MS, max(after - APART_MS, before + APART_MS)


def _dealt_ms(said: ScriptedSaying, timeline: Timeline) -> float:
    batches_ms = timeline.deals[said.deal].batches_ms
    return batches_ms[min(said.batch, len(batches_ms) - 1)]
