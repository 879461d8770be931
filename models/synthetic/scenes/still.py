"""Random pictures of card tables with their truth, for training and evaluating whatever finds cards.

``random_still(np.random.default_rng(seed), decks, draw_surfaces(48))`` is all a trainer needs. Build decks and surfaces
once; hands and clutter are drawn on first use and kept (about 150 MB).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from firmware.signals import Unnamed
from models.synthetic.cards.deck import Deck
from models.synthetic.scenes.arrangement import Spot, arrange, fan
from models.synthetic.scenes.backdrop import Table
from models.synthetic.scenes.clutter import FLAT, PlacedProp, make_prop
from models.synthetic.scenes.clutter import KINDS as PROPS
from models.synthetic.scenes.fingers import POSES
from models.synthetic.scenes.hand import draw_hand
from models.synthetic.scenes.placed import CARD_HEIGHT_MM, PlacedCard, PlacedHand
from models.synthetic.scenes.random_view import random_camera, random_light, random_sensor, random_tint
from models.synthetic.scenes.scene import Rendered, Scene, render
from models.synthetic.scenes.surface import Surface

Still = Rendered

NO_CARDS = 0.05  # share of pictures without a card
MOST_CARDS = 14
HAND_SEEDS, PROP_SEEDS = 10, 24  # different hands per pose and things per kind


@dataclass(frozen=True, slots=True)
class DeckAppearance:
    """What the cards of one picture have in common."""

    deck: Deck
    tint_bgr: tuple[float, float, float]
    gloss: float
    curl_mm: float
    edge: float


def random_still(
    rng: Generator, decks: Sequence[Deck], surfaces: Sequence[Surface], size: tuple[int, int] = (512, 512)
) -> Still:
    """A random picture of a table with its truth.

    A card's long side has 60 to 420 px per 640 px of the picture's longer side; one picture in twenty has no card.

    Args:
        rng: of all chance.
        decks: to draw cards from.
        surfaces: to draw the table's from.
        size: width and height of the picture, pixels.

    Returns:
        ``picture`` (H, W, 3) uint8 BGR; ``cards``, each with ``face``, ``corners_px`` (4, 2) float32 clockwise from the
        card's own upper left, also where covered or outside, ``visible`` 0 to 1 and ``held``;
        ``hand_mask`` (H, W) uint8, 255 on hands.
    """
    return render(random_scene(rng, decks, surfaces, size), rng)


def random_scene(
    rng: Generator, decks: Sequence[Deck], surfaces: Sequence[Surface], size: tuple[int, int] = (512, 512)
) -> Scene:
    """The scene :func:`random_still` renders.

    Args:
        rng: of all chance.
        decks: to draw cards from.
        surfaces: to draw the table's from.
        size: width and height of the picture, pixels.
    """
    camera = random_camera(rng, size, CARD_HEIGHT_MM)
    view_mm = (size[0] / camera.px_per_mm, size[1] / camera.px_per_mm)
    light = random_light(rng, view_mm)
    appearance = _appearance(rng, decks)
    table = _table(rng, surfaces, view_mm)
    cards = () if rng.random() < NO_CARDS else _cards(rng, appearance, view_mm)
    return Scene(
        table,
        camera,
        light,
        random_sensor(rng, camera, light, table.albedo),
        tuple(card for card in cards if table.bears(card.centre_mm)),
        _hands(rng, appearance, view_mm) if rng.random() < 0.4 else (),
        _props(rng, tuple(PROPS), view_mm, 0.4) + _props(rng, FLAT, view_mm, 0.3),
        _props(rng, ("glass", "cup", "coin", "pen", "phone"), view_mm, 0.08),
    )


def _appearance(rng: Generator, decks: Sequence[Deck]) -> DeckAppearance:
    faded = 1 - np.abs(rng.normal(0, (0.08, 0.04, 0.03)))
    blue, green, red = (float(value) for value in faded)
    curl_mm = float(rng.choice((0.4, 1.0, 2.5)) * rng.uniform(0.7, 1.4))
    return DeckAppearance(
        decks[int(rng.integers(len(decks)))],
        (blue, green, red),
        float(rng.uniform(0, 1) ** 2),
        curl_mm,
        float(rng.uniform(0, 0.3)),
    )


def _table(rng: Generator, surfaces: Sequence[Surface], view_mm: tuple[float, float]) -> Table:
    span = max(view_mm)
    edged = rng.random() < 0.3
    away = rng.uniform(-0.45, 0.45, 2) * span
    size = rng.uniform(1.1, 2.2, 2) * span
    surface = surfaces[int(rng.integers(len(surfaces)))]
    return Table(
        replace(surface, mm_per_px=surface.mm_per_px * float(np.exp(rng.uniform(-1.1, 0.3)))),
        float(rng.choice((0, 90)) + rng.normal(0, 20)),
        (float(rng.uniform(-200, 200)), float(rng.uniform(-200, 200))),
        random_tint(rng),
        (float(size[0]), float(size[1])) if edged else None,
        (float(away[0]), float(away[1])),
        float(rng.normal(0, 15)),
        surfaces[int(rng.integers(len(surfaces)))],
    )


def _cards(rng: Generator, appearance: DeckAppearance, view_mm: tuple[float, float]) -> tuple[PlacedCard, ...]:
    most = np.clip(view_mm[0] * view_mm[1] / (2.2 * CARD_HEIGHT_MM**2), 3, MOST_CARDS)
    count = int(rng.integers(1, int(most) + 1))
    card_mm = (CARD_HEIGHT_MM * appearance.deck.aspect, CARD_HEIGHT_MM)
    return tuple(_card(rng, appearance, spot) for spot in arrange(rng, count, view_mm, card_mm)[: MOST_CARDS + 6])


def _card(rng: Generator, appearance: DeckAppearance, spot: Spot) -> PlacedCard:
    down = spot.pile or rng.random() < 0.06
    faces = (*appearance.deck.faces.items(), *((Unnamed.UNKNOWN, extra) for extra in appearance.deck.extras))
    face, picture = (Unnamed.BACK, appearance.deck.back) if down else faces[rng.integers(len(faces))]
    return PlacedCard(
        face,
        picture,
        spot.centre_mm,
        spot.angle_deg,
        curl_mm=appearance.curl_mm * float(rng.uniform(0.5, 1.5)),
        gloss=appearance.gloss,
        facing_mm=(float(rng.normal(0, 40)), float(rng.normal(0, 40))),
        tint_bgr=appearance.tint_bgr,
        edge=appearance.edge,
    )


def _hands(rng: Generator, appearance: DeckAppearance, view_mm: tuple[float, float]) -> tuple[PlacedHand, ...]:
    return tuple(_hand(rng, appearance, view_mm) for _ in range(2 if rng.random() < 0.2 else 1))


def _hand(rng: Generator, appearance: DeckAppearance, view_mm: tuple[float, float]) -> PlacedHand:
    pose = str(rng.choice(tuple(POSES)))
    from_deg = rng.uniform(0, 360)
    reach = rng.uniform(-0.15, 0.5)
    aim = math.radians(from_deg + rng.normal(0, 25))
    grip = (-math.sin(aim) * view_mm[0] * reach, math.cos(aim) * view_mm[1] * reach)
    held = _held(rng, appearance, Spot(*grip, from_deg)) if pose in ("pinch", "press") and rng.random() < 0.8 else ()
    sprite = draw_hand(pose, int(rng.integers(HAND_SEEDS)))
    lift = float(rng.uniform(8, 90))
    moves = rng.normal(0, 6, 2) if rng.random() < 0.3 else np.zeros(2)
    streak = (float(moves[0]), float(moves[1]))
    return PlacedHand(sprite, grip, from_deg, lift, float(rng.uniform(0.85, 1.1)), held, streak)


def _held(rng: Generator, appearance: DeckAppearance, grip: Spot) -> tuple[PlacedCard, ...]:
    """One card, or a fan, its lower edge at the grip point."""
    count = int(rng.choice((1, 1, 2, 3, 4, 6)))
    turn = math.radians(grip.angle_deg)
    ahead = CARD_HEIGHT_MM * rng.uniform(0.25, 0.45)
    middle = Spot(
        grip.x_mm + ahead * math.sin(turn), grip.y_mm - ahead * math.cos(turn), grip.angle_deg + rng.normal(0, 20)
    )
    card_mm = (CARD_HEIGHT_MM * appearance.deck.aspect, CARD_HEIGHT_MM)
    return tuple(_card(rng, appearance, spot) for spot in fan(rng, middle, count, card_mm))


def _props(
    rng: Generator, kinds: tuple[str, ...], view_mm: tuple[float, float], share: float
) -> tuple[PlacedProp, ...]:
    if rng.random() > share:
        return ()
    return tuple(_prop(rng, kinds, view_mm) for _ in range(int(rng.integers(1, 4))))


def _prop(rng: Generator, kinds: tuple[str, ...], view_mm: tuple[float, float]) -> PlacedProp:
    prop = make_prop(str(rng.choice(kinds)), int(rng.integers(PROP_SEEDS)))
    x, y = rng.uniform(-0.55, 0.55, 2) * view_mm
    return PlacedProp(prop, (float(x), float(y)), float(rng.uniform(-180, 180)))
