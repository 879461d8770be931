"""Numerals and letters in many typefaces, as masks: those of the machine that draws, or Pillow's own.

Debian's packages ``fonts-dejavu``, ``fonts-lato``, ``fonts-liberation``, ``fonts-linuxlibertine``, ``fonts-cantarell``
and ``fonts-urw-base35`` hold all that are named here; Pillow finds them by name in the folders of ``XDG_DATA_DIRS``.
"""

import functools

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.frame import Picture

LEARNED = (
    "Lato-Regular.ttf", "Lato-Light.ttf", "Lato-Heavy.ttf", "Lato-Black.ttf", "Lato-Italic.ttf", "DejaVuSans.ttf",
    "DejaVuSans-Bold.ttf", "DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf", "DejaVuSansCondensed.ttf",
    "DejaVuSerifCondensed-Italic.ttf", "NimbusSans-Regular.otf", "DejaVuSansMono.ttf", "DejaVuSans-ExtraLight.ttf",
    "NimbusSans-Bold.otf", "NimbusSansNarrow-Bold.otf", "URWBookman-Light.otf", "NimbusRoman-Regular.otf",
    "NimbusRoman-BoldItalic.otf", "URWBookman-Demi.otf", "URWGothic-Book.otf", "URWGothic-Demi.otf",
    "LinLibertine_R.otf", "LinLibertine_RB.otf", "LinBiolinum_R.otf", "LinBiolinum_RB.otf", "NimbusMonoPS-Bold.otf",
    "Z003-MediumItalic.otf",
)  # fmt: skip
"""Typefaces in which numerals that are learned from are set."""
KEPT = (
    "LiberationSerif-Regular.ttf", "LiberationSerif-Bold.ttf", "LiberationSansNarrow-Regular.ttf",
    "LiberationMono-Bold.ttf", "C059-Roman.otf", "C059-Bold.otf", "P052-Roman.otf", "P052-Italic.otf",
    "Cantarell-Regular.otf", "Cantarell-ExtraBold.otf",
)  # fmt: skip
"""Typefaces of the makers that are only measured on."""
HEIGHT_PX = 96
"""Text is set large once, and made smaller by who prints it."""


@functools.cache
def there(names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of ``names`` that this machine has."""
    return tuple(name for name in names if _typeface(name) is not None)


def typed(text: str, name: str | None) -> Picture:
    """``text`` in the typeface ``name``, (H, W) uint8: 255 where the ink is, cut to the ink; ``None``: Pillow's own."""
    font = (_typeface(name) if name else None) or ImageFont.load_default(HEIGHT_PX)
    left, top, right, bottom = font.getbbox(text)
    stamp = Image.new("L", (int(right - left) + 2, int(bottom - top) + 2))
    ImageDraw.Draw(stamp).text((1 - left, 1 - top), text, 255, font=font)
    return np.asarray(stamp)


@functools.cache
def _typeface(name: str) -> ImageFont.FreeTypeFont | None:
    try:
        return ImageFont.truetype(name, HEIGHT_PX)
    except OSError:
        return None
