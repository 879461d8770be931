"""How well what a game took cards for agrees with what was seen: by the network and by likeness, whoever named them."""

import pytest

from firmware.cards import ES40, Card
from tests.support.looks import Misnaming, description_of
from vision.deck_evidence import log_evidence
from vision.learned_deck import played

SIX, SEVEN, KING = (Card.parse(name) for name in ("6O", "7O", "12E"))
SWAPPED = {SIX: SEVEN, SEVEN: SIX}
MISREAD = {SIX: SEVEN}
"""A network that takes the six for a seven, and knows the seven."""


def deal(taken_for, wrong=SWAPPED):
    """All cards of a deal; ``taken_for``: what the game takes some of them for."""
    network = Misnaming(wrong)
    return [
        played(
            [description_of(number)],
            [network.seen(number).chances],
            [float(one == taken_for.get(card, card)) for one in ES40.cards],
            clear=True,
        )
        for number, card in enumerate(ES40.cards)
    ]


@pytest.mark.parametrize(
    ("likelier", "other"),
    [
        ([{}, {}], [{}, SWAPPED]),  # a card of one deal looks like another one of the next
        ([SWAPPED, SWAPPED], [{}, SWAPPED]),
        ([SWAPPED], [{}]),  # where nothing else is known the network's names stand
        ([SWAPPED, SWAPPED], [{}, {}]),
    ],
)
def test_one_card_looks_the_same_in_two_deals_and_is_named_by_the_network(likelier, other):
    assert log_evidence([deal(one) for one in likelier]) > log_evidence([deal(one) for one in other])


def test_a_card_that_the_network_misnames_each_time_is_one_mistake_however_often_it_is_seen():
    def lost(deals):
        wrong, right = ([deal({}, names) for _ in range(deals)] for names in (MISREAD, {}))
        return log_evidence(right) - log_evidence(wrong)

    assert lost(1) == pytest.approx(lost(3), abs=0.5)
    assert lost(3) < 6.0


def test_cards_of_no_deal_tell_nothing():
    assert log_evidence([]) == 0.0
