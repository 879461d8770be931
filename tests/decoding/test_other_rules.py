"""Rules that are not pagat's: no layout, two packs, several rounds."""

from dataclasses import replace

import pytest

from firmware.cards import Card
from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.branching import add_play, initial_hypothesis, open_deal, rewrite
from firmware.decoding.pieces import SecondCopy, face_of_piece
from firmware.referee import MatchSetup, Referee
from firmware.rules.events import Announced, DealOpened, RoundWon
from firmware.rules.game import Game
from firmware.rules.presets import PRESETS
from firmware.signals import ButtonPress
from firmware.tracking.track import Track
from tests.support.scene import Table

LAYOUT = tuple(map(Card.parse, ("1O", "4C", "6E", "11B")))
SIX = Card.parse("6E")


class Watched(Table):
    """A table and its referee."""

    def __init__(self, rules, players=2):
        self.referee = Referee(MatchSetup(players, players - 1, rules))
        super().__init__(self.referee.feed)

    def press(self, seat, words):
        self.said += self.referee.feed(ButtonPress(self.t_ms, seat, words))
        return self

    def told(self, kind):
        return [event for event in self.said if isinstance(event, kind)]

    @property
    def plays(self):
        return [(play.seat, str(play.card)) for play in self.referee.plays]


def test_without_a_layout_the_first_card_is_a_play():
    table = Watched("cafe").wait(600).put(s0="7O").put(s1="1C")
    assert table.plays == [(0, "7O"), (1, "1C")]
    assert len(table.told(DealOpened)) == 1


def test_without_a_layout_an_announcement_counts_before_any_card():
    assert Watched("cafe").wait(600).press(0, "ronda").told(Announced)


SHORT = "pagat table_cards=0 hand_pattern=1 target=100"


@pytest.mark.parametrize("words", ["", "nothing"], ids=["by a card", "by a word"])
def test_without_a_layout_the_next_deal_opens(words):
    table = Watched(SHORT).wait(600).put(s0="7O").put(s1="1C").take(0, 1).wait(3000)
    assert len(table.told(DealOpened)) == 1
    table = table.press(1, words).wait(1000) if words else table.put(s2="12E")
    assert len(table.told(DealOpened)) == 2
    assert table.put(s3="3O").plays[2:] == ([(1, "3O")] if words else [(1, "12E"), (0, "3O")])


def test_what_lies_there_when_a_round_is_won_may_be_taken_away():
    table = Watched("pagat match_rounds=3 target=1")
    for slot, card in enumerate(LAYOUT):
        table.put(**{f"s{slot}": str(card)})
    table.put(s5="7C").put(s6="7O")
    assert table.told(RoundWon)
    table.take(0, 1, 2, 3, 5, 6).wait(3000)
    for slot, text in enumerate(("1O", "4E", "7O", "11B")):
        table.put(**{f"s{slot}": text})
    assert table.put(s7="2C").plays == [(0, "7C"), (1, "7O"), (1, "2C")]
    assert not table.referee.doubts + table.referee.corrections


def opened(rules):
    tracks = [Track(i, (120.0 * i, 0.0), (120.0 * i, 0.0), 100 * i, 0, 0, 0) for i in range(4)]
    return open_deal(initial_hypothesis(Game(PRESETS[rules], 2, 1)), tracks, LAYOUT, 0.0)


def test_the_second_card_of_a_face_is_a_piece_of_its_own():
    hypothesis = add_play(opened("long"), SIX, 900, (4,), 0.0)
    assert (hypothesis.assignment[2], hypothesis.assignment[4]) == (SIX, SecondCopy(SIX.rank, SIX.suit))
    assert hypothesis.captured == {SIX: (900, 0), SecondCopy(SIX.rank, SIX.suit): (900, 0)}
    assert [face_of_piece(piece) for piece in hypothesis.captured] == [SIX, SIX]
    assert SIX in hypothesis.used_faces
    assert SIX not in opened("long").used_faces


def test_a_rewritten_history_assigns_the_same_pieces():
    hypothesis = add_play(opened("long"), SIX, 900, (4,), 0.0)
    assert rewrite(hypothesis, hypothesis.steps, whole=True).assignment == hypothesis.assignment


def test_of_two_packs_a_face_is_played_twice():
    table = Watched("long")
    for slot, card in enumerate(LAYOUT):
        table.put(**{f"s{slot}": str(card)})
    table.put(s5="7C").put(s6="6E").wait(800).take(2, 5, 6).wait(600)
    assert table.plays == [(0, "7C"), (1, "6E")]
    assert not table.referee.doubts + table.referee.corrections


def test_of_two_packs_the_twin_may_come_to_lie_where_the_first_was_taken_from():
    table = Watched("long")
    for slot, card in enumerate(LAYOUT):
        table.put(**{f"s{slot}": str(card)})
    table.put(s5="11O").take(3, 5).wait(800).put(s5="11O").wait(600)
    assert table.plays == [(0, "11O"), (1, "11O")]


@pytest.mark.parametrize(("behind", "left"), [(4.0, 2), (6.0, 1)], ids=["a question still", "never told apart"])
def test_what_differs_in_an_earlier_deal_alone_is_dropped_when_it_is_unlikely(behind, left):
    beam = BeamSearch(Game(PRESETS["pagat"], 2, 1))
    hypothesis = opened("pagat")
    beam.hypotheses = [hypothesis, replace(hypothesis, origin_key=1, base=-behind)]
    beam.log_likelihoods = [0.0, -behind]
    beam._prune_past()
    assert len(beam.hypotheses) == len(beam.log_likelihoods) == left


@pytest.mark.parametrize(("deal", "left"), [(0, 1), (1, 2)], ids=["two deals ago", "the deal before"])
def test_what_was_told_two_deals_ago_stands(deal, left):
    beam = BeamSearch(Game(PRESETS["pagat"], 2, 1))
    present = opened("pagat")
    past = [present.deal, present.deal]
    last = replace(present.entries[-1], rank_key=1)
    other = [*past[:deal], replace(past[deal], entries=(*past[deal].entries[:-1], last)), *past[deal + 1 :]]
    beam.hypotheses = [replace(present, past=tuple(past)), replace(present, past=tuple(other), origin_key=1)]
    beam.log_likelihoods = [0.0, 0.0]
    beam._prune_past()
    assert len(beam.hypotheses) == len(beam.log_likelihoods) == left
