"""Tables made to measure: cards of a chosen size, turn, cover and light, each picture with its truth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.synthetic.cards.deck import Deck
from models.synthetic.scenes.backdrop import Table
from models.synthetic.scenes.camera import SceneCamera
from models.synthetic.scenes.light import Light
from models.synthetic.scenes.placed import CARD_HEIGHT_MM, PlacedCard
from models.synthetic.scenes.random_view import random_light, random_sensor, random_tint
from models.synthetic.scenes.scene import Rendered, Scene, render
from models.synthetic.scenes.sensor import Sensor
from models.synthetic.scenes.surface import Surface
from models.training.identify.photo import Rng

TableSpot = tuple[float, float]

SIZE_PX = (1280, 720)
CELL = 1.28
"""A card turned by any angle fits a square of so many of its heights."""
JITTER = 0.05
"""Share of the cell by which a card lies out of its middle."""
TILT_DEG = 12.0
"""A referee's camera looks down, if not always straight."""


@dataclass(frozen=True, slots=True)
class TableCondition:
    """What all pictures of a row of the table have in common.

    Attributes:
        card_px: long side of a card in a picture 1280 px wide, from and to.
        covered: share of the cards over which another one lies.
        overlap: share of a card's side that the other card covers, from and to.
        turn_deg: the angle of all cards; ``None``: any.
        even_light: even light and a good camera, instead of any.
        blur_px: defocus added to the camera's own.
    """

    card_px: tuple[float, float] = (150.0, 230.0)
    covered: float = 0.3
    overlap: tuple[float, float] = (0.05, 0.3)
    turn_deg: float | None = None
    even_light: bool = False
    blur_px: float = 0.0


def table_of(rng: Rng, deck: Deck, surface: Surface, condition: TableCondition) -> Rendered:
    """One table with as many different cards as fit, and its truth.

    Args:
        rng: of all chance.
        deck: the cards.
        surface: the table's.
        condition: how the cards lie and are seen.
    """
    camera = _camera(rng, condition)
    view_mm = (SIZE_PX[0] / camera.px_per_mm, SIZE_PX[1] / camera.px_per_mm)
    light, sensor = _light(rng, camera, view_mm, condition)
    table = Table(surface, float(rng.uniform(0, 360)), (0.0, 0.0), random_tint(rng))
    return render(Scene(table, camera, light, sensor, _cards(rng, deck, view_mm, condition)), rng)


def tables(
    rng: Rng, deck: Deck, surfaces: Sequence[Surface], condition: TableCondition, count: int
) -> Iterator[Rendered]:
    """``count`` tables on the surfaces in turn.

    Args:
        rng: of all chance.
        deck: the cards.
        surfaces: the tables', in turn.
        condition: how the cards lie and are seen.
        count: how many.
    """
    return (table_of(rng, deck, surfaces[number % len(surfaces)], condition) for number in range(count))


def _camera(rng: Rng, condition: TableCondition) -> SceneCamera:
    px_per_mm = float(rng.uniform(*condition.card_px)) / CARD_HEIGHT_MM
    distance = max(float(rng.uniform(500, 900)), 1.1 * SIZE_PX[0] / px_per_mm)
    towards = float(rng.uniform(0, 360))
    return SceneCamera(SIZE_PX, (0.0, 0.0), px_per_mm, distance, float(rng.uniform(0, TILT_DEG)), towards)


def _light(rng: Rng, camera: SceneCamera, view_mm: TableSpot, condition: TableCondition) -> tuple[Light, Sensor]:
    if condition.even_light:
        return Light(), Sensor(defocus_px=condition.blur_px)
    light = random_light(rng, view_mm)
    sensor = random_sensor(rng, camera, light, 0.5)
    calm = replace(sensor, motion_px=0.0, defocus_px=min(sensor.defocus_px, 1.0) + condition.blur_px)
    return light, calm  # cards are read when they lie still, by a camera that was focused


def _cards(rng: Rng, deck: Deck, view_mm: TableSpot, condition: TableCondition) -> tuple[PlacedCard, ...]:
    cell = CELL * CARD_HEIGHT_MM * (1.3 if condition.covered else 1.0)
    columns, rows = (max(int(side * 0.98 // cell), 1) for side in view_mm)
    order = iter(rng.permutation(len(deck.cards)))
    placed: list[PlacedCard] = []
    for row in range(rows):
        for column in range(columns):
            spot = ((column - (columns - 1) / 2) * cell, (row - (rows - 1) / 2) * cell)
            placed += _pile(rng, deck, order, spot, condition)
    return tuple(placed)


def _pile(rng: Rng, deck: Deck, order: Iterator[int], spot: TableSpot, condition: TableCondition) -> list[PlacedCard]:
    """One card, or two that overlap, about a spot."""
    two = rng.random() < condition.covered
    chosen = [deck.cards[k] for _, k in zip(range(2 if two else 1), order, strict=False)]
    turn = condition.turn_deg if condition.turn_deg is not None else float(rng.uniform(0, 360))
    at = np.array(spot) + rng.uniform(-JITTER, JITTER, 2) * CARD_HEIGHT_MM
    card_mm = np.array([CARD_HEIGHT_MM * deck.aspect, CARD_HEIGHT_MM])
    shift = _shift(rng, card_mm, turn, condition.overlap) if two else np.zeros(2)
    places = (at - shift / 2, at + shift / 2)
    angles = (turn, turn + float(rng.normal(0, 4)))
    return [
        PlacedCard(card, deck.faces[card], (float(x), float(y)), angle_deg=angle, gloss=float(rng.uniform(0, 1) ** 2))
        for card, (x, y), angle in zip(chosen, places, angles, strict=False)
    ]


def _shift(rng: Rng, card_mm: np.ndarray, turn_deg: float, overlap: tuple[float, float]) -> np.ndarray:
    """From a card to the one upon it, so that a share of its width or height is covered."""
    axis = int(rng.integers(0, 2))
    away = np.zeros(2)
    away[axis] = card_mm[axis] * (1 - rng.uniform(*overlap)) * rng.choice((-1, 1))
    turn = np.radians(turn_deg)
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ away
