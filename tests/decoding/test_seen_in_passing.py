"""A card that was seen on its way only may have been played: if hands misfit, upon a caida, or for one unseen."""

import math
from dataclasses import replace

import pytest

from firmware.cards import Card, Rank
from firmware.decoding import weights
from firmware.decoding.branching import add_play
from firmware.decoding.proposals.seen_in_passing import answered_on_way, guesses_on_way, played_on_way
from tests.support.arms import arm, told
from tests.support.scene import laid, look

ON_THE_WAY = (390.0, 40.0)
PLAYED = ("2O", "3C", "5E", "7B")


def passes(table, text, ms=200, before_ms=0, after_ms=0):
    """A card is seen on its way, under a hand, a while after what was before, and then no more for a while."""
    if before_ms:
        table.wait(before_ms)
    table.lying[ON_THE_WAY] = text
    table.wait(ms, hand=True)
    del table.lying[ON_THE_WAY]
    return table.wait(after_ms) if after_ms else table


def steps_of(hypothesis):
    return [(step.action.seat, str(step.action.card)) for step in hypothesis.steps[1:]]


@pytest.mark.parametrize(("hands_of", "tried"), [((0, 1, 0, 0), True), ((0, 1, 0, 1), False)], ids=["misfit", "fit"])
def test_a_card_seen_on_its_way_is_tried_as_a_play_if_a_hand_does_not_fit(hands_of, tried):
    session, tracker, hypothesis = told(zip(hands_of, PLAYED, strict=True))
    session.lying[ON_THE_WAY] = "6O"
    session.see(1, [arm(ON_THE_WAY, 0)])
    proposed = [step for one in played_on_way(hypothesis, tracker) for step in one.steps if step.track_ids == (8,)]
    assert ("6O" in [str(step.action.card) for step in proposed]) is tried


def shown_as(tracker, number, shares):
    """The looks at a track name it so, each card as surely as told."""
    logs = {Card.parse(name): math.log(share) for name, share in shares.items()}
    tracker._tracks[number] = replace(tracker[number], log_probs=logs)


@pytest.mark.parametrize(
    ("shares", "tried"), [({"11B": 0.4, "11E": 0.3}, True), ({"11B": 0.4, "6E": 0.3}, False)], ids=["rank", "none"]
)
def test_whose_rank_alone_was_seen_on_its_way_is_tried_too(shares, tried):
    session, tracker, hypothesis = told(zip((0, 1, 0, 0), PLAYED, strict=True))
    session.lying[ON_THE_WAY] = "6O"
    session.see(1, [arm(ON_THE_WAY, 0)])
    shown_as(tracker, 8, shares)
    proposed = [step for one in played_on_way(hypothesis, tracker) for step in one.steps if step.track_ids == (8,)]
    assert bool(proposed) is tried


@pytest.mark.parametrize("again", [True, False])
def test_what_one_look_names_where_a_card_lies_is_no_play_if_that_is_seen_again(again):
    session, tracker, hypothesis = told(zip((0, 1, 0, 0), PLAYED, strict=True))
    slot = next(slot for slot, text in session.lying.items() if text == PLAYED[-1])
    session.lying[slot] = "6O"
    session.see(1, [arm(ON_THE_WAY, 0)])
    session.lying = {**session.lying, slot: PLAYED[-1]} if again else {}
    session.see(1)
    assert str(tracker[8].likeliest(1)[0]) == "6O"
    proposed = [step for one in played_on_way(hypothesis, tracker) for step in one.steps if step.track_ids == (8,)]
    assert bool(proposed) is not again


def test_before_anything_was_laid_nothing_was_seen_on_its_way():
    referee, table = laid(s0="1O")
    passes(table, "7O")
    beam = referee._beam
    assert list(answered_on_way(beam.best, beam.tracker)) == list(guesses_on_way([beam.best], beam.tracker)) == []


@pytest.mark.parametrize(("text", "proposed"), [("4O", True), ("7O", False)], ids=["of its rank", "of another"])
def test_a_play_that_nobody_saw_may_have_been_that_of_a_card_of_its_rank_seen_on_its_way(text, proposed):
    referee, table = laid()
    passes(table, text).take(1).wait(3000)
    guessed = next(one for one in referee._beam.hypotheses if steps_of(one) == [(0, "4?")])
    told_so = [steps_of(one) for one in guesses_on_way([guessed], referee._beam.tracker)]
    assert ([(0, text)] in told_so) is proposed


def test_a_play_that_nobody_saw_may_have_been_that_of_a_card_of_its_rank_that_was_taken_for_clutter():
    referee, table = laid()
    table.put(s5="4O").take(1, 5).wait(3000)
    tracker = referee._beam.tracker
    guessed = next(one for one in referee._beam.hypotheses if steps_of(one) == [(0, "4?")])
    clutter = [track_id for track_id, card in guessed.assignment.items() if card is None]
    assert [str(tracker[track_id].likeliest(1)[0]) for track_id in clutter] == ["4O"]
    assert [(0, "4O")] in [steps_of(one) for one in guesses_on_way([guessed], tracker)]


@pytest.mark.parametrize("hidden", [True, False], ids=["under an arm", "in the open"])
def test_a_card_seen_on_its_way_may_have_taken_one_that_nobody_saw(hidden):
    """Two plays that nobody saw took cards of the table; a 7 was seen on its way, and no 7 lay there."""
    referee, table = laid()
    passes(table, "7O", after_ms=200)
    guessed, tracker = referee._beam.best, referee._beam.tracker
    shown = next(track for track in tracker if str(track.likeliest(1)[0]) == "7O")
    tracker._tracks[shown.id] = replace(shown, hidden_ms=shown.born_ms - 3000 * hidden)
    for number, rank in enumerate((Rank.FOUR, Rank.SIX)):
        guessed = add_play(guessed, Card(rank), table.t_ms - 1000 + number, (), weights.UNSEEN_PLAY)
    told_so = [steps_of(one) for one in guesses_on_way([guessed], tracker)]
    assert ([(0, "7?"), (1, "7O")] in told_so) is hidden


@pytest.mark.parametrize(
    ("text", "before_ms", "proposed"),
    [("7B", 3400, True), ("7B", 0, False), ("5B", 3400, False)],
    ids=["long after the capture", "one of those taken", "of another rank"],
)
def test_a_card_seen_on_its_way_may_have_answered_a_caida(text, before_ms, proposed):
    referee, table = laid(players=3)
    table.put(s5="7O").put(s6="7E").take(5, 6)
    passes(table, text, before_ms=before_ms, after_ms=600)
    referee._beam.tracker.update(look(table.t_ms + 200, table.lying))
    told_so = [steps_of(one) for one in answered_on_way(referee._beam.best, referee._beam.tracker)]
    assert ([(0, "7O"), (1, "7E"), (2, text)] in told_so) is proposed


@pytest.mark.parametrize(("looks", "kept"), [(2, True), (1, False)], ids=["twice", "once"])
def test_what_was_seen_twice_at_a_spot_is_remembered_though_it_was_two_cards(looks, kept):
    """A 10 was laid and taken by a 10 at once: the looks name both, neither for half."""
    referee, table = laid()
    passes(table, "10B")
    tracker = referee._beam.tracker
    (shown,) = (track for track in tracker if str(track.likeliest(1)[0]) == "10B")
    shown_as(tracker, shown.id, {"10B": 0.15, "12B": 0.05, "10E": 0.02})
    tracker._tracks[shown.id] = replace(tracker[shown.id], rest_looks=looks)
    table.wait(12_000)
    assert (shown.id in [track.id for track in tracker]) is kept
