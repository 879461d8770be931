"""Real packs, photographed one card to a picture (``../shared/photos/napoletane``): faces, and the tables round them.

Packs are never parted: what one pack is measured on no network learned from any of its cards, its table or its light.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from firmware.cards import Card
from models.training.identify.faces import FACE_PX, MARGIN, AnyPicture, FaceSet
from models.training.identify.laying import Corners
from vision.locate import Detection, Locator
from vision.quads import long_side_px, short_side_px
from vision.rectify import rectify
from vision.sources import load_picture

APART = ("grey-worn", "squared-paper")
"""Packs kept apart for validation: a worn one on shining metal, and one on paper as white as the cards, with lines.

Nothing that ships learns from them; to measure the others, leave them out in turn.
"""
HEAD_BELOW = (("grey-worn", "12C"), ("light-wood", "11C"))
"""Pack and card of the photographs with the head below; all others were taken upright, as looking at them shows."""
PADS_PX = (200, 120, 60, 420)
"""By so much a picture is widened for the locator's looks, since a card that fills it is found less surely."""
NAMED = "photographed-{}"
"""How a pack's faces are called among decks."""
SURE = 0.9
"""Score from which on no further look is taken."""


def pack_names(folder: Path) -> tuple[str, ...]:
    """The packs in ``folder``, sorted."""
    return tuple(sorted(path.name for path in folder.iterdir() if path.is_dir())) if folder.is_dir() else ()


def packs(folder: Path, leave_out: Sequence[str] = APART, *, notes: Path | None = None) -> list[FaceSet]:
    """The packs of ``folder`` without those in ``leave_out``.

    Args:
        folder: of the packs' folders.
        leave_out: names of packs.
        notes: folder where found corners are kept, since finding them takes minutes.
    """
    return [_pack(folder / name, notes) for name in pack_names(folder) if name not in leave_out]


def pack_of(deck: FaceSet) -> str:
    """The pack's name of a deck that :func:`packs` made."""
    return deck.name.removeprefix(NAMED.format(""))


def pictures(folder: Path) -> dict[Card, AnyPicture]:
    """Each card of a pack and its photograph (H, W, 3) uint8 BGR."""
    return {Card.parse(path.stem): load_picture(path) for path in sorted(folder.glob("*.jpg"))}


def _pack(folder: Path, notes: Path | None) -> FaceSet:
    shown, quads = pictures(folder), corners(folder, notes)
    faces = {card: rectify(shown[card], quads[card], FACE_PX) for card in quads}
    tables = {card: rectify(shown[card], widened(quads[card]), TABLE_PX) for card in quads}
    return FaceSet(NAMED.format(folder.name), "italian", faces, tables=tables)


TABLE_PX = (round(FACE_PX[0] * (1 + 2 * MARGIN)), round(FACE_PX[1] * (1 + 2 * MARGIN)))


def widened(quad: Corners) -> Corners:
    """Corners (4, 2) float32 of the card with its margin of table."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    view = cv2.getPerspectiveTransform(square, np.asarray(quad, np.float32))
    return cv2.perspectiveTransform((square * (1 + 2 * MARGIN) - MARGIN)[None].astype(np.float32), view)[0]


def corners(folder: Path, notes: Path | None = None) -> dict[Card, Corners]:
    """Where the card lies in each picture of a pack, (4, 2) float32 px clockwise from its upper left.

    Cards that are not found are left out: all 280 are.

    Args:
        folder: the pack's.
        notes: folder where found corners are kept.
    """
    kept = notes / f"corners-{folder.name}.json" if notes else None
    if kept and kept.exists():
        read = json.loads(kept.read_text(encoding="utf-8"))
        return {Card.parse(name): np.array(quad, np.float32) for name, quad in read.items()}
    locator = Locator.load()
    found = {card: _corners(picture, locator) for card, picture in pictures(folder).items()}
    quads = {card: _upright(folder.name, card, quad) for card, quad in found.items() if quad is not None}
    if kept:
        kept.write_text(json.dumps({str(card): quad.tolist() for card, quad in quads.items()}), encoding="utf-8")
    return quads


def _corners(picture: AnyPicture, locator: Locator) -> Corners | None:
    """The surest card about the picture's middle."""
    best: Detection | None = None
    for pad in PADS_PX:
        wide = cv2.copyMakeBorder(picture, pad, pad, pad, pad, cv2.BORDER_REPLICATE)
        for card in locator.detect(np.asarray(wide, np.uint8)).cards:
            quad = card.corners_px - np.float32(pad)
            if _in_the_middle(quad, picture) and (best is None or card.score > best.score):
                best = Detection(quad, card.heat, card.chance)
        if best and best.score > SURE:
            break
    if best is None:
        return None
    return np.asarray(best.corners_px, np.float32)


def _upright(pack: str, card: Card, quad: Corners) -> Corners:
    """The corners from the card's upper left on, which is above in the picture but for :data:`HEAD_BELOW`."""
    up = bool(quad[:2, 1].mean() < quad[2:, 1].mean())
    return quad if up != ((pack, str(card)) in HEAD_BELOW) else np.asarray(np.roll(quad, 2, axis=0), np.float32)


def _in_the_middle(quad: Corners, picture: AnyPicture) -> bool:
    """Whether it stands in a card's shape about the picture's middle and fills a good part of it."""
    size = np.array(picture.shape[1::-1])
    shape = short_side_px(quad) / max(long_side_px(quad), 1.0)
    near = np.abs(quad.mean(0) - size / 2) < 0.31 * size
    upwards = np.abs(quad[3] - quad[0])
    return bool(0.52 < shape < 0.75 and long_side_px(quad) > 0.3 * size[1] and near.all() and upwards[1] > upwards[0])
