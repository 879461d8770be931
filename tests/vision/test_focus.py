"""How unsharp a picture is, told in pixels from the picture alone."""

import cv2
import numpy as np
import pytest

from vision.focus import blur_px

WHOLE = np.array([(10, 10), (190, 10), (190, 190), (10, 190)], np.float32)


def chart():
    """Light and dark squares of 40 px."""
    rows, columns = np.indices((200, 200)) // 40
    return np.where((rows + columns) % 2, 210, 40).astype(np.uint8)


@pytest.mark.parametrize("sigma_px", [1.5, 2.0, 3.0, 4.0])
def test_the_blur_of_a_picture_is_told(sigma_px):
    assert blur_px(cv2.GaussianBlur(chart(), (0, 0), sigma_px), [WHOLE]) == pytest.approx(sigma_px, rel=0.15)


def test_noise_is_not_taken_for_sharpness():
    noise = np.random.default_rng(1).normal(0, 2, (200, 200))
    noisy = np.clip(cv2.GaussianBlur(chart(), (0, 0), 3) + noise, 0, 255).astype(np.uint8)
    assert blur_px(noisy, [WHOLE]) > 1.5


@pytest.mark.parametrize("quads", [[], [WHOLE]], ids=["no cards", "blank cards"])
def test_nothing_is_told_where_there_are_no_edges(quads):
    assert blur_px(np.full((200, 200), 128, np.uint8), quads) is None
