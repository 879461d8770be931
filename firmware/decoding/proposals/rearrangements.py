"""Proposals of the plays of a deal in another order, or elsewhere: a local search, for there is time until the next."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import combinations, groupby, islice, takewhile

from firmware.cards import Card
from firmware.decoding import likelihood, weights
from firmware.decoding.branching import rewrite
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.proposals.reorderings import QUICK_MS
from firmware.decoding.proposals.steps import candidates, is_guess
from firmware.decoding.proposals.unseen_times import timed_anew
from firmware.rules.play import Play
from firmware.tracking.track import laid_span
from firmware.tracking.tracker import Tracker

MOST_PLACES = 4
"""A play is moved by so many places at most: a round of four, as nobody plays twice before the others have."""
ROUNDS = 4
"""Changes that are made one after the other: of two misread deals whose truth was likelier one took one and one took
three; that a fourth is tried is a judgement."""
WIDTH = 6
"""The likeliest histories that are changed further, a judgement: four of whole deals allowed 58 to 116 changes."""
AT_ONCE = 20
"""Changes that are tried in one look: 37 to 54 ms in the mean of four misread deals, 118 at most (one core of an EPYC);
all of them took 27 to 95 looks."""
MARGIN = 12.0
"""Log-likelihood below the best so far at which a history is not changed further, as the beam drops it."""


def rearranged(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[Sequence[Hypothesis]]:
    """The hypothesis with plays made earlier, later or where their cards were seen, too, and guesses of other cards.

    Some at a time. Of what comes of one change the likeliest are changed once more: two plays in the wrong order may
    hide a third.
    """
    if hypothesis.lenient:  # a person has put that deal right
        return
    front = [timed_anew(hypothesis, tracker)]
    known, best = {hypothesis.key}, likelihood.deal_log_likelihood(front[0], tracker)
    if front[0] is not hypothesis:
        yield front
    for _ in range(ROUNDS):
        likeliest: list[tuple[float, Hypothesis]] = []
        changes = (changed for one in front for changed in _changed(one, known, tracker))
        while some := list(islice(changes, AT_ONCE)):
            weighed = [(likelihood.deal_log_likelihood(one, tracker), one) for one in some]
            best = max(best, *(weight for weight, _ in weighed))
            likeliest = nlargest(WIDTH, (*likeliest, *weighed), key=lambda pair: pair[0])
            yield [one for weight, one in weighed if weight > best - MARGIN]
        front = [one for weight, one in likeliest if weight > best - MARGIN]


def _changed(hypothesis: Hypothesis, known: set[int], tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypothesis after each change that the rules allow, if its history is not ``known`` yet; then it is."""
    steps = hypothesis.steps
    seen = _seen_elsewhere(hypothesis, tracker)
    for other in (*_moved(steps), *_moved_together(steps), *_own_swapped(steps), *_exchanged(steps, tracker), *seen):
        changed = rewrite(hypothesis, other)
        if changed and changed.key not in known:
            known.add(changed.key)
            yield timed_anew(changed, tracker)


def _moved(steps: Sequence[Step]) -> Iterator[tuple[Step, ...]]:
    """The steps with one play made some places earlier or later, past others at about the same time."""
    for index, step in enumerate(steps[1:], 1):
        rest = (*steps[:index], *steps[index + 1 :])
        yield from (_with_plays(rest, place, [step]) for place in _other_places(steps, index))


def _other_places(steps: Sequence[Step], index: int) -> Iterator[int]:
    """The places before and after a play at which it may have been made instead."""
    before, after = range(index - 1, 0, -1), range(index + 1, len(steps))
    for places in (before, after):
        yield from takewhile(lambda place: _may_pass(steps[index], steps[place]), places[:MOST_PLACES])


def _may_pass(step: Step, other: Step) -> bool:
    """Whether one play may have been made before another, or after it, for all that is known of when they were made."""
    if step.is_fixed or other.is_fixed:
        return False
    return _overlap(step, other) or abs(step.t_ms - other.t_ms) < QUICK_MS or is_guess(step) or is_guess(other)


def _overlap(step: Step, other: Step) -> bool:
    """Whether two plays may have been made at the same time."""
    return step.earliest_ms <= other.latest_ms and other.earliest_ms <= step.latest_ms


def _own_swapped(steps: Sequence[Step]) -> Iterator[tuple[Step, ...]]:
    """The steps with two plays of one player the other way round: all others keep theirs."""
    for index, other in combinations(range(1, len(steps)), 2):
        first, second = steps[index], steps[other]
        if first.seat == second.seat and not (first.is_fixed or second.is_fixed) and _overlap(first, second):
            rest = (*steps[:index], *steps[index + 1 : other], *steps[other + 1 :])
            yield _with_plays(_with_plays(rest, index, [second]), other, [first])


def _moved_together(steps: Sequence[Step]) -> Iterator[tuple[Step, ...]]:
    """The steps with plays in succession that nobody saw made anywhere else: a round that was missed under a sleeve."""
    for guessed, run in groupby(range(1, len(steps)), key=lambda index: is_guess(steps[index])):
        begin, *more = run
        end = begin + 1 + len(more)
        if guessed and more:
            rest = (*steps[:begin], *steps[end:])
            yield from (_with_plays(rest, place, steps[begin:end]) for place in range(1, len(rest) + 1))


def _with_plays(steps: tuple[Step, ...], place: int, plays: Sequence[Step]) -> tuple[Step, ...]:
    """The steps with plays before one of them; when those that nobody saw were made is worked out later."""
    put = [replace(one, t_ms=steps[place - 1].t_ms + 1) if is_guess(one) else one for one in plays]
    return (*steps[:place], *put, *steps[place:])


def _exchanged(steps: Sequence[Step], tracker: Tracker) -> Iterator[tuple[Step, ...]]:
    """The steps with the cards of two plays exchanged, one of which nobody saw; the other one may be misread."""
    for index, other in combinations(range(1, len(steps)), 2):
        pair = steps[index], steps[other]
        if any(map(is_guess, pair)) and pair[0].cards[0].rank != pair[1].cards[0].rank:
            cards = [_read_as(one, another.cards[0], tracker) for one, another in (pair, pair[::-1])]
            if None not in cards:
                yield _with_cards(steps, {index: cards[0], other: cards[1]})


def _seen_elsewhere(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[tuple[Step, ...]]:
    """The steps with a play made where its card, or its rank if nobody saw it, was seen, too, and taken for no play."""
    steps = hypothesis.steps
    played = {track_id for step in steps for track_id in step.track_ids} | hypothesis.past_tracks
    for track in tracker:
        for card in () if track.id in played or track.rest_looks < 2 else candidates(track):
            seen = Step(track.born_ms, (track.id,), Play(0, card), weights.SEEN_PLAY, span=laid_span(track))
            for index in _plays_of(hypothesis, card):
                rest = (*steps[:index], *steps[index + 1 :])
                place = max(sum(step.t_ms <= seen.t_ms for step in rest), 1)
                yield _with_plays(rest, place, [seen])


def _plays_of(hypothesis: Hypothesis, card: Card) -> list[int]:
    """The plays that may have been of a card: that of it, or else those of its rank that nobody saw."""
    plays = [(index, step) for index, step in enumerate(hypothesis.steps[1:], 1) if not step.is_fixed]
    if card in hypothesis.used_faces:
        return [index for index, step in plays if step.cards == (card,) and step.track_ids]
    return [index for index, step in plays if is_guess(step) and step.cards[0].rank == card.rank]


def _read_as(step: Step, card: Card, tracker: Tracker) -> Card | None:
    """The card of the same rank that a play may have been instead; ``None``: none."""
    if step.is_fixed or not isinstance(step.action, Play):
        return None
    if not step.track_ids:
        return Card(card.rank)
    return next((one for one in candidates(tracker[step.track_ids[0]]) if one.rank == card.rank), None)


def _with_cards(steps: Sequence[Step], cards: Mapping[int, Card | None]) -> tuple[Step, ...]:
    """The steps with other cards in some."""
    acts = {index: Play(0, card) for index, card in cards.items() if card}
    return tuple(replace(step, action=acts.get(index, step.action)) for index, step in enumerate(steps))
