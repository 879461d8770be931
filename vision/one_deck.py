"""Still pictures of one deck: what is seen of a card in one of them helps to name it in the others.

A deck that the network does not know is named by the looks in the other pictures (:mod:`vision.learned_deck`); in each
of them a card is there once. Of tables with cards of makers that it never saw, twelve pictures each, the rank was right
of 0.943, 0.933, 0.966 and 0.941 of the cards one by one and of 0.943, 0.933, 0.978 and 0.960 together; of two decks in
other inks, washed out, 0.813 and 0.616, and 0.853 and 0.688. Surely wrong were 12 cards of 553, and then 6.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.frame import Floats, Picture
from vision.identify import CROP_PX, FACES, Appearance, Identifier
from vision.learned_deck import PLACES, LearnedCard, learned, named_by
from vision.rectify import rectify_all
from vision.stills import ReadCard

FAMILIAR = 0.97
"""Mean confidence from which on the network knows the deck: it had 0.97 to 0.99 where it had learned its maker, 0.93 to
0.95 with other makers of the pattern, 0.71 to 0.90 with worn and washed-out cards."""


@dataclass(frozen=True, slots=True, eq=False)
class StillLook:
    """A card in a still picture, as the network sees it.

    Attributes:
        chances: (50,) float32, probabilities over ``FACES``, the mean of both ends up.
        descriptions: (2, 128) float32 of length one, either end up.
    """

    chances: Floats
    descriptions: Floats


def looks_at(picture: Picture, cards: Sequence[ReadCard], identifier: Identifier) -> list[StillLook]:
    """The cards that were read in a picture, as the network sees them.

    Args:
        picture: (H, W, 3) uint8 BGR.
        cards: that were read in it.
        identifier: the network.
    """
    if not cards:
        return []
    crops = rectify_all(picture, [card.corners_px for card in cards], CROP_PX)
    ends = identifier.classify(crops), identifier.classify(np.ascontiguousarray(crops[:, ::-1, ::-1]))
    chances = (ends[0].chances + ends[1].chances) / 2
    descriptions = np.stack([end.descriptions for end in ends], axis=1)
    return [StillLook(*one) for one in zip(chances, descriptions, strict=True)]


def named_together(
    pictures: Sequence[Sequence[ReadCard]], looks: Sequence[Sequence[StillLook]]
) -> list[list[ReadCard]]:
    """The cards of some pictures of one deck with the names that all of them together give them.

    Args:
        pictures: the cards of each.
        looks: what each of these looks like.
    """
    every = [look for some in looks for look in some]
    if not every or float(np.mean([look.chances.max() for look in every])) >= FAMILIAR:
        return [list(cards) for cards in pictures]
    told = [_by_others(looks, place) for place in range(len(looks))]
    return [
        [_renamed(card, row) for card, row in zip(cards, rows, strict=True)]
        for cards, rows in zip(pictures, told, strict=True)
    ]


def _by_others(looks: Sequence[Sequence[StillLook]], place: int) -> list[Floats]:
    """Probabilities (50,) of the cards of a picture, by the network and by the other pictures in equal parts."""
    own, others = looks[place], [some for k, some in enumerate(looks) if k != place and some]
    if not own or not others:
        return [look.chances for look in own]
    deck = learned([[_seen(look) for look in some] for some in others])
    rows = named_by(deck, [Appearance(look.chances, look.descriptions[0]) for look in own])
    return [np.asarray((row + look.chances) / 2, np.float32) for row, look in zip(rows, own, strict=True)]


def _seen(look: StillLook) -> LearnedCard:
    cards = np.asarray(look.chances[PLACES], np.float64) + 1e-6
    return LearnedCard(look.descriptions, None, cards / cards.sum(), clear=True)


def _renamed(card: ReadCard, row: Floats) -> ReadCard:
    return replace(card, face=FACES[int(row.argmax())], confidence=float(row.max()))
