"""Draw what was read on a copy of the picture, for people."""

from collections.abc import Sequence

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from firmware.signals import Unnamed
from vision.frame import Colour, Picture
from vision.named_outline import NamedOutline

SURE_BGR, DOUBTFUL_BGR, UNNAMED_BGR = (92, 190, 58), (32, 152, 250), (168, 150, 140)  # green, orange, grey
SURE_CONFIDENCE = 0.9
"""Probability from which a name is drawn as sure."""

FINE = 4  # drawing is done with 4 binary digits of a pixel
LABEL_SHARE = 0.17  # height of a label in long sides of its card
SMALLEST_PX, LARGEST_SHARE = 11, 0.035  # a label is readable, and at most this share of the picture's long side
TEXT_RGB = (255, 255, 255)


def draw(picture: Picture, cards: Sequence[NamedOutline], captions: Sequence[str] | None = None) -> Picture:
    """A copy of the picture with each card outlined and named.

    The outline is green where the name is sure, orange where it is doubtful, grey for cards face down or unknown; a
    thick edge shows the card's head. Unsure names carry their probability.

    Args:
        picture: (H, W, 3) uint8 BGR.
        cards: those that lie in it.
        captions: what their labels say instead of their names.

    Returns:
        (H, W, 3) uint8 BGR.
    """
    drawn = picture.copy()
    for card in cards:
        _outline(drawn, card)
    canvas = Image.fromarray(drawn[:, :, ::-1])
    pen = ImageDraw.Draw(canvas)
    for card, text in zip(cards, captions or [caption(card) for card in cards], strict=True):
        _label(pen, card, text, picture.shape[1], picture.shape[0])
    return np.ascontiguousarray(np.asarray(canvas, np.uint8)[:, :, ::-1])


def colour(card: NamedOutline) -> Colour:
    """Blue, green, red of a card's outline."""
    if isinstance(card.face, Unnamed):
        return UNNAMED_BGR
    return SURE_BGR if card.confidence >= SURE_CONFIDENCE else DOUBTFUL_BGR


def caption(card: NamedOutline) -> str:
    """What its label says: ``7O``, ``7O 62 %`` where doubtful, ``back``, ``?``."""
    if isinstance(card.face, Unnamed) or card.confidence >= SURE_CONFIDENCE:
        return str(card.face)
    return f"{card.face} {card.confidence:.0%}".replace("%", " %")


def _outline(drawn: Picture, card: NamedOutline) -> None:
    """The quadrilateral with a dark seam, so that it is seen on any table, and the head stronger."""
    points = np.round(np.asarray(card.corners_px, np.float64) * 2**FINE).astype(np.int32)
    width = max(round(_height_px(card) / 55), 2)
    cv2.polylines(drawn, [points], True, (20, 20, 20), width + 2, cv2.LINE_AA, FINE)
    cv2.polylines(drawn, [points], True, colour(card), width, cv2.LINE_AA, FINE)
    cv2.line(drawn, points[0].tolist(), points[1].tolist(), colour(card), 2 * width, cv2.LINE_AA, FINE)


def _label(pen: ImageDraw.ImageDraw, card: NamedOutline, text: str, width: int, height: int) -> None:
    """The text on a rounded plate at the card's head, inside the picture."""
    largest = max(LARGEST_SHARE * max(width, height), SMALLEST_PX)
    size = int(np.clip(LABEL_SHARE * _height_px(card), SMALLEST_PX, largest))
    font = ImageFont.load_default(size)
    left, top, right, bottom = pen.textbbox((0, 0), text, font=font, anchor="mm")
    margin = size * 0.35
    half = ((right - left) / 2 + margin, (bottom - top) / 2 + margin * 0.8)
    at = 0.8 * card.corners_px[:2].mean(0) + 0.2 * card.corners_px.mean(0)
    x = float(np.clip(at[0], half[0], max(width - half[0], half[0])))
    y = float(np.clip(at[1], half[1], max(height - half[1], half[1])))
    blue, green, red = colour(card)
    plate = (x - half[0], y - half[1], x + half[0], y + half[1])
    pen.rounded_rectangle(plate, radius=margin, fill=(red * 7 // 10, green * 7 // 10, blue * 7 // 10))
    pen.text((x - (left + right) / 2, y - (top + bottom) / 2), text, font=font, fill=TEXT_RGB, anchor="mm")


def _height_px(card: NamedOutline) -> float:
    """Length of the card's left side."""
    return float(np.linalg.norm(card.corners_px[0] - card.corners_px[3]))
