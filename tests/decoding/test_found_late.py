"""A card that is found when an arm has hidden its spot for long was laid at any moment since, whatever proposed it."""

from copy import deepcopy
from dataclasses import replace

import pytest

from firmware.cards import Card
from firmware.decoding.branching import rewrite
from firmware.decoding.proposals.appearances import explain
from firmware.decoding.proposals.missing_plays import completions
from firmware.decoding.proposals.rearrangements import rearranged
from firmware.decoding.proposals.reorderings import moved, played_later
from firmware.decoding.proposals.unseen_plays import clutter_as_plays
from firmware.tracking.track import FOUND_LATE_MS, laid_span
from tests.support.arms import told
from tests.support.gathered import gathered

LATE_MS = 3000


def hidden(tracker, number, for_ms=LATE_MS):
    """The tracker whose track of that number was found when its spot had been hidden for so long."""
    tracker = deepcopy(tracker)
    tracker._tracks[number] = replace(tracker[number], hidden_ms=tracker[number].born_ms - for_ms)
    return tracker


def spans(proposed, number):
    """The spans in which the card of a track is said to have been laid."""
    return {step.span for one in proposed for step in one.steps[1:] if step.track_ids == (number,)}


def three_plays():
    return told(zip((0, 1, 0), ("2O", "3C", "5E"), strict=True))


def without(hypothesis, index):
    """The history without a step, whose card is explained anew."""
    shorter = rewrite(hypothesis, (*hypothesis.steps[:index], *hypothesis.steps[index + 1 :]))
    (number,) = hypothesis.steps[index].track_ids
    return replace(shorter, assignment={k: v for k, v in shorter.assignment.items() if k != number})


@pytest.mark.parametrize(("for_ms", "late"), [(FOUND_LATE_MS, True), (FOUND_LATE_MS - 1, False)])
def test_a_card_was_laid_within_the_time_in_which_its_spot_was_hidden_for_long(for_ms, late):
    track = hidden(three_plays()[1], 6, for_ms)[6]
    assert laid_span(track) == ((track.born_ms - for_ms, track.born_ms) if late else ())


def test_so_was_one_that_lay_there_before_the_last_play():
    _, tracker, hypothesis = three_plays()
    tracker = hidden(tracker, 5)
    before_last = [one for one in explain(without(hypothesis, 2), tracker) if one.steps[2].track_ids == (5,)]
    assert spans(before_last, 5) == {laid_span(tracker[5])}


def test_so_was_one_that_was_taken_back_and_turned_up():
    session, tracker, hypothesis = three_plays()
    del session.lying[6]
    session.see(4)
    session.lay_by(0, 12, "2O")
    tracker = hidden(tracker, 7)
    pushed = moved(hypothesis, tracker[7], Card.parse("2O"), tracker)
    assert spans(played_later([pushed], tracker), 7) == {laid_span(tracker[7])}


def test_so_was_one_that_was_clutter():
    session, tracker, hypothesis = three_plays()
    session.see(3)
    tracker = hidden(tracker, 6)
    shorter = rewrite(hypothesis, hypothesis.steps[:-1])
    assert spans(clutter_as_plays([shorter], tracker), 6) == {laid_span(tracker[6])}


@pytest.mark.parametrize("proposal", [rearranged, lambda one, tracker: completions([one], tracker)])
def test_so_was_one_of_a_deal_that_is_over(proposal):
    beam = gathered(hidden=("3O", "3C"))._beam
    step = beam.best.steps[24]
    (number,) = step.track_ids
    tracker = hidden(beam.tracker, number)
    guess = replace(step, action=replace(step.action, card=Card(step.cards[0].rank)), track_ids=())
    told = (*beam.best.steps[:24], *([guess] if proposal is rearranged else []), *beam.best.steps[25:])
    found = [one for some in proposal(rewrite(beam.best, told), tracker) for one in some]
    assert spans(found, number) == {laid_span(tracker[number])}
