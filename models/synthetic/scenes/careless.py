"""A deck shown carelessly to be enrolled: under a lamp that blinds, here two cards overlap, there one is cut off."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from firmware.signals import Face
from models.synthetic.scenes.backdrop import Table
from models.synthetic.scenes.camera import SceneCamera
from models.synthetic.scenes.light import Light
from models.synthetic.scenes.placed import PlacedCard
from models.synthetic.scenes.random_view import random_light
from models.synthetic.scenes.scene import Rendered, Scene, render
from models.synthetic.scenes.sensor import Sensor
from models.synthetic.scenes.surface import Surface
from vision.frame import Picture

SIZE_PX = (1280, 720)
PX_PER_MM = 1.75
"""In a picture of that size; in another one so that all the cards are on it."""
ShownFace = tuple[Face, Picture]
"""What a card is, and its picture (H, W, 4) uint8 BGRA."""
SPOTS = tuple((x, y) for y in (-100.0, 100.0) for x in (-260.0, -130.0, 0.0, 130.0, 260.0))
"""Two rows of five, millimetres from the picture's middle; a card is 61 by 95."""
EXPOSED = -0.85
"""Exposure follows the light with this power: a camera makes up for most of the darkness."""
SPREAD_MM, SPREAD_DEG = 7.0, 8.0
OVERLAP_MM = (74.0, 45.0)
"""So far the second card's middle moves towards the first one's, from and to: a sixth to two thirds covered."""


@dataclass(frozen=True, slots=True)
class Carelessness:
    """How a deck is shown.

    Attributes:
        blinded: share of the pictures in which the lamp is mirrored in glossy cards.
        overlapping: share of the pictures in which one card lies on its neighbour.
        cut: share of the pictures in which a card lies across the picture's edge.
        size_px: width and height of the pictures.
        turned: whether they are taken from the other side of the table.
    """

    blinded: float = 0.5
    overlapping: float = 0.25
    cut: float = 0.25
    size_px: tuple[int, int] = SIZE_PX
    turned: bool = False

    @property
    def careful(self) -> "Carelessness":
        """Shown with that camera, and nothing in the way."""
        return replace(self, blinded=0.0, overlapping=0.0, cut=0.0)


def laid_out(rng: Generator, cards: Sequence[ShownFace], surface: Surface, how: Carelessness) -> list[Rendered]:
    """Pictures of cards, ten on each, all taken from one place.

    Args:
        rng: of all chance.
        cards: in the order in which they are laid out, as the pictures show it.
        surface: the table's.
        how: how carefully.
    """
    scale = PX_PER_MM * min(how.size_px[0] / SIZE_PX[0], how.size_px[1] / SIZE_PX[1])
    tilt, towards = float(rng.uniform(0, 10)), float(rng.uniform(0, 360))
    camera = SceneCamera(how.size_px, (0.0, 0.0), scale, 800.0, tilt, towards)
    table = Table(surface, 0.0, (0.0, 0.0), (1.0, 1.0, 1.0))
    tens = [cards[k : k + len(SPOTS)] for k in range(0, len(cards), len(SPOTS))]
    return [_picture(rng, table, camera, _light(rng, how), _placed(rng, ten, how)) for ten in tens]


def _picture(rng: Generator, table: Table, camera: SceneCamera, light: Light, cards: Sequence[PlacedCard]) -> Rendered:
    exposure = light.gain_at((0.0, 0.0)) ** EXPOSED * float(np.exp(rng.normal(0.0, 0.15)))
    sensor = Sensor(exposure, defocus_px=float(rng.uniform(0.0, 1.0)), noise=float(rng.uniform(1, 5)), jpeg=85)
    return render(Scene(table, camera, light, sensor, tuple(cards)), rng)


def _light(rng: Generator, how: Carelessness) -> Light:
    """A lamp, mirrored over some card or nowhere."""
    light = replace(random_light(rng, (SIZE_PX[0] / PX_PER_MM, SIZE_PX[1] / PX_PER_MM)), shades=(), glare=0.0)
    if rng.random() >= how.blinded:
        return light
    lamp = (float(rng.uniform(-450, 450)), float(rng.uniform(-250, 250)), float(rng.uniform(700, 1100)))
    return replace(light, lamp_mm=lamp, glare=float(rng.uniform(0.5, 1)), lamp_size_mm=float(rng.uniform(30, 130)))


def _placed(rng: Generator, cards: Sequence[ShownFace], how: Carelessness) -> list[PlacedCard]:
    spots = [(x + float(rng.normal(0, SPREAD_MM)), y + float(rng.normal(0, SPREAD_MM))) for x, y in SPOTS]
    if rng.random() < how.cut:
        spots[4] = (float(rng.uniform(335, 370)), spots[4][1])
    if rng.random() < how.overlapping:
        k = int(rng.integers(0, 3))
        spots[k + 1] = (spots[k][0] + float(rng.uniform(OVERLAP_MM[1], OVERLAP_MM[0])) * 0.8, spots[k][1] + 8.0)
    return [
        PlacedCard(face, picture, spot, _angle(rng) + 180 * how.turned, gloss=float(rng.uniform(0.2, 1.0)))
        for (face, picture), spot in zip(cards, spots, strict=False)
    ]


def _angle(rng: Generator) -> float:
    return float(rng.normal(0, SPREAD_DEG) + 180 * (rng.random() < 0.3))
