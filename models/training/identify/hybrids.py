"""Cards with the marks that all Spanish makers share around art of any maker.

Every Spanish maker prints the rank as a small numeral in two corners and the suit as gaps in the frame line (none for
oros, one for copas, two for espadas, three for bastos). A hybrid puts both around the art of another deck, so that the
network learns to read the marks themselves.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from firmware.cards import Card, Rank, Suit
from models.synthetic.cards import typefaces
from models.training.identify.faces import FACE_PX, AnyPicture, FaceSet
from models.training.identify.photo import Rng

GAPS = {Suit.OROS: 0, Suit.COPAS: 1, Suit.ESPADAS: 2, Suit.BASTOS: 3}
UPRIGHT = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
FONTS = (*UPRIGHT, *(font | cv2.FONT_ITALIC for font in UPRIGHT))
STRANGE_COURTS = 0.6
"""Share of court cards whose art is that of any court card, so that numeral and gaps alone say which it is."""


TYPESET = 0.6
"""Share of makers who set their marks in a typeface of the machine instead of one of OpenCV's strokes."""


def any_typeface(rng: Rng) -> str | None:
    """A typeface that is learned from; ``None`` for a stroke font."""
    names = typefaces.there(typefaces.LEARNED)
    return str(rng.choice(names)) if names and rng.random() < TYPESET else None


def text_mask(text: str, typeface: str | None, font: int, thick: int) -> AnyPicture:
    """A text as a mask (H, W) uint8, 255 where the ink is, cut to the ink.

    Args:
        text: numeral or letter.
        typeface: of the machine; ``None``: OpenCV's ``font``.
        font: one of OpenCV's.
        thick: pixels of its strokes, about forty high.
    """
    if typeface is not None:
        return typefaces.typed(text, typeface)
    (w, h), deep = cv2.getTextSize(text, font, 2.0, thick)
    room = np.zeros((h + deep + 16, w + 16), np.uint8)
    cv2.putText(room, text, (8, h + 8), font, 2.0, 255, thick, cv2.LINE_AA)
    left, top, wide, high = cv2.boundingRect(room)
    return room[top : top + high, left : left + wide]


class HybridMaker:
    """One maker's way to print frame and numerals: margins in px of a 160 by 240 card, font, ink and paper."""

    def __init__(self, rng: Rng) -> None:
        """Draw the choices of one maker."""
        self.paper = tuple(int(v) for v in rng.integers(232, 256, 3))
        self.ink = tuple(int(v) for v in rng.integers(0, 70, 3))
        self.left, self.top = int(rng.integers(7, 15)), int(rng.integers(7, 15))
        self.line = int(rng.integers(1, 3))
        self.framed = rng.random() < 0.85
        self.gap_px = int(rng.integers(6, 15))
        self.font = FONTS[int(rng.integers(0, len(FONTS)))]
        self.typeface = any_typeface(rng)
        self.height_px = float(rng.uniform(9, 17))
        self.narrow = float(rng.uniform(0.65, 1.0))
        self.bold = int(rng.integers(1, 3))
        self.inside = rng.random() < 0.7

    def print_card(self, card: Card, art: AnyPicture, rng: Rng) -> AnyPicture:
        """The card (240, 160, 3) with this maker's marks around ``art``.

        Args:
            card: which.
            art: (H, W, 3) uint8 BGR: what is between the marks.
            rng: of all chance.
        """
        width, height = FACE_PX
        face: AnyPicture = np.full((height, width, 3), self.paper, np.uint8)
        pad_x, pad_y = self.left + int(rng.integers(3, 14)), self.top + int(rng.integers(3, 18))
        inner = cv2.resize(art, (width - 2 * pad_x, height - 2 * pad_y), interpolation=cv2.INTER_AREA)
        face[pad_y : height - pad_y, pad_x : width - pad_x] = inner
        if self.framed and card.suit is not None:
            self._frame(face, GAPS[card.suit])
        for _ in range(2):
            self._numeral(face, card.rank)
            face = np.ascontiguousarray(face[::-1, ::-1])
        return face

    def _frame(self, face: AnyPicture, gaps: int) -> None:
        width, height = FACE_PX
        right, bottom = width - self.left, height - self.top
        cv2.rectangle(face, (self.left, self.top), (right, bottom), self.ink, self.line)
        for k in range(gaps):
            x = round(self.left + (right - self.left) * (k + 1) / (gaps + 1)) - self.gap_px // 2
            for y in (self.top, bottom):
                cv2.rectangle(face, (x, y - 2), (x + self.gap_px, y + 2), self.paper, -1)

    def _numeral(self, face: AnyPicture, rank: Rank) -> None:
        mask = text_mask(str(rank.value), self.typeface, self.font, 2 * self.bold)
        stamp, (h, w) = cv2.bitwise_not(mask), mask.shape
        size = (max(round(w * self.narrow * self.height_px / h), 3), round(self.height_px))
        stamp = cv2.resize(stamp, size, interpolation=cv2.INTER_AREA)
        shift = self.line + 2 if self.inside else -size[1] // 2
        x, y = max(self.left + shift, 1), max(self.top + shift, 1)
        share = stamp.astype(np.float32)[..., None] / 255
        spot = face[y : y + size[1], x : x + size[0]]
        spot[:] = (np.array(self.paper) * share + np.array(self.ink) * (1 - share)).astype(np.uint8)


MARGINS = {"spanish": (0.13, 0.1), "italian": (0.07, 0.05), "french": (0.17, 0.13)}
"""What is cut off a source's sides and ends, as shares: its own frame, numerals and indices."""


def hybrid_deck(decks: Sequence[FaceSet], others: Sequence[FaceSet], rng: Rng) -> dict[Card, AnyPicture]:
    """A deck of one maker with the art of others: faces (H, W, 3) uint8 BGR at ``FACE_PX``.

    Args:
        decks: whose art number cards show, one deck's or card by card another's.
        others: whose court cards lend their art besides.
        rng: the maker's choices.
    """
    maker, mixed = HybridMaker(rng), rng.random() < 0.5
    first = decks[int(rng.integers(0, len(decks)))]
    faces = {}
    for card in (Card(rank, suit) for suit in Suit for rank in Rank):
        source = decks[int(rng.integers(0, len(decks)))] if mixed else first
        shown = card
        if card.rank >= Rank.TEN and rng.random() < STRANGE_COURTS:
            source = others[int(rng.integers(0, len(others)))] if rng.random() < 0.5 else source
            shown = Card(Rank(int(rng.integers(10, 13))), list(Suit)[int(rng.integers(0, 4))])
        if shown in source.faces:
            faces[card] = maker.print_card(card, art_of(source, shown, rng), rng)
    return faces


def art_of(source: FaceSet, card: Card, rng: Rng) -> AnyPicture:
    """What a card shows inside its frame, numerals and indices, (H, W, 3) uint8 BGR; mirrored half of the time.

    Args:
        source: the deck.
        card: one of its cards.
        rng: of all chance.
    """
    picture = source.faces[card]
    height, width = picture.shape[:2]
    x, y = MARGINS[source.family]
    art = picture[round(height * y) : round(height * (1 - y)), round(width * x) : round(width * (1 - x))]
    return np.ascontiguousarray(art[:, ::-1]) if rng.random() < 0.5 else art
