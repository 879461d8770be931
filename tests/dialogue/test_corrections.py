"""What people put right: answers, undo and redo, cards, seats, missed plays and phantoms, in any order and depth."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.announce.phrases import phrase
from firmware.cards import ES40, Card, Rank
from firmware.decoding import weights
from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.branching import rewrite
from firmware.decoding.numbering import rank_keys
from firmware.decoding.proposals.reorderings import swapped_plays
from firmware.decoding.proposals.unseen_times import unseen_before
from firmware.dialogue.amendments import InsertStep, amended
from firmware.dialogue.answers import answer
from firmware.dialogue.earlier_deals import EarlierDeals
from firmware.dialogue.other_choices import with_other_choices
from firmware.events import (
    Doubt,
    DoubtSettled,
    LayoutCorrected,
    PressRefused,
    ReadingCorrected,
    SayingTakenBack,
    SeatCorrected,
)
from firmware.rules.events import CardPlayed, GameWon
from firmware.rules.game import Game
from firmware.rules.play import Play
from firmware.rules.presets import PRESETS
from tests.support.buttons import TableWithButtons


def plays(table):
    return [(play.seat, str(play.card)) for play in table.referee.plays]


def doubtful(text="7O:0.55 3O:0.43"):
    """A card that stays unclear for as long as later looks could have settled it."""
    return TableWithButtons().put(s5=text).wait(24000)


@pytest.mark.parametrize(("button", "card"), [("a", "7O"), ("b", "3O")])
def test_a_question_is_answered_by_one_press(button, card):
    table = doubtful()
    asked = table.referee.scoreboard.question
    assert [str(card) for card, _ in asked.candidates[:2]] == ["7O", "3O"]
    table.press(button)
    assert table.referee.scoreboard.question is None
    assert plays(table) == [(0, card)]
    assert [str(event.card) for event in table.heard(DoubtSettled)] == [card]


@pytest.mark.parametrize("wrong", ["a", "b"])
def test_an_answer_that_is_taken_back_is_asked_again(wrong):
    table = doubtful()
    asked, right = table.referee.scoreboard.question, "b" if wrong == "a" else "a"
    table.press(wrong).press("undo")
    assert table.referee.scoreboard.question == asked
    assert table.referee.scoreboard.provisional
    assert plays(table) == [(0, "7O")]
    table.wait(3000).press(right)
    assert plays(table) == [(0, "3O" if right == "b" else "7O")]
    assert table.referee.scoreboard.question is None


def test_an_answer_that_was_taken_back_can_be_given_again():
    table = doubtful().press("b").press("undo").press("redo")
    assert plays(table) == [(0, "3O")]
    assert table.referee.scoreboard.question is None


def test_after_another_play_that_is_taken_back_and_not_the_answer():
    table = doubtful().press("b").put(s6="5C").press("undo")
    assert plays(table) == [(0, "3O")]


def test_an_answer_is_final_whatever_is_seen_later():
    table = doubtful().press("b")
    table.lying[5] = "7O"
    table.wait(6000)
    assert plays(table) == [(0, "3O")]
    assert len(table.heard(Doubt)) == 1


def shown(table):
    asked = table.referee.scoreboard.question
    return [str(card and card.rank.value) for card, _ in asked.candidates[:2]]


def test_a_question_names_what_is_shown_and_what_is_likely_but_not_every_other_rank():
    table = doubtful().press("neither").press("neither")
    assert phrase(table.heard(Doubt)[-1], "en") == "What did Player 1 play: 2 or 4 or 7 or 3?"


def test_where_neither_choice_is_true_two_buttons_reach_all_others():
    table, seen = doubtful("7O:0.5 3O:0.4 12C:0.08"), []
    for _ in range(6):
        seen += shown(table)
        table.press("neither")
    assert seen[:4] == ["7", "3", "12", "None"]  # what it looked like comes first
    assert set(seen) == {"None", *(str(rank.value) for rank in ES40.ranks)}
    assert table.referee.scoreboard.question.step == 1
    assert plays(table) == [(0, "7O")]


def test_another_choice_is_answered_and_taken_back_like_the_first_two():
    table = doubtful().press("neither").press("neither")
    asked, other = table.referee.scoreboard.question, shown(table)[1]
    table.press("b")
    assert table.referee.scoreboard.question is None
    assert [str(play.card.rank.value) for play in table.referee.plays] == [other]
    table.press("undo")
    assert (table.referee.scoreboard.question, plays(table)) == (asked, [(0, "7O")])


def read_anew():
    """The hypotheses, the leading one by now with a play that nobody saw before that which was told and is asked of."""
    beam = TableWithButtons().put(s5="7O").referee._beam
    told = beam.best
    unseen = unseen_before(told, 1, Rank.FOUR)
    beam.hypotheses = [rewrite(told, (told.steps[0], unseen, told.steps[1])), told]
    return beam, rank_keys(told, 0), Doubt(0, 1, 0, ((Card.parse("2?"), 0.0), (Card.parse("3?"), 0.0)))


def test_an_answer_that_no_hypothesis_has_puts_right_what_was_told():
    beam, told, asked = read_anew()
    assert answer(beam, asked, EarlierDeals(), told, first=True)
    assert [str(step.cards[0]) for step in beam.best.steps[1:]] == ["2?"]


def test_an_answer_is_refused_where_no_hypothesis_has_what_was_told():
    beam, told, asked = read_anew()
    before = beam.hypotheses
    assert not answer(beam, asked, EarlierDeals(), [told[0], 0], first=True)
    assert beam.hypotheses is before


def test_an_answer_keeps_each_history_that_has_that_rank_there_whether_or_not_its_card_was_seen():
    beam = TableWithButtons().put(s5="7O").referee._beam
    layout, seen = beam.best.steps
    unseen = replace(seen, action=Play(0, Card.parse("7?")), track_ids=(), log_likelihood=weights.UNSEEN_PLAY)
    told = replace(rewrite(beam.best, (layout, unseen)), assignment={})
    beam.hypotheses = [beam.best, told]
    asked = Doubt(0, 1, 0, ((Card.parse("7O"), 0.6), (Card.parse("7?"), 0.3), (Card.parse("3C"), 0.1)))
    assert answer(beam, asked, EarlierDeals(), rank_keys(beam.best, 0), first=True)
    kept = {(str(step.cards[0]), step.card_fixed) for step in (one.steps[1] for one in beam.hypotheses)}
    assert kept == {("7O", True), ("7?", True)}


def put_in_order():
    """The hypotheses after an answer that said which of two plays came first."""
    beam = TableWithButtons().put(s5="7O").put(s6="3C").referee._beam
    layout, *told = beam.best.steps
    beam.hypotheses.append(rewrite(beam.best, (layout, *reversed(told))))
    asked = Doubt(0, 1, 0, ((Card.parse("7O"), 0.9), (Card.parse("3C"), 0.1)))
    assert answer(beam, asked, EarlierDeals(), rank_keys(beam.best, 0), first=False)
    return beam


def test_no_proposal_changes_two_plays_back_of_which_an_answer_said_which_came_first():
    best = put_in_order().best
    layout, *told = best.steps
    assert [str(step.cards[0]) for step in told] == ["3C", "7O"]
    assert rewrite(best, (layout, *reversed(told))) is None


def test_what_an_answer_ruled_out_a_person_may_still_put_in():
    best = put_in_order().best
    again = amended(best, InsertStep(1, replace(best.steps[2], t_ms=0, track_ids=())))
    assert [str(step.cards[0]) for step in again.steps[1:]] == ["7O", "3C", "7O"]


def test_other_choices_of_a_layout_are_cards_alone():
    table = TableWithButtons(layout={"s0": "1O", "s1": "4C", "s2": "7E:0.55 5E:0.43", "s3": "11B"}).wait(24000)
    table.press("neither")
    cards = [card for card, _ in table.referee.scoreboard.question.candidates]
    # those that lie there already may not lie twice
    assert {card.rank.value for card in cards} == {2, 3, 5, 6, 7, 10, 12}
    table.press("a")
    assert cards[0] in table.referee.scoreboard.table


def test_who_else_may_have_played_is_asked_by_all_others():
    beam = BeamSearch(Game(PRESETS["pagat"], 4, 3))
    asked = Doubt(0, 1, 0, ((Card.parse("7O"), 1.0),), seats=((2, 0.6), (1, 0.4)))
    other = with_other_choices(beam, asked)
    assert [seat for seat, _ in other.seats] == [0, 3, 2, 1]


@pytest.mark.parametrize("asked", [False, True])
def test_other_choices_are_refused_where_nothing_is_asked(asked):
    table = TableWithButtons().put(s5="12O")
    if asked:
        table.press("ronda", seat=0).press("challenge", seat=1)
    assert table.press("neither").heard(PressRefused)


def test_an_answer_without_a_question_is_refused():
    assert TableWithButtons().put(s5="12O").press("a").heard(PressRefused)


def test_a_layout_is_asked_about_by_its_doubtful_card():
    table = TableWithButtons(layout={"s0": "1O", "s1": "4C", "s2": "7E:0.55 5E:0.43", "s3": "11B"}).wait(24000)
    asked = table.referee.scoreboard.question
    assert {str(card) for card, _ in asked.candidates[:2]} == {"7E", "5E"}
    second = str(asked.candidates[1][0])
    table.press("b")
    assert second in {str(card) for card in table.referee.scoreboard.table}
    assert table.referee.scoreboard.question is None


def test_an_answer_about_a_layout_is_taken_back():
    table = TableWithButtons(layout={"s0": "1O", "s1": "4C", "s2": "7E:0.55 5E:0.43", "s3": "11B"}).wait(24000)
    asked, before = table.referee.scoreboard.question, table.referee.scoreboard.table
    table.press("b")
    assert table.referee.scoreboard.table != before
    table.press("undo")
    assert (table.referee.scoreboard.question, table.referee.scoreboard.table) == (asked, before)


def test_undo_takes_back_the_last_play_and_its_points():
    table = TableWithButtons().put(s5="12O").put(s6="12C").take(5, 6)
    assert table.scores == (0, 1)
    table.press("undo")
    assert plays(table) == [(0, "12O")]
    assert table.scores == (0, 0)
    assert [(str(e.was), e.now) for e in table.heard(ReadingCorrected)] == [("12C", None)]


def test_redo_brings_it_back():
    table = TableWithButtons().put(s5="12O").put(s6="12C").press("undo").press("undo").press("redo").press("redo")
    assert plays(table) == [(0, "12O"), (1, "12C")]
    assert table.scores == (0, 1)
    assert table.press("redo").heard(PressRefused)


def test_what_was_taken_back_stays_away_though_its_card_still_lies_there():
    table = TableWithButtons().put(s5="12O").press("undo").wait(4000)
    assert plays(table) == []
    table.put(s6="5O")
    assert plays(table) == [(0, "5O")]


def test_redo_ends_with_the_next_play():
    table = TableWithButtons().put(s5="12O").press("undo").put(s6="5O").press("redo")
    assert table.heard(PressRefused)
    assert plays(table) == [(0, "5O")]


def test_undo_takes_back_what_was_said():
    table = TableWithButtons().press("ronda", 0).press("undo")
    assert [(e.seat, e.saying, e.back) for e in table.heard(SayingTakenBack)] == [(0, "ronda", False)]
    table.put(s5="12O").put(s6="7O")
    assert table.scores == (0, 0)


def test_undo_takes_back_a_correction_first():
    table = TableWithButtons().put(s5="12O").press("card 1 5O").press("undo")
    assert plays(table) == [(0, "12O")]
    table.press("redo")
    assert plays(table) == [(0, "5O")]


def test_undo_before_anything_happened_is_refused():
    assert TableWithButtons().press("undo").heard(PressRefused)


def test_a_card_put_right_changes_what_it_took():
    table = TableWithButtons().put(s5="12O").put(s6="12C").press("card 1 5O")
    assert table.scores == (0, 0)
    assert [(str(e.was), str(e.now), e.scores) for e in table.heard(ReadingCorrected)] == [("12O", "5O", (0, 0))]


def test_the_last_card_needs_no_number():
    assert plays(TableWithButtons().put(s5="12O").press("card 5O")) == [(0, "5O")]


def test_a_missed_play_put_in_moves_the_seats_behind_it():
    table = TableWithButtons().put(s5="12O").put(s6="5C").press("insert 2 1 7C")
    assert plays(table) == [(0, "12O"), (1, "7C"), (0, "5C")]


def test_a_phantom_taken_out_moves_them_back():
    table = TableWithButtons().put(s5="12O").put(s6="5C").put(s7="7C").press("remove 2")
    assert plays(table) == [(0, "12O"), (1, "7C")]


def test_a_play_out_of_turn_stays_with_who_played_it():
    table = TableWithButtons(players=3).put(s5="12O").put(s6="5C").press("seat 2 2")
    assert plays(table) == [(0, "12O"), (2, "5C")]
    assert [(e.was_seat, e.seat) for e in table.heard(SeatCorrected)] == [(1, 2)]
    table.put(s7="7C").put(s8="2C").put(s9="10C")
    assert plays(table)[2:] == [(0, "7C"), (1, "2C"), (2, "10C")]


def test_a_correction_means_what_was_told_though_it_is_about_to_be_read_otherwise():
    table = TableWithButtons().put(s5="7O:0.55 3O:0.43").wait(12000)
    table.lying[5] = "3O:0.56 7O:0.43"
    table.wait(2000)
    assert plays(table) == [(0, "3O")], "it leads, and was not told yet"
    assert str(table.referee.history[-1].fact.action.card) == "7O"
    told = table.press("seat 1 1").heard(SeatCorrected)
    assert [(str(event.card), event.was_seat, event.seat) for event in told] == [("7O", 0, 1)]
    assert plays(table) == [(1, "7O")]


@pytest.mark.parametrize("words", ["seat 2 1", "card 2 5O"])
def test_a_play_of_which_somebody_has_spoken_keeps_its_place(words):
    table = TableWithButtons().put(s5="12O").put(s6="5C")
    assert list(swapped_plays([table.referee._beam.best]))
    table.press(words)
    assert not list(swapped_plays([table.referee._beam.best]))


def test_the_layout_is_put_right():
    table = TableWithButtons().put(s5="12O").press("layout 1 1O 4C 6E 12B")
    assert [tuple(map(str, e.cards)) for e in table.heard(LayoutCorrected)] == [("1O", "4C", "6E", "12B")]
    assert len(table.referee.scoreboard.table) == 3


@pytest.mark.parametrize("words", ["card 5 7O", "remove 2", "layout 2 1O 4C 6E 12B", "insert 9 0 7O", "seat 3 1"])
def test_what_is_not_there_cannot_be_put_right(words):
    table = TableWithButtons().put(s5="12O").press(words)
    assert [event.input for event in table.heard(PressRefused)] == [words]
    assert plays(table) == [(0, "12O")]


def test_the_winning_play_is_taken_back_and_the_win_with_it():
    table = TableWithButtons(rules="pagat target=1").put(s5="12O").put(s6="12C").wait(1000).tick(4200)
    assert table.heard(GameWon)
    table.press("undo")
    assert table.referee.scoreboard.winners == ()
    table.put(s7="5E")
    assert plays(table) == [(0, "12O"), (1, "5E")]


# -- a whole deal, put right afterwards


def _deal(seed):
    """A random deal of two players: layout, and the card of each play."""
    rng = random.Random(seed)
    while True:
        cards = rng.sample(ES40.cards, 40)
        game = Game(PRESETS["pagat"], 2, 1)
        try:
            game.lay(cards[:4])
        except ValueError:
            continue
        return cards[:4], cards[4:]


def _played(seed, count):
    """The first plays of a random deal, laid out one by one; captured cards are taken away."""
    layout, cards = _deal(seed)
    spots = {card: 20 + index for index, card in enumerate([*layout, *cards])}
    points = {spot: (80.0 + 90 * (spot % 10), 80.0 + 120 * ((spot - 20) // 10)) for spot in spots.values()}
    table = TableWithButtons(layout={})
    game = Game(PRESETS["pagat"], 2, 1)
    game.lay(layout)
    for card in layout:
        table.lying[points[spots[card]]] = str(card)
        table.wait()
    table.wait(1000)
    for card in cards[:count]:
        table.lying[points[spots[card]]] = str(card)
        table.wait(600)
        game.apply(Play(game.turn, card))
        for gone in set(table.lying) - {points[spots[one]] for one in game.table}:
            del table.lying[gone]
        table.wait(800)
    return table, game, cards[:count]


def _expected(seed, cards):
    layout, _ = _deal(seed)
    game = Game(PRESETS["pagat"], 2, 1)
    game.lay(layout)
    for card in cards:
        game.apply(Play(game.turn, card))
    return game


def test_a_whole_batch_is_read():
    table, game, cards = _played(3, 12)
    assert [str(card) for _, card in plays(table)] == [str(card) for card in cards]
    assert table.scores == game.scores


@pytest.mark.untraced
@settings(max_examples=12)
@given(st.integers(0, 50), st.data())
def test_corrections_in_any_order_that_end_in_the_same_plays_give_the_same_score(seed, data):
    count = 8
    table, _, cards = _played(seed, count)
    unseen = [card for card in ES40.cards if card not in cards and card not in _deal(seed)[0]]
    swaps = data.draw(st.lists(st.tuples(st.integers(0, count - 1), st.sampled_from(unseen)), min_size=1, max_size=3))
    wanted = list(cards)
    for index, card in swaps:
        if card not in wanted:
            wanted[index] = card
    changes = [(index, card) for index, card in enumerate(wanted) if card != cards[index]]
    ranks = [card.rank for card in [*_deal(seed)[0], *wanted]]
    if any(ranks.count(rank) > 4 for rank in ranks):
        return
    for index, card in data.draw(st.permutations(changes)):
        table.press(f"card {index + 1} {card}")
    assert [card for _, card in plays(table)] == [str(card) for card in wanted]
    assert table.scores == _expected(seed, wanted).scores


@pytest.mark.untraced
@settings(max_examples=10)
@given(st.integers(0, 50), st.integers(1, 8))
def test_a_play_taken_out_and_put_in_again_leaves_everything_as_it_was(seed, number):
    table, game, cards = _played(seed, 8)
    seat, card = plays(table)[number - 1]
    table.press(f"remove {number}").press(f"insert {number} {seat} {card}")
    assert plays(table) == [(index % 2, str(card)) for index, card in enumerate(cards)]
    assert table.scores == game.scores


@pytest.mark.untraced
@settings(max_examples=10)
@given(st.integers(0, 50), st.integers(1, 8))
def test_all_that_was_undone_and_redone_is_as_before(seed, depth):
    table, game, cards = _played(seed, 8)
    for _ in range(depth):
        table.press("undo")
    assert [card for _, card in plays(table)] == [str(card) for card in cards[: 8 - depth]]
    assert table.scores == _expected(seed, cards[: 8 - depth]).scores
    for _ in range(depth):
        table.press("redo")
    assert [card for _, card in plays(table)] == [str(card) for card in cards]
    assert table.scores == game.scores


def test_a_deal_long_over_is_put_right_and_the_present_one_follows():
    table, game, cards = _played(3, 36)
    assert table.scores == game.scores
    before = len(table.heard(CardPlayed))
    table.lying.clear()
    table.wait(2500)
    for slot, card in enumerate(("1O", "4C", "6E", "11B")):
        table.put(**{f"s{slot}": card})
    table.wait(1000).put(s5="12O")
    assert len(table.heard(CardPlayed)) == before + 1
    seat, card = plays(table)[4]
    table.press("remove 5")
    assert len(plays(table)) == 36
    table.press(f"insert 5 {seat} {card}")
    assert len(plays(table)) == 37
    assert table.scores == game.scores
    swapped = Card(cards[0].rank)
    assert plays(table.press(f"card 1 {swapped}"))[0] == plays(table)[0]
