"""One card gets one outline: of two outlines that lie upon one another as no two cards can be read, the better stays.

Cards of one deck have one size, and each face is there once. Of a card that another hides by four fifths nobody reads a
name. So a second outline that lies nearly all in the first, or bears its name, or lies in it for the most part without
having a card's shape, is a second answer about the same card, or about a part of it, or about two cards together.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np

from firmware.cards import Card
from vision.frame import Floats
from vision.named_outline import NamedOutline
from vision.quads import area, long_side_px, short_side_px
from vision.suppress import larger_share

NESTED = 0.8
"""From this share of an outline inside another one on they are one card: 0.77 is what two cards of one size share that
are not yet taken for the same where they are found, and two crossed ones share 0.7 at most."""

PART = 0.65
"""The same for an outline that has not the shape of a card; what is seen of a card below another lies outside that."""

TOUCHING = 0.3
"""The same where both have one name: less may be two cards of two decks, side by side."""

SHAPES = (0.52, 0.78)
"""Width over height of whole cards, seen at up to 20 degrees from above: makers' cards have 0.61 to 0.70."""

NAMED = 0.6
"""A name with less than this is a guess."""

ENOUGH = 3
"""So many named cards tell how large cards are in a picture, and of which shape."""

SHAPE_SPREAD, SIZE_SPREAD = 1.35, 1.7
"""Factors either way of the usual shape and area within which a card lies: the far cards of a table seen at 12 degrees
have 0.8 of the mean area, an outline round two cards that overlap has twice or three times of it."""


PATCHED, REGULAR = 0.75, (1.15, 1.3)
"""What lies by this share in other cards, half in one and half in another, and differs from the usual shape or area by
more than these factors, is put together of them; a card that lies upon two others does not. A judgement."""

UNNAMED = 0.7
"""The same share for what has no name: two such outlines had 0.73 and 0.74 (two decks, 363 cards on hard tables)."""

SPANNED, IN_LINE, ASIDE = 0.9, 0.99, 0.1
"""What lies by this share in surer cards that lie in one line with it, by the cosine of their angle and by how far
aside their middles are as a share of its width, is put together of their ends: two such outlines had 0.96 and 0.99,
cosines of 0.996 and more, and 0.03 at most. Nobody lays a card so exactly upon two others. A judgement."""

GRID = 64
"""Fineness, in cells along a card, in which covered shares are counted."""


NamedT = TypeVar("NamedT", bound=NamedOutline)


@dataclass(frozen=True, slots=True)
class CardMeasure:
    """What the cards of a picture have in common.

    Attributes:
        shape: width over height; ``None``: too few are named to tell.
        area_px: area in pixels squared; ``None``: as ``shape``.
    """

    shape: float | None = None
    area_px: float | None = None

    @classmethod
    def of(cls, cards: Sequence[NamedOutline]) -> "CardMeasure":
        """That of the cards of a picture that have a name and do not lie in or round another outline."""
        quads = [card.corners_px for card in cards if is_named(card) and not _is_disputed(card, cards)]
        if len(quads) < ENOUGH:
            return cls()
        return cls(float(np.median([_shape(quad) for quad in quads])), float(np.median([area(quad) for quad in quads])))

    def shaped(self, quad: Floats) -> bool:
        """Whether an outline (4, 2) has the shape of a whole card."""
        low, high = SHAPES if self.shape is None else (self.shape / SHAPE_SPREAD, self.shape * SHAPE_SPREAD)
        return low < _shape(quad) < high

    def sized(self, quad: Floats) -> bool:
        """Whether an outline (4, 2) has the size of a whole card; any has where none is known."""
        return self.area_px is None or self.area_px / SIZE_SPREAD < area(quad) < self.area_px * SIZE_SPREAD

    def fits(self, quad: Floats) -> bool:
        """Whether an outline (4, 2) has nearly the usual shape and area; any has where they are not known."""
        if self.shape is None or self.area_px is None:
            return True
        shape, size = _shape(quad) / self.shape, area(quad) / self.area_px
        return max(shape, 1 / max(shape, 0.01)) < REGULAR[0] and max(size, 1 / max(size, 0.01)) < REGULAR[1]


def is_named(card: NamedOutline) -> bool:
    """Whether a card has a name and not a mere guess."""
    return isinstance(card.face, Card) and card.confidence >= NAMED


def without_doubles(cards: Sequence[NamedT]) -> tuple[NamedT, ...]:
    """The cards without second outlines of the same card, in their order, and without those put together of two.

    Of two that bear one name beside each other the surer stays; otherwise the larger: what lies in a card is a part of
    it. Shape, size and a likely name go before that.
    """
    usual = CardMeasure.of(cards)
    surest = sorted(cards, key=lambda one: (*_worth(one, usual), one.confidence), reverse=True)
    once = _without(surest, _share_a_name)
    largest = sorted(once, key=lambda one: (*_worth(one, usual), area(one.corners_px)), reverse=True)
    single = _without(largest, lambda first, second: one_card(first, second, usual))
    kept = [card for card in single if not _is_patched(card, single, usual)]
    return tuple(card for card in cards if any(card is one for one in kept))


def _without(ranked: Sequence[NamedT], doubled: Callable[[NamedT, NamedT], bool]) -> list[NamedT]:
    """The cards without those that double one ranked before them."""
    kept: list[NamedT] = []
    for card in ranked:
        if not any(doubled(card, other) for other in kept):
            kept.append(card)
    return kept


def one_card(first: NamedOutline, second: NamedOutline, usual: CardMeasure) -> bool:
    """Whether two outlines of a picture are not of two cards.

    Args:
        first: what was read in the one.
        second: what was read in the other.
        usual: what cards measure in the picture.
    """
    inside = _inside(first, second)
    if inside >= NESTED or _share_a_name(first, second):
        return True
    return inside >= PART and not (usual.shaped(first.corners_px) and usual.shaped(second.corners_px))


def _is_patched(card: NamedOutline, cards: Sequence[NamedOutline], usual: CardMeasure) -> bool:
    """Whether an outline is made up of parts of cards: without their measure, or in one line with two of them."""
    whole = [one for one in cards if one is not card and is_named(one) and usual.fits(one.corners_px)]
    if usual.fits(card.corners_px):
        return is_spanned(card, whole)
    return bool(whole) and _share(card, whole) > (PATCHED if is_named(card) else UNNAMED)


def is_spanned(card: NamedOutline, others: Sequence[NamedOutline]) -> bool:
    """Whether an outline is put together of the ends of two surer cards in one line with it."""
    ends = [one for one in others if one.confidence > card.confidence and _is_in_line(card, one)]
    return len(ends) > 1 and _share(card, ends) > SPANNED


def _share(card: NamedOutline, others: Sequence[NamedOutline]) -> float:
    return share_within(card.corners_px, [one.corners_px for one in others])


def _is_in_line(card: NamedOutline, other: NamedOutline) -> bool:
    """Whether two outlines lie upon one another in one line along their long sides."""
    along, others = _axis(card.corners_px), _axis(other.corners_px)
    apart = other.corners_px.mean(axis=0) - card.corners_px.mean(axis=0)
    aside = abs(float(along[0] * apart[1] - along[1] * apart[0])) / max(short_side_px(card.corners_px), 1.0)
    touching = _inside(card, other) >= TOUCHING
    return touching and abs(float(along @ others)) > IN_LINE and aside < ASIDE


def _axis(quad: Floats) -> Floats:
    """The direction (2,), of length one, of the long sides of an outline (4, 2)."""
    sides = quad[[3, 1]] + quad[[2, 2]] - quad[[0, 0]] - quad[[1, 3]]
    side = max(sides, key=lambda one: float(np.hypot(*one)))
    return np.asarray(side / max(float(np.hypot(*side)), 1e-6), np.float32)


def share_within(quad: Floats, others: Sequence[Floats]) -> float:
    """The share of an outline (4, 2) that lies in any of at least one other, 0 to 1."""
    quads = np.stack([quad, *others])
    points = (quads - quad.min(axis=0)) * (GRID / max(long_side_px(quad), 1.0))
    own, joined = np.zeros((2, 2 * GRID, 2 * GRID), np.uint8)
    cv2.fillConvexPoly(own, points[0].astype(np.int32), 1)
    for other in points[1:].astype(np.int32):
        cv2.fillConvexPoly(joined, other, 1)
    return float((own & joined).sum()) / max(float(own.sum()), 1.0)


def _share_a_name(first: NamedOutline, second: NamedOutline) -> bool:
    """Whether two outlines that lie on one another, but not one in the other, bear the name of one card."""
    named = is_named(first) and is_named(second) and first.face == second.face
    return named and TOUCHING <= _inside(first, second) < NESTED


def _inside(first: NamedOutline, second: NamedOutline) -> float:
    """The larger share of one of two outlines that lies in the other."""
    return larger_share(first.corners_px, second.corners_px)


def _is_disputed(card: NamedOutline, cards: Sequence[NamedOutline]) -> bool:
    """Whether a card lies nearly all in another outline, or another one in it: one of them tells a wrong size."""
    return any(_inside(card, one) >= NESTED for one in cards if one is not card)


def _worth(card: NamedOutline, usual: CardMeasure) -> tuple[bool, bool, bool]:
    """What a card has that a part of one has not: shape, size, and a likely name."""
    return usual.shaped(card.corners_px), usual.sized(card.corners_px), is_named(card)


def _shape(quad: Floats) -> float:
    return short_side_px(quad) / max(long_side_px(quad), 1.0)
