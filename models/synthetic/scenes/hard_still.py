"""Random pictures in which cards are hard to find: pale cards on pale tables, on lace, metal, print; worn cards.

What makes white on white hard is that nothing draws the outline but a soft shadow, on one or two sides, and a little
more or less light on the card than beside it; so here cards may lie flat and have no dark rim.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.random import Generator

from models.synthetic.cards.deck import Deck
from models.synthetic.scenes.backdrop import Table
from models.synthetic.scenes.clutter import PlacedProp
from models.synthetic.scenes.fabrics import KINDS, PALE, SEEDS, Bgr, fabric
from models.synthetic.scenes.leaflets import KINDS as LEAFLETS
from models.synthetic.scenes.leaflets import SEEDS as LEAFLET_SEEDS
from models.synthetic.scenes.leaflets import leaflet
from models.synthetic.scenes.light import Light
from models.synthetic.scenes.placed import PlacedCard
from models.synthetic.scenes.scene import Rendered, Scene, render
from models.synthetic.scenes.sensor import Sensor
from models.synthetic.scenes.still import random_scene
from models.synthetic.scenes.surface import Surface
from vision.frame import Picture

ALIKE = 0.55
"""Share of the pictures in which table and card are of nearly one colour."""
WORN, LEAFLETS_SHARE, COVERED = 0.3, 0.35, 0.35
"""Shares of pictures with washed-out cards, with card-like things, and of things that lie over no hand's table."""


def hard_still(
    rng: Generator, decks: Sequence[Deck], surfaces: Sequence[Surface], size: tuple[int, int] = (512, 512)
) -> Rendered:
    """A random picture of a table on which cards are hard to find, with its truth.

    Args:
        rng: of all chance.
        decks: to draw cards from.
        surfaces: the common ones; tables like those of :mod:`models.synthetic.scenes.fabrics` are drawn besides.
        size: width and height of the picture, pixels.
    """
    return render(hard_scene(rng, decks, surfaces, size), rng)


def hard_scene(
    rng: Generator, decks: Sequence[Deck], surfaces: Sequence[Surface], size: tuple[int, int] = (512, 512)
) -> Scene:
    """The scene that :func:`hard_still` renders; takes what it does.

    Args:
        rng: of all chance.
        decks: to draw cards from.
        surfaces: the common ones.
        size: width and height of the picture, pixels.
    """
    alike = rng.random() < ALIKE
    scene = random_scene(rng, decks, [_top(rng, surfaces, alike)], size)
    scene = replace(scene, cards=_cards(rng, scene.cards), hands=scene.hands if rng.random() < COVERED else ())
    if rng.random() < LEAFLETS_SHARE:
        scene = replace(scene, under=(*scene.under, *_leaflets(rng, scene)))
    if not alike or not scene.cards:
        return scene
    table = replace(scene.table, tint_bgr=_matching(rng, scene.table, scene.cards[0]))
    return replace(scene, table=table, light=_indirect(rng, scene.light), sensor=_bright(rng, scene.sensor))


def _top(rng: Generator, surfaces: Sequence[Surface], alike: bool) -> Surface:
    """What the table is covered with; where it is to look like a card, often something with little on it."""
    if rng.random() < (0.35 if alike else 0.1):
        return surfaces[int(rng.integers(len(surfaces)))]
    kinds = (*PALE, *PALE, *KINDS) if alike else tuple(KINDS)
    return fabric(kinds[int(rng.integers(len(kinds)))], int(rng.integers(SEEDS)))


def _cards(rng: Generator, cards: Sequence[PlacedCard]) -> tuple[PlacedCard, ...]:
    """The cards lying flat or not, their rims as dark as chance will have it; perhaps washed out."""
    flat, rim, contact = float(np.exp(rng.uniform(-3, 0.7))), rng.uniform(0, 0.35), rng.uniform(0, 0.4)
    faded = float(rng.uniform(0.25, 0.75)) if rng.random() < WORN else 0.0
    shades = 1 + rng.normal(0, rng.uniform(0, 0.04), len(cards))
    return tuple(
        replace(
            card,
            picture=_faded(card.picture, faded) if faded else card.picture,
            curl_mm=flat * float(rng.uniform(0.4, 1.6)),
            edge=float(rim),
            contact=float(contact),
            tint_bgr=_times(card.tint_bgr, float(shade)),
        )
        for card, shade in zip(cards, shades, strict=True)
    )


def _times(bgr: Bgr, share: float) -> Bgr:
    blue, green, red = (channel * share for channel in bgr)
    return (blue, green, red)


def _faded(picture: Picture, share: float) -> Picture:
    """A card (H, W, 4) uint8 BGRA of whose print a share is gone into the paper."""
    shown = picture[..., :3].astype(np.float32)
    washed = shown + (np.array(paper_bgr(picture), np.float32) - shown) * share
    return np.dstack([np.clip(washed, 0, 255).astype(np.uint8), picture[..., 3]])


def paper_bgr(picture: Picture) -> Bgr:
    """The colour of a card's paper: the bright end of what is on it, (H, W, 4) uint8 BGRA."""
    inner = picture[picture.shape[0] // 20 : -picture.shape[0] // 20, picture.shape[1] // 16 : -picture.shape[1] // 16]
    blue, green, red = np.percentile(inner[..., :3].reshape(-1, 3), 85, axis=0)
    return (float(blue), float(green), float(red))


def _matching(rng: Generator, table: Table, card: PlacedCard) -> Bgr:
    """Factors that bring a table to the colour of a card's paper, give or take what the eye hardly sees."""
    paper = np.array(paper_bgr(card.picture)) * card.tint_bgr
    mean = table.surface.picture[::8, ::8].mean(axis=(0, 1)) + 1.0
    near = np.exp(rng.normal(-0.01, rng.choice((0.015, 0.05, 0.12)))) * np.exp(rng.normal(0, 0.015, 3))
    blue, green, red = np.clip(paper * near / mean, 0.15, 8.0)
    return (float(blue), float(green), float(red))


def _indirect(rng: Generator, light: Light) -> Light:
    """Mostly the light of a window or a bright room: weak shadows, little glare, a fall of brightness."""
    if rng.random() < 0.3:
        return light
    glare = light.glare if rng.random() < 0.25 else 0.0
    return replace(light, ambient=float(rng.uniform(0.6, 0.99)), glare=glare, vignette=float(rng.uniform(0, 0.5)))


def _bright(rng: Generator, sensor: Sensor) -> Sensor:
    """Exposed so that the white of paper is grey, right or burnt out; hardly ever badly blurred."""
    exposure = sensor.exposure * float(np.exp(rng.normal(0.08, 0.15)))
    return replace(sensor, exposure=exposure, defocus_px=sensor.defocus_px * 0.6, motion_px=sensor.motion_px * 0.5)


def _leaflets(rng: Generator, scene: Scene) -> tuple[PlacedProp, ...]:
    """One to four card-like things anywhere on the table."""
    span = np.array(scene.camera.size_px) / scene.camera.px_per_mm
    kinds = tuple(LEAFLETS)
    placed = []
    for _ in range(int(rng.integers(1, 5))):
        prop = leaflet(kinds[int(rng.integers(len(kinds)))], int(rng.integers(LEAFLET_SEEDS)))
        x, y = rng.uniform(-0.5, 0.5, 2) * span
        placed.append(PlacedProp(prop, (float(x), float(y)), float(rng.uniform(-180, 180))))
    return tuple(placed)
