"""What lies where: a card whose place looks as before keeps its corners and its name, and costs nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

import numpy as np

from firmware.signals import UNSIGHTED, Faces
from vision.frame import Floats, Picture
from vision.identify import blended
from vision.quads import half_turn
from vision.rectify import rectify
from vision.suppress import same_card

THUMB_PX = (12, 18)
"""A card's thumbnail: 8 mm of card a pixel tells six pips from seven and forgives a shift of the camera by a hair."""

MAX_THUMBNAIL_DIFFERENCE = 0.09
"""From this :func:`unlike` on a place has changed; lower recomputes more, higher misses a card put on its like."""

ENOUGH_LOOKS = 3
"""Looks that are combined into one probability; more cost time and say the same."""

SETTLED_CONFIDENCE = 0.98
"""A card named with this probability is not looked at again while nothing changes at its place."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownCard:
    """A card on the table as remembered.

    Attributes:
        corners_px: (4, 2) float32 clockwise from the card's own upper left, pixels of the picture.
        faces: probabilities over faces, likeliest first, over all looks.
        thumb: its place as it looked, (18, 12) float32, mean 0, spread 1.
        looks: how many identifications are in ``faces``.
        still: whether the table rested when the corners were found; else they are found anew once it does.
        sighting: number of the sighting (:mod:`vision.sightings`) that it was named by.
    """

    corners_px: Floats
    faces: Faces
    thumb: Floats
    looks: int
    still: bool
    sighting: int = UNSIGHTED

    @property
    def settled(self) -> bool:
        """Whether another identification would tell anything new."""
        return self.looks >= ENOUGH_LOOKS or self.faces[0][1] >= SETTLED_CONFIDENCE


class HasCorners(Protocol):
    """Whatever lies somewhere in the picture."""

    @property
    def corners_px(self) -> Floats:
        """Corners (4, 2) float32, pixels of the picture."""
        ...


Outlined = TypeVar("Outlined", bound=HasCorners)


def thumbnail(picture: Picture, corners_px: Floats) -> Floats:
    """The place at four corners, small and grey, whatever the light.

    Args:
        picture: (H, W, 3) uint8 BGR.
        corners_px: (4, 2) float32 clockwise, pixels of the picture.

    Returns:
        (18, 12) float32 of mean 0 and spread 1; a bare place stays flat.
    """
    grey = rectify(picture, corners_px, THUMB_PX).mean(axis=2, dtype=np.float32)
    return np.asarray((grey - grey.mean()) / max(float(grey.std()), 6.0), np.float32)


def unlike(first: Floats, second: Floats) -> float:
    """How different two thumbnails (18, 12) are: 0 the same, 1 unrelated (one minus their correlation)."""
    return float(np.mean((first - second) ** 2) / 2)


def remembered(cards: Sequence[Outlined], corners_px: Floats) -> Outlined | None:
    """The card that lies at these corners (4, 2), pixels of the picture, if one does.

    A card at rest keeps its corners, the very same array: to compare these first spares most comparisons of outlines.
    """
    at_rest = next((card for card in cards if card.corners_px is corners_px), None)
    return at_rest or next((card for card in cards if same_card(card.corners_px, corners_px)), None)


def overlooked(kept: Sequence[KnownCard], seen: Sequence[HasCorners]) -> list[KnownCard]:
    """Cards that lay at rest before, look as they did and were not found again: a hand is near them.

    What was only seen while something moved is not trusted that far: it may be a hand, or two cards in one.
    """
    return [card for card in kept if card.still and remembered(seen, card.corners_px) is None]


def unchanged(picture: Picture, card: KnownCard) -> bool:
    """Whether a picture, (H, W, 3) uint8 BGR, shows at a card's place what it showed before."""
    return unlike(thumbnail(picture, card.corners_px), card.thumb) < MAX_THUMBNAIL_DIFFERENCE


def combined(card: KnownCard, faces: Faces) -> KnownCard:
    """A card after one more identification of it: probabilities are averaged."""
    mean = blended(card.faces, faces, 1 / (card.looks + 1))
    return replace(card, faces=mean, looks=card.looks + 1)


def first_seen(picture: Picture, corners_px: Floats, faces: Faces, *, upside_down: bool, still: bool) -> KnownCard:
    """A card seen for the first time; corners are turned to begin at the card's own upper left.

    Args:
        picture: (H, W, 3) uint8 BGR.
        corners_px: (4, 2) float32 clockwise, pixels of the picture.
        faces: probabilities over faces, likeliest first.
        upside_down: whether the corners begin at the card's lower right.
        still: whether the table rests.
    """
    corners = half_turn(corners_px) if upside_down else corners_px
    return KnownCard(corners, faces, thumbnail(picture, corners), 1, still)
