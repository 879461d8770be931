"""What no pack has is told, with the swap that may have been meant; what was wrong already is left alone."""

import pytest

from firmware.cards import Card
from firmware.dialogue.pack_check import CardPlace, pack_faults, placed_cards
from firmware.rules.match import Match
from firmware.rules.notation.ruleset import parse_rules
from tests.support.buttons import TableWithButtons

PAGAT, LONG = (Match.of(parse_rules(name), 2) for name in ("pagat", "long"))
LAYOUT = "2O 5C 7E 12B"
PLAYS = "6O 6C 3E 10B"


def placed(layout=LAYOUT, plays=PLAYS, deal=1, first=1):
    laid = {CardPlace(deal, None, index): Card.parse(card) for index, card in enumerate(layout.split())}
    return laid | {CardPlace(deal, number): Card.parse(card) for number, card in enumerate(plays.split(), first)}


def told(match=PAGAT, before=None, **after):
    return pack_faults(match, placed() if before is None else before, placed(**after))


@pytest.mark.parametrize(
    ("after", "text"),
    [
        (
            {"plays": "3E 6C 3E 10B"},
            "deal 1 would have 3E 2 times (play 1, play 3), and the pack has one; "
            "if two cards were mixed up, say 'card 3 6O' as well",
        ),
        (
            {"plays": "7E 6C 3E 10B"},
            "deal 1 would have 7E 2 times (the layout, play 1), and the pack has one; "
            "if two cards were mixed up, say 'layout 1 2O 5C 6O 12B' as well",
        ),
        (
            {"layout": "2O 5C 7E 10B"},
            "deal 1 would have 10B 2 times (the layout, play 4), and the pack has one; "
            "if two cards were mixed up, say 'card 4 12B' as well",
        ),
        ({"layout": "12B 12B 5C 7E"}, "deal 1 would have 12B 2 times (the layout), and the pack has one"),
        ({"layout": "5C 5C 7E 12B"}, "deal 1 would have 5C 2 times (the layout), and the pack has one"),
        ({"plays": "7E 6C 3E 10B 6O"}, "deal 1 would have 7E 2 times (the layout, play 1), and the pack has one"),
        ({"plays": "8O 6C 3E 10B"}, "8O (play 1) is not in the pack, which has 1 to 7 and 10 to 12"),
        ({"plays": "6? 6? 6? 6? 6?"}, "deal 1 would have 5 cards of rank 6, and the pack 4"),
        ({"layout": "2O 2C 7E 12B"}, "2O 2C 7E 12B cannot open a deal: it has a pair"),
        ({"layout": "3O 4C 5E 6B"}, "3O 4C 5E 6B cannot open a deal: it has a sequence"),
    ],
)
def test_what_no_pack_has_is_told(after, text):
    assert told(**after)[0] == text


def test_one_fault_is_told_once():
    full = placed(plays="6O 6C 6E 6B 1O")
    assert len(pack_faults(PAGAT, full, placed(plays="6O 6C 6E 6B 6B"))) == 1
    assert len(told(layout="5C 5C 7E 12B")) == 1


def test_a_swap_that_no_pack_has_either_is_not_proposed():
    assert "mixed up" not in told(before=placed(plays="6O 7E 3E 10B"), layout="2O 5C 6O 12B", plays="6O 6O 3E 10B")[0]
    assert "mixed up" not in told(before=placed(layout="2O 5C 7E 3B"), layout="2O 5C 7E 12B", plays="7E 6C 3E 3B")[0]


@pytest.mark.parametrize(
    "after", [{}, {"plays": "7O 6C 3E 10B"}, {"plays": "6? 6? 3E 10B"}, {"layout": "12B 5C 7E 2O"}]
)
def test_what_a_pack_has_passes(after):
    assert told(**after) == []


def test_what_was_wrong_already_is_left_alone():
    wrong = placed(plays="3E 6C 3E 10B")
    assert told(before=wrong, plays="3E 6C 3E 11B") == []
    assert len(told(before=wrong, plays="3E 6C 3E 6C")) == 1


def test_another_deal_has_all_cards_again():
    both = placed() | placed(deal=2, first=5)
    assert pack_faults(PAGAT, placed(), both) == []


def test_two_packs_have_each_card_twice():
    assert told(LONG, plays="3E 6C 3E 10B") == []
    assert told(LONG, plays="3E 3E 3E 10B") == [
        "deal 1 would have 3E 3 times (play 1, play 2, play 3), and the pack has 2"
    ]


def test_cards_are_placed_by_the_numbers_that_people_count():
    table = TableWithButtons().put(s5="12O").press("nothing", 1).put(s6="3C")
    cards = placed_cards(table.referee.history)
    assert [str(place) for place in cards] == ["the layout"] * 4 + ["play 1", "play 2"]
    assert [str(card) for place, card in cards.items() if place.play] == ["12O", "3C"]
