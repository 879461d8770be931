"""The tables on which finding is measured, and how outlines are counted."""

import numpy as np
import pytest

from firmware.cards import Card
from models.benchmarks.finding import FindingTally, tables
from models.benchmarks.finding_scenes import SceneKind, scene
from models.benchmarks.finding_tables import TOPS, WHITE
from models.benchmarks.outlines import outlines, two_names
from models.synthetic.cards.own_deck import own_deck
from models.synthetic.scenes.scene import CardTruth
from vision.quads import long_side_px, overlap
from vision.stills import ReadCard

SEVEN, SIX = Card.parse("7O"), Card.parse("6O")
QUAD = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float32)
SMALL = SceneKind(card_px=(60, 70), size_px=(240, 160))
TRUTH = [CardTruth(SEVEN, QUAD, 1.0), CardTruth(SIX, QUAD + 200, 1.0)]


def read(face, quad, confidence=0.95):
    return ReadCard(face, confidence, quad.astype(np.float32))


@pytest.mark.parametrize(
    ("answers", "counts", "names"),
    [
        ([read(SEVEN, QUAD + 2)], [1, 0], 0),
        ([read(SEVEN, QUAD + 2), read(SIX, QUAD * 0.6)], [2, 0], 1),  # a part of it
        ([read(SEVEN, QUAD + 2), read(SIX, QUAD * 0.6, 0.5)], [2, 0], 0),
        ([read(SEVEN, QUAD * 0.5), read(SIX, QUAD * 0.5 + 40)], [2, 0], 1),  # two halves, the card itself not found
        ([read(SEVEN, QUAD), read(SIX, QUAD + 198), read(SIX, QUAD + 500)], [1, 1], 0),  # the last lies on none
    ],
)
def test_outlines_are_counted_by_the_card_they_lie_on(answers, counts, names):
    lists = outlines(TRUTH, answers)
    assert [len(one) for one in lists] == counts
    assert sum(map(two_names, lists)) == names


def test_a_picture_without_cards_or_answers_has_no_outlines():
    assert outlines([], [read(SEVEN, QUAD)]) == []
    assert outlines(TRUTH, []) == [[], []]


def test_tallies_add_up_and_tell_their_intervals():
    one = FindingTally(cards=3, twice=1)
    one.table.asked, one.table.found, one.table.rank = 40, 40, 38
    both = one + one
    assert (both.cards, both.twice, both.table.asked) == (6, 2, 80)
    assert "100.0 ( 95.4-100.0)" in both.row()


@pytest.mark.parametrize("top", TOPS)
def test_cards_lie_in_the_picture_with_their_size_and_hardly_hide_one_another(top):
    deck = own_deck()
    shown = scene(rng := np.random.default_rng(4), deck, TOPS[top](rng), SMALL)
    assert shown.picture.shape == (160, 240, 3)
    assert shown.cards
    for card in shown.cards:
        assert 50 < long_side_px(card.corners_px) < 85
        assert 0 <= card.visible <= 1
    for k, card in enumerate(shown.cards):
        assert all(overlap(card.corners_px, other.corners_px) < 0.5 for other in shown.cards[:k])


def test_tables_of_a_row_are_the_same_ones_every_time_and_each_another():
    first, again = ([one.picture for one in tables(own_deck(), WHITE[0], SMALL, 2)] for _ in range(2))
    assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=True))
    assert not np.array_equal(first[0], first[1])
