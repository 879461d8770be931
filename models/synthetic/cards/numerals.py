"""Numerals drawn with our own strokes, with or without feet, and in the font that comes with Pillow."""

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.synthetic.cards.pen import Pen, PenPoints, curve
from models.synthetic.cards.style import Style
from vision.frame import Colour, Picture

STROKES: dict[str, tuple[str, ...]] = {  # one unit high, y down, origin in the upper left; open lines
    "0": ("0.25,0 0.04,0.14 0,0.5 0.04,0.86 0.25,1 0.46,0.86 0.5,0.5 0.46,0.14 0.25,0",),
    "1": ("0.08,0.2 0.26,0!", "0.26,0! 0.26,1!"),
    "2": ("0.02,0.24 0.1,0.04 0.28,0 0.46,0.1 0.46,0.34 0.24,0.68 0,1!", "0,1! 0.5,1!"),
    "3": ("0.02,0.16 0.22,0 0.44,0.1 0.42,0.36 0.2,0.46!", "0.2,0.46! 0.44,0.56 0.5,0.76 0.36,0.96 0.16,1 0,0.86"),
    "4": ("0.38,1! 0.38,0! 0,0.7! 0.54,0.7!",),
    "5": ("0.46,0! 0.08,0! 0.05,0.44!", "0.05,0.44! 0.26,0.36 0.48,0.5 0.48,0.82 0.26,1 0,0.9"),
    "6": ("0.44,0.06 0.22,0.02 0.05,0.3 0,0.66 0.08,0.94 0.26,1 0.46,0.9 0.48,0.62 0.28,0.46 0.02,0.62",),
    "7": ("0.01,0! 0.5,0! 0.3,0.4 0.16,1!",),
    "8": ("0.25,0 0.06,0.1 0.07,0.34 0.44,0.6 0.48,0.86 0.25,1 0.02,0.86 0.06,0.6 0.43,0.34 0.44,0.1 0.25,0",),
    "9": ("0.06,0.94 0.28,0.98 0.45,0.7 0.5,0.34 0.42,0.06 0.24,0 0.04,0.1 0.02,0.38 0.22,0.54 0.48,0.38",),
}
FEET: dict[str, tuple[str, ...]] = {
    "1": ("0.1,1! 0.42,1!",),
    "2": ("0.5,1! 0.5,0.86!", "0.02,0.24! 0.1,0.22!"),
    "3": ("0.02,0.16! 0.08,0.2!", "0,0.86! 0.06,0.82!"),
    "4": ("0.24,1! 0.52,1!",),
    "5": ("0.46,0! 0.46,0.1!", "0,0.9! 0.07,0.87!"),
    "7": ("0.01,0! 0.01,0.16!",),
}
ADVANCE = 0.72  # from one figure's left to the next one's, of the height
RIM = 0.09  # of the height: keeps the numeral legible on top of a figure
UPRIGHT = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
ENGRAVED = (*UPRIGHT, *(font | cv2.FONT_ITALIC for font in UPRIGHT))  # pen-0 to pen-7
FONT_PX = 96  # the font is drawn large once and warped into place


def numeral_width(text: str) -> float:
    """How wide a numeral is, in its own height."""
    return ADVANCE * len(text) - 0.2


def numeral(pen: Pen, style: Style, text: str) -> None:
    """Write ``text`` with its upper left at the origin, ``style.numeral_mm`` high, with a rim of paper around it.

    Args:
        pen: draws; its origin is where the figure belongs.
        style: the maker's hand.
        text: what is written.
    """
    pen = pen.stretched(style.numeral_stretch)
    if style.numeral == "font" or style.numeral.startswith("pen-"):
        _print(pen, style, text)
        return
    for rim, colour in ((RIM, style.palette.paper), (0.0, style.palette.ink)):
        for k, figure in enumerate(text):
            at = pen.at(k * ADVANCE * style.numeral_mm, 0, scale=style.numeral_mm)
            lines = STROKES[figure] + (FEET.get(figure, ()) if style.numeral == "serif" else ())
            for line in lines:
                at.rod(curve(line, closed=False), colour, width=style.numeral_weight + 2 * rim, outline=0)


def _print(pen: Pen, style: Style, text: str) -> None:
    mask = _typed(text) if style.numeral == "font" else _engraved(text, int(style.numeral[-1]), style.numeral_weight)
    scale = style.numeral_mm / (mask.shape[0] - 4)
    if scale * mask.shape[1] > numeral_width(text) * style.numeral_mm * 1.4:
        scale *= 0.9
    rim = 2 * round(RIM * FONT_PX) + 1
    padded = cv2.copyMakeBorder(mask, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=0)
    at = pen.at(-scale * rim, -scale * rim, scale=scale)
    _stamp(at, cv2.dilate(padded, np.ones((rim, rim), np.uint8)), style.palette.paper)
    _stamp(at, padded, style.palette.ink)


def _typed(text: str) -> Picture:
    """The text in the font, (H, W) uint8: 255 where ink is, two pixels of none around it."""
    font = ImageFont.load_default(FONT_PX)
    left, top, right, bottom = font.getbbox(text)
    stamp = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4))
    ImageDraw.Draw(stamp).text((2 - left, 2 - top), text, 255, font=font)
    return np.asarray(stamp)


def _engraved(text: str, font: int, weight: float) -> Picture:
    """The text in one of OpenCV's stroke fonts, as :func:`_typed`; ``weight`` is stroke over height."""
    face, thick = ENGRAVED[font], max(round(weight * FONT_PX * 0.7), 1)
    (width, height), _ = cv2.getTextSize(text, face, FONT_PX / 22, thick)
    room: Picture = np.zeros((3 * height, 2 * width + 4 * thick), np.uint8)
    cv2.putText(room, text, (width // 2 + thick, 2 * height), face, FONT_PX / 22, 255, thick, cv2.LINE_AA)
    x, y, w, h = cv2.boundingRect(room)
    return np.asarray(np.pad(room[y : y + h, x : x + w], 2), np.uint8)


def _stamp(pen: Pen, mask: cv2.typing.MatLike, colour: Colour) -> None:
    """Colour where the mask, warped by the pen, is white."""
    height, width = mask.shape
    corners: PenPoints = pen.pixels(np.array([[0.0, 0.0], [width, 0], [width, height], [0, height]]))
    x, y = np.floor(corners.min(0)).astype(int) - 1
    right, bottom = np.ceil(corners.max(0)).astype(int) + 2
    window = pen.picture[y:bottom, x:right]
    onto = pen.matrix - np.array([[0, 0, x], [0, 0, y]])
    soft = cv2.GaussianBlur(mask, (0, 0), 0.45 / float(np.sqrt(abs(np.linalg.det(pen.matrix[:, :2])))))
    share = cv2.warpAffine(soft, onto, (window.shape[1], window.shape[0]), flags=cv2.INTER_LINEAR)[..., None] / 255
    window[:] = np.round(window + (np.array(colour) - window.astype(float)) * share)
