"""Random path-traced stills with their truth: a deck on a kind of table top, by a seed of its own."""

import math
import zlib

import numpy as np
from numpy.random import Generator

from models.benchmarks.traced.development import developed, random_camera
from models.benchmarks.traced.laid_cards import laid, truths
from models.benchmarks.traced.table_tops import TABLE_TOPS
from models.benchmarks.traced.tracing import TracedScene, traced, white_level
from models.benchmarks.traced.view import Lamp, Room, View
from models.synthetic.cards.deck import Deck
from models.synthetic.scenes.placed import CARD_HEIGHT_MM
from models.synthetic.scenes.scene import Rendered

SAMPLES = 16
"""Paths a pixel: what noise they leave is that of a small camera in a café."""
CARD_PX = (125.0, 230.0)
"""Long side of a card in a picture 1280 px wide, from and to."""


def still(deck: Deck, kind: str, number: int) -> Rendered:
    """One picture.

    Args:
        deck: the cards.
        kind: of table top, from :data:`models.benchmarks.traced.table_tops.TABLE_TOPS`.
        number: of the picture; deck, kind and number are the seed of all chance.
    """
    seed = [zlib.crc32(deck.name.encode()), zlib.crc32(kind.encode()), number]
    rng = np.random.default_rng(seed)
    view, top = _view(rng), TABLE_TOPS[kind](rng)
    cards = laid(rng, deck, view)
    scene = TracedScene(view, top, random_room(rng), cards)
    light = traced(scene, samples=SAMPLES, seed=int(rng.integers(2**31)))
    picture = developed(light / np.float32(white_level(light)), random_camera(rng), rng)
    return Rendered(picture, truths(view, cards), np.zeros(view.size_px[::-1], np.uint8))


def _view(rng: Generator) -> View:
    """A camera 45 to 90 cm over the table that looks down, if not always straight."""
    height, card_px = rng.uniform(450, 900), rng.uniform(*CARD_PX)
    width = 1280 / card_px * CARD_HEIGHT_MM
    target = rng.uniform(-30, 30, 2)
    off = height * math.tan(math.radians(rng.uniform(0, 18)))
    way = rng.uniform(0, 2 * math.pi)
    eye = (float(target[0]) + off * math.cos(way), float(target[1]) + off * math.sin(way), height)
    return View(eye, (float(target[0]), float(target[1])), math.degrees(2 * math.atan(width / 2 / height)))


def random_room(rng: Generator) -> Room:
    """Light from one lamp, a bare bulb or a large paper ball, and from a window."""
    across, along = rng.uniform(-600, 600), rng.uniform(-500, 500)
    warm = rng.uniform(0.55, 1.0)
    lamp = Lamp(
        (across, along, rng.uniform(500, 1300)), float(np.exp(rng.uniform(3.4, 5.6))), (1.0, (1 + warm) / 2, warm)
    )
    wall = rng.uniform(0.35, 0.85)
    return Room(lamp, rng.uniform(0.0, 1.5), (wall, wall * rng.uniform(0.85, 1.0), wall * rng.uniform(0.7, 1.0)))
