"""When a play that nobody saw may have been made: when what it took was lost from sight, or between its neighbours."""

from copy import deepcopy
from dataclasses import replace
from functools import cache

import pytest

from firmware.cards import Card, Rank
from firmware.decoding.branching import rewrite
from firmware.decoding.proposals.unseen_times import timed_anew, unseen_before
from firmware.rules.play import Play
from tests.support.gathered import gathered

LAID, TOOK = 23, 24
"""The steps of the whole deal in which the 4 of swords is laid, and the 4 of clubs takes it."""


@cache
def over():
    """The best history of a whole deal that was seen, and the tracks."""
    beam = gathered()._beam
    return beam.best, beam.tracker


def unseen(index, place, span=(0, 0)):
    """That history, had nobody seen one of its plays, made before another one within some span."""
    steps = over()[0].steps
    play, rest = steps[index], (*steps[:index], *steps[index + 1 :])
    guess = replace(play, action=Play(0, Card(play.cards[0].rank)), track_ids=(), t_ms=rest[place - 1].t_ms, span=span)
    return rewrite(over()[0], (*rest[:place], guess, *rest[place:]))


def span_of_the_guess(hypothesis):
    return next(step.span for step in hypothesis.steps if not step.track_ids)


def between(place):
    """When the plays before and after a step of the whole deal were made, one of the others being left out."""
    before, after = over()[0].steps[place - 1], over()[0].steps[place + 1]
    return before.t_ms, after.t_ms


def test_it_was_made_when_what_it_took_was_lost_from_sight():
    best, tracker = over()
    taken = tracker[best.steps[LAID].track_ids[0]]
    assert span_of_the_guess(timed_anew(unseen(TOOK, TOOK), tracker)) == (taken.seen_ms, taken.lost_ms)


@pytest.mark.parametrize("span", [(0, 0), ()], ids=["that was guessed before", "that seemed to be seen"])
def test_what_took_nothing_was_made_between_the_plays_before_and_after_it(span):
    assert span_of_the_guess(timed_anew(unseen(LAID, LAID, span), over()[1])) == between(LAID)


def test_it_was_made_before_a_later_play_was_seen_though_that_was_found_late():
    laid = unseen(LAID, LAID)
    took = laid.steps[TOOK]
    late = replace(took, span=(took.t_ms - 900, took.t_ms))
    found = rewrite(laid, (*laid.steps[:TOOK], late, *laid.steps[TOOK + 1 :]))
    assert span_of_the_guess(timed_anew(found, over()[1])) == between(LAID)


@pytest.mark.parametrize("place", [26, 28])
def test_where_what_it_took_was_lost_before_it_was_made_between_the_plays_before_and_after_it(place):
    steps = over()[0].steps
    late = timed_anew(unseen(TOOK, place), over()[1])
    assert span_of_the_guess(late) == (steps[place].t_ms, steps[place + 1].t_ms)


def test_where_what_it_took_was_taken_up_after_the_next_play_it_was_made_as_late_as_may_be():
    best, tracker = over()[0], deepcopy(over()[1])
    (number,) = best.steps[LAID].track_ids
    later_ms = best.steps[TOOK + 2].t_ms
    tracker._tracks[number] = replace(tracker[number], seen_ms=later_ms, lost_ms=later_ms + 100)
    guess = timed_anew(unseen(TOOK, TOOK), tracker).steps[TOOK]
    assert (guess.span, guess.t_ms) == (between(TOOK), between(TOOK)[1])


def test_a_history_is_the_same_when_its_plays_are_timed_anew():
    timed = timed_anew(unseen(TOOK, TOOK), over()[1])
    assert timed.key == unseen(TOOK, TOOK).key
    assert timed_anew(timed, over()[1]) is timed


def test_one_before_a_step_was_made_at_any_time_since_a_card_before_it_was_laid_that_was_found_later():
    steps = over()[0].steps
    found = replace(steps[LAID], t_ms=steps[TOOK].t_ms + 500, span=(steps[LAID].t_ms, steps[TOOK].t_ms + 500))
    late = replace(over()[0], steps=(*steps[:LAID], found, *steps[TOOK:]))
    assert unseen_before(late, TOOK, Rank.SEVEN).span == (steps[LAID].t_ms, steps[TOOK].t_ms)
