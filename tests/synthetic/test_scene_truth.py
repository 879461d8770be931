"""The truth that comes with a rendered scene is the truth of its pixels."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.cards import Card
from firmware.signals import Unnamed
from models.synthetic.scenes.backdrop import Table
from models.synthetic.scenes.camera import CameraBelowTableError, SceneCamera, distort, seen_mask
from models.synthetic.scenes.clutter import PlacedProp, make_prop
from models.synthetic.scenes.hand import draw_hand
from models.synthetic.scenes.light import Light
from models.synthetic.scenes.placed import PlacedCard, PlacedHand
from models.synthetic.scenes.scene import Rendered, Scene, TooManyCardsError, render
from models.synthetic.scenes.sensor import Sensor
from models.synthetic.scenes.surface import Surface

SEVEN = Card.parse("7O")
BLACK = Table(Surface("black", np.zeros((64, 64, 3), np.uint8), 10.0, gloss=0.0))
FLAT_LIGHT = Light(ambient=1.0, glare=0.0, vignette=0.0)
CAMERA = SceneCamera((320, 240), (0.0, 0.0), 1.2)
CORNER_BGR = ((255, 60, 60), (60, 255, 60), (60, 60, 255), (60, 255, 255))  # clockwise from the upper left


def coloured_card() -> np.ndarray:
    """A card of 61.5 x 95 with another colour in each quarter and square corners."""
    picture = np.full((190, 123, 4), 255, np.uint8)
    top, bottom, left, right = slice(0, 95), slice(95, 190), slice(0, 61), slice(61, 123)
    quarters = ((top, left), (top, right), (bottom, right), (bottom, left))
    for (rows, columns), colour in zip(quarters, CORNER_BGR, strict=True):
        picture[rows, columns, :3] = colour
    return picture


PICTURE = coloured_card()


def card(x: float = 0.0, y: float = 0.0, angle: float = 0.0, **more: object) -> PlacedCard:
    return PlacedCard(SEVEN, PICTURE, (x, y), angle, curl_mm=0.0, gloss=0.0, **more)


def scene(*cards: PlacedCard, camera: SceneCamera = CAMERA, **more: object) -> Scene:
    return Scene(BLACK, camera, FLAT_LIGHT, cards=cards, **more)


def rng() -> np.random.Generator:
    return np.random.default_rng(7)


VIEWS = (
    ("straight down", CAMERA),
    ("turned", replace(CAMERA, roll_deg=130.0)),
    ("tilted", replace(CAMERA, tilt_deg=25.0, tilt_towards_deg=70.0)),
    ("strongly tilted, near", replace(CAMERA, tilt_deg=40.0, distance_mm=350.0)),
    ("barrel", replace(CAMERA, barrel=0.1)),
    ("tilted barrel", replace(CAMERA, tilt_deg=20.0, barrel=0.06, roll_deg=20.0)),
)


@pytest.mark.parametrize(("camera",), [(camera,) for _, camera in VIEWS], ids=[name for name, _ in VIEWS])
@pytest.mark.parametrize(("x", "y", "angle"), [(0, 0, 0), (50, 30, 37), (-60, -20, 200)])
def test_corners_are_those_of_the_drawn_card(camera: SceneCamera, x: float, y: float, angle: float) -> None:
    rendered = render(scene(card(x, y, angle), camera=camera), rng())
    corners = rendered.cards[0].corners_px
    mask = (rendered.picture.max(axis=2) > 100).astype(np.uint8)
    drawn = np.zeros_like(mask)
    cv2.fillPoly(drawn, [np.round(corners * 16).astype(np.int32)], 1, shift=4)
    assert (mask & drawn).sum() / (mask | drawn).sum() > 0.96
    rows, columns = np.nonzero(mask)
    moments = cv2.moments(corners.reshape(-1, 1, 2))
    centre = (moments["m10"] / moments["m00"], moments["m01"] / moments["m00"])
    assert math.dist(centre, (columns.mean(), rows.mean())) < (0.6 if camera.barrel else 0.3)


@pytest.mark.parametrize(("camera",), [(camera,) for _, camera in VIEWS], ids=[name for name, _ in VIEWS])
@pytest.mark.parametrize("angle", [0, 90, 181, -45])
def test_corners_go_clockwise_from_the_cards_own_upper_left(camera: SceneCamera, angle: float) -> None:
    rendered = render(scene(card(angle=angle), camera=camera), rng())
    corners = rendered.cards[0].corners_px
    assert cv2.contourArea(corners, oriented=True) > 0
    for corner, colour in zip(corners, CORNER_BGR, strict=True):
        x, y = np.round(corners.mean(0) + 0.75 * (corner - corners.mean(0))).astype(int)
        assert (rendered.picture[y, x] > 150).tolist() == [channel > 150 for channel in colour]


@pytest.mark.parametrize(
    ("cards", "shares"),
    [
        ((card(),), (1.0,)),
        ((card(-70), card(70)), (1.0, 1.0)),
        ((card(), card()), (0.0, 1.0)),
        ((card(), card(61.5 / 3)), (1 / 3, 1.0)),
        ((card(), card(0, 95 / 2)), (0.5, 1.0)),
        ((card(), card(0, 95 / 2), card(61.5 / 2, 95 / 4)), (0.375, 0.625, 1.0)),
        ((card(-320 / 1.2 / 2),), (0.5,)),
        ((card(1000),), (0.0,)),
    ],
    ids=["alone", "beside", "covered", "a third", "half", "three", "cut by the border", "outside"],
)
def test_visible_share_is_what_the_cards_above_and_the_border_leave(
    cards: tuple[PlacedCard, ...], shares: tuple[float, ...]
) -> None:
    rendered = render(scene(*cards), rng())
    assert [truth.visible for truth in rendered.cards] == pytest.approx(shares, abs=0.02)


def lit_px(rendered: Rendered) -> int:
    return int((rendered.picture.max(axis=2) > 100).sum())


@settings(max_examples=25)
@given(
    st.lists(st.tuples(st.floats(-120, 120), st.floats(-90, 90), st.floats(-180, 180)), min_size=1, max_size=6),
    st.sampled_from([camera for _, camera in VIEWS]),
)
def test_visible_parts_add_up_to_the_lit_pixels(places: list[tuple[float, float, float]], camera: SceneCamera) -> None:
    cards = [card(*place) for place in places]
    rendered = render(scene(*cards, camera=camera), rng())
    alone = [render(scene(one, camera=camera), rng()) for one in cards]
    for truth, one in zip(rendered.cards, alone, strict=True):
        assert 0 <= truth.visible <= one.cards[0].visible + 1e-9
    if all(one.cards[0].visible > 0.2 for one in alone):
        areas = [lit_px(one) / one.cards[0].visible for one in alone]
        total = sum(truth.visible * area for truth, area in zip(rendered.cards, areas, strict=True))
        assert total == pytest.approx(lit_px(rendered), rel=0.05, abs=40)


def test_face_down_cards_and_things_above_are_told() -> None:
    back = PlacedCard(Unnamed.BACK, PICTURE, (0.0, 0.0))
    glass = PlacedProp(make_prop("glass", 1), (0.0, 0.0))
    rendered = render(scene(back, above=(glass,)), rng())
    assert rendered.cards[0].face is Unnamed.BACK
    assert 0.2 < rendered.cards[0].visible < 0.6


@pytest.mark.parametrize("pose", ["flat", "pinch", "press", "point", "gather"])
@pytest.mark.parametrize("barrel", [0.0, 0.08])
def test_hand_mask_covers_the_pixels_that_the_hand_changes(pose: str, barrel: float) -> None:
    white = Table(Surface("green", np.full((64, 64, 3), (40, 200, 40), np.uint8), 10.0, gloss=0.0))
    camera = replace(CAMERA, barrel=barrel)
    hand = PlacedHand(draw_hand(pose, 1), (10.0, -20.0), 30.0)
    rendered = render(Scene(white, camera, FLAT_LIGHT, hands=(hand,)), rng())
    blue_or_red = rendered.picture.astype(int)
    not_green = blue_or_red[..., 1] < blue_or_red[..., [0, 2]].max(axis=2) * 1.5
    mask = rendered.hand_mask > 0
    assert set(np.unique(rendered.hand_mask)) == {0, 255}
    assert mask.mean() > 0.03
    assert (mask & not_green).sum() / (mask | not_green).sum() > 0.93


def test_a_held_card_lies_between_fingers_and_is_lifted() -> None:
    hand = PlacedHand(draw_hand("press", 0), (0.0, 40.0), lift_mm=60.0, held=(card(),))
    rendered = render(scene(card(-90), hands=(hand,)), rng())
    lying, held = rendered.cards
    assert (lying.held, held.held) == (False, True)
    assert 0.3 < held.visible < 0.99
    assert cv2.contourArea(held.corners_px) > 1.1 * cv2.contourArea(lying.corners_px)


def test_a_moving_hand_is_blurred_along_its_way_and_stays_where_it_is() -> None:
    still = PlacedHand(draw_hand("point", 1), (0.0, 0.0), held=())
    resting, moving = (render(scene(hands=(hand,)), rng()) for hand in (still, replace(still, streak_mm=(15.0, 0.0))))
    centres = [np.mean(np.nonzero(one.hand_mask)[1]) for one in (resting, moving)]
    assert centres[0] == pytest.approx(centres[1], abs=2)
    across, along = (np.abs(np.diff(one.picture[80:160].astype(int), axis=1)).max() for one in (resting, moving))
    assert along < 0.6 * across


@pytest.mark.parametrize(("place", "bears"), [((0, 0), True), ((90, 0), False), ((70, 60), True), ((0, 140), True)])
def test_a_turned_table_bears_what_lies_on_it(place: tuple[float, float], bears: bool) -> None:
    table = replace(BLACK, size_mm=(300.0, 160.0), turn_deg=90.0)
    assert table.bears(place) is bears
    assert BLACK.bears(place)


def test_noise_is_all_that_chance_decides() -> None:
    quiet = scene(card())
    noisy = replace(quiet, sensor=Sensor(noise=5.0))
    assert np.array_equal(render(quiet, rng()).picture, render(quiet, np.random.default_rng(8)).picture)
    assert np.array_equal(render(noisy, rng()).picture, render(noisy, rng()).picture)
    assert not np.array_equal(render(noisy, rng()).picture, render(noisy, np.random.default_rng(8)).picture)


def test_rendering_again_does_not_change_what_was_kept() -> None:
    first = render(scene(card()), rng()).picture
    render(scene(card(30), card(10)), rng())
    assert np.array_equal(render(scene(card()), rng()).picture, first)


def test_the_lens_keeps_the_corners_of_the_picture_and_moves_the_rest() -> None:
    camera = replace(CAMERA, barrel=0.1)
    moved = distort(camera, ((0.0, 0.0), (159.5, 119.5), (159.5, 0.0)))
    assert moved[0] == pytest.approx((0, 0), abs=0.01)
    assert moved[1] == pytest.approx((159.5, 119.5), abs=0.01)
    assert moved[2][1] < -3
    assert 0.9 < seen_mask(camera).mean() < 1


@pytest.mark.parametrize("fault", [{"tilt_deg": 80.0}, {"px_per_mm": 0.0}, {"distance_mm": -1.0}])
def test_a_camera_that_cannot_look_down_is_refused(fault: dict[str, float]) -> None:
    with pytest.raises(CameraBelowTableError, match="cannot look down"):
        replace(CAMERA, **fault)


def test_more_cards_than_owners_are_refused() -> None:
    with pytest.raises(TooManyCardsError, match="at most 254"):
        render(scene(*[card()] * 255), rng())
