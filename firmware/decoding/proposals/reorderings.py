"""Proposals of plays made at other times: two the other way round, or one later, where its card turned up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from firmware.cards import Card
from firmware.decoding import weights
from firmware.decoding.branching import assign, rewrite
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.proposals.steps import REVISABLE_STEPS, last_places, with_steps_replaced
from firmware.rules.play import Play
from firmware.tracking.track import REST_MS, Track, has_lain, is_at_rest, laid_span
from firmware.tracking.tracker import Tracker

QUICK_MS = 3000
"""Plays nearer than this may have been made the other way round: what is still under a hand is read late."""


def swapped_plays(hypotheses: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
    """The hypotheses in which two cards that came to lie in quick succession were played the other way round.

    The seats after them tell which way it was.
    """
    for hypothesis in hypotheses:
        for index in last_places(hypothesis)[:-1]:
            first, second = hypothesis.steps[index : index + 2]
            if _may_be_swapped(first, second):
                yield from with_steps_replaced(hypothesis, index, index + 2, second, first)


def _may_be_swapped(first: Step, second: Step) -> bool:
    """Whether the order of two plays may be another: one was seen, they were quick, and nobody has spoken of them."""
    seen = bool(first.track_ids or second.track_ids)
    return seen and second.t_ms - first.t_ms < QUICK_MS and not (first.is_fixed or second.is_fixed)


def plays_turned_up(hypothesis: Hypothesis, tracker: Tracker) -> dict[int, Step]:
    """The plays whose card turned up elsewhere, by the number of their step, as made there: it had been taken back."""
    trails = hypothesis.trails(tracker)
    turned_up = [(index, _turned_up(step, trails)) for index, step in enumerate(hypothesis.steps[1:], 1)]
    return {index: step for index, step in turned_up if step}


def _turned_up(step: Step, trails: Mapping[Card, Sequence[Track]]) -> Step | None:
    """A play made where its card turned up later; ``None`` where it did not."""
    trail = [] if step.is_fixed or not step.track_ids else trails.get(step.cards[0], [])
    first = next((track for track in trail if track.id in step.track_ids), None)
    later = next((track for track in trail if first and track.born_ms > first.seen_ms and is_at_rest(track)), None)
    return replace(step, t_ms=later.born_ms, track_ids=(later.id,), span=laid_span(later)) if later else None


def with_plays_later(hypothesis: Hypothesis, later: Mapping[int, Step]) -> Iterator[Hypothesis]:
    """The hypothesis with plays made later, where the rules allow it; then their cards were not pushed.

    Args:
        hypothesis: the hypothesis before.
        later: these plays, by the number of their step so far.
    """
    kept = [step for index, step in enumerate(hypothesis.steps) if index not in later]
    steps = sorted((*kept, *later.values()), key=lambda step: step.t_ms)
    paid = replace(hypothesis, base=hypothesis.base - weights.MOVED * len(later))
    yield from filter(None, [rewrite(paid, steps)])


def played_later(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which a card was taken back that was laid among the last, and was played where it is now."""
    for hypothesis in hypotheses:
        for index, step in plays_turned_up(hypothesis, tracker).items():
            if index >= len(hypothesis.steps) - REVISABLE_STEPS:
                yield from with_plays_later(hypothesis, {index: step})


def moved(hypothesis: Hypothesis, track: Track, card: Card, tracker: Tracker) -> Hypothesis:
    """The hypothesis in which a card was moved; if it was played last, and never lay clear of hands, it was carried on.

    Args:
        hypothesis: the hypothesis before.
        track: where the card lies now.
        card: the card.
        tracker: all tracks.
    """
    *before, last = hypothesis.steps
    laid = tracker[last.track_ids[0]] if last.track_ids else None
    held = laid and laid.lay_clear_ms < REST_MS and not has_lain(laid)
    if held and isinstance(last.action, Play) and hypothesis.assignment[last.track_ids[0]] == card:
        hypothesis = rewrite(hypothesis, (*before, replace(last, t_ms=track.born_ms))) or hypothesis
    return replace(assign(hypothesis, track, card), base=hypothesis.base + weights.MOVED)
