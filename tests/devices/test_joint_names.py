"""The cards of some deals are named together: by the network, by their looks, and by what was taken with what."""

import numpy as np
import pytest

from firmware.cards import ES40
from firmware.devices.joint_names import deck_named_together, named_together
from firmware.rules.presets import preset
from models.benchmarks.film_eyes import misnaming
from tests.support.laid_deals import deals_of, laid_card, timeline_of

PAGAT = preset("pagat")
SURE = 0.9


def ranks_of(chances):
    """What rank each card most probably is, and how probably."""
    ranks = np.array([card.rank for card in ES40.cards])
    found = [{rank: row[:40][ranks == rank].sum() for rank in set(ranks)} for row in chances]
    return [max(shares.items(), key=lambda one: one[1]) for shares in found]


@pytest.mark.parametrize(("in_ten", "deals", "least"), [(0, 1, 40), (2, 1, 36), (3, 2, 76)])
def test_the_game_tells_the_rank_of_most_cards_that_the_network_misnames(in_ten, deals, least):
    laid, true = deals_of(timeline_of(deals=deals), misnaming(in_ten, 1))
    told = ranks_of(named_together(laid, PAGAT))
    cards = [card for deal in true for card in deal]
    assert sum(rank == card.rank for (rank, _), card in zip(told, cards, strict=True)) >= least


def test_of_ranks_that_it_is_sure_of_hardly_one_is_wrong():
    laid, true = deals_of(timeline_of(), misnaming(3, 2))
    sure = [(rank, card.rank) for (rank, share), card in zip(ranks_of(named_together(laid, PAGAT)), true[0], strict=True) if share > SURE]
    assert len(sure) > 20
    assert sum(rank != other for rank, other in sure) <= 1


def test_what_nothing_contradicts_keeps_its_name():
    five, king = ES40.cards[4], ES40.cards[39]
    chances = named_together([[laid_card(five, 0, 9000), laid_card(king, 2000, 9000)]], PAGAT)
    assert [ES40.cards[row[:40].argmax()] for row in chances] == [five, king]


def test_of_two_cards_that_the_network_takes_for_one_neither_is_sure():
    six, seven = ES40.cards[5], ES40.cards[6]
    chances = named_together([[laid_card(six, 0, 9000), laid_card(seven, 2000, 9000, {seven: six})]], PAGAT)
    assert chances[:, 5].max() < SURE


def test_a_flash_of_something_that_fits_nowhere_is_no_card():
    laid, _ = deals_of(timeline_of(), {})
    deal, flash = laid[0], laid_card(ES40.cards[0], laid[0][9].since_ms + 10, laid[0][9].since_ms + 200, false_alarm=-1.5)
    at = sorted([*deal, flash], key=lambda card: card.since_ms)
    chances = named_together([at], PAGAT)
    assert chances[at.index(flash), 40] > 0.5


def test_the_same_looks_give_the_same_names():
    laid, _ = deals_of(timeline_of(), misnaming(3, 1))
    assert (named_together([laid[0][:12]], PAGAT) == named_together([laid[0][:12]], PAGAT)).all()


def test_a_deck_is_known_by_the_looks_at_its_cards():
    laid, true = deals_of(timeline_of(), {})
    deck = deck_named_together(laid, PAGAT)
    assert [ES40.cards[row.argmax()] for row in deck.labels] == true[0]
    assert deck.descriptions.shape == (40, 128)


@pytest.mark.parametrize("nothing", [[], [[]]])
def test_of_no_cards_no_deck_is_known(nothing):
    assert deck_named_together(nothing, PAGAT) is None
