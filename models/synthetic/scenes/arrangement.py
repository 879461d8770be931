"""How cards come to lie: alone, in rows, overlapping, fanned, piled."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for one card: middle in mm, turn in degrees clockwise; cards of one ``pile`` lie face down together."""

    x_mm: float
    y_mm: float
    angle_deg: float
    pile: bool = False

    @property
    def centre_mm(self) -> tuple[float, float]:
        """The middle."""
        return (self.x_mm, self.y_mm)


def _step(spot: Spot, right_mm: float, down_mm: float, turn_deg: float) -> Spot:
    """The place ``right_mm`` and ``down_mm`` away as the card itself sees it."""
    turn = math.radians(spot.angle_deg)
    x = spot.x_mm + right_mm * math.cos(turn) - down_mm * math.sin(turn)
    y = spot.y_mm + right_mm * math.sin(turn) + down_mm * math.cos(turn)
    return Spot(x, y, spot.angle_deg + turn_deg, spot.pile)


def _near(rng: Generator, spot: Spot, spread_mm: float, turn_deg: float) -> Spot:
    right, down = rng.normal(0, spread_mm, 2)
    return _step(spot, float(right), float(down), turn_deg)


def single(_rng: Generator, at: Spot, _count: int, _card_mm: Size) -> list[Spot]:
    """One card.

    Args:
        _rng: not needed; every way of laying is called alike.
        at: the middle of the first card, millimetres of the table from the camera's point, and its turn.
        _count: not needed; every way of laying is called alike.
        _card_mm: not needed; every way of laying is called alike.
    """
    return [at]


def chain(rng: Generator, at: Spot, count: int, card_mm: Size) -> list[Spot]:
    """Each card covers a part of the one before, in one direction.

    Args:
        rng: of all chance.
        at: the middle of the first card, millimetres of the table from the camera's point, and its turn.
        count: how many.
        card_mm: width and height of a card, millimetres.
    """
    along = rng.random() < 0.5
    share, bend = rng.uniform(0.15, 0.95), rng.normal(0, 3)
    spots = [at]
    for _ in range(count - 1):
        ahead, aside = share * card_mm[1 if along else 0], rng.normal(0, 3)
        right, down = (aside, ahead) if along else (ahead, aside)
        spots.append(_step(spots[-1], right, down, bend + rng.normal(0, 3)))
    return spots


def pair(rng: Generator, at: Spot, _count: int, card_mm: Size) -> list[Spot]:
    """Two in one direction, end to end or side by side, one upon the other's edge by up to two fifths.

    Args:
        rng: of all chance.
        at: the middle of the first card, millimetres of the table from the camera's point, and its turn.
        _count: not needed; every way of laying is called alike.
        card_mm: width and height of a card, millimetres.
    """
    away = np.zeros(2)
    axis = int(rng.integers(2))
    away[axis] = card_mm[axis] * rng.uniform(0.58, 1.02) * rng.choice((-1, 1))
    away[1 - axis] = rng.normal(0, 4)
    return [at, _step(at, float(away[0]), float(away[1]), rng.normal(0, 4))]


def fan(rng: Generator, at: Spot, count: int, card_mm: Size) -> list[Spot]:
    """Turned about a point below the cards, as in a hand.

    Args:
        rng: of all chance.
        at: the middle of the first card, millimetres of the table from the camera's point, and its turn.
        count: how many.
        card_mm: width and height of a card, millimetres.
    """
    pivot_mm, step_deg = card_mm[1] * rng.uniform(0.35, 0.7), rng.uniform(7, 24)
    pivot = _step(at, 0, pivot_mm, 0)
    spots = []
    for n in range(count):
        turned = Spot(pivot.x_mm, pivot.y_mm, at.angle_deg + step_deg * (n - (count - 1) / 2) + rng.normal(0, 1.5))
        spots.append(_step(turned, 0, -pivot_mm, 0))
    return spots


def heap(rng: Generator, at: Spot, count: int, card_mm: Size) -> list[Spot]:
    """Thrown on one another at any angle.

    Args:
        rng: of all chance.
        at: the middle of the first card, millimetres of the table from the camera's point, and its turn.
        count: how many.
        card_mm: width and height of a card, millimetres.
    """
    spread = card_mm[1] * rng.uniform(0.15, 0.5)
    return [_near(rng, at, spread, rng.uniform(-180, 180)) for _ in range(count)]


def stack(rng: Generator, at: Spot, count: int, _card_mm: Size) -> list[Spot]:
    """Cards on top of each other, at most a few millimetres apart.

    Args:
        rng: of all chance.
        at: the middle of the first card, millimetres of the table from the camera's point, and its turn.
        count: how many.
        _card_mm: not needed; every way of laying is called alike.
    """
    spread = rng.uniform(0.5, 4)
    return [_near(rng, at, spread, rng.normal(0, spread)) for _ in range(count)]


def capture(rng: Generator, at: Spot, count: int, card_mm: Size) -> list[Spot]:
    """A card laid on another so that both ranks can be read, as in Ronda: by a third to two thirds.

    Args:
        rng: of all chance.
        at: the middle of the first card, millimetres of the table from the camera's point, and its turn.
        count: how many.
        card_mm: width and height of a card, millimetres.
    """
    spots = [at]
    for _ in range(count - 1):
        away = np.asarray(card_mm) * rng.uniform(0.2, 0.7, 2) * rng.choice((-1, 1), 2)
        spots.append(_step(spots[0], float(away[0]), float(away[1]), rng.normal(0, 15)))
    return spots


def pile(rng: Generator, at: Spot, count: int, card_mm: Size) -> list[Spot]:
    """Face down, a stock or won cards: the edges of those below look out.

    Args:
        rng: of all chance.
        at: the middle of the first card, millimetres of the table from the camera's point, and its turn.
        count: how many.
        card_mm: width and height of a card, millimetres.
    """
    lying = Spot(at.x_mm, at.y_mm, at.angle_deg, True)
    return stack(rng, lying, count, card_mm)


Arranger = Callable[[Generator, Spot, int, Size], list[Spot]]
WAYS: tuple[tuple[Arranger, float, tuple[int, int]], ...] = (  # way, how often, how many cards
    (single, 0.62, (1, 1)),
    (pair, 0.16, (2, 2)),
    (chain, 0.14, (2, 5)),
    (fan, 0.08, (3, 6)),
    (heap, 0.07, (2, 5)),
    (stack, 0.06, (2, 3)),
    (capture, 0.11, (2, 3)),
    (pile, 0.10, (1, 7)),
)


def arrange(rng: Generator, count: int, view_mm: Size, card_mm: Size) -> list[Spot]:
    """Places for cards around the origin, lowest first; piles may add some.

    Args:
        rng: of all chance.
        count: about how many.
        view_mm: width and height of the table in view, millimetres.
        card_mm: width and height of a card, millimetres.
    """
    shares = np.array([share for _, share, _ in WAYS])
    main_deg, order = rng.uniform(-180, 180), rng.choice((2.0, 10.0, 180.0), p=(0.2, 0.35, 0.45))
    spots: list[Spot] = []
    while len(spots) < count:
        way, _, (least, most) = WAYS[rng.choice(len(WAYS), p=shares / shares.sum())]
        turn = main_deg + rng.choice((0, 90, 180, 270)) + rng.uniform(-order, order)
        at = _free(rng, spots, view_mm, card_mm)
        spots += way(rng, Spot(*at, turn), int(rng.integers(least, most + 1)), card_mm)
    return spots


def _free(rng: Generator, spots: list[Spot], view_mm: Size, card_mm: Size) -> tuple[float, float]:
    """A point of the view, mostly not on another card; one in ten may lie across the border."""
    reach = 1.08 if rng.random() < 0.1 else 0.85
    x = y = 0.0
    for _ in range(10):
        x, y = rng.uniform(-0.5, 0.5, 2) * view_mm * np.float64(reach)
        away = min((math.hypot(x - spot.x_mm, y - spot.y_mm) for spot in spots), default=math.inf)
        if away > card_mm[1] * 0.95 or rng.random() < 0.06:
            break
    return (float(x), float(y))
