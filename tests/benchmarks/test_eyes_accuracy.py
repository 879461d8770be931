"""The tables on which the eyes are measured, and how the answers are counted."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.cards import Card
from firmware.signals import Unnamed
from models.synthetic.cards.own_deck import own_deck
from models.synthetic.scenes.enrolment import shown_deck
from models.synthetic.scenes.scene import CardTruth, Rendered
from models.synthetic.scenes.surface import draw_surface
from models.training.eyes.photos import photographed
from models.training.eyes.scenes import TableCondition, table_of
from models.training.eyes.tally import TableTally
from vision.quads import long_side_px
from vision.stills import ReadCard

SEVEN, SIX = Card.parse("7O"), Card.parse("6O")
QUAD = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float32)


@pytest.fixture(scope="module")
def deck():
    return own_deck()


@pytest.fixture(scope="module")
def cloth():
    return draw_surface("cloth", 990)


def table(deck, cloth, **changed):
    return table_of(np.random.default_rng(5), deck, cloth, replace(TableCondition(), **changed))


def test_cards_have_the_size_that_is_asked_for_and_no_two_are_the_same(deck, cloth):
    shown = table(deck, cloth, card_px=(150.0, 150.0), covered=0.0)
    sizes = [long_side_px(card.corners_px) for card in shown.cards]
    assert len(sizes) >= 8
    assert 130 < min(sizes) <= max(sizes) < 175  # the camera leans
    assert len({card.face for card in shown.cards}) == len(sizes)
    assert min(card.visible for card in shown.cards) > 0.99


def test_cards_overlap_by_the_share_that_is_asked_for(deck, cloth):
    shown = table(deck, cloth, covered=1.0, overlap=(0.32, 0.32))
    covered = [card.visible for card in shown.cards if card.visible < 0.99]
    assert len(covered) == len(shown.cards) // 2
    assert np.mean(covered) == pytest.approx(0.68, abs=0.05)


def test_all_cards_lie_at_the_turn_that_is_asked_for(deck, cloth):
    shown = table(deck, cloth, covered=0.0, turn_deg=90.0, even_light=True)
    for card in shown.cards:
        x, y = card.corners_px[1] - card.corners_px[0]
        assert abs(x) < 0.1 * y  # its head to the right: the upper edge runs down


def test_a_deck_is_shown_whole_and_each_card_once(deck, cloth):
    pictures = shown_deck(np.random.default_rng(6), deck, cloth)
    faces = [card.face for picture in pictures for card in picture.cards]
    assert sorted(map(str, faces)) == sorted(map(str, deck.cards))
    assert max(len(picture.cards) for picture in pictures) == 10


ANSWERS = [  # what was read, then: found, rank, face, refused, surely wrong
    ((SEVEN, 0.99), (1, 1, 1, 0, 0)),
    ((Card.parse("7C"), 0.99), (1, 1, 0, 0, 0)),
    ((SIX, 0.6), (1, 0, 0, 0, 0)),
    ((SIX, 0.95), (1, 0, 0, 0, 1)),
    ((Unnamed.UNKNOWN, 0.99), (1, 0, 0, 1, 0)),
    (None, (0, 0, 0, 0, 0)),
]


@pytest.mark.parametrize(("answer", "counts"), ANSWERS)
def test_answers_are_counted(answer, counts):
    shown = Rendered(np.zeros((9, 9, 3), np.uint8), (CardTruth(SEVEN, QUAD, 1.0),), np.zeros((9, 9), np.uint8))
    tally = TableTally()
    wrong = tally.add(shown, [ReadCard(*answer, QUAD + 2)] if answer else [])
    assert (tally.found, tally.rank, tally.face, tally.refused, tally.sure_wrong) == counts
    assert tally.asked == 1
    assert bool(wrong) is (counts[1] == 0)


def test_covered_cards_are_not_asked_for_and_finds_without_a_card_are_false():
    shown = Rendered(np.zeros((9, 9, 3), np.uint8), (CardTruth(SEVEN, QUAD, 0.5),), np.zeros((9, 9), np.uint8))
    tally = TableTally()
    assert tally.add(shown, [ReadCard(SEVEN, 0.9, QUAD + 500)]) == []
    assert (tally.asked, tally.false) == (0, 1)


def test_tallies_add_up():
    shown = Rendered(np.zeros((9, 9, 3), np.uint8), (CardTruth(SEVEN, QUAD, 1.0),), np.zeros((9, 9), np.uint8))
    one, other = TableTally(), TableTally()
    one.add(shown, [ReadCard(SEVEN, 0.9, QUAD)])
    other.add(shown, [ReadCard(SIX, 0.95, QUAD)])
    both = one + other
    assert (both.asked, both.found, both.rank, both.sure_wrong) == (2, 2, 1, 1)
    assert both.looks == [(0.9, True), (0.95, False)]
    assert both.confusions == {("7O", "6O"): 1}


def test_a_mirrored_photograph_is_flipped_back_with_its_labels(tmp_path):
    (tmp_path / "scenes").mkdir()
    picture = np.zeros((40, 80, 3), np.uint8)
    picture[5:25, 10:22] = 255  # seen as it is the card would lie at the right
    cv2.imwrite(str(tmp_path / "scenes" / "one.png"), picture)
    quad = [[10, 5], [21, 5], [21, 24], [10, 24]]
    entry = {"image": "one.png", "mirrored": True, "cards": [{"label": "7O", "quad_px": quad}]}
    (tmp_path / "labels.json").write_text(json.dumps([entry]))
    (shown,) = photographed(tmp_path)
    (card,) = shown.cards
    assert card.face == SEVEN
    assert card.corners_px.tolist() == [[58, 5], [69, 5], [69, 24], [58, 24]]
    assert shown.picture[5:25, 58:70].min() == 255
