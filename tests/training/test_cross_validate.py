"""Cross-validation: every deck is left out once, and those of one maker together."""

import numpy as np
import pytest

from firmware.cards import ES40, Card

pytest.importorskip("torch")  # an extra of the training alone
pytest.importorskip("onnx")

from models.training.identify.cross_validate import figures_of, parts_of
from models.training.identify.faces import FaceSet

NAMES = (
    "french-anglo-gnome",
    "french-anglo-poker-gnome",
    "french-bellot-gnome",
    "french-dondorf-gnome",
    "french-dondorf-4-color-gnome",
    "stone",
    "white-desk",
)


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_every_deck_is_of_one_part(parts):
    dealt = parts_of(NAMES, parts)
    assert sorted(name for part in dealt for name in part) == sorted(NAMES)
    assert all(dealt)


def test_decks_of_one_maker_are_of_one_part_and_the_makers_take_turns():
    anglo, dondorf = NAMES[:2], NAMES[3:5]
    assert parts_of(NAMES, 2) == [[*anglo, *dondorf, "white-desk"], ["french-bellot-gnome", "stone"]]


def test_figures_are_the_cards_from_ten_on():
    face = np.zeros((2, 2, 3), np.uint8)
    deck = FaceSet("one", "spanish", dict.fromkeys(ES40.cards, face))
    assert set(figures_of(deck)) == {Card.parse(f"{rank}{suit}") for rank in (10, 11, 12) for suit in "OCEB"}
