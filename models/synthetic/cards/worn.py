"""Decks as no classifier knows them: known decks washed out and blurred, or with each ink changed for another one."""

import zlib
from dataclasses import replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from models.synthetic.cards.deck import Deck
from vision.frame import Picture

TURN_DEG = (40.0, 140.0)
"""Hues turn by so much, either way: another maker's inks."""
FADED = (0.6, 0.85)
"""Share of the print that the paper has taken over."""
BLUR = (0.006, 0.014)
"""Deviation of the blur, in card heights."""
INKS, EDGE = 6, (0.35, 0.65)
"""So many inks stand about the circle of hues; between two of them colours go over within these shares of the way."""
SATURATION, VALUE, OTHER_FADED, OTHER_BLUR, COLOURED = (0.4, 1.2), (0.7, 1.15), (0.0, 0.5), (0.0, 0.008), 60
"""Factors of an ink's saturation and brightness, fading and blur of a deck in other inks, and the saturation from which
on there is an ink. Judgements, all of them."""


def worn(deck: Deck, seed: str = "") -> Deck:
    """The deck in other inks, faded and blurred; the same deck and seed come out the same, all its cards alike."""
    rng = np.random.default_rng(zlib.crc32(f"{deck.name}{seed}".encode()))
    turn = float(rng.uniform(*TURN_DEG) * rng.choice((-1, 1)))
    faded, blur = float(rng.uniform(*FADED)), float(rng.uniform(*BLUR))
    faces = {face: _worn(picture, turn, faded, blur, rng) for face, picture in deck.faces.items()}
    extras = tuple(_worn(picture, turn, faded, blur, rng) for picture in deck.extras)
    return replace(deck, name=f"worn-{deck.name}{seed}", faces=faces, extras=extras)


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


def in_other_inks(deck: Deck, seed: str = "") -> Deck:
    """The deck with every ink changed for another one by itself, half of the decks mirrored; no turn of hues undoes it.

    The same deck and seed come out the same, all cards alike.
    """
    rng = np.random.default_rng(zlib.crc32(f"{deck.name}{seed}".encode()))
    inks = np.stack([rng.uniform(0, 2 * np.pi, INKS), rng.uniform(*SATURATION, INKS), rng.uniform(*VALUE, INKS)])
    faded, blur, mirrored = float(rng.uniform(*OTHER_FADED)), float(rng.uniform(*OTHER_BLUR)), bool(rng.random() < 0.5)
    side = -1 if mirrored else 1
    faces = {face: _printed(picture, inks, faded, blur)[:, ::side] for face, picture in deck.faces.items()}
    extras = tuple(_printed(picture, inks, faded, blur)[:, ::side] for picture in deck.extras)
    return replace(deck, name=f"inked-{deck.name}{seed}", faces=faces, extras=extras)


def _printed(picture: Picture, inks: NDArray[np.float64], faded: float, blur: float) -> Picture:
    """One card.

    Args:
        picture: (H, W, 4) uint8 BGRA.
        inks: (3, 6) hue in radians and factors of saturation and brightness, of each sixth of the hues.
        faded: share of the print that is gone.
        blur: deviation, in heights of the card.
    """
    hue, saturation, value = cv2.split(cv2.cvtColor(np.ascontiguousarray(picture[..., :3]), cv2.COLOR_BGR2HSV))
    place = hue / 180 * INKS
    one = place.astype(int) % INKS
    share = np.clip((place % 1 - EDGE[0]) / (EDGE[1] - EDGE[0]), 0, 1)
    told = [(1 - share) * some[one] + share * some[(one + 1) % INKS] for some in (np.exp(1j * inks[0]), *inks[1:])]
    hues = (np.angle(told[0]) / (2 * np.pi) * 180) % 180
    inked = [
        hues,
        np.clip(saturation * told[1].real, 0, 255),
        np.clip(value * _of_ink(told[2].real, saturation), 0, 255),
    ]
    colours = cv2.cvtColor(cv2.merge([channel.astype(np.uint8) for channel in inked]), cv2.COLOR_HSV2BGR)
    paper = np.percentile(colours.reshape(-1, 3), 90, axis=0)
    washed = cv2.GaussianBlur(colours + (paper - colours) * faded, (0, 0), max(blur * len(picture), 0.1))
    return np.dstack([np.clip(np.round(washed), 0, 255).astype(np.uint8), picture[..., 3]])


def _of_ink(factor: NDArray[np.float64], saturation: ArrayLike) -> NDArray[np.float64]:
    """The factor where there is an ink, and one where there is paper."""
    return np.where(np.asarray(saturation) > COLOURED, factor, 1.0)
