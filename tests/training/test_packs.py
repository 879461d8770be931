"""Photographed packs: where the card lies, what is kept of the table, and that no pack is parted."""

import cv2
import numpy as np
import pytest

from firmware.cards import Card
from models.synthetic.cards.own_deck import own_deck
from models.training.identify.backs import draw_any_back
from models.training.identify.crops import CropMaker
from models.training.identify.faces import FACE_PX, MARGIN, FaceSet
from models.training.identify.laying import lay_with_table
from models.training.identify.packs import APART, TABLE_PX, corners, pack_names, pack_of, packs, widened
from vision.identify import CROP_PX

QUAD = np.array([[60, 50], [165, 56], [160, 222], [55, 216]], np.float32)
LABELS = ("12O", "7E", "1C")


def photograph(card):
    """A card of our own deck on a brown table, (300, 225, 3) uint8 BGR."""
    face = own_deck().faces[card]
    table = np.full((300, 225, 3), (60, 90, 130), np.uint8)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * face.shape[1::-1]
    view = cv2.getPerspectiveTransform(square.astype(np.float32), QUAD)
    laid = cv2.warpPerspective(face, view, (225, 300)).astype(float)
    return np.round(table + (laid[..., :3] - table) * (laid[..., 3:] / 255)).astype(np.uint8)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    root = tmp_path_factory.mktemp("packs")
    for pack in ("brown", "other"):
        (root / pack).mkdir()
        for label in LABELS:
            cv2.imwrite(str(root / pack / f"{label}.jpg"), photograph(Card.parse(label)))
    return root


@pytest.fixture(scope="module")
def brown(folder):
    (pack,) = packs(folder, ("other",))
    return pack


def test_corners_are_found_from_the_upper_left_on_and_kept_for_the_next_time(folder, tmp_path):
    found = corners(folder / "brown", tmp_path)
    assert {str(card) for card in found} == set(LABELS)
    assert max(float(np.abs(quad - QUAD).max()) for quad in found.values()) < 5
    again = corners(folder / "brown", tmp_path)
    assert all(np.array_equal(found[card], again[card]) for card in found)


def test_a_pack_left_out_is_left_out_whole(folder, brown):
    assert pack_names(folder) == ("brown", "other")
    assert [pack_of(pack) for pack in packs(folder, ("other",))] == ["brown"]
    assert packs(folder, ("brown", "other")) == []
    assert pack_names(folder / "nowhere") == ()


def test_packs_for_validation_are_left_out_unless_asked_for():
    assert len(APART) == len(set(APART)) == 2


def test_faces_are_cut_out_and_kept_with_a_margin_of_their_table(brown):
    for card, face in brown.faces.items():
        assert face.shape == (FACE_PX[1], FACE_PX[0], 3)
        table = brown.tables[card]
        assert table.shape == (TABLE_PX[1], TABLE_PX[0], 3)
        assert table[3, 3].tolist() == pytest.approx([60, 90, 130], abs=12)
        assert face[FACE_PX[1] // 2, 6].min() > 150


def test_the_margin_goes_out_on_every_side():
    square = np.array([[0, 0], [100, 0], [100, 200], [0, 200]], np.float32)
    far = widened(square)
    assert far[0] == pytest.approx([-100 * MARGIN, -200 * MARGIN], abs=0.1)
    assert far[2] == pytest.approx([100 * (1 + MARGIN), 200 * (1 + MARGIN)], abs=0.1)


def test_a_photographed_card_comes_to_lie_at_its_corners_with_its_table_round_it(brown):
    crop = np.zeros((CROP_PX[1], CROP_PX[0], 3), np.uint8)
    corners_px = np.array([[20, 30], [108, 30], [108, 162], [20, 162]], np.float32)
    card = next(iter(brown.faces))
    mask = lay_with_table(brown.tables[card], MARGIN, corners_px, crop)
    assert (mask > 127).mean() == pytest.approx(88 * 132 / (CROP_PX[0] * CROP_PX[1]), abs=0.02)
    assert crop[100, 8].tolist() == pytest.approx([60, 90, 130], abs=12)
    assert crop[90, 25].min() > 150


def test_most_looks_at_a_photographed_card_keep_its_table(brown):
    rng = np.random.default_rng(3)
    green = np.full((320, 320, 3), (20, 200, 20), np.uint8)
    whole = FaceSet(brown.name, brown.family, brown.faces, tables=brown.tables)
    maker = CropMaker([(whole, 1.0)], [draw_any_back(rng)], [green])
    assert set(maker.tables) == {0, 1, 2}
    kept = 0
    for _ in range(60):
        crop, _ = maker.lay(maker.cards[0][0], rng, often=0.0, table=maker.tables[0])
        kept += bool(np.abs(crop[2, 2].astype(int) - (20, 200, 20)).max() > 60)
    assert kept == 60
    assert 0 < sum(look.face >= 0 for look in maker.looks(0, rng, 8)) <= 8
