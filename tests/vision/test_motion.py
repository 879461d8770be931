"""What the motion gate notices and what it lets pass."""

import cv2
import numpy as np
import pytest

from vision.motion import MotionGate, sharpness, small_grey

SIZE = (720, 1280)


def table(seed=0):
    """A wooden-looking surface, (720, 1280, 3) uint8."""
    rng = np.random.default_rng(seed)
    rough = cv2.resize(rng.normal(120, 25, (40, 12)).astype(np.float32), SIZE[::-1], interpolation=cv2.INTER_CUBIC)
    return np.clip(np.stack([rough * 0.6, rough * 0.8, rough], -1), 0, 255).astype(np.uint8)


def with_card(picture, centre, angle_deg=20.0, height=110.0, shade=235):
    """The picture with a pale card with some print put down."""
    out = picture.copy()
    box = cv2.boxPoints((centre, (height * 0.65, height), angle_deg)).astype(np.int32)
    cv2.fillPoly(out, [box], (shade, shade, shade))
    cv2.circle(out, tuple(int(one) for one in centre), int(height * 0.18), (30, 60, 190), -1)
    return out


def noisy(picture, seed, sigma=5.0, jpeg=80):
    """The picture through a sensor and a JPEG file."""
    rng = np.random.default_rng(seed)
    grainy = np.clip(picture + rng.normal(0, sigma, picture.shape), 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", grainy, [cv2.IMWRITE_JPEG_QUALITY, jpeg])[1], cv2.IMREAD_COLOR)


def small_stream(picture):
    """What the camera's small stream shows of it."""
    return cv2.cvtColor(cv2.resize(picture, (320, 180), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)


STREAMS = pytest.mark.parametrize("stream", [np.asarray, small_stream], ids=["large", "small"])


def watching(picture):
    """A gate that has looked at the picture."""
    gate = MotionGate()
    gate.measure(picture)
    gate.looked()
    return gate


def test_the_first_frame_is_new_and_nothing_moves_in_it():
    glance = MotionGate().measure(table())
    assert (glance.changed, glance.moving) == (1.0, 0.0)


@STREAMS
def test_noise_and_jpeg_are_no_change(stream):
    scene = with_card(table(), (600.0, 300.0))
    gate = watching(stream(noisy(scene, 0)))
    glances = [gate.measure(stream(noisy(scene, seed))) for seed in range(1, 8)]
    assert [(glance.changed, glance.moving) for glance in glances] == [(0.0, 0.0)] * 7


@pytest.mark.parametrize("centre", [(70.0, 70.0), (640.0, 360.0), (1210.0, 650.0), (1200.0, 60.0), (90.0, 640.0)])
@pytest.mark.parametrize("height", [100.0, 400.0])
@STREAMS
def test_a_card_put_down_anywhere_is_noticed(stream, centre, height):
    gate = watching(stream(noisy(table(), 0)))
    assert gate.measure(stream(noisy(with_card(table(), centre, height=height), 1))).changed > 0


def with_sleeve(picture, reaches):
    """The picture with a dark sleeve that comes in from the right; at 150 it hides more than half of it."""
    out = picture.copy()
    cv2.fillPoly(out, [np.array([(reaches, 200), (1280, 60), (1280, 720), (reaches, 560)], np.int32)], (45, 40, 38))
    return out


@pytest.mark.parametrize("shade", [120, 185, 225])
@STREAMS
@pytest.mark.parametrize("reaches", [900, 500, 150])
def test_all_that_a_sleeve_hides_has_changed(stream, shade, reaches):
    plain = np.full((*SIZE, 3), shade, np.uint8)
    gate = watching(stream(noisy(with_card(plain, (700.0, 350.0)), 0)))
    change = gate.measure(stream(noisy(with_sleeve(plain, reaches), 1)))
    assert change.moving == change.changed > 0.25
    assert change.where[small_grey(stream(with_sleeve(plain, reaches))) < 60].mean() > 0.97


def test_a_white_card_on_a_white_table_is_noticed():
    white = np.full((*SIZE, 3), 225, np.uint8)
    gate = watching(noisy(white, 0))
    assert gate.measure(noisy(with_card(white, (500.0, 400.0), shade=232), 1)).changed > 0


def test_a_card_put_on_its_like_is_noticed():
    first, second = table(), table()
    for scene, pips in ((first, 6), (second, 7)):
        scene[:] = with_card(scene, (500.0, 300.0), angle_deg=0.0, height=180.0)
        for pip in range(pips):
            cv2.circle(scene, (475 + 50 * (pip % 2), 240 + 40 * (pip // 2)), 12, (40, 180, 230), -1)
    assert watching(noisy(first, 0)).measure(noisy(second, 1)).changed > 0


def test_a_lamp_that_dims_slowly_never_fires():
    scene = with_card(table(), (600.0, 300.0)).astype(np.float32)
    gate = watching(scene.astype(np.uint8))
    for step in range(60):
        dimmed = noisy(np.clip(scene * (1 - 0.008 * step), 0, 255).astype(np.uint8), step, sigma=3.0)
        assert gate.measure(dimmed).changed == 0.0


def test_a_frame_of_another_size_has_changed():
    gate = watching(table())
    assert gate.measure(table()[:, :960].copy()).changed == 1.0


def test_moving_is_told_from_changed():
    scene = table()
    gate = watching(scene)
    gate.measure(with_card(scene, (600.0, 300.0)))
    rested = gate.measure(with_card(scene, (600.0, 300.0)))
    assert rested.changed > 0
    assert rested.moving == 0.0


def test_a_blurred_picture_is_less_sharp():
    scene = with_card(table(), (600.0, 300.0))
    assert sharpness(small_grey(cv2.GaussianBlur(scene, (0, 0), 12))) < sharpness(small_grey(scene))
