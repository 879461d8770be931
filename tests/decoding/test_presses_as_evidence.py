"""What people say by buttons tells whose turn it is: who has nothing to announce has not played yet (rule D4)."""

from dataclasses import replace
from random import Random

import pytest

from firmware.cards import Card, Rank
from firmware.decoding import likelihood, weights
from firmware.decoding.branching import add_play, add_saying, initial_hypothesis, open_deal, rewrite
from firmware.decoding.history import Step, TimedSaying
from firmware.decoding.sayings import BATCH_DEALT_MS, COLLECTED_MS, DEALT_MS, LAID_MS, LATE_MS, READ_MS
from firmware.rules.deal import before_first_deal
from firmware.rules.game import Game
from firmware.rules.match import Match
from firmware.rules.play import Announce, Claim, Decline, Play
from firmware.rules.presets import PRESETS
from firmware.rules.voice import Announcement
from firmware.tracking.tracker import Tracker
from tests.support.buttons import TableWithButtons
from tests.support.deal import legal_pack
from tests.support.scene import plays

LAID = tuple(map(Card.parse, ("1O", "4C", "6E", "11B")))
RONDA = Announcement.RONDA
AFTER_MS = 3300
"""So long after the card that lay half under a hand the seat said that it had nothing: too late to be about it."""


def dealt(players=4, game=None):
    game = game or Game(PRESETS["pagat"], players, players - 1)
    return open_deal(initial_hypothesis(game), (), LAID, 0.0, t_ms=1000)


def played(hypothesis, *cards, t_ms=2000, track_ids=()):
    for number, card in enumerate(cards):
        hypothesis = add_play(hypothesis, Card.parse(card), t_ms + 1500 * number, track_ids, weights.UNSEEN_PLAY)
    return hypothesis


def said(hypothesis, *sayings, t_ms=2000 + AFTER_MS):
    for number, one in enumerate(sayings):
        hypothesis = add_saying(hypothesis, TimedSaying(t_ms + 100 * number, one))
    return hypothesis


def weight(hypothesis):
    return likelihood.log_likelihood(hypothesis, Tracker())


@pytest.mark.parametrize(("seat", "counted"), [(0, 1), (1, 0), (2, 0), (3, 0)])
def test_who_speaks_of_his_hand_in_turn_is_counted(seat, counted):
    assert said(dealt(), Announce(seat, RONDA)).state.turn_sayings == counted


def test_a_word_that_is_refused_is_not_counted_as_said_in_turn():
    twice = said(dealt(), Decline(0), Decline(0))
    assert (twice.state.turn_sayings, twice.state.refused_sayings) == (1, 1)


def test_who_says_nothing_right_after_his_card_has_spoken_in_his_turn():
    late = said(played(dealt(), "2C"), Decline(0), t_ms=3900)
    assert (late.state.turn_sayings, late.state.refused_sayings) == (1, 0)


def test_a_play_long_before_its_seat_says_nothing_costs_the_refusal_and_the_turn():
    words = Decline(0), Announce(1, RONDA), Announce(3, RONDA)
    true, turned = said(dealt(), *words), said(played(dealt(), "7C"), *words)
    without = weight(played(dealt(), "7C")) - weight(dealt())
    in_turn = weights.IN_TURN  # of seat 1, who would be in turn then
    assert weight(turned) - weight(true) == pytest.approx(without + weights.REFUSED - weights.IN_TURN + in_turn)


HELD, NOT_HELD = ("7C", "2C", "7O", "3O", "5C", "10O"), ("2C", "7C", "7O", "3O", "5C", "10O")
"""The first hands of two players: of the first one with a pair of sevens, or read in another order, without."""


@pytest.mark.parametrize(("cards", "false"), [(HELD, 0), (NOT_HELD, 1)])
def test_what_his_cards_prove_false_was_hardly_announced(cards, false):
    silent, announced = dealt(players=2), said(dealt(players=2), Announce(0, RONDA), t_ms=1500)
    cost = weight(played(announced, *cards)) - weight(played(silent, *cards))
    assert cost == pytest.approx(weights.IN_TURN + weights.FALSELY_ANNOUNCED * false)


@pytest.mark.parametrize(
    ("cards", "false"),
    [(("7C", "3O", "2C", "5C", "5O"), 1), (("4O", "3O", "2C", "4E", "4B"), 0)],
    ids=["without a pair", "with a pair of fours"],
)
def test_a_card_that_wins_proves_an_announcement_false_too(cards, false):
    match = Match.of(PRESETS["pagat"], 2)
    nearly = Game.at(match, before_first_deal(match, 1)._replace(scores=(39, 0)))
    announced = said(dealt(players=2, game=nearly), Announce(0, RONDA), t_ms=1500)
    won = played(announced, *cards)
    assert won.game.turn is None
    assert won.state.false_sayings == false
    too_many = Step(20_000, (), Play(1, Card.parse("12B")))
    lenient = rewrite(replace(won, lenient=True), (*won.steps, too_many))
    assert (len(lenient.steps), lenient.state.false_sayings) == (len(won.steps) + 1, false)


def test_who_speaks_while_his_card_was_played_unseen_has_spoken_before_it():
    speaks_ms, unseen = 5000, Step(2001, (), Play(0, Card(Rank.TWO)), weights.UNSEEN_PLAY, span=(2000, 9000))
    before = said(dealt(), Announce(0, RONDA), t_ms=speaks_ms)
    whole, point = (rewrite(before, (*before.steps, one)) for one in (unseen, replace(unseen, span=())))
    assert [(one.state.turn_sayings, one.state.refused_sayings) for one in (whole, point)] == [(1, 0), (0, 1)]


@pytest.mark.parametrize(("speaks_ms", "refused"), [(9000 + LATE_MS, 0), (9000 + LATE_MS + 1, 1)])
def test_who_speaks_after_an_unseen_play_has_spoken_late_as_of_the_end_of_its_span(speaks_ms, refused):
    unseen = Step(2001, (), Play(0, Card(Rank.TWO)), weights.UNSEEN_PLAY, span=(2000, 9000))
    told = said(rewrite(dealt(), (*dealt().steps, unseen)), Decline(0), t_ms=speaks_ms)
    assert told.state.refused_sayings == refused


def test_a_card_half_under_a_hand_is_no_play_of_one_who_has_nothing_to_announce_after_it():
    table = TableWithButtons(players=4)
    table.lying[6] = "7C:0.88 6C:0.02"
    table.wait(600, hand=True).wait(1000)
    del table.lying[6]
    table.wait(600, hand=True).wait(AFTER_MS - 1900)
    table.press("nothing", 0, 100).press("ronda", 1, 150).press("ronda", 3, 180).wait(800)
    cards = ["2O", "12C", "5E", "1C"]
    for slot, card in enumerate(cards, 7):
        table.put(**{f"s{slot}": card}).wait(600)
    assert plays(table.referee) == list(enumerate(cards))


def with_one_of_a_pair_shown():
    """Seat 1 has shown a 7 and said nothing: his next one makes a ronda of it that he concealed."""
    return played(dealt(players=2), "2C", "7O", "3C", t_ms=2000)


@pytest.mark.parametrize(("track_ids", "late_ms"), [((9,), READ_MS), ((), COLLECTED_MS)])
def test_a_claim_is_of_the_card_that_is_read_a_moment_later_or_missed_when_what_it_took_is_gone(track_ids, late_ms):
    claimed = said(with_one_of_a_pair_shown(), Claim(0, 1), t_ms=6000)
    read_ms = 6001, 6000 + late_ms, 6001 + late_ms
    told = [played(claimed, "7C", t_ms=t_ms, track_ids=track_ids) for t_ms in read_ms]
    assert [(one.game.scores[0], one.state.refused_sayings) for one in told] == [(1, 0), (1, 0), (0, 1)]


@pytest.mark.parametrize(("claimed_ms", "refused"), [(6000, 0), (5999, 1)])
def test_who_claims_a_card_that_is_found_under_a_sleeve_later_saw_it_laid(claimed_ms, refused):
    claimed = said(with_one_of_a_pair_shown(), Claim(0, 1), t_ms=claimed_ms)
    found = Step(12_000, (9,), Play(1, Card.parse("7C")), weights.SEEN_PLAY, span=(6000, 12_000))
    assert rewrite(claimed, (*claimed.steps, found)).state.refused_sayings == refused


@pytest.mark.parametrize(("shown_ms", "refused"), [(6000, 0), (8000, 0), (8001, 1)])
def test_a_claim_counts_after_its_card_though_the_play_before_that_was_found_later(shown_ms, refused):
    claimed = said(played(dealt(players=2), "2C", "7O", t_ms=2000), Claim(0, 1), t_ms=8000)
    found = Step(12_000, (8,), Play(0, Card.parse("3C")), weights.SEEN_PLAY, span=(4000, 12_000))
    shown = Step(shown_ms, (9,), Play(1, Card.parse("7C")), weights.SEEN_PLAY)
    assert rewrite(claimed, (*claimed.steps, found, shown)).state.refused_sayings == refused


def test_who_claims_what_nobody_concealed_has_seen_something_else():
    assert said(played(dealt(players=2), "2C"), Claim(1, 0)).state.refused_sayings == 1
    assert said(played(with_one_of_a_pair_shown(), "7C"), Claim(0, 1), t_ms=9000).state.refused_sayings == 0


def over(t_ms=60_000):
    """A deal of which the last card was played then."""
    pack = legal_pack(Random(1), Game(PRESETS["pagat"], 2, 1))
    laid = open_deal(initial_hypothesis(Game(PRESETS["pagat"], 2, 1)), (), pack[:4], 0.0, t_ms=1000)
    return played(laid, *map(str, pack[4:]), t_ms=t_ms - 1500 * 35)


@pytest.mark.parametrize(("after_ms", "refused"), [(0, 1), (DEALT_MS - 1, 1), (DEALT_MS, 0), (4 * DEALT_MS, 0)])
def test_right_after_the_last_card_nobody_holds_a_hand_of_the_next_deal(after_ms, refused):
    told = said(over(60_000), Announce(0, RONDA), t_ms=60_000 + after_ms)
    assert (told.state.refused_sayings, len(told.waiting)) == (refused, 1 - refused)


def test_a_claim_of_what_was_shown_already_is_not_put_off():
    shown = played(with_one_of_a_pair_shown(), "7C", "5C", t_ms=6000)
    told = played(said(shown, Claim(0, 1), t_ms=8000), "11C", t_ms=8500)
    facts = [type(entry.fact).__name__ for entry in told.entries[-2:]]
    assert (told.game.scores[0], facts) == (1, ["TimedSaying", "Step"])


@pytest.mark.parametrize(("after_ms", "counts_first"), [(0, True), (LAID_MS - 1, True), (LAID_MS, False)])
def test_a_claim_is_of_what_was_shown_before_a_card_that_is_just_being_laid(after_ms, counts_first):
    shown = played(with_one_of_a_pair_shown(), "7C", t_ms=6000)
    told = played(said(shown, Claim(0, 1), t_ms=8000 + after_ms), "5C", t_ms=8000)
    last = told.entries[-2:] if counts_first else told.entries[:-3:-1]
    assert [type(entry.fact) for entry in last] == [TimedSaying, Step]
    assert (told.game.scores[0], told.state.refused_sayings) == (1, 0)


@pytest.mark.parametrize(
    ("hidden", "after_ms", "refused"),
    [
        *((True, 100, 2), (True, BATCH_DEALT_MS - 1, 2), (True, BATCH_DEALT_MS, 1)),
        *((False, LAID_MS - 1, 2), (False, LAID_MS, 1), (False, LAID_MS + 100, 0)),
    ],
)
@pytest.mark.parametrize("word", [Announce(0, RONDA), Decline(0)])
def test_right_after_the_last_card_of_a_batch_nobody_holds_the_next_one(word, hidden, after_ms, refused):
    batch = played(dealt(players=2), *NOT_HELD, t_ms=2000)
    *before, last = batch.steps
    span = (last.t_ms, last.t_ms + 5000) if hidden else ()
    told = rewrite(batch, (*before, replace(last, span=span)))
    assert said(told, Decline(1), word, t_ms=last.t_ms + after_ms - 100).state.refused_sayings == refused


def test_what_was_said_counts_before_a_card_again_once_the_play_that_seemed_to_come_later_is_none():
    told = played(said(played(dealt(players=2), "2C", "7O", "3C"), Decline(1), t_ms=9000), "7C", t_ms=9500)
    seemed_later = Step(8000, (), Play(0, Card.parse("5C")), weights.UNSEEN_PLAY)
    after = rewrite(told, (*told.steps, seemed_later))
    assert [entry.fact for entry in after.entries[-3:]] == [told.steps[-1], seemed_later, told.sayings[0]]
    assert [entry.key for entry in rewrite(after, told.steps).entries] == [entry.key for entry in told.entries]
