"""The cards of some deals are named together: by the network, by their looks, and by what was taken with what."""

from functools import cache

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


@cache
def misnamed_deal(in_ten):
    """What the cards of a deal are called of which the network misnames some in ten, and their true ranks."""
    laid, true = deals_of(timeline_of(), misnaming(in_ten, 1))
    return ranks_of(named_together(laid, PAGAT)), [card.rank for card in true[0]]


@pytest.mark.parametrize(("in_ten", "least"), [(2, 38), (3, 36)])
def test_the_game_tells_the_rank_of_most_cards_that_the_network_misnames(in_ten, least):
    told, true = misnamed_deal(in_ten)
    assert sum(rank == other for (rank, _), other in zip(told, true, strict=True)) >= least


def test_of_ranks_that_it_is_sure_of_hardly_one_is_wrong():
    told, true = misnamed_deal(3)
    sure = [(rank, other) for (rank, share), other in zip(told, true, strict=True) if share > SURE]
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
    laid, true = deals_of(timeline_of(), {})
    since_ms = laid[0][9].since_ms + 10
    flash = laid_card(true[0][0], since_ms, since_ms + 200, false_alarm=-1.5)
    at = sorted([*laid[0][:12], flash], key=lambda card: card.since_ms)
    chances = named_together([at], PAGAT)
    assert chances[at.index(flash), 40] > 0.5


def test_the_same_looks_give_the_same_names():
    laid, _ = deals_of(timeline_of(), misnaming(3, 1))
    assert (named_together([laid[0][:6]], PAGAT) == named_together([laid[0][:6]], PAGAT)).all()


def test_a_deck_is_known_by_the_looks_at_its_cards():
    laid, true = deals_of(timeline_of(), {})
    deck = deck_named_together([laid[0][:12]], PAGAT)
    assert [ES40.cards[row.argmax()] for row in deck.labels] == true[0][:12]
    assert deck.descriptions.shape == (12, 128)


@pytest.mark.parametrize("nothing", [[], [[]]])
def test_of_no_cards_no_deck_is_known(nothing):
    assert deck_named_together(nothing, PAGAT) is None
