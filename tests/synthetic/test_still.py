"""Random stills, their decks, surfaces, hands and clutter."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cards import ES40
from firmware.signals import Unnamed
from models.synthetic.cards.deck import Deck
from models.synthetic.scenes import clutter, surface
from models.synthetic.scenes.arrangement import Spot, arrange, pair
from models.synthetic.scenes.fingers import POSES
from models.synthetic.scenes.hand import draw_hand
from models.synthetic.scenes.random_view import LONG_SIDE_PX, REFERENCE_PX, random_camera
from models.synthetic.scenes.sensor import Sensor, develop
from models.synthetic.scenes.still import random_scene, random_still
from models.synthetic.scenes.surface import Surface, SurfaceUnreadableError, draw_surface, draw_surfaces, load_surface


@pytest.fixture(scope="module")
def decks() -> tuple[Deck, ...]:
    rng = np.random.default_rng(0)
    faces = {face: _face(rng) for face in (*ES40.cards, Unnamed.BACK)}
    return (Deck("painted", "spanish", faces, (_face(rng),)),)


def _face(rng: np.random.Generator) -> np.ndarray:
    picture = np.full((200, 130, 4), 255, np.uint8)
    cv2.circle(picture, (65, 100), 40, (*rng.uniform(0, 255, 3).tolist(), 255), -1)
    return picture


@pytest.fixture(scope="module")
def surfaces() -> tuple[Surface, ...]:
    return draw_surfaces(3, seed=1)


@pytest.mark.parametrize("seed", range(20))
def test_a_pair_lies_side_by_side_or_end_to_end_with_at_most_two_fifths_hidden(seed: int) -> None:
    below, above = pair(np.random.default_rng(seed), Spot(10, 20, 0), 2, (61.5, 95.0))
    across, along = abs(above.x_mm - below.x_mm) / 61.5, abs(above.y_mm - below.y_mm) / 95.0
    assert 0.58 <= max(across, along) <= 1.02
    assert min(across, along) < 0.3
    assert abs(above.angle_deg) < 20


def test_a_still_is_its_seed(decks: tuple[Deck, ...], surfaces: tuple[Surface, ...]) -> None:
    one, same, other = (random_still(np.random.default_rng(seed), decks, surfaces) for seed in (4, 4, 5))
    assert np.array_equal(one.picture, same.picture)
    assert not np.array_equal(one.picture, other.picture)
    assert [card.visible for card in one.cards] == [card.visible for card in same.cards]


@pytest.mark.parametrize("size", [(512, 512), (640, 360), (300, 400)])
def test_sizes_and_types_are_those_promised(
    size: tuple[int, int], decks: tuple[Deck, ...], surfaces: tuple[Surface, ...]
) -> None:
    still = random_still(np.random.default_rng(1), decks, surfaces, size)
    assert still.picture.shape == (size[1], size[0], 3)
    assert still.hand_mask.shape == (size[1], size[0])
    assert still.picture.dtype == still.hand_mask.dtype == np.uint8
    assert all(card.corners_px.shape == (4, 2) and card.corners_px.dtype == np.float32 for card in still.cards)


def test_stills_hold_what_a_detector_must_meet(decks: tuple[Deck, ...], surfaces: tuple[Surface, ...]) -> None:
    stills = [random_still(np.random.default_rng(seed), decks, surfaces, (256, 256)) for seed in range(120)]
    cards = [card for still in stills for card in still.cards]
    assert 0 < sum(not still.cards for still in stills) < 20
    assert {card.face for card in cards} >= {Unnamed.BACK, Unnamed.UNKNOWN}
    assert any(card.held for card in cards)
    assert any(still.hand_mask.any() for still in stills)
    assert all(0 <= card.visible <= 1 for card in cards)
    assert sum(card.visible < 0.05 for card in cards) > 5
    assert sum(0.2 < card.visible < 0.8 for card in cards) > 20
    assert sum(card.visible > 0.98 for card in cards) > 50
    assert max(len(still.cards) for still in stills) >= 10


def test_cards_are_drawn_from_small_to_large() -> None:
    rng = np.random.default_rng(0)
    longs = [random_camera(rng, (640, 480), 95.0).px_per_mm * 95 for _ in range(300)]
    assert min(longs) >= LONG_SIDE_PX[0] and max(longs) <= LONG_SIDE_PX[1] and REFERENCE_PX == 640
    assert min(longs) < 70 and max(longs) > 350


def test_a_third_of_the_scenes_is_seen_aslant(decks: tuple[Deck, ...], surfaces: tuple[Surface, ...]) -> None:
    tilts = [random_scene(np.random.default_rng(s), decks, surfaces).camera.tilt_deg for s in range(200)]
    assert 0.15 < np.mean(np.array(tilts) > 15) < 0.45
    assert max(tilts) <= 40


@pytest.mark.parametrize("count", [1, 5, 14])
def test_arrangements_have_at_least_the_cards_asked_for(count: int) -> None:
    spots = arrange(np.random.default_rng(count), count, (400.0, 300.0), (61.5, 95.0))
    assert count <= len(spots) <= count + 6


@pytest.mark.parametrize("kind", surface.KINDS)
def test_surfaces_are_pictures_by_seed(kind: str) -> None:
    one, same, other = draw_surface(kind, 3), draw_surface(kind, 3), draw_surface(kind, 4)
    assert one.picture.shape == (surface.SIDE_PX, surface.SIDE_PX, 3)
    assert np.array_equal(one.picture, same.picture)
    assert not np.array_equal(one.picture, other.picture)


def test_a_surface_is_read_from_a_picture(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "oak.png"), np.full((8, 9, 3), 90, np.uint8))
    assert load_surface(tmp_path / "oak.png", 2.0).picture.shape == (8, 9, 3)
    with pytest.raises(SurfaceUnreadableError, match="cannot be read"):
        load_surface(tmp_path / "missing.png")


@pytest.mark.parametrize("pose", POSES)
def test_hands_have_soft_edges_an_arm_and_a_grip_point_inside_their_picture(pose: str) -> None:
    hand = draw_hand(pose, 2)
    alpha = hand.whole[..., 3]
    assert ((alpha > 0) & (alpha < 255)).any()
    assert alpha[-1].max() == 255
    assert alpha[0].max() == 0
    assert (hand.over[..., 3] <= alpha).all()
    assert (hand.whole[..., :3] <= alpha[..., None]).all()


def test_a_person_wears_the_same_in_every_pose() -> None:
    middle = [draw_hand(pose, 3).whole[1100:, 150:240, :3].mean(axis=(0, 1)) for pose in POSES]
    assert np.ptp(middle, axis=0).max() < 3


@pytest.mark.parametrize("kind", clutter.KINDS)
def test_things_on_the_table_are_drawn_by_seed(kind: str) -> None:
    one, other = clutter.make_prop(kind, 1), clutter.make_prop(kind, 2)
    assert one is clutter.make_prop(kind, 1)
    assert one.size_mm != other.size_mm or not np.array_equal(one.picture, other.picture)
    assert (one.picture[..., :3] <= one.picture[..., 3:]).all()


GREY = np.full((64, 96, 3), 128, np.uint8)


@pytest.mark.parametrize(
    ("sensor", "lowest", "highest"),
    [
        (Sensor(), 128, 128),
        (Sensor(exposure=1.5), 190, 194),
        (Sensor(haze=0.5), 130, 140),
        (Sensor(gamma=2.0), 60, 68),
        (Sensor(defocus_px=3, motion_px=9), 127, 129),
        (Sensor(noise=4), 126, 130),
        (Sensor(jpeg=90), 126, 130),
        (Sensor(saturation=0), 126, 130),
    ],
)
def test_sensor_faults_change_grey_as_told(sensor: Sensor, lowest: int, highest: int) -> None:
    developed = develop(GREY, sensor, np.random.default_rng(0))
    assert developed.shape == GREY.shape
    assert lowest <= developed.mean() <= highest


@pytest.mark.parametrize("grain_px", [1, 2, 3])
def test_noise_is_as_strong_as_told_whatever_its_grain(grain_px: int) -> None:
    large = np.full((1100, 1600, 3), 128, np.uint8)
    noisy = develop(large, Sensor(noise=6, grain_px=grain_px), np.random.default_rng(0))
    assert noisy.astype(float).std() == pytest.approx(6, rel=0.1)
