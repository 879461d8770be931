"""Proposals of plays of cards that were seen in passing, on their way over the table, or were taken for clutter."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from firmware.cards import Card
from firmware.decoding import weights
from firmware.decoding.branching import rewrite
from firmware.decoding.history import COLLECT_S, Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.proposals.guesses import needless_guesses
from firmware.decoding.proposals.steps import REVISABLE_STEPS, is_guess, last_places, with_steps_replaced
from firmware.decoding.proposals.unseen_plays import GLIMPSE_MS, WRONG_HAND, misfits_seats, played_at
from firmware.rules.play import Play
from firmware.tracking.track import HALF_KNOWN, Track, is_at_rest, is_found_late
from firmware.tracking.tracker import Tracker

PASSED_LOOKS = 4
"""Looks without a card after which it has passed, a judgement: what is only hidden for a moment is seen again."""


def pairs_in_passing(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which a card seen in passing was played, and taken at once by its equal, which nobody saw."""
    for hypothesis in hypotheses:
        used = hypothesis.used_faces
        for track in _unexplained(hypothesis, tracker):
            if track.rest_looks >= 2 and track.missed_clear and track.likeliest(1)[0] not in used:
                yield from _with_pair(hypothesis, track)


def _with_pair(hypothesis: Hypothesis, track: Track) -> Iterator[Hypothesis]:
    """The hypothesis with a card seen in passing, and the one that took it right behind it."""
    card, span = track.likeliest(1)[0], (track.seen_ms, track.lost_ms)
    index = sum(step.t_ms <= track.born_ms for step in hypothesis.steps)
    seen = Step(track.born_ms, (track.id,), Play(0, card), weights.BRIEFLY_SEEN_PLAY)
    unseen = Step(track.born_ms + 1, (), Play(0, Card(card.rank)), weights.UNSEEN_PLAY, span=span)
    yield from with_steps_replaced(hypothesis, index, index, seen, unseen)


def laid_unseen(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which a card that was on its way to the table when nothing could be seen any more was laid."""
    on_way = [track for track in tracker if 0 <= tracker.unseen_ms - track.seen_ms < GLIMPSE_MS]
    for hypothesis in hypotheses if on_way else ():
        for track in filter(hypothesis.is_unassigned, on_way):
            yield from played_at(hypothesis, track, weights.BRIEFLY_SEEN_PLAY)


def played_on_way(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which a card that was seen on its way since the last plays was played, if the hands misfit."""
    if misfits_seats(hypothesis, tracker, WRONG_HAND):
        yield from _played_or_instead(hypothesis, _seen_on_way(hypothesis, tracker))


def answered_on_way(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which a card that has just passed answered a caida (K5), of which nothing else may tell.

    What it took is gone from the table already.
    """
    passed = [track for track in _seen_on_way(hypothesis, tracker) if track.missed == PASSED_LOOKS]
    yield from _played_or_instead(hypothesis, [track for track in passed if _answers(hypothesis, track)])


def guesses_on_way(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which one of the last plays that nobody saw was that of a card of its rank, seen on its way.

    Or of one that was taken for clutter. Of two the first may have been of its rank, too, and it took that.
    """
    for hypothesis in hypotheses:
        steps = hypothesis.steps
        guesses = [(index, steps[index]) for index in last_places(hypothesis) if is_guess(steps[index])]
        shown = [*_seen_on_way(hypothesis, tracker), *_recent_clutter(hypothesis, tracker)] if guesses else []
        for index, step in guesses:
            of_rank = [track for track in shown if track.likeliest(1)[0].rank == step.cards[0].rank]
            if of_rank:
                yield from _each_played(with_steps_replaced(hypothesis, index, index + 1), of_rank)
        for pair in combinations([step for _, step in guesses], 2):
            yield from _taken_on_way(hypothesis, pair, shown)


def _taken_on_way(hypothesis: Hypothesis, pair: tuple[Step, Step], shown: Sequence[Track]) -> Iterator[Hypothesis]:
    """The hypotheses in which the second of two plays that nobody saw was one of some tracks, and took the first.

    That lay there unseen because an arm hid the spot.
    """
    first, second = pair
    for track in filter(is_found_late, shown):
        laid = replace(first, action=Play(0, Card(track.likeliest(1)[0].rank)))
        steps = [laid if step is first else step for step in hypothesis.steps if step is not second]
        yield from _each_played(filter(None, [rewrite(hypothesis, steps)]), [track])


def _seen_on_way(hypothesis: Hypothesis, tracker: Tracker) -> list[Track]:
    """The cards of half known rank that were seen on their way only, since the last plays, and are not explained."""
    recent = _unexplained(hypothesis, tracker)
    return [track for track in recent if track.rank_confidence >= HALF_KNOWN and not is_at_rest(track)]


def _unexplained(hypothesis: Hypothesis, tracker: Tracker) -> list[Track]:
    """The tracks since the last plays of which it is not said what they are; none before a layout."""
    since_ms = _begin_ms(hypothesis)
    recent = [track for track in tracker if track.born_ms > since_ms and hypothesis.is_unassigned(track)]
    return [track for track in recent if not tracker.is_misread(track)]


def _recent_clutter(hypothesis: Hypothesis, tracker: Tracker) -> list[Track]:
    """The tracks since the last plays that are taken for clutter."""
    since_ms = _begin_ms(hypothesis)
    return [tracker[track_id] for track_id in hypothesis.clutter if tracker[track_id].born_ms > since_ms]


def _begin_ms(hypothesis: Hypothesis) -> float:
    """When the first of the last plays was made; never, before a layout."""
    return hypothesis.steps[-REVISABLE_STEPS:][0].t_ms if hypothesis.steps else math.inf


def _played_or_instead(hypothesis: Hypothesis, tracks: Sequence[Track]) -> Iterator[Hypothesis]:
    """The hypotheses with one of the tracks as a play, beside those that nobody saw, or instead of one of the last."""
    yield from _each_played((hypothesis, *needless_guesses([hypothesis])) if tracks else (), tracks)


def _each_played(hypotheses: Iterable[Hypothesis], tracks: Sequence[Track]) -> Iterator[Hypothesis]:
    """The hypotheses with one of the tracks as a play."""
    for hypothesis in hypotheses:
        for track in tracks:
            seen = weights.SEEN_PLAY if is_at_rest(track) else weights.BRIEFLY_SEEN_PLAY
            yield from played_at(hypothesis, track, seen)


def _answers(hypothesis: Hypothesis, track: Track) -> bool:
    """Whether a card would have answered a caida when it was seen in passing (K5), and was none of those taken."""
    before = [entry for entry in hypothesis.entries if entry.fact.t_ms <= track.born_ms]
    chain = before[-1].game.chain if before else None
    if chain is None or before[-1].fact.t_ms >= track.born_ms - 1000 * COLLECT_S:
        return False
    return chain.rank == track.likeliest(1)[0].rank
