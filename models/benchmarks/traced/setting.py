"""The café of a traced film, drawn from the seed of its session."""

import math

import numpy as np
from numpy.random import Generator

from models.benchmarks.traced.development import random_camera
from models.benchmarks.traced.film import TracedFilm, TracedTable
from models.benchmarks.traced.limbs import random_person
from models.benchmarks.traced.stacked_cards import random_wear
from models.benchmarks.traced.stills import random_room
from models.benchmarks.traced.table_tops import TABLE_TOPS
from models.benchmarks.traced.view import View
from models.synthetic.films.recipe import Recipe
from models.synthetic.films.setting import GRIPS
from models.synthetic.play.timeline import TableView, Timeline

SEATS = 4
TILT_DEG = 5.0
"""So far at most the camera looks aslant: who hangs it up looks at its picture."""


def traced_film(recipe: Recipe, timeline: Timeline) -> TracedFilm:
    """What happens, on a table of its own.

    Args:
        recipe: with the kind of table top as its surface.
        timeline: what happens.
    """
    rng = np.random.default_rng((recipe.seed, 7))
    table = TracedTable(
        random_wear(rng, recipe.deck),
        _over(timeline.view, rng, recipe.size_px),
        TABLE_TOPS[recipe.surface](rng),
        random_room(rng),
        random_camera(rng),
        tuple(random_person(rng, str(rng.choice(GRIPS))) for _ in range(SEATS)),
    )
    return TracedFilm(timeline, table, recipe.seed)


def _over(view: TableView, rng: Generator, size_px: tuple[int, int]) -> View:
    """A camera over the table's middle that sees as much of it as the timeline asks for."""
    height = view.width_mm * float(rng.uniform(0.95, 1.3))
    off, way = height * math.tan(math.radians(rng.uniform(0, TILT_DEG))), rng.uniform(0, 2 * math.pi)
    eye = (off * math.cos(way), off * math.sin(way), height)
    return View(eye, (0.0, 0.0), math.degrees(2 * math.atan(view.width_mm / 2 / height)), size_px)
