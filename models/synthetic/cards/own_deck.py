"""The decks that we draw ourselves."""

import functools

import cv2
import numpy as np

from firmware.cards import ES48
from firmware.signals import Unnamed
from models.synthetic.cards.backs import draw_back
from models.synthetic.cards.cutout import round_corners
from models.synthetic.cards.deck import Deck, NameableFace
from models.synthetic.cards.faces import draw_face
from models.synthetic.cards.makers import vary
from models.synthetic.cards.printing import print_on_paper
from models.synthetic.cards.style import Style
from vision.frame import Picture

HEIGHT_PX = 420  # of a face: twice what cards measure on a picture 1280 px wide
COLUMNS = 12


@functools.cache
def own_deck(height_px: int = HEIGHT_PX) -> Deck:
    """Our own deck of 48 cards in the castilian pattern, the same on every call; about two seconds for the first."""
    return _draw("own", Style(), height_px)


def drawn_deck(style: str, seed: int, height_px: int = HEIGHT_PX) -> Deck:
    """A deck of 48 cards as another maker might draw it.

    Args:
        style: ``castilian`` or ``cadiz`` (the pattern of Moroccan decks).
        seed: which maker; the same seed draws the same deck. From :data:`models.synthetic.cards.makers.MOROCCAN_FROM`
            on the makers of ``cadiz`` keep to what Moroccan decks have card by card.
        height_px: of the pictures.

    Raises:
        ValueError: if the style does not exist.
    """
    return _draw(f"drawn-{style}-{seed}", vary(style, seed), height_px)


def _draw(name: str, style: Style, height_px: int) -> Deck:
    printed = {card: print_on_paper(draw_face(card, style, height_px), style, k) for k, card in enumerate(ES48.cards)}
    faces: dict[NameableFace, Picture] = {
        card: round_corners(picture, style.corner) for card, picture in printed.items()
    }
    size_px = (round(height_px * style.aspect), height_px)
    faces[Unnamed.BACK] = round_corners(draw_back(size_px, style.back_seed), style.corner)
    return Deck(name, "spanish", faces)


def contact_sheet(deck: Deck, height_px: int = 240, background: tuple[int, int, int] = (52, 92, 40)) -> Picture:
    """All cards of a deck on one picture, a suit in each row.

    Args:
        deck: with any number of cards.
        height_px: of each card.
        background: BGR.

    Returns:
        (H, W, 3) uint8 BGR.
    """
    columns = len(deck.cards) // 4
    width, gap = round(height_px * deck.aspect), height_px // 30
    sheet = np.full((4 * (height_px + gap) + gap, columns * (width + gap) + gap, 3), background, np.uint8)
    for k, card in enumerate(deck.cards):
        x, y = gap + k % columns * (width + gap), gap + k // columns * (height_px + gap)
        _lay(sheet[y : y + height_px, x : x + width], deck.faces[card])
    return sheet


def _lay(place: Picture, face: Picture) -> None:
    """Cover ``place`` with a face, seen through where it is transparent."""
    small = cv2.resize(face, place.shape[1::-1], interpolation=cv2.INTER_AREA).astype(float)
    share = small[..., 3:] / 255
    place[:] = np.round(place + (small[..., :3] - place) * share)
