"""Crops that show no known card: table, two half cards, hands, glasses, cards of other packs.

Each function takes a maker of crops and a generator and returns a crop, (H, W, 3) uint8 BGR of ``CROP_PX``.
"""

import cv2
import numpy as np

from models.training.identify.crops import CropMaker
from models.training.identify.faces import FACE_PX, AnyPicture
from models.training.identify.laying import Corners, loose_corners, paste, turned
from models.training.identify.occluders import fingers, patch, skin
from models.training.identify.photo import Rng
from vision.identify import CROP_PX


def bare_table(maker: CropMaker, rng: Rng) -> AnyPicture:
    """The surface alone, or with fingers or a cloth on it."""
    crop = maker.ground(rng)
    if rng.random() < 0.5:
        (fingers if rng.random() < 0.6 else patch)(maker, crop, rng)
    return crop


def half_cards(maker: CropMaker, rng: Rng) -> AnyPicture:
    """The crop of a quadrilateral that lies over two cards or half beside one."""
    crop = maker.ground(rng)
    away = rng.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(away) * CROP_PX[0], np.sin(away) * CROP_PX[1]], np.float32)
    paste(maker.any_face(rng), half_turned(rng) + axis * np.float32(rng.uniform(0.42, 0.7)), crop)
    if rng.random() < 0.6:
        paste(maker.any_face(rng), half_turned(rng) - axis * np.float32(rng.uniform(0.42, 0.7)), crop)
    return crop


def half_turned(rng: Rng) -> Corners:
    """Loose corners, upright or upside down: (4, 2) float32, pixels of a crop."""
    return np.roll(loose_corners(rng), 2 * int(rng.integers(0, 2)), axis=0)


def wrong_turn(maker: CropMaker, rng: Rng) -> AnyPicture:
    """A card cut out at 20 to 160 degrees to its own axes."""
    crop, corners = maker.ground(rng), loose_corners(rng)
    angle = np.deg2rad(rng.uniform(22, 158))
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = corners.mean(axis=0)
    paste(
        maker.any_face(rng), (((corners - middle) @ spin.T) * rng.uniform(0.9, 1.7) + middle).astype(np.float32), crop
    )
    return crop


def lying(maker: CropMaker, rng: Rng) -> AnyPicture:
    """A card whose short side was taken for its long one: turned by a right angle and stretched."""
    crop = maker.ground(rng)
    paste(maker.any_face(rng), np.roll(loose_corners(rng), 1 + 2 * int(rng.integers(0, 2)), axis=0), crop)
    return crop


def wrong_scale(maker: CropMaker, rng: Rng) -> AnyPicture:
    """Several whole small cards, or one piece of a card much enlarged."""
    crop = maker.ground(rng)
    middle = np.array(CROP_PX, np.float32) / 2
    if rng.random() < 0.5:
        shift = rng.uniform(-0.3, 0.3, 2) * CROP_PX * np.array([2, 2])
        paste(
            maker.any_face(rng),
            ((loose_corners(rng) - middle) * rng.uniform(2.2, 3.5) + middle + shift).astype(np.float32),
            crop,
        )
        return crop
    for _ in range(int(rng.integers(1, 5))):
        shift = rng.uniform(-0.5, 0.5, 2) * CROP_PX
        small = (turned(loose_corners(rng), rng) - middle) * rng.uniform(0.25, 0.55)
        paste(maker.any_face(rng), (small + middle + shift).astype(np.float32), crop)
    return crop


def odd_card(maker: CropMaker, rng: Rng) -> AnyPicture:
    """A card of another pack: a French ten, a joker, a blank or scrambled card."""
    dice = rng.random()
    if dice < 0.45 and maker.odd_cards:
        face = maker.odd_cards[int(rng.integers(0, len(maker.odd_cards)))]
    elif dice < 0.75:
        face = joker(maker, rng)
    else:
        face = np.full((FACE_PX[1], FACE_PX[0], 3), rng.integers(200, 256, 3), np.uint8)
        if rng.random() < 0.5:
            cv2.rectangle(face, (10, 10), (FACE_PX[0] - 11, FACE_PX[1] - 11), (40, 40, 40), 1)
    return maker.lay(face, rng, upside_down=bool(rng.random() < 0.5))[0]


def joker(maker: CropMaker, rng: Rng) -> AnyPicture:
    """Paper, (H, W, 3) at ``FACE_PX``, with pieces of unrelated art, turned or mirrored, and letters in corners."""
    face = np.full((FACE_PX[1], FACE_PX[0], 3), rng.integers(225, 256, 3), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        piece = cv2.transpose(maker.any_face(rng))[:, ::-1] if rng.random() < 0.5 else maker.any_face(rng)[::-1]
        h, w = (int(v) for v in rng.integers(50, 140, 2))
        y, x = int(rng.integers(10, FACE_PX[1] - h)) if h < FACE_PX[1] - 10 else 0, int(rng.integers(8, FACE_PX[0] - w))
        cut = np.ascontiguousarray(piece[20 : 20 + h, 12 : 12 + w])
        face[y : y + h, x : x + w] = cv2.resize(cut, (w, h))
    for k, letter in enumerate("JOKER" if rng.random() < 0.5 else "*"):
        cv2.putText(face, letter, (6, 20 + 14 * k), cv2.FONT_HERSHEY_DUPLEX, 0.45, (20, 20, 20), 1, cv2.LINE_AA)
    return face


def thing(maker: CropMaker, rng: Rng) -> AnyPicture:
    """A hand's blob, a glass from above, a coaster, a phone: discs and rounded boxes on a table."""
    crop = maker.ground(rng)
    for _ in range(int(rng.integers(1, 4))):
        colour = skin(rng) if rng.random() < 0.5 else tuple(int(v) for v in rng.integers(0, 256, 3))
        centre = tuple(int(v) for v in rng.uniform(0, 1, 2) * CROP_PX)
        axes, turn = tuple(int(v) for v in rng.uniform(15, 90, 2)), float(rng.uniform(0, 180))
        cv2.ellipse(
            crop, (centre, (2.0 * axes[0], 2.0 * axes[1]), turn), colour, -1 if rng.random() < 0.7 else 5, cv2.LINE_AA
        )
        if rng.random() < 0.5:
            inner = tuple(int(c * 0.8) for c in colour)
            cv2.ellipse(crop, (centre, (1.6 * axes[0], 1.6 * axes[1]), turn), inner, -1, cv2.LINE_AA)
    return crop


STRANGERS = (bare_table, half_cards, half_cards, wrong_turn, lying, wrong_scale, odd_card, odd_card, thing)
