"""Cards laid out for a traced picture, and the truth about them."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator

from models.benchmarks.traced.view import View
from models.synthetic.cards.deck import Deck
from models.synthetic.scenes.placed import CARD_HEIGHT_MM, PlacedCard
from models.synthetic.scenes.scene import CardTruth
from vision.frame import Picture

CELL = 1.2
"""Cards lie in a grid of so many of their heights; what reaches over that lies on its neighbour."""
JITTER = 0.25
"""Share of a cell by which a card lies out of its middle."""
FRINGE_PX = 3
"""So many pixels of a card's outline are mixed with what was around it; its print is continued there."""
BARE = 0.15
"""Share of the places that stay empty."""
BEND_MM = 0.6
"""Mean height of a card's ends over its middle; most lie flatter, some are bent by years of play."""
SHEET_MM = 0.25
"""Thickness of a card."""


def laid(rng: Generator, deck: Deck, view: View) -> list[PlacedCard]:
    """Cards in a grid over the picture, each another one, some on the edge of their neighbours.

    Args:
        rng: of all chance.
        deck: to take them from.
        view: of the camera.
    """
    width = 2 * view.eye_mm[2] * math.tan(math.radians(view.fov_deg) / 2)
    cell, (across, along) = CELL * CARD_HEIGHT_MM, view.target_mm
    columns, rows = max(int(width / cell), 1), max(int(width * 9 / 16 / cell), 1)
    places = [(column, row) for column in range(columns) for row in range(rows) if rng.random() > BARE]
    chosen = rng.permutation(len(deck.cards))[: len(places)]
    main = rng.choice((0.0, rng.uniform(0, 360)))
    tint, gloss = tuple(rng.uniform((0.82, 0.92, 0.96), 1.0)), rng.uniform(0.1, 0.9)
    cards: list[PlacedCard] = []
    for (column, row), pick in zip(places, chosen, strict=False):
        middle = np.array((column - (columns - 1) / 2, row - (rows - 1) / 2)) + rng.uniform(-JITTER, JITTER, 2)
        face = deck.cards[pick]
        cards.append(
            PlacedCard(
                face,
                filled(deck.faces[face]),
                (across + middle[0] * cell, along + middle[1] * cell),
                main + rng.choice((0, 90, 180, 270)) + rng.normal(0, 12),
                lift_mm=0.25 + 0.3 * len(cards) / 10,
                curl_mm=float(rng.exponential(0.6)),
                gloss=gloss,
                tint_bgr=tint,
            )
        )
    return cards


def filled(picture: Picture) -> Picture:
    """A card's picture (H, W, 4) whose print goes on under its transparent corners."""
    inside = picture[..., 3] == 255
    outside = (~cv2.erode(inside.astype(np.uint8), np.ones((FRINGE_PX, FRINGE_PX))).astype(bool)).astype(np.uint8)
    colours = cv2.inpaint(np.ascontiguousarray(picture[..., :3]), outside, FRINGE_PX, cv2.INPAINT_TELEA)
    return np.dstack([colours, picture[..., 3]])


def truths(view: View, cards: Sequence[PlacedCard]) -> tuple[CardTruth, ...]:
    """Where cards are seen, and how much of each."""
    quads = []
    for card in cards:
        corners = np.column_stack([card.corners_mm, np.full(4, card.lift_mm + card.curl_mm)])
        quads.append(view.project(corners))
    size = view.size_px
    shown = np.zeros((size[1], size[0]), np.int32)
    for number, quad in enumerate(quads, 1):
        cv2.fillConvexPoly(shown, np.round(quad).astype(np.int32), number)
    areas = [abs(cv2.contourArea(quad)) for quad in quads]
    seen = np.bincount(shown.ravel(), minlength=len(cards) + 1)[1:]
    return tuple(
        CardTruth(card.face, quad, min(float(count / whole), 1.0))
        for card, quad, count, whole in zip(cards, quads, seen, areas, strict=True)
    )
