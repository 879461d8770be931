"""Opening layouts beyond the worked cases."""

import pytest

from firmware.cards import Card, Rank
from firmware.rules.errors import IllegalLayoutError
from firmware.rules.layout import LayoutFault, LayoutProblem, layout_fault, repair


def cards(*ranks):
    return tuple(Card(Rank(rank)) for rank in ranks)


@pytest.mark.parametrize(
    ("ranks", "fault"),
    [
        ((2, 5, 7, 12), None),
        ((12, 1, 2, 3), None),
        ((5, 6, 7, 11), None),
        ((), None),
        ((4, 4, 7, 1), LayoutFault(LayoutProblem.PAIR, 1)),
        ((4, 7, 7, 4), LayoutFault(LayoutProblem.PAIR, 2)),
        ((4, 4, 4, 4), LayoutFault(LayoutProblem.PAIR, 1)),
        ((10, 7, 12, 11), LayoutFault(LayoutProblem.SEQUENCE, 3)),
        ((1, 2, 3, 4), LayoutFault(LayoutProblem.SEQUENCE, 3)),
    ],
)
def test_the_fault_of_a_layout(ranks, fault):
    assert layout_fault(cards(*ranks)) == fault


def test_a_repair_can_make_the_next_fault():
    mended = repair(cards(4, 5, 6, 6), cards(7, 7, 1))
    assert mended.layout == cards(4, 5, 6, 1)
    assert mended.buried == cards(6, 7, 7)


def test_a_repair_needs_cards():
    with pytest.raises(IllegalLayoutError, match=r"no card is left to replace 4\?"):
        repair(cards(4, 4, 5, 6), ())
