"""Hypotheses as values: what the rules forbid is not a hypothesis."""

from dataclasses import replace

import pytest

from firmware.cards import ES40, Card
from firmware.decoding.branching import add_play, assign, initial_hypothesis, open_deal, rewrite, with_past_of
from firmware.decoding.history import Layout, Step
from firmware.decoding.proposals.other_pasts import after_other_deals
from firmware.rules.game import Game
from firmware.rules.play import Play
from firmware.rules.presets import PRESETS
from firmware.tracking.track import Track

LAYOUT = tuple(map(Card.parse, ("1O", "4C", "6E", "11B")))
TRACKS = [Track(i, (i, 0.0), (i, 0.0), 100 * i, 0, 0, 0) for i in range(9)]


def opened():
    return open_deal(initial_hypothesis(Game(PRESETS["pagat"], 2, 1)), TRACKS[:4], LAYOUT, 0.0)


def test_nobody_plays_before_the_layout():
    assert add_play(initial_hypothesis(Game(PRESETS["pagat"], 2, 1)), Card.parse("7O"), 0, (), 0.0) is None


def test_an_illegal_layout_opens_nothing():
    pair = (LAYOUT[0], Card.parse("1C"), *LAYOUT[2:])
    assert open_deal(initial_hypothesis(Game(PRESETS["pagat"], 2, 1)), TRACKS[:4], pair, 0.0) is None


def test_the_same_card_is_not_played_twice():
    assert add_play(opened(), Card.parse("1O"), 0, (), 0.0) is None


def test_the_layout_is_laid_when_its_last_card_lies_still():
    assert opened().steps[0].t_ms == 300


def test_captured_cards_are_to_go_from_the_moment_of_the_capture():
    hypothesis = add_play(opened(), Card.parse("6C"), 900, (4,), 0.0)
    assert hypothesis.captured == {Card.parse("6E"): (900, 0), Card.parse("6C"): (900, 0)}


def test_a_history_that_begins_with_a_play_is_not_legal():
    assert rewrite(opened(), [Step(0, (), Play(0, Card.parse("7O")))]) is None


def test_a_play_put_in_before_another_takes_over_its_seat():
    hypothesis = add_play(opened(), Card.parse("7O"), 900, (4,), 0.0)
    layout, last = hypothesis.steps
    before = Step(500, (5,), Play(0, Card.parse("12O")))
    told = rewrite(hypothesis, (layout, before, last))
    assert [step.action for step in told.steps[1:]] == [Play(0, Card.parse("12O")), Play(1, Card.parse("7O"))]


def test_a_track_assigned_to_a_card_that_is_no_longer_played_is_clutter():
    hypothesis = assign(add_play(opened(), Card.parse("7O"), 900, (4,), 0.0), TRACKS[6], Card.parse("7O"))
    layout, last = hypothesis.steps
    renamed = Step(last.t_ms, last.track_ids, Play(0, Card.parse("7C")))
    assert rewrite(hypothesis, (layout, renamed)).assignment[6] is None


def test_a_track_of_a_play_that_is_no_more_is_clutter():
    hypothesis = add_play(opened(), Card.parse("7O"), 900, (4,), 0.0)
    blind = Step(900, (), Play(0, Card.parse("7?")))
    assert rewrite(hypothesis, (hypothesis.steps[0], blind)).assignment[4] is None


def test_a_card_lies_where_it_was_seen_last():
    tracks = {0: replace(TRACKS[0], seen_ms=900), 5: replace(TRACKS[5], seen_ms=500)}
    trails = assign(opened(), TRACKS[5], LAYOUT[0]).trails({**dict(enumerate(TRACKS)), **tracks})
    assert [track.id for track in trails[LAYOUT[0]]] == [5, 0]


def test_the_cards_of_a_step_are_those_it_brought():
    assert Step(0, (), Layout(LAYOUT)).cards == LAYOUT
    assert Step(0, (), Play(0, LAYOUT[0])).cards == LAYOUT[:1]


@pytest.mark.parametrize(("lacks", "kept"), [(0, [4]), (1, [4, 90])])
def test_what_came_after_the_last_card_of_a_deal_is_explained_anew_once_the_deal_is_over(lacks, kept):
    pack = sorted(set(ES40.cards) - set(LAYOUT), key=str)
    tracks = {card: (10 + number,) for number, card in enumerate(pack)}
    plays = [Step(1000 * number, tracks[card], Play(0, card)) for number, card in enumerate(pack, 1)]
    opening = opened()
    begun = replace(opening, assignment={**opening.assignment, 4: None, 90: None})
    told = rewrite(begun, (*opening.steps, *plays[lacks:]))
    assert [track_id for track_id, card in told.assignment.items() if card is None] == kept


NEXT_LAYOUT = tuple(map(Card.parse, ("2O", "5C", "7E", "12B")))


def second_deal(first, *played, before=0.0):
    """A hypothesis in its second deal, after one that began with ``first``."""
    over = add_play(opened(), Card.parse(first), 900, (), 0.0)
    told = open_deal(over, TRACKS[4:8], NEXT_LAYOUT, before, gives_up=True)
    for card in played:
        told = add_play(told, Card.parse(card), 1900, (), -1.0)
    return told


def test_the_present_deal_may_come_after_other_deals():
    told, other = second_deal("7O", "3C", "6E", before=-2.0), second_deal("10O", before=-5.0)
    joined = with_past_of(replace(told, base=-3.5), other)
    assert (joined.past, joined.steps, joined.assignment) == (other.past, told.steps, told.assignment)
    assert (joined.base, joined.base_before, joined.origin_key) == (-6.5, -5.0, other.origin_key)


@pytest.mark.parametrize("other", [opened(), replace(second_deal("10O"), past_tracks=frozenset([5]))])
def test_other_deals_that_are_fewer_or_speak_of_the_same_tracks_do_not_go_before_it(other):
    assert with_past_of(second_deal("7O", "3C"), other) is None


def test_what_is_thought_of_beside_one_past_is_tried_beside_each_other_one():
    likely, other = second_deal("7O", "3C"), second_deal("10O", "6E")
    tried = [(one.past, one.steps) for one in after_other_deals([likely, other], [likely, other])]
    assert tried == [(other.past, likely.steps), (likely.past, other.steps)]


def test_what_one_of_them_tells_already_is_not_told_again():
    likely, other = second_deal("7O", "3C"), second_deal("10O", "6E")
    told = [likely, other, *after_other_deals([likely, other], [likely, other])]
    assert len(told) == 4
    assert list(after_other_deals(told, told)) == []
