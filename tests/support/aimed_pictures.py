"""A picture of the bundled game as cameras that hang wrong would give it, and what is to be said of each."""

from functools import cache, partial
from pathlib import Path

import cv2
import numpy as np

FILM = Path(__file__).parents[2] / "models" / "demo" / "video.mp4"
MOMENT = 325
"""A picture of the film in which seven cards lie, whole, and no hand is."""
EMPTY = 0


@cache
def table(moment=MOMENT):
    """(720, 1280, 3) uint8 BGR."""
    film = cv2.VideoCapture(str(FILM))
    film.set(cv2.CAP_PROP_POS_FRAMES, moment)
    return film.read()[1]


def as_jpeg(picture):
    return cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, 90))[1].tobytes()


def cloth():
    return np.median(table(), axis=(0, 1))


def seen_by(corners):
    """The table whose corners, as shares of the picture, are seen at those."""
    height, width = table().shape[:2]
    at = np.float32(square(0, 0, width, height))
    to = cv2.getPerspectiveTransform(at, np.float32(corners) * np.float32((width, height)))
    return cv2.warpPerspective(table(), to, (width, height), flags=cv2.INTER_LINEAR, borderValue=cloth())


def square(left, top, right, bottom):
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def from_afar():
    small = cv2.resize(table(), None, fx=0.45, fy=0.45, interpolation=cv2.INTER_AREA)
    picture = np.full(table().shape, cloth(), np.uint8)
    picture[198 : 198 + small.shape[0], 352 : 352 + small.shape[1]] = small
    return picture


def mirroring():
    picture = table().copy()
    cv2.circle(picture, (200, 200), 90, (255, 255, 255), -1)
    return picture


PICTURES = {
    "well": (table, "good"),
    "empty": (partial(table, EMPTY), "no_cards"),
    "two cards": (lambda: np.ascontiguousarray(table()[:, :620]), "spread"),
    "dark": (lambda: table() // 6, "dark"),
    "a lamp mirrored": (mirroring, "glare"),
    "too high": (from_afar, "lower"),
    "too low": (lambda: seen_by(square(-0.1, -0.15, 1.0, 0.95)), "raise"),
    "too far right": (lambda: seen_by(square(-0.34, 0, 0.66, 1)), "cut_left"),
    "leaning": (lambda: seen_by([(-0.05, 0), (1.05, 0), (0.78, 0.8), (0.22, 0.8)]), "top_near"),
    "out of focus": (lambda: cv2.GaussianBlur(table(), (0, 0), 4), "unsharp"),
}
"""Each picture, and the name of the advice."""
