"""Four cards on a drawn table, from above, and what the eyes have seen of them."""

import numpy as np

from firmware.cards import Card
from firmware.signals import Unnamed
from models.synthetic.cards.own_deck import own_deck
from models.synthetic.scenes.backdrop import Table
from models.synthetic.scenes.camera import SceneCamera
from models.synthetic.scenes.placed import PlacedCard
from models.synthetic.scenes.scene import Scene, render
from models.synthetic.scenes.surface import draw_surface

CAMERA = SceneCamera((1280, 720), (0.0, 0.0), 1.9)
LAID = {
    "7O": (-200.0, -60.0, 10.0),
    "12C": (-60.0, -70.0, -25.0),
    "3E": (70.0, -60.0, 95.0),
    "5B": (200.0, -80.0, 170.0),
}


def card(name, x_mm, y_mm, angle_deg=0.0):
    face = Unnamed.BACK if name == "back" else Card.parse(name)
    return PlacedCard(face, own_deck().faces[face], (x_mm, y_mm), angle_deg)


def drawn(cards, surface="wood", hands=(), seed=1):
    """The rendered table with cards given as (name, x, y, angle)."""
    table = Table(draw_surface(surface, 3))
    return render(
        Scene(table, CAMERA, cards=tuple(card(*one) for one in cards), hands=hands), np.random.default_rng(seed)
    )


def laid():
    return [(name, *place) for name, place in LAID.items()]


def seen(observation):
    return sorted(str(one.face) for one in observation.cards)
