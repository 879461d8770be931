"""Read single pictures: no memory, no scale known beforehand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import cv2
import numpy as np

from firmware.cards import Card
from firmware.signals import Face, Unnamed
from vision.deck_fit import DeckFit
from vision.enrolled import DeckClassifier
from vision.frame import Floats, Picture
from vision.identify import CROP_PX, Classifier, Identification, blended
from vision.joint import once_each
from vision.known_cards import SETTLED_CONFIDENCE
from vision.locate import LOOK_PX, THRESHOLD, Detection, Detector
from vision.quads import area, half_turn, long_side_px, short_side_px
from vision.rectify import rectify_all
from vision.shapes import fitted
from vision.suppress import INSIDE, covered, distinct, lies_in, same_card

SHAPES = (0.56, 0.72)
"""Width over height between which cards seen from above lie: makers' cards have 0.61 to 0.70."""

ODD_SHARE, ODD_SHARE_SQUARE = 0.5, 0.2
"""From this share of cards of other shapes on the picture was squeezed, or taken far aslant; the second where it is
square, as no camera takes it (photographs of tables stored as squares had 0.2 to 1.0, drawn tables 0.0 to 0.4)."""

STRETCHES = (0.56, 0.75, 1.33, 1.78)
"""Width over height by which such a picture is stretched for further looks: what undoes 9:16, 3:4, 4:3 and 16:9 made
square."""

GHOST, GHOST_SHARE = 0.6, 0.75
"""A find named with less than this, of which so much lies where surer cards lie, is none of its own."""

NAMED = 0.6
"""A larger outline is a card, and what lies in it a part of that, if it is named with this: a guess."""

SPECK = 0.35
"""What has no name and less than this share of the area of the cards that have one is none: an ornament of a tablecloth
had an eighth. A judgement: the farthest card of a table seen aslant is larger."""

PIP_SHARE = 0.15
"""What covers less of a card is a pip of it, more may be a card for which a larger outline is drawn; a judgement."""

GRID = 64
"""Fineness, in cells along a card, in which covered shares are counted."""

SMALL_PX, LARGE_PX = 90.0, 300.0  # typical card in the first look at which a second, closer or wider look finds more

FEW, FILLING_PX, WIDE_LOOKS_PX = 4, 210.0, (LOOK_PX // 2, 224)
"""With so few finds of the shape of cards, or large ones, wider looks are taken for cards longer than this in the first
one: a card that fills the picture is too large for that, which finds its halves or its pips. Of 280 photographs of
single cards, 480 px high, 225 were read right without such looks and 263 with them; two outlines or more had 64 and 19.
"""


@dataclass(frozen=True, slots=True, eq=False)
class ReadCard:
    """A card read from a picture.

    Attributes:
        face: the likeliest.
        confidence: its probability.
        corners_px: (4, 2) float32 clockwise from the card's own upper left, pixels of the picture, also where covered.
    """

    face: Face
    confidence: float
    corners_px: Floats


@dataclass(frozen=True, slots=True, eq=False)
class PictureReading:
    """What a picture says.

    Attributes:
        cards: found cards, surest place first.
        ms: time spent: ``locate``, ``identify`` (with cutting out) and ``total``.
        deck_fits: whether the cards are of the enrolled deck; ``False``: they are read as those of any; ``None``: too
            few are seen clearly to tell, or no deck was named.
    """

    cards: tuple[ReadCard, ...]
    ms: Mapping[str, float]
    deck_fits: bool | None = None


def read_picture(picture: Picture, detector: Detector, classifier: Classifier) -> PictureReading:
    """Find and name the cards of a picture; of an enrolled deck each is there at most once.

    Args:
        picture: (H, W, 3) uint8 BGR.
        detector: finds the cards.
        classifier: names them.
    """
    begun = perf_counter()
    located = find_in_any_shape(picture, detector)
    found = perf_counter()
    quads = [card.corners_px for card in located]
    answers = named(picture, quads, classifier)
    fit = DeckFit()
    fit.see(answer.likeness for answer in answers)
    if isinstance(classifier, DeckClassifier):
        answers = once_each(answers) if fit.fits is not False else named(picture, quads, classifier.plain)
    cards = tuple(
        ReadCard(answer.face, answer.confidence, half_turn(quad) if answer.upside_down else quad)
        for quad, answer in zip(quads, answers, strict=True)
    )
    cards = without_ghosts(without_inner(without_specks(cards)))
    done = perf_counter()
    spent = {"locate": found - begun, "identify": done - found, "total": done - begun}
    return PictureReading(cards, {name: seconds * 1000 for name, seconds in spent.items()}, fit.fits)


def named(picture: Picture, quads: Sequence[Floats], classifier: Classifier) -> list[Identification]:
    """The names of cards; those that are not sure are looked at again, the other end up.

    Args:
        picture: (H, W, 3) uint8 BGR.
        quads: corners (4, 2) each, pixels of the picture.
        classifier: names them.
    """
    answers = classifier.identify(rectify_all(picture, quads, CROP_PX))
    unsure = [place for place, one in enumerate(answers) if one.confidence < SETTLED_CONFIDENCE]
    again = classifier.identify(rectify_all(picture, [half_turn(quads[place]) for place in unsure], CROP_PX))
    for place, other in zip(unsure, again, strict=True):
        one = answers[place]
        answers[place] = replace(one, faces=blended(one.faces, other.faces, 0.5))
    return answers


def without_ghosts(cards: Sequence[ReadCard]) -> tuple[ReadCard, ...]:
    """The cards without those that nobody can name and that lie where surer ones are.

    Two cards that overlap are now and then found a third time, half one and half the other.
    """
    return tuple(card for card in cards if not _is_ghost(card, [one for one in cards if _surer(one, card)]))


def without_specks(cards: Sequence[ReadCard]) -> tuple[ReadCard, ...]:
    """The cards without those that nobody can name and that are far smaller than the ones that have a name."""
    named = [area(card.corners_px) for card in cards if isinstance(card.face, Card) and card.confidence >= NAMED]
    least = SPECK * float(np.median(named)) if named else 0.0
    return tuple(card for card in cards if card.face is not Unnamed.UNKNOWN or area(card.corners_px) >= least)


def without_inner(cards: Sequence[ReadCard]) -> tuple[ReadCard, ...]:
    """The cards without those inside a larger one that has a name: a medallion, a half, the frame of a picture card."""
    outer = [one for one in cards if isinstance(one.face, Card) and one.confidence >= NAMED]
    return tuple(card for card in cards if not any(lies_in(card.corners_px, one.corners_px) for one in outer))


def _surer(one: ReadCard, card: ReadCard) -> bool:
    """Whether ``one`` has a name, and ``card`` none or a less sure one."""
    return one.face is not Unnamed.UNKNOWN and (card.face is Unnamed.UNKNOWN or one.confidence > card.confidence)


def _is_ghost(card: ReadCard, others: Sequence[ReadCard]) -> bool:
    if (card.confidence >= GHOST and card.face is not Unnamed.UNKNOWN) or not others:
        return False
    quads = np.stack([card.corners_px, *(one.corners_px for one in others)])
    points = (quads - card.corners_px.min(axis=0)) * (GRID / max(long_side_px(card.corners_px), 1.0))
    own, joined = np.zeros((2, 2 * GRID, 2 * GRID), np.uint8)
    cv2.fillConvexPoly(own, points[0].astype(np.int32), 1)
    for other in points[1:].astype(np.int32):
        cv2.fillConvexPoly(joined, other, 1)
    return float((own & joined).sum()) > GHOST_SHARE * float(own.sum())


def find_in_any_shape(picture: Picture, detector: Detector) -> tuple[Detection, ...]:
    """Cards of a picture (H, W, 3) uint8 BGR, or of a stretched copy in which more of them have the shape of cards."""
    found = find_at_any_size(picture, detector)
    odd = sum(not _card_shaped(card) for card in found)
    square = max(picture.shape[:2]) < 1.1 * min(picture.shape[:2])
    if not found or odd >= (ODD_SHARE_SQUARE if square else ODD_SHARE) * len(found):
        looks = [(found, _credit(found)), *(_find_stretched(picture, detector, stretch) for stretch in STRETCHES)]
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
    back = (replace(card, corners_px=(card.corners_px + 0.5) * factors - np.float32(0.5)) for card in found)
    return tuple(back), _credit(found)


def _credit(found: Sequence[Detection]) -> float:
    """How sure so many cards of the right shape are found."""
    return sum(card.score for card in found if _card_shaped(card))


def _card_shaped(card: Detection) -> bool:
    return SHAPES[0] < short_side_px(card.corners_px) / max(long_side_px(card.corners_px), 1.0) < SHAPES[1]


def find_at_any_size(picture: Picture, detector: Detector) -> tuple[Detection, ...]:
    """Cards of a picture (H, W, 3) uint8 BGR at the common size, and at others where these may show more."""
    first = [card for card in detector.detect(picture).cards if card.score >= THRESHOLD]
    scale = LOOK_PX / max(picture.shape[:2])
    typical = float(np.median([long_side_px(card.corners_px) for card in first])) * scale if first else 0.0
    wide_px = WIDE_LOOKS_PX if typical > LARGE_PX or sum(map(_card_shaped, first)) <= FEW else ()
    closer = detector.detect(picture, LOOK_PX * 2).cards if typical < SMALL_PX else ()
    wider = [card for px in wide_px for card in detector.detect(picture, px).cards if _fills(card, scale)]
    if not closer and not wider:
        return tuple(first)
    rest = distinct([*first, *(card for card in closer if card.score >= THRESHOLD)])
    whole = distinct(card for card in wider if card.score >= THRESHOLD and not _contradicted(card, rest))
    return (*whole, *(card for card in rest if not any(same_card(card.corners_px, one.corners_px) for one in whole)))


def _contradicted(card: Detection, others: Sequence[Detection]) -> bool:
    """Whether one of the others, shaped as cards are and no pip, is surer and lies where it does."""
    least = PIP_SHARE * area(card.corners_px)
    surer = (one for one in others if one.score >= card.score and area(one.corners_px) > least and _card_shaped(one))
    return any(covered(one.corners_px, card.corners_px) > INSIDE for one in surer)


def _fills(card: Detection, scale: float) -> bool:
    """Whether a card is so large that the common look may take it for several, or its pips for cards."""
    return long_side_px(card.corners_px) * scale > FILLING_PX
