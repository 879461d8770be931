"""French cards with the indices of many makers round the art of others, so that the letters themselves are read."""

from collections.abc import Sequence

import cv2
import numpy as np

from firmware.cards import Card, Rank, Suit
from models.training.identify.faces import FACE_PX, AnyPicture, FaceSet
from models.training.identify.hybrids import FONTS, any_typeface, art_of, text_mask
from models.training.identify.photo import Rng

LETTERS = {1: ("A", "A", "A", "1"), 10: ("J", "J", "J", "V", "B"), 11: ("Q", "Q", "Q", "D"), 12: ("K", "K", "K", "R")}
"""What stands in the corners: English most, French (valet, dame, roi) and German (Bube, Dame, König)."""
ALL_FONTS = (*FONTS, cv2.FONT_HERSHEY_COMPLEX_SMALL, cv2.FONT_HERSHEY_PLAIN)
STRANGE_COURTS = 0.8
"""Share of court cards whose art is that of any court card, so that the letter alone says which it is."""
FOREIGN = 0.3
"""Share of court cards whose art comes from Latin-suited decks."""
RED, BLACK, BLUE, GREEN = (30, 20, 205), (20, 20, 20), (190, 60, 20), (40, 110, 20)
PIP_PX = 64


def pip(suit: Suit) -> AnyPicture:
    """The sign of a French suit, (64, 64) uint8: 255 where its ink is."""
    mask = np.zeros((PIP_PX, PIP_PX), np.uint8)
    if suit == Suit.OROS:
        cv2.fillPoly(mask, [np.array([[32, 2], [56, 32], [32, 62], [8, 32]], np.int32)], 255)
    elif suit == Suit.BASTOS:
        for middle in ((32, 18), (17, 37), (47, 37)):
            cv2.circle(mask, middle, 14, 255, -1)
        cv2.fillPoly(mask, [np.array([[32, 30], [42, 61], [22, 61]], np.int32)], 255)
    else:
        for middle in ((19, 20), (45, 20)):
            cv2.circle(mask, middle, 16, 255, -1)
        cv2.fillPoly(mask, [np.array([[4, 26], [60, 26], [32, 61]], np.int32)], 255)
    if suit == Suit.ESPADAS:
        mask = np.ascontiguousarray(mask[::-1])
        cv2.fillPoly(mask, [np.array([[32, 36], [43, 63], [21, 63]], np.int32)], 255)
    return mask


class IndexMaker:
    """One maker's way to print indices: letters, font, sizes in px of a 160 by 240 card, inks, paper."""

    def __init__(self, rng: Rng) -> None:
        """Draw the choices of one maker."""
        self.paper = tuple(int(v) for v in rng.integers(232, 256, 3))
        self.letters = {rank: str(rng.choice(names)) for rank, names in LETTERS.items()}
        self.font = ALL_FONTS[int(rng.integers(0, len(ALL_FONTS)))]
        self.typeface = any_typeface(rng)
        self.height, self.narrow = float(rng.uniform(11, 38)), float(rng.uniform(0.55, 1.15))
        self.bold, self.pip_share = int(rng.integers(1, 4)), float(rng.uniform(0.5, 1.0))
        self.at = int(rng.integers(4, 14)), int(rng.integers(5, 16))
        self.four, self.pip_below = rng.random() < 0.2, rng.random() < 0.9
        self.framed = rng.random() < 0.6
        self.margins, self.patched = (int(rng.integers(3, 30)), int(rng.integers(3, 28))), rng.random() < 0.7
        self.court_ink = tuple(int(v) for v in rng.integers(0, 200, 3)) if rng.random() < 0.15 else None
        coloured = rng.random() < 0.15
        self.inks = dict(zip(Suit, (BLUE if coloured else RED, RED, BLACK, GREEN if coloured else BLACK), strict=True))

    def print_card(self, card: Card, art: AnyPicture, rng: Rng) -> AnyPicture:
        """The card (240, 160, 3) uint8 BGR with this maker's indices round ``art``.

        Args:
            card: which.
            art: (H, W, 3) uint8 BGR: what is between the indices.
            rng: of all chance.
        """
        width, height = FACE_PX
        face: AnyPicture = np.full((height, width, 3), self.paper, np.uint8)
        x, y = self.margins
        face[y : height - y, x : width - x] = cv2.resize(art, (width - 2 * x, height - 2 * y))
        if self.framed and card.rank >= Rank.TEN:
            cv2.rectangle(face, (x, y), (width - x - 1, height - y - 1), (40, 30, 30), 1)
        for _ in range(2):
            self._index(face, card)
            if self.four:
                face = np.ascontiguousarray(self._beside(face, card))
            face = np.ascontiguousarray(face[::-1, ::-1])
        return face

    def _beside(self, face: AnyPicture, card: Card) -> AnyPicture:
        """The face with an index in its upper right as well."""
        left = face.copy()
        self._index(left, card)
        reach = (round(2.6 * self.height) + self.at[1], round(1.2 * self.height) + self.at[0])
        face[: reach[0], -reach[1] :] = left[: reach[0], : reach[1]]
        return face

    def _index(self, face: AnyPicture, card: Card) -> None:
        x, y = self.at
        letter = self._letter(self.letters.get(int(card.rank), str(int(card.rank))))
        ink = self.inks[card.suit] if card.suit else BLACK
        paper = self.paper if self.patched else None
        _stamp(face, letter, (x, y), self.court_ink or ink, paper)
        if self.pip_below and card.suit:
            side = max(round(self.height * self.pip_share), 7)
            small = cv2.resize(pip(card.suit), (side, side), interpolation=cv2.INTER_AREA)
            _stamp(face, small, (x + (letter.shape[1] - side) // 2, y + letter.shape[0] + 2), ink, paper)

    def _letter(self, text: str) -> AnyPicture:
        """The text as a mask (H, W) uint8 of this maker's height."""
        mask = text_mask(text, self.typeface, self.font, 2 * self.bold)
        high, wide = mask.shape
        size = (max(round(wide * self.narrow * self.height / high), 3), round(self.height))
        return cv2.resize(mask, size, interpolation=cv2.INTER_AREA)


def _stamp(
    face: AnyPicture, mask: AnyPicture, at: tuple[int, int], ink: tuple[int, ...], paper: tuple[int, ...] | None
) -> None:
    """Print a mask on a face, on a patch of paper or on what is there.

    Args:
        face: (H, W, 3) uint8 BGR, changed.
        mask: (h, w) uint8, 255 where the ink is.
        at: its upper left.
        ink: BGR.
        paper: BGR; ``None``: no patch.
    """
    x, y = max(at[0], 0), max(at[1], 0)
    spot = face[y : y + mask.shape[0], x : x + mask.shape[1]]
    share = mask[: spot.shape[0], : spot.shape[1], None].astype(np.float32) / 255
    under = spot if paper is None else np.array(paper)
    spot[:] = (np.array(ink) * share + under * (1 - share)).astype(np.uint8)


def indexed_deck(french: Sequence[FaceSet], others: Sequence[FaceSet], rng: Rng) -> dict[Card, AnyPicture]:
    """A French deck of one maker with the art of others: faces (240, 160, 3) uint8 BGR.

    Args:
        french: whose art cards show.
        others: whose court cards lend their art besides.
        rng: the maker's choices.
    """
    maker, first = IndexMaker(rng), french[int(rng.integers(0, len(french)))]
    faces = {}
    for card in first.faces:
        source, shown = first, card
        if card.rank >= Rank.TEN and rng.random() < STRANGE_COURTS:
            lenders = others if others and rng.random() < FOREIGN else french
            source = lenders[int(rng.integers(0, len(lenders)))]
            shown = Card(Rank(int(rng.integers(10, 13))), list(Suit)[int(rng.integers(0, 4))])
        if shown in source.faces:
            faces[card] = maker.print_card(card, art_of(source, shown, rng), rng)
    return faces
