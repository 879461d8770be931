"""Read single pictures: no memory, no scale known beforehand."""

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from firmware.observation import Face
from vision.frame import Picture
from vision.identify import CROP_PX, Namer
from vision.joint import once_each
from vision.locate import LOOK_PX, THRESHOLD, Finder, Located
from vision.quads import half_turn, long_side_px
from vision.rectify import rectify_all
from vision.suppress import distinct

Floats = NDArray[np.float32]

SMALL_PX, LARGE_PX = 90.0, 300.0  # typical card in the first look at which a second, closer or wider look finds more


@dataclass(frozen=True, slots=True, eq=False)
class ReadCard:
    """A card read from a picture.

    Attributes:
        face: the likeliest.
        confidence: its probability.
        corners_px: (4, 2) clockwise from the card's own upper left, pixels of the picture, also where covered.
    """

    face: Face
    confidence: float
    corners_px: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What a picture says.

    Attributes:
        cards: found cards, surest place first.
        ms: time spent: ``locate``, ``identify`` (with cutting out) and ``total``.
    """

    cards: tuple[ReadCard, ...]
    ms: Mapping[str, float]


def read_picture(picture: Picture, finder: Finder, namer: Namer, *, one_deck: bool = False) -> Reading:
    """Find and name the cards of a picture, (H, W, 3) uint8 BGR; of ``one_deck`` each card is there at most once."""
    begun = perf_counter()
    located = find_at_any_size(picture, finder)
    found = perf_counter()
    quads = [card.corners_px for card in located]
    answers = namer.identify(rectify_all(picture, quads, CROP_PX))
    if one_deck:
        answers = once_each(answers)
    cards = tuple(
        ReadCard(answer.face, answer.confidence, half_turn(quad) if answer.upside_down else quad)
        for quad, answer in zip(quads, answers, strict=True)
    )
    done = perf_counter()
    spent = {"locate": found - begun, "identify": done - found, "total": done - begun}
    return Reading(cards, {name: seconds * 1000 for name, seconds in spent.items()})


def find_at_any_size(picture: Picture, finder: Finder) -> tuple[Located, ...]:
    """Cards at the common size, and at a second one if those found are small or large, or none is found."""
    first = [card for card in finder.look(picture).cards if card.score >= THRESHOLD]
    scale = LOOK_PX / max(picture.shape[:2])
    typical = float(np.median([long_side_px(card.corners_px) for card in first])) * scale if first else 0.0
    if SMALL_PX <= typical <= LARGE_PX:
        return tuple(first)
    second = finder.look(picture, LOOK_PX // 2 if typical > LARGE_PX else LOOK_PX * 2)
    return distinct([*first, *(card for card in second.cards if card.score >= THRESHOLD)])
