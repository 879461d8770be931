"""Decks as no classifier knows them: pictures of known decks in other inks, washed out and blurred."""

import zlib
from dataclasses import replace

import cv2
import numpy as np
from numpy.random import Generator

from models.synthetic.cards.deck import Deck
from vision.frame import Picture

TURN_DEG = (40.0, 140.0)
"""Hues turn by so much, either way: another maker's inks."""
FADED = (0.6, 0.85)
"""Share of the print that the paper has taken over."""
BLUR = (0.006, 0.014)
"""Deviation of the blur, in card heights."""


def worn(deck: Deck) -> Deck:
    """The deck in other inks, faded and blurred; the same deck comes out the same, all its cards alike."""
    rng = np.random.default_rng(zlib.crc32(deck.name.encode()))
    turn = float(rng.uniform(*TURN_DEG) * rng.choice((-1, 1)))
    faded, blur = float(rng.uniform(*FADED)), float(rng.uniform(*BLUR))
    faces = {face: _worn(picture, turn, faded, blur, rng) for face, picture in deck.faces.items()}
    return replace(deck, name=f"worn-{deck.name}", faces=faces, extras=())


def _worn(picture: Picture, turn_deg: float, faded: float, blur: float, rng: Generator) -> Picture:
    """One card, (H, W, 4) uint8 BGRA.

    Args:
        picture: the card as it was, (H, W, 4) uint8 BGRA.
        turn_deg: by which its hues turn.
        faded: share of the print that is gone.
        blur: deviation, in heights of the card.
        rng: of what is worn away in patches.
    """
    hue, saturation, value = cv2.split(cv2.cvtColor(picture[..., :3], cv2.COLOR_BGR2HSV))
    turned = ((hue.astype(np.int16) + round(turn_deg / 2)) % 180).astype(np.uint8)
    inked = cv2.cvtColor(cv2.merge([turned, saturation, value]), cv2.COLOR_HSV2BGR).astype(np.float32)
    paper = np.percentile(inked.reshape(-1, 3), 90, axis=0)
    patches = cv2.resize(rng.random((6, 4)).astype(np.float32), picture.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    gone = np.clip(faded * (0.7 + 0.6 * patches), 0, 0.9)[..., None]
    washed = cv2.GaussianBlur(inked + (paper - inked) * gone, (0, 0), blur * len(picture))
    return np.dstack([np.clip(np.round(washed), 0, 255).astype(np.uint8), picture[..., 3]])[:, ::-1]
