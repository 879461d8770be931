"""From a recipe to a session: game, choreography, café and film, all from one seed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from models.synthetic.cards.deck import Deck
from models.synthetic.films.film import Film
from models.synthetic.films.setting import random_setting, random_view, session_surface
from models.synthetic.play.choreography import choreograph
from models.synthetic.play.mishaps import CALM, Mishaps
from models.synthetic.play.random_game import MOST_DEALS, play_game
from models.synthetic.play.table_habits import random_habits
from models.synthetic.play.timeline import Timeline
from vision.frame import Picture


@dataclass(frozen=True, slots=True, eq=False)
class Recipe:
    """All that a session depends on; the same recipe gives the same session, picture for picture.

    Attributes:
        deck: the cards.
        seed: of everything that is left to chance.
        players: 2, 3 or 4.
        dealer: the seat that deals first.
        deals: the most deals to play; fewer are played if somebody reaches the target before.
        surface: a name of :data:`models.synthetic.films.setting.SURFACES`.
        size_px: width and height of the pictures.
        fps: pictures a second, 4 to 30.
        steady: pictures come at equal intervals; otherwise as irregularly as from a busy computer.
        pace: 1 is a relaxed table, 2 twice as fast.
        clean: pictures without noise that compress well.
        mishaps: what goes wrong at the table, and how often.
    """

    deck: Deck
    seed: int
    players: int = 2
    dealer: int = 0
    deals: int = MOST_DEALS
    surface: str = "wood"
    size_px: tuple[int, int] = (1280, 720)
    fps: float = 10.0
    steady: bool = True
    pace: float = 1.0
    clean: bool = False
    mishaps: Mishaps = CALM


class Footage(Protocol):
    """Pictures of a timeline, drawn or traced when they are asked for."""

    def frame(self, t_ms: int) -> Picture:
        """The picture whose exposure ends at ``t_ms``, (H, W, 3) uint8 BGR."""
        ...

    def frames(self, times_ms: Iterable[int]) -> Iterator[tuple[int, Picture]]:
        """The times and pictures (H, W, 3) uint8 BGR."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Session:
    """A timeline and its film."""

    recipe: Recipe
    timeline: Timeline
    film: Footage
    times_ms: tuple[int, ...]

    def frames(self) -> Iterator[tuple[int, Picture]]:
        """Times and pictures (H, W, 3) uint8 BGR; to be gone through once, for noise goes on from frame to frame."""
        return self.film.frames(self.times_ms)


def make_session(recipe: Recipe) -> Session:
    """Play a game and act it out on a table; pictures are drawn when they are asked for."""
    rng = np.random.default_rng((recipe.seed, recipe.players))
    timeline = acted_out(recipe, rng)
    surface = session_surface(recipe.surface)
    setting = random_setting(rng, timeline.view, recipe.deck, surface, size_px=recipe.size_px, clean=recipe.clean)
    times = tuple(_times(timeline.end_ms, recipe, rng))
    return Session(recipe, timeline, Film(timeline, setting, recipe.seed), times)


def acted_out(recipe: Recipe, rng: np.random.Generator) -> Timeline:
    """Play a game and act it out; no picture is drawn.

    Args:
        recipe: of which no deck and no surface is needed.
        rng: of all chance.
    """
    script = play_game(rng, recipe.players, recipe.dealer, deals=recipe.deals)
    view = random_view(rng, recipe.size_px)
    return choreograph(script, rng, habits=random_habits(rng, recipe.pace), view=view, mishaps=recipe.mishaps)


def _times(end_ms: int, recipe: Recipe, rng: np.random.Generator) -> Iterator[int]:
    step, n, late = 1000 / recipe.fps, 0, 0.0
    while n * step + late < end_ms:
        yield round(n * step + late)
        n += 1
        late = 0.0 if recipe.steady else float(rng.uniform(0, 0.8)) * step
