"""Looks at one card in different pictures, put together: told by description and by the picture itself."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.frame import Floats, Picture
from vision.shown import ShownCard

ALIKE, SAME_PICTURE = 0.9, 0.6
"""Likeness of descriptions (a cosine) and of blurred grey pictures (a correlation) from which on looks in two pictures
are one card, unless both are surely named otherwise: horsemen of two suits may be drawn alike. Of 21,350 pairs of
different cards of 14 decks none is above both, of 1,059 pairs of looks at one card 83 in 100."""
SURELY = 0.95
"""A look that the classifier takes for a card with this says so (as :data:`vision.enrol.CLAIMED`)."""
BLUR_PX, EVERY, EDGE = 3.0, 4, 3
"""Pictures are compared so much blurred, at every fourth pixel, without so many of these at each edge."""


def together(looks: Sequence[ShownCard]) -> list[list[ShownCard]]:
    """The looks by cards: those in different pictures that show one card are put together, the clearest first."""
    prints = [_print(look.crop) for look in looks]
    groups: list[list[int]] = []
    for k, look in enumerate(looks):
        same = next(
            (group for group in groups if all(_same(look, looks[j], prints[k], prints[j]) for j in group)), None
        )
        if same is None:
            groups.append([k])
        else:
            same.append(k)
    return [sorted((looks[k] for k in group), key=lambda look: -float(look.chances.max())) for group in groups]


def _print(crop: Picture) -> Floats:
    """A card's picture as a vector of mean zero and length one; zeros where it is all one grey."""
    grey = cv2.GaussianBlur(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), BLUR_PX)
    small = grey[::EVERY, ::EVERY][EDGE:-EDGE, EDGE:-EDGE].ravel()
    small -= small.mean()
    length = float(np.linalg.norm(small))
    return np.asarray(small / length if length > 1.0 else 0 * small, np.float32)


def _same(one: ShownCard, other: ShownCard, print_one: Floats, print_other: Floats) -> bool:
    """Whether two looks are taken for the same card; a picture without anything on it says nothing against it."""
    if one.picture == other.picture or float(one.description @ other.description) < ALIKE or _surely_two(one, other):
        return False
    blank = not (print_one.any() and print_other.any())
    return blank or float(print_one @ print_other) >= SAME_PICTURE


def _surely_two(one: ShownCard, other: ShownCard) -> bool:
    """Whether each of two looks is surely named, and otherwise than the other."""
    sure = min(float(one.chances.max()), float(other.chances.max())) >= SURELY
    return sure and one.likeliest != other.likeliest
