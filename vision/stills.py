"""Read single pictures: no memory, no scale known beforehand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from firmware.cards import Card
from firmware.signals import Face, Unnamed
from vision.deck_fit import DeckFit
from vision.doubles import NAMED, is_named, share_within, without_doubles
from vision.enrolled import DeckClassifier
from vision.frame import Floats, Picture
from vision.identify import CROP_PX, Classifier, Identification, blended
from vision.joint import once_each
from vision.known_cards import SETTLED_CONFIDENCE
from vision.locate import Detector
from vision.multiscale import find_in_any_shape
from vision.quads import area, half_turn
from vision.rectify import rectify_all
from vision.suppress import larger_share

GHOST, GHOST_SHARE = 0.6, 0.75
"""A find named with less than this, of which so much lies where surer cards lie, is none of its own."""

NAMELESS_SHARE = 0.5
"""A find that the classifier takes for no card is none where it and a card with a name share so much of either: bare
table and part of a card. Of 184 cards of which another one hid 40 to 70 % (decks never seen) 167 were found, 163 of
them named, and three of the four others are lost by this; of 556 less covered ones none is."""

SPECK, SHEET = 0.35, 2.5
"""What has no sure name and less than this share of the area of the cards that have one, or more than that, is none: an
ornament of a tablecloth had an eighth, outlines round two cards or a pattern three times and more. A judgement: the
farthest and nearest cards of a table seen aslant lie between."""


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
    cards = without_ghosts(without_doubles(without_specks(cards)))
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
    """The cards without those that nobody can surely name and that are far smaller or larger than those with a name."""
    areas = [area(card.corners_px) for card in cards if is_named(card)]
    if not areas:
        return tuple(cards)
    least, most = SPECK * float(np.median(areas)), SHEET * float(np.median(areas))
    return tuple(card for card in cards if not _is_nameless(card) or least <= area(card.corners_px) <= most)


def _is_nameless(card: ReadCard) -> bool:
    return card.face is Unnamed.UNKNOWN or (isinstance(card.face, Card) and card.confidence < NAMED)


def _surer(one: ReadCard, card: ReadCard) -> bool:
    """Whether ``one`` has a name, and ``card`` none or a less sure one."""
    return one.face is not Unnamed.UNKNOWN and (card.face is Unnamed.UNKNOWN or one.confidence > card.confidence)


def _is_ghost(card: ReadCard, others: Sequence[ReadCard]) -> bool:
    """Whether nobody can name a card that lies where ``others`` lie, which are surer."""
    if card.face is Unnamed.UNKNOWN and _lies_half_on(card, filter(is_named, others)):
        return True
    guessed = card.confidence < GHOST or card.face is Unnamed.UNKNOWN
    inside = share_within(card.corners_px, [one.corners_px for one in others]) if guessed and others else 0.0
    return inside > GHOST_SHARE


def _lies_half_on(card: ReadCard, others: Iterable[ReadCard]) -> bool:
    return any(larger_share(card.corners_px, one.corners_px) > NAMELESS_SHARE for one in others)
