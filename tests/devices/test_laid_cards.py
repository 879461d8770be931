"""What lay on the table from when to when, by looks at it."""

import math

import pytest

from firmware.cards import ES40, Card
from firmware.devices.laid_cards import MOST_CARDS, SHUFFLED_MS, laid_cards
from firmware.signals import SeenCard, TableObservation
from tests.support.looks import chances_of, description_of
from vision.identify import Appearance
from vision.sightings import Sighting

STEP_MS = 200
SIX, SEVEN, KING = (Card.parse(name) for name in ("6O", "7O", "12E"))


def seen(*lay, until_ms):
    """Looks and sightings of cards, each with when it came and went and where, millimetres."""
    numbered = dict(enumerate(lay, 1))
    looks = [look_at(numbered, t_ms) for t_ms in range(0, until_ms, STEP_MS)]
    return looks, {number: sighting(*one) for number, one in numbered.items()}


def look_at(numbered, t_ms):
    lying = [
        (number, card, x) for number, (card, since_ms, gone_ms, x) in numbered.items() if since_ms <= t_ms < gone_ms
    ]
    return TableObservation(t_ms, tuple(card_at(number, card, x) for number, card, x in lying))


def card_at(number, card, x):
    corners = ((x - 30, -47), (x + 30, -47), (x + 30, 47), (x - 30, 47))
    return SeenCard(corners, ((card, 0.95),), number)


def sighting(card, since_ms, gone_ms, x):
    look = Appearance(chances_of(card), description_of(ES40.cards.index(card)))
    return Sighting(since_ms, gone_ms - STEP_MS, (float(x), 0.0), look, True, None)


def names(deal):
    return [ES40.cards[card.looks.seen.argmax()] for card in deal]


def test_each_card_lies_there_from_when_it_came_until_it_went():
    (deal,) = laid_cards(*seen((SIX, 0, 4000, 0), (KING, 1000, 9000, 200), until_ms=6000))
    assert names(deal) == [SIX, KING]
    assert [(card.since_ms, card.seen_ms, card.lost_ms) for card in deal] == [(0, 3800, 4000), (1000, 5800, math.inf)]


def test_a_card_that_is_moved_is_one_card():
    (deal,) = laid_cards(*seen((SIX, 0, 3000, 0), (SIX, 3600, 6000, 250), until_ms=8000))
    assert [(card.since_ms, card.seen_ms, card.lost_ms) for card in deal] == [(0, 5800, 6000)]


@pytest.mark.parametrize(("x", "cards"), [(20, 1), (250, 2)])
def test_a_card_that_is_found_twice_is_one_where_the_finds_lie_upon_each_other(x, cards):
    (deal,) = laid_cards(*seen((SIX, 0, 6000, 0), (SIX, 2000, 4000, x), until_ms=8000))
    assert len(deal) == cards


def test_what_was_seen_once_is_left():
    (deal,) = laid_cards(*seen((SIX, 0, 6000, 0), (SEVEN, 2000, 2000 + STEP_MS, 200), until_ms=8000))
    assert names(deal) == [SIX]


@pytest.mark.parametrize(("bare_ms", "deals"), [(SHUFFLED_MS + 2000, [40, 4]), (SHUFFLED_MS - 3000, [40])])
def test_a_deal_is_over_when_the_table_is_bare_for_long_and_else_cards_were_moved(bare_ms, deals):
    end_ms = 40 * STEP_MS * 2 + 1000
    first = [(card, 2 * STEP_MS * number, end_ms, 100 * number) for number, card in enumerate(ES40.cards)]
    begin_ms = end_ms + bare_ms
    second = [(card, begin_ms, begin_ms + 2000, 100 * number) for number, card in enumerate(ES40.cards[4:8])]
    assert [len(deal) for deal in laid_cards(*seen(*first, *second, until_ms=begin_ms + 3000))] == deals


def test_no_deal_has_far_more_cards_than_the_pack():
    many = [(ES40.cards[number % 40], 2000 * number, 2000 * number + 1000, 0) for number in range(MOST_CARDS + 20)]
    deals = laid_cards(*seen(*many, until_ms=2000 * len(many)))
    assert max(len(deal) for deal in deals) <= MOST_CARDS
    assert sum(len(deal) for deal in deals) == len(many)


def test_where_nothing_was_seen_there_is_no_card():
    assert laid_cards((), {}) == [[]]
