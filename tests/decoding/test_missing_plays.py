"""What the pack tells of plays that nobody saw, once the cards are gathered."""

import tracemalloc
from dataclasses import replace
from functools import cache
from itertools import chain

import pytest

from firmware.cards import Card, Rank
from firmware.decoding import weights
from firmware.decoding.branching import add_saying, assign, initial_hypothesis, rewrite
from firmware.decoding.history import TimedSaying
from firmware.decoding.proposals import missing_plays
from firmware.decoding.proposals.missing_plays import completions, missing_ranks, repairs
from firmware.decoding.smoothing import Smoother
from firmware.rules.events import DealAbandoned
from firmware.rules.game import Game
from firmware.rules.notation.moves import RecordedAbandon
from firmware.rules.play import Claim
from firmware.rules.presets import PRESETS
from firmware.tracking.track import Track
from tests.support.gathered import deal, gathered, played, read, true_plays
from tests.support.scene import said


def test_a_pair_that_nobody_saw_is_found_when_the_cards_are_gathered():
    referee = gathered(hidden=("3O", "3C"))
    assert read(referee) == true_plays()


def test_four_of_a_rank_laid_upon_each_other_unseen_are_put_in_once_the_table_is_empty_for_long():
    referee, table = played(hidden=("2O", "2C", "2E", "2B"))
    table.take(*table.lying).wait(30_000)
    assert read(referee) == true_plays()


def test_the_last_play_that_nobody_saw_may_have_been_made_until_the_cards_were_gathered():
    referee, table = played(hidden=("6B",))
    best, tracker, now_ms = referee._beam.best, referee._beam.tracker, table.t_ms
    table.take(*table.lying).wait(3000)
    found = (one.steps[-2:] for some in completions([best], tracker) for one in some)
    spans = {(last.span, before.t_ms) for before, last in found if not last.track_ids}
    assert [last_ms for (_, last_ms), _ in spans] == [now_ms]
    assert all(first_ms == before_ms < now_ms for (first_ms, _), before_ms in spans)


def test_a_card_that_was_taken_back_may_have_been_played_where_it_turned_up():
    referee, table = played(hidden=("3O", "3C"), taken_back={3: "7E"})
    beam = referee._beam
    table.take(*table.lying).wait(3000)
    before = next(track for track in beam.tracker if str(track.likeliest(1)[0]) == "7E")
    index = next(i for i, step in enumerate(beam.best.steps) if "7E" in map(str, step.cards))
    step = beam.best.steps[index]
    early = replace(step, t_ms=before.born_ms, track_ids=(before.id,))
    others = (*beam.best.steps[:index], *beam.best.steps[index + 1 :])
    wrong = rewrite(beam.best, sorted((*others, early), key=lambda one: one.t_ms))
    wrong = assign(wrong, beam.tracker[step.track_ids[0]], step.cards[0])
    found = [one for some in completions([wrong], beam.tracker) for one in some]
    assert true_plays() in [[fact.rank_fact for fact in one.steps[1:]] for one in found]


def test_a_card_that_was_laid_and_gone_was_played_though_another_bears_its_name():
    laid = next(number for number, (card, _) in enumerate(deal()) if card == "3O")
    referee, table = played(hidden=("3O", "3C"), taken_back={laid: "3O"}, seen_as={"3E": "3O:0.6 3E:0.4"})
    best, tracker = referee._beam.best, referee._beam.tracker
    namesake = next(step for step in best.steps if "3O" in map(str, step.cards))
    assert namesake.t_ms > best.steps[laid].t_ms
    table.take(*table.lying).wait(3000)
    found = [[str(step.cards[0]) for step in one.steps[1:]] for some in completions([best], tracker) for one in some]
    assert ["3O", "3?", "3E", "3B"] in [[card for card in cards if card[0] == "3"] for cards in found]


LOST = ("2O", "2C", "2E", "2B", "3O", "3C", "7O", "7C")
NEXT = {"s0": "2E", "s1": "3O", "s2": "7C", "s3": "11E"}


@cache
def dealt_anew():
    """A referee who has not seen eight plays of a deal, and the next one after two plays."""
    referee, table = played(hidden=LOST)
    table.take(*table.lying).wait(14_000)
    for slot, card in NEXT.items():
        table.put(**{slot: card})
    table.wait(1000).put(s5="3B").take(1, 5).put(s6="10O").wait(3000)
    return referee, table


def test_a_deal_that_cannot_be_completed_is_given_up_when_the_next_one_lies_there():
    referee, _ = dealt_anew()
    assert referee.scoreboard.deal == 2
    assert [(play.seat, str(play.card)) for play in referee.plays[-2:]] == [(1, "3B"), (0, "10O")]


def test_it_is_said_that_a_deal_was_given_up_and_its_score_is_marked():
    referee, table = dealt_anew()
    assert said(table, DealAbandoned)
    assert referee.scoreboard.provisional


def test_a_deal_that_was_given_up_is_written_down_as_such():
    referee, _ = dealt_anew()
    assert any(isinstance(move, RecordedAbandon) for move in referee.record.moves)


@pytest.mark.untraced
def test_of_plays_that_nobody_saw_it_is_asked():
    assert gathered(hidden=("3O", "3C")).doubts > gathered().doubts


def test_a_deal_that_lacks_nothing_is_not_completed():
    beam = gathered()._beam
    assert not list(completions([beam.best], beam.tracker))


@pytest.mark.untraced
def test_nothing_is_made_up_while_cards_lie_on_the_table():
    referee, table = played(hidden=("3O", "3C"))
    table.wait(8000)
    assert len(referee.plays) == 34


@pytest.mark.untraced
def test_what_is_left_are_the_cards_not_played_yet():
    referee, _ = played(hidden=("3O", "3C"))
    assert missing_ranks(referee._beam.best) == {3: 2}


@pytest.mark.untraced
def test_of_a_deal_that_is_over_nothing_is_left():
    assert not missing_ranks(gathered()._beam.best)


@pytest.mark.untraced
def test_thousands_of_ways_to_put_plays_in_are_never_held_together():
    referee, table = played(hidden=("3O", "3C", "5B", "7O", "7C"))
    table.take(*table.lying).wait(1000)
    beam = referee._beam
    tracemalloc.start()
    beam._add(next(completions(beam.hypotheses, beam.tracker)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 6e6  # all together they take 25 MB


def kept(step):
    """What stays of a step when plays before it are put in: only whose turn it was may change."""
    return step.t_ms, step.track_ids, step.cards, step.log_likelihood


@pytest.mark.parametrize("fixed", [{"seat_fixed": True}, {"card_fixed": True}])
def test_what_a_person_has_fixed_stays_where_it_is(fixed):
    beam = gathered()._beam
    ours = replace(beam.best.steps[20], **fixed)
    best = rewrite(beam.best, (*beam.best.steps[:20], ours, *beam.best.steps[21:]))
    variants = [variant for proposals in repairs(best, beam.tracker) for variant in proposals]
    assert variants
    assert all(any(kept(step) == kept(ours) for step in variant.steps) for variant in variants)


@pytest.mark.untraced
def test_what_is_said_while_a_gathered_deal_is_thought_about_is_in_all_that_is_proposed():
    referee, table = played(hidden=("3O", "3C"))
    table.take(*table.lying)
    beam, smoother = referee._beam, Smoother()
    leading = beam.hypotheses[:1]
    table.wait(2500)
    smoother.next(leading, beam.tracker)
    smoother.next(leading, beam.tracker)
    before = smoother.completed
    word = TimedSaying(beam.tracker.now_ms, Claim(seat=0, against=1))
    told = [add_saying(one, word) for one in leading]
    proposed = [smoother.next(told, beam.tracker), smoother.next(told, beam.tracker)]
    assert before
    assert smoother.completed
    assert all(word in one.sayings for one in (*smoother.completed, *chain(*proposed)))


@pytest.mark.parametrize(
    ("rest_looks", "lay_clear_ms", "cost"),
    [
        (1, 0, weights.BRIEFLY_SEEN_PLAY),
        (2, 0, weights.SEEN_PLAY),
        (1, 3900, weights.SEEN_PLAY),
    ],
    ids=["seen once", "seen twice", "lay there, and was moved by the hand that took it"],
)
def test_a_play_left_out_and_put_in_again_costs_what_it_did_before(rest_looks, lay_clear_ms, cost):
    seen = Track(9, (0, 0), (0, 0), 900, 4800, 4800, rest_looks=rest_looks, lay_clear_ms=lay_clear_ms)
    seen = replace(seen, log_probs={Card.parse("3O"): -0.05})
    (step,) = missing_plays._seen_candidates(initial_hypothesis(Game(PRESETS["pagat"], 2, 1)), Rank.THREE, [seen])
    assert step.log_likelihood == cost
