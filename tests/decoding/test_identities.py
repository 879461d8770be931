"""Which card each track of a finished deal is, by all hypotheses: the deck is learned from that."""

import pytest

from firmware.referee import MatchSetup, Referee
from tests.support.scene import LAYOUT, SLOTS, Table, laid


def won(second):
    """A match to one point that is won by a caida with the ``second`` card."""
    referee = Referee(MatchSetup(2, 1, "pagat target=1"))
    table = Table(referee.feed)
    for slot, text in LAYOUT.items():
        table.put(**{slot: text})
    table.wait(1000).put(s5="7O").put(s6=second).wait(2000)
    return referee.finished_deal


def test_a_deal_that_goes_on_is_not_finished():
    assert Referee(MatchSetup()).finished_deal is None
    assert laid()[0].finished_deal is None


def test_a_deal_that_goes_on_tells_the_cards_that_lie_there():
    deal = laid()[0].identified_deal
    assert (deal.number, len(deal.cards)) == (0, len(LAYOUT))


def test_cards_that_are_named_poorly_are_explained_less_well():
    poorly = {slot: f"{card}:0.5" for slot, card in LAYOUT.items()}
    assert laid(**poorly)[0].log_likelihood < laid()[0].log_likelihood


def test_a_finished_deal_tells_each_card_with_where_and_when_it_lay():
    deal = won("7C")
    assert deal.number == 0
    assert sorted(str(card) for one in deal.cards for card in one.chances) == ["11B", "1O", "4C", "6E", "7C", "7O"]
    last = deal.cards[-1]
    assert last.anchor == pytest.approx(SLOTS[6], abs=1.0)
    assert 0 < last.since_ms < last.until_ms


def test_what_is_not_sure_is_told_with_its_probability():
    chances = {str(card): share for card, share in won("7C:0.5 7B:0.4").cards[-1].chances.items()}
    assert chances["7C"] > chances["7B"] > 0.05
    assert sum(chances.values()) == pytest.approx(1.0, abs=0.05)
