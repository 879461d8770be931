"""Pictures that cannot be judged: dark, burnt out, covered, noise, unsharp, of another size. No card goes for them."""

import cv2
import numpy as np
import pytest

from models.synthetic.scenes.hand import draw_hand
from models.synthetic.scenes.placed import PlacedHand
from tests.support.drawn_table import LAID, drawn, laid, seen
from vision.frame import Frame
from vision.identify import Identifier
from vision.locate import Locator
from vision.motion import small_grey
from vision.pipeline import LOST_LOOK_MS, Eyes
from vision.view import OTHER_SIZE, TOO_BRIGHT, TOO_DARK, VIEW_LOST, exposure_fault


def noise(picture, rng):
    return rng.integers(0, 256, picture.shape, dtype=np.uint8)


def cloth(picture, rng):
    weave = rng.normal((60, 80, 110), 3.0, picture.shape)
    return np.clip(weave, 0, 255).astype(np.uint8)


def dimmed(picture, rng):
    return np.clip(picture * 0.05 + rng.normal(0, 3.0, picture.shape), 0, 255).astype(np.uint8)


def burnt(picture, _rng):
    return np.clip(picture.astype(np.float32) * 6 + 60, 0, 255).astype(np.uint8)


def unsharp(picture, _rng):
    return cv2.GaussianBlur(picture, (0, 0), 25)


SPOILT = {
    "lamp out": (dimmed, TOO_DARK),
    "black": (lambda picture, _rng: np.zeros_like(picture), TOO_DARK),
    "white": (lambda picture, _rng: np.full_like(picture, 255), TOO_BRIGHT),
    "burnt out": (burnt, TOO_BRIGHT),
    "noise": (noise, VIEW_LOST),
    "a cloth over the lens": (cloth, VIEW_LOST),
    "unsharp": (unsharp, VIEW_LOST),
    "turned on its side": (lambda picture, _rng: np.rot90(picture).copy(), OTHER_SIZE),
}


@pytest.fixture(scope="module")
def networks():
    return Identifier.load(), Locator.load()


@pytest.fixture
def eyes(networks):
    return Eyes(*networks)


def looks_at(eyes, pictures, since_ms, step_ms=100):
    looks = [eyes.observe(Frame(since_ms + n * step_ms, picture)) for n, picture in enumerate(pictures)]
    return [look for look in looks if look]


def places(look):
    return {str(one.face): one.centre for one in look.cards}


@pytest.mark.parametrize(("spoil", "fault"), SPOILT.values(), ids=SPOILT.keys())
@pytest.mark.parametrize("surface", ["wood", "cloth", "marble"])
def test_what_cannot_be_judged_is_told_once_and_takes_no_card_away(eyes, surface, spoil, fault):
    rng, table = np.random.default_rng(1), drawn(laid(), surface).picture
    assert seen(looks_at(eyes, [table] * 3, 0)[-1]) == sorted(LAID)
    blind = looks_at(eyes, [spoil(table, rng) for _ in range(6)], 1000)
    assert all(look.hand_present for look in blind)
    assert [(look.unseen, look.cards) for look in blind if look.unseen] == [(fault, ())]
    assert blind[-1].unseen
    back = looks_at(eyes, [table] * 12, 2000)
    assert (seen(back[-1]), back[-1].unseen, back[-1].hand_present) == (sorted(LAID), "", False)


def reaching(x_mm, seed=1):
    """A hand that has come so far over the table."""
    return (PlacedHand(draw_hand("pinch", seed), (x_mm, 120.0), 20.0),)


@pytest.mark.parametrize("surface", ["wood", "cloth", "marble"])
def test_an_unsharp_view_is_noticed_while_people_play_on(eyes, surface):
    looks_at(eyes, [drawn(laid(), surface).picture] * 3, 0)
    playing = [drawn(laid()[n // 3 :], surface, hands=reaching(60.0 * n - 250)).picture for n in range(9)]
    looks = looks_at(eyes, [unsharp(picture, None) for picture in playing], 1000)
    assert [look.unseen for look in looks] == [VIEW_LOST]
    back = looks_at(eyes, [drawn(laid()[2:], surface).picture] * 8, 2000)
    assert (seen(back[-1]), back[-1].unseen) == (sorted(list(LAID)[2:]), "")


@pytest.mark.parametrize("surface", ["wood", "cloth", "marble"])
def test_cards_that_are_gathered_by_moving_hands_are_seen_to_go(eyes, surface):
    looks_at(eyes, [drawn(laid(), surface).picture] * 3, 0)
    gathering = [drawn(laid()[n // 2 :], surface, hands=reaching(60.0 * n - 250)).picture for n in range(9)]
    assert not any(look.unseen for look in looks_at(eyes, gathering, 1000))


@pytest.mark.parametrize("surface", ["wood", "cloth", "marble", "laminate", "checks", "plain", "granite"])
def test_a_table_that_was_cleared_is_seen_to_be_bare(eyes, surface):
    looks_at(eyes, [drawn(laid(), surface).picture] * 3, 0)
    bare = looks_at(eyes, [drawn([], surface).picture] * 8, 1000)
    assert not any(look.unseen for look in bare)
    assert (bare[-1].cards, bare[-1].hand_present) == ((), False)


@pytest.mark.parametrize("surface", ["wood", "marble"])
def test_hands_over_the_table_hide_no_more_than_they_cover(eyes, surface):
    looks_at(eyes, [drawn(laid(), surface).picture] * 3, 0)
    hands = tuple(PlacedHand(draw_hand("pinch", seed), (x, 20.0), 20.0) for seed, x in ((1, -150.0), (2, 120.0)))
    over = looks_at(eyes, [drawn(laid(), surface, hands=hands).picture] * 5, 1000)
    assert over and not any(look.unseen for look in over)


def test_a_lamp_that_is_turned_down_by_half_hides_nothing(eyes):
    table = drawn(laid()).picture
    looks_at(eyes, [table] * 3, 0)
    assert not any(look.unseen for look in looks_at(eyes, [(table * 0.5).astype(np.uint8)] * 5, 1000))


def test_what_came_and_went_in_the_dark_is_seen_afterwards(eyes):
    looks_at(eyes, [drawn(laid()).picture] * 3, 0)
    looks_at(eyes, [np.zeros((720, 1280, 3), np.uint8)] * 5, 1000)
    after = looks_at(eyes, [drawn([*laid()[1:], ("6E", 0.0, 90.0, 40.0)]).picture] * 5, 2000)
    assert seen(after[-1]) == sorted([*list(LAID)[1:], "6E"])


def test_while_the_view_is_lost_it_is_tried_now_and_then(networks):
    class Counted:
        looks = 0

        def detect(self, *asked):
            self.looks += 1
            return networks[1].detect(*asked)

    counted, rng = Counted(), np.random.default_rng(2)
    eyes, table = Eyes(networks[0], counted), drawn(laid()).picture
    looks_at(eyes, [table] * 3, 0)
    counted.looks = 0
    looks_at(eyes, [cloth(table, rng) for _ in range(21)], 1000)
    assert counted.looks <= 1 + 2000 / LOST_LOOK_MS


def test_a_camera_that_gives_smaller_pictures_shows_the_same_table(eyes):
    table = drawn(laid()).picture
    first = looks_at(eyes, [table] * 3, 0)[-1]
    later = looks_at(eyes, [cv2.resize(table, (640, 360), interpolation=cv2.INTER_AREA)] * 5, 1000)
    assert all(seen(look) == sorted(LAID) and not look.unseen for look in later)
    for look in later:
        assert places(look) == {face: pytest.approx(centre, abs=3.0) for face, centre in places(first).items()}


def test_a_table_that_the_cards_are_gathered_from_in_the_dark_is_bare_afterwards(eyes):
    looks_at(eyes, [drawn(laid()).picture] * 3, 0)
    looks_at(eyes, [np.zeros((720, 1280, 3), np.uint8)] * 5, 1000)
    after = looks_at(eyes, [drawn([]).picture] * 5, 2000)
    assert (after[-1].cards, after[-1].unseen) == ((), "")


@pytest.mark.parametrize("surface", ["wood", "cloth", "marble", "laminate", "checks", "tiles", "granite", "plain"])
@pytest.mark.parametrize("cards", [(), tuple(laid())], ids=["bare", "with cards"])
def test_no_table_in_common_light_is_too_dark_or_too_bright(surface, cards):
    assert exposure_fault(small_grey(drawn(cards, surface).picture)) == ""
