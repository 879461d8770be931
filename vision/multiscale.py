"""Find the cards of a single picture, of whatever size and shape: by looks at several scales that bear each other out.

A card that fills the picture is too large for the common look, which finds its halves or its pips instead. Smaller
copies of the picture show it whole; what several of them show is a card, what one alone shows beside it is a part.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np

from vision.frame import Picture
from vision.locate import LOOK_PX, THRESHOLD, Detection, Detector
from vision.quads import area, long_side_px, short_side_px
from vision.shapes import fitted
from vision.suppress import INSIDE, covered, distinct, larger_share, lies_in, same_card

SHAPES = (0.56, 0.72)
"""Width over height between which cards seen from above lie: makers' cards have 0.61 to 0.70."""

ODD_SHARE, ODD_SHARE_SQUARE = 0.5, 0.2
"""From this share of cards of other shapes on the picture was squeezed, or taken far aslant; the second where it is
square, as no camera takes it (photographs of tables stored as squares had 0.2 to 1.0, drawn tables 0.0 to 0.4)."""

STRETCHES = (0.56, 0.75, 1.33, 1.78)
"""Width over height by which such a picture is stretched for further looks: what undoes 9:16, 3:4, 4:3 and 16:9 made
square."""

PIP_SHARE = 0.15
"""What covers less of a card is a pip of it, more may be a card for which a larger outline is drawn; a judgement."""

SMALL_PX, LARGE_PX = 90.0, 300.0  # typical card in the first look at which a second, closer or wider look finds more

SMALLER_PX, SURE = LOOK_PX // 2, 0.6
"""A copy in which the grain of the table is gone shows cards that the common look misses; one that is so sure there,
where nothing else lies, is a card. Of 40 on shining metal, ten to a picture, 33 were read without it and 37 with it,
and of 240 on six other tables none more is false. It costs a quarter of the common look."""

FEW, FILLING_PX = 4, 210.0
"""With so few finds of the shape of cards, or large ones, wider looks are taken for cards longer than this in the first
one."""

WIDE_LOOKS_PX = (256, 224, 160, 128)
"""Long sides of the wider looks beside the smaller copy. Of 25 photographs of single cards that were read wrong or with
more than one outline, each of these and the smaller copy finds 19 to 23, all together 24."""

CROSSING, BORNE_OUT = 0.3, 2.0
"""An outline that covers so much of a card, or is covered so much by it, is a part of it where it is borne out less by
this factor. Two cards of which one lies half on the other are both seen at several scales."""


ALIKE = 1.7
"""Areas of two cards of one picture differ by this factor at most, but for a table seen far aslant."""

TWICE = 2 * THRESHOLD
"""What lies in a larger outline that two looks show, and that has the shape of a card, is a part of it."""


def find_in_any_shape(picture: Picture, detector: Detector) -> tuple[Detection, ...]:
    """Cards of a picture (H, W, 3) uint8 BGR, or of a stretched copy in which more of them have the shape of cards.

    A picture that is not square was most likely taken aslant and not squeezed, where cards have other shapes: there the
    copy has to show more than all that the picture shows as it is.
    """
    found = find_at_any_size(picture, detector)
    odd = sum(not _card_shaped(card) for card in found)
    square = max(picture.shape[:2]) < 1.1 * min(picture.shape[:2])
    if not found or odd >= (ODD_SHARE_SQUARE if square else ODD_SHARE) * len(found):
        told = _credit([card for card in found if _card_shaped(card) or not square])
        looks = [(found, told), *(_find_stretched(picture, detector, stretch) for stretch in STRETCHES)]
        found = max(looks, key=lambda look: look[1])[0]
    quads = fitted([card.corners_px for card in found])
    return tuple(replace(card, corners_px=quad) for card, quad in zip(found, quads, strict=True))


def _find_stretched(picture: Picture, detector: Detector, stretch: float) -> tuple[tuple[Detection, ...], float]:
    """Cards of the picture made ``stretch`` times as wide for its height: where they lie in it as it is, and credit."""
    height, width = picture.shape[:2]
    size = (round(width * stretch), height) if stretch > 1 else (width, round(height / stretch))
    wide = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    factors = np.array([width / size[0], height / size[1]], np.float32)
    found = find_at_any_size(wide, detector)
    back = tuple(replace(card, corners_px=(card.corners_px + 0.5) * factors - np.float32(0.5)) for card in found)
    return back, _credit([card for card in found if _card_shaped(card)])


def _credit(cards: Sequence[Detection]) -> float:
    """How sure how much of the picture is found to be cards: one whole card outweighs its pips."""
    return sum(card.score * long_side_px(card.corners_px) for card in cards)


def _card_shaped(card: Detection) -> bool:
    return SHAPES[0] < _shape(card) < SHAPES[1]


def _shape(card: Detection) -> float:
    """Width over height."""
    return short_side_px(card.corners_px) / max(long_side_px(card.corners_px), 1.0)


def find_at_any_size(picture: Picture, detector: Detector) -> tuple[Detection, ...]:
    """Cards of a picture (H, W, 3) uint8 BGR at the common size, and at others where these may show more."""
    first = _look(picture, detector, LOOK_PX)
    scale = LOOK_PX / max(picture.shape[:2])
    typical = float(np.median([long_side_px(card.corners_px) for card in first])) * scale if first else 0.0
    closer = _look(picture, detector, LOOK_PX * 2) if typical < SMALL_PX else ()
    smaller = _look(picture, detector, SMALLER_PX)
    near = _with_missed(distinct([*first, *closer]) if closer else first, smaller)
    if typical <= LARGE_PX and sum(map(_card_shaped, first)) > FEW:
        return near
    looks = (smaller, *(_look(picture, detector, px) for px in WIDE_LOOKS_PX))
    wider = [[card for card in look if long_side_px(card.corners_px) * scale > FILLING_PX] for look in looks]
    return borne_out(near, [[card for card in look if not _round_several(card, near, smaller)] for look in wider])


def _round_several(large: Detection, near: Sequence[Detection], smaller: Sequence[Detection]) -> bool:
    """Whether an outline lies round several cards of one size, which the smaller copy shows as well, and not itself.

    A card that fills the picture is seen whole in that copy, and so are two cards round which a still smaller one
    shows a single outline.
    """
    if any(same_card(large.corners_px, one.corners_px) for one in smaller):
        return False
    inner = [card for card in near if _shape(card) < SHAPES[1] and lies_in(card.corners_px, large.corners_px)]
    twice = [card for card in inner if any(same_card(card.corners_px, one.corners_px) for one in smaller)]
    areas = sorted(area(card.corners_px) for card in twice)
    return any(high < ALIKE * low for low, high in pairwise(areas))


def _look(picture: Picture, detector: Detector, px: int) -> tuple[Detection, ...]:
    """The cards of one look at the picture with ``px`` on its long side."""
    return tuple(card for card in detector.detect(picture, px).cards if card.score >= THRESHOLD)


def _with_missed(found: Sequence[Detection], smaller: Sequence[Detection]) -> tuple[Detection, ...]:
    """What was found and, of the look at a smaller copy, the sure ones that lie where nothing was."""
    sure = (card for card in smaller if card.score >= SURE)
    return (*found, *(card for card in sure if not any(_cross(card, one) for one in found)))


def borne_out(near: Sequence[Detection], wider: Sequence[Sequence[Detection]]) -> tuple[Detection, ...]:
    """The cards of several looks without those that are parts of cards that more of the looks show.

    Args:
        near: of the common look, of any size.
        wider: of each wider look, large ones.
    """
    looks = (near, *wider)
    large = distinct(card for look in wider for card in look if not _contradicted(card, near))
    found = [*large, *(card for card in near if not any(same_card(card.corners_px, one.corners_px) for one in large))]
    kept: list[tuple[float, Detection]] = []
    for support, card in sorted(((_support(card, looks), card) for card in found), key=lambda one: -one[0]):
        stronger = (other for one, other in kept if one >= BORNE_OUT * support)
        if not any(_cross(card, other) for other in stronger):
            kept.append((support, card))
    whole = [card for support, card in kept if support >= TWICE and _card_shaped(card)]
    return tuple(card for _, card in kept if not any(lies_in(card.corners_px, one.corners_px) for one in whole))


def _support(card: Detection, looks: Sequence[Sequence[Detection]]) -> float:
    """Sum over the looks of the score with which each shows the card."""
    shown = ([one.score for one in look if same_card(card.corners_px, one.corners_px)] for look in looks)
    return sum(max(scores, default=0.0) for scores in shown)


def _cross(card: Detection, other: Detection) -> bool:
    """Whether much of one of the two outlines lies in the other."""
    return larger_share(card.corners_px, other.corners_px) > CROSSING


def _contradicted(card: Detection, others: Sequence[Detection]) -> bool:
    """Whether one of the others, shaped as cards are and no pip, is surer and lies where it does."""
    least = PIP_SHARE * area(card.corners_px)
    surer = (one for one in others if one.score >= card.score and area(one.corners_px) > least and _card_shaped(one))
    return any(covered(one.corners_px, card.corners_px) > INSIDE for one in surer)
