"""Whole decks of makers who draw in simple shapes: where pips lie, the frame's gaps, numerals, ornaments."""

import cv2
import numpy as np

from firmware.cards import ES48, Card, Rank, Suit
from firmware.signals import Unnamed
from models.synthetic.cards.backs import draw_back
from models.synthetic.cards.cutout import round_corners
from models.synthetic.cards.deck import Deck, NameableFace
from models.synthetic.cards.faces import FINENESS, GAPS
from models.synthetic.cards.flat_figures import figure
from models.synthetic.cards.flat_hand import FlatHand, flat_hand
from models.synthetic.cards.flat_layouts import ace, half_frame, pips
from models.synthetic.cards.layouts import HEIGHT_MM
from models.synthetic.cards.pen import Pen
from models.synthetic.cards.printing import print_on_paper
from models.synthetic.cards.style import CASTILIAN_INKS, Style
from models.synthetic.cards.typefaces import typed


def flat_deck(seed: int, height_px: int) -> Deck:
    """A deck of 48 cards of the Cádiz pattern in simple shapes.

    Args:
        seed: which maker; from :data:`~models.synthetic.cards.flat_hand.KEPT_FROM` on those only measured on.
        height_px: of the pictures.
    """
    hand, paper = flat_hand(seed), _paper(seed)
    printed = {card: print_on_paper(flat_face(card, hand, height_px), paper, k) for k, card in enumerate(ES48.cards)}
    faces: dict[NameableFace, np.ndarray] = {card: round_corners(face, paper.corner) for card, face in printed.items()}
    faces[Unnamed.BACK] = round_corners(draw_back((round(height_px * hand.aspect), height_px), seed), paper.corner)
    return Deck(f"drawn-flat-{seed}", "spanish", faces)


def _paper(seed: int) -> Style:
    """How the deck was printed and used."""
    rng = np.random.default_rng([78, seed])
    worn = rng.random() < 0.3
    return Style(
        palette=CASTILIAN_INKS,
        corner=float(rng.uniform(0.02, 0.08)),
        fade=float(rng.uniform(0, 0.5)) if rng.random() < 0.3 else 0.0,
        wear=float(rng.uniform(0.01, 0.1)) if worn else 0.0,
        age=float(rng.uniform(0.05, 0.5)) if worn else 0.0,
        slip_mm=float(rng.uniform(0.2, 0.8)) if rng.random() < 0.25 else 0.0,
        grain=float(rng.uniform(0, 5)) if rng.random() < 0.4 else 0.0,
        back_seed=seed,
    )


def flat_face(card: Card, hand: FlatHand, height_px: int) -> np.ndarray:
    """A card with square corners, (H, W, 3) uint8 BGR.

    Args:
        card: one with a suit.
        hand: the maker's.
        height_px: of the picture.
    """
    height, width = FINENESS * height_px, FINENESS * round(height_px * hand.aspect)
    scale, suit = height / HEIGHT_MM, card.suit or Suit.OROS
    picture = np.full((height, width, 3), hand.inks["paper"], np.uint8)
    pen = Pen(
        picture, np.array([[scale, 0, width / 2], [0, scale, height / 2]]), hand.line_mm * scale, hand.inks["ink"], 0.0
    )
    _frame(pen, GAPS[suit], hand)
    if card.rank >= Rank.TEN:
        figure(pen, card.rank, suit, hand)
    elif card.rank == Rank.ONE:
        ace(pen, suit, hand)
    else:
        pips(pen, int(card.rank), suit, hand)
    if hand.numeral_mm:
        _numerals(picture, str(card.rank.value), hand, scale)
    return cv2.resize(picture, None, fx=1 / FINENESS, fy=1 / FINENESS, interpolation=cv2.INTER_AREA)


def _frame(pen: Pen, gaps: int, hand: FlatHand) -> None:
    if hand.frame == "none":
        return
    x, y = half_frame(hand)
    colour = hand.inks["ink"] if hand.frame != "band" else hand.inks[("red", "blue")[hand.seed % 2]]
    for outer in (0.0, 1.0) if hand.frame == "double" else (0.0,):
        wide, high = x + outer, y + outer
        line = pen.thin(hand.frame_mm / hand.line_mm)
        for turn_deg in (0, 180):
            half = line.at(0, 0, turn_deg=turn_deg)
            half.stroke(np.array([[-wide, -high], [-wide, high]]), colour)
            piece = (2 * wide - gaps * hand.gap_mm) / (gaps + 1)
            for k in range(gaps + 1):
                start = -wide + k * (piece + hand.gap_mm)
                half.stroke(np.array([[start, -high], [start + piece, -high]]), colour)


def _numerals(picture: np.ndarray, text: str, hand: FlatHand, scale: float) -> None:
    """Print the numeral in two or four corners, the lower ones upside down."""
    mask = typed(text, hand.typeface)
    high = max(round(hand.numeral_mm * scale), 4)
    wide = max(round(mask.shape[1] * high / mask.shape[0] * hand.numeral_wide), 2)
    share = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    x, y = (round(v * scale) for v in hand.numeral_at)
    ink = np.array(hand.inks["ink" if hand.seed % 8 else "red"])
    for k in range(4 if hand.corners == 4 else 2):
        shown = picture[::-1, ::-1] if k % 2 else picture
        left = shown.shape[1] - x - wide if k > 1 else x
        rim = round(0.5 * scale)
        shown[max(y - rim, 0) : y + high + rim, max(left - rim, 0) : left + wide + rim] = hand.inks["paper"]
        spot = shown[y : y + high, left : left + wide]
        spot[:] = (spot + (ink - spot.astype(np.float32)) * share[: spot.shape[0], : spot.shape[1]]).astype(np.uint8)
