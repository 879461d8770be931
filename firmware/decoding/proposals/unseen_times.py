"""When a play that nobody saw may have been made: between its neighbours, or until the cards were gathered."""

from collections.abc import Sequence

from firmware.cards import Card, Rank
from firmware.decoding import weights
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.rules.play import Play
from firmware.tracking.tracker import Tracker


def unseen_before(hypothesis: Hypothesis, index: int, rank: Rank, end_ms: int = 0) -> Step:
    """A play that nobody saw, before a step: at any time since the one before it.

    Args:
        hypothesis: the hypothesis without that play.
        index: the step before which it was made.
        rank: what was played.
        end_ms: until when it was made, if it is the last one.
    """
    span = span_before(hypothesis.steps, index, end_ms)
    return Step(span[0] + 1, (), Play(0, Card(rank)), weights.UNSEEN_PLAY, span=span)


def span_before(steps: Sequence[Step], index: int, end_ms: int) -> tuple[int, int]:
    """From when to when a play was made before a step: since the one before it.

    Args:
        steps: those of the deal, without that play.
        index: the step before which it was made.
        end_ms: until when it was made, if it is the last one.
    """
    since_ms, until_ms = steps[index - 1].t_ms, steps[index].t_ms if index < len(steps) else end_ms
    return since_ms, max(since_ms, until_ms)


def gathered_ms(hypothesis: Hypothesis, tracker: Tracker) -> int:
    """When the first card that should lie on the table was seen last; where none should, now."""
    last = (hypothesis.last_track(card, tracker) for card in hypothesis.on_table)
    return min((track.seen_ms for track in last if track is not None), default=tracker.now_ms)
