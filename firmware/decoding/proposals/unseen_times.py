"""When a play that nobody saw may have been made: when what it took was lost from sight, or between its neighbours."""

from collections.abc import Sequence
from dataclasses import replace

from firmware.cards import Card, Rank
from firmware.decoding import weights
from firmware.decoding.branching import rewrite
from firmware.decoding.history import Capture, Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.proposals.steps import is_guess
from firmware.rules.play import Play
from firmware.tracking.tracker import Tracker


def unseen_before(hypothesis: Hypothesis, index: int, rank: Rank, end_ms: int = 0) -> Step:
    """A play that nobody saw, before a step: at any time between the plays before and after it that were seen.

    Args:
        hypothesis: the hypothesis without that play.
        index: the step before which it was made.
        rank: what was played.
        end_ms: until when it was made, if it is the last one.
    """
    steps = hypothesis.steps
    span = _between(steps[:index], steps[index:], end_ms)
    return Step(max(steps[index - 1].t_ms, span[0]) + 1, (), Play(0, Card(rank)), weights.UNSEEN_PLAY, span=span)


def gathered_ms(hypothesis: Hypothesis, tracker: Tracker) -> int:
    """When the first card that should lie on the table was seen last; where none should, now."""
    last = (hypothesis.last_track(card, tracker) for card in hypothesis.on_table)
    return min((track.seen_ms for track in last if track is not None), default=tracker.now_ms)


def timed_anew(hypothesis: Hypothesis, tracker: Tracker) -> Hypothesis:
    """The hypothesis with each play that nobody saw made when it may have been, for all that is known by now.

    That is when the first of the cards that it took was lost from sight, if that was between the plays before and after
    it that were seen; else at any time between these, as late as may be if that was later. A play that is made
    elsewhere may take other cards than before.
    """
    end_ms, steps = gathered_ms(hypothesis, tracker), list(hypothesis.steps)
    for index, step in enumerate(steps):
        if is_guess(step):
            lost = _lost(hypothesis, step, tracker)
            steps[index] = _timed(step, steps[index - 1], _span(steps, index, end_ms, lost), lost)
    same = all(one is other for one, other in zip(steps, hypothesis.steps, strict=True))
    return hypothesis if same else rewrite(hypothesis, steps) or hypothesis


def _timed(step: Step, before: Step, span: tuple[int, int], lost: tuple[int, int] | None) -> Step:
    """The step made within a span, after the one before it; as late as may be if what it took lay there for longer."""
    first_ms = max(min(max(span[0], before.t_ms) + 1, span[1]), span[0])
    at_ms = span[1] if lost and lost[0] > span[1] else first_ms
    return step if (at_ms, span) == (step.t_ms, step.span) else replace(step, t_ms=at_ms, span=span)


def _span(steps: Sequence[Step], index: int, end_ms: int, lost: tuple[int, int] | None) -> tuple[int, int]:
    """From when to when a play that nobody saw may have been made, ms."""
    since_ms, until_ms = _between(steps[:index], steps[index + 1 :], end_ms)
    return lost if lost and lost[0] <= until_ms and lost[1] >= since_ms else (since_ms, until_ms)


def _between(before: Sequence[Step], after: Sequence[Step], end_ms: int) -> tuple[int, int]:
    """From when to when something may have happened, by the plays before and after it that were seen, ms."""
    since_ms = max(one.earliest_ms for one in before if not is_guess(one))
    until_ms = min((one.latest_ms for one in after if not is_guess(one)), default=end_ms)
    return since_ms, max(until_ms, since_ms)


def _lost(hypothesis: Hypothesis, step: Step, tracker: Tracker) -> tuple[int, int] | None:
    """When the first of the cards that a play took was lost from sight: from and to, ms; ``None``: none was."""
    cards = hypothesis.state.captures.get(Capture(step.t_ms, step.seat), ())
    last = (hypothesis.last_track(card, tracker) for card in cards)
    return min(((track.seen_ms, track.lost_ms) for track in last if track and track.missed_clear), default=None)
