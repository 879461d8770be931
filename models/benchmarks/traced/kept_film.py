"""Traced films kept in a folder: each picture is traced once."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from models.synthetic.films.recipe import Recipe, Session, acted_out
from models.synthetic.films.session_folder import eventful, write_words
from models.synthetic.play.timeline import Timeline
from vision.frame import Picture

if TYPE_CHECKING:
    from models.benchmarks.traced.film import TracedFilm

QUALITY = 95
"""Of the kept JPEG files: what the camera's own has left stays."""


class KeptFootage:
    """Pictures from a folder; those that are not there are traced and kept."""

    def __init__(self, folder: Path, recipe: Recipe, timeline: Timeline) -> None:
        """Trace nothing yet.

        Args:
            folder: of a session, is there.
            recipe: with the kind of table top as its surface.
            timeline: what happens.
        """
        self._folder, self._recipe, self._timeline = folder / "frames", recipe, timeline
        self._folder.mkdir(exist_ok=True)

    def frames(self, times_ms: Iterable[int]) -> Iterator[tuple[int, Picture]]:
        """The times and pictures (H, W, 3) uint8 BGR."""
        return ((t_ms, self.frame(t_ms)) for t_ms in times_ms)

    def frame(self, t_ms: int) -> Picture:
        """The picture whose exposure ends at ``t_ms``, (H, W, 3) uint8 BGR."""
        path = self._folder / f"{t_ms:07d}.jpg"
        if not path.exists():
            cv2.imwrite(str(path), self._film.frame(t_ms), (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
        return np.asarray(cv2.imread(str(path)), np.uint8)

    @cached_property
    def _film(self) -> "TracedFilm":
        from models.benchmarks.traced.setting import traced_film  # noqa: PLC0415 - the tracer is an extra

        return traced_film(self._recipe, self._timeline)


def traced_session(recipe: Recipe, keep: Path) -> Session:
    """A deal on a traced table.

    Args:
        recipe: with the kind of table top as its surface.
        keep: the folder in which films are kept.
    """
    timeline = acted_out(recipe, np.random.default_rng((recipe.seed, recipe.players)))
    folder = keep / f"{recipe.seed} {recipe.players} {recipe.deck.name} {recipe.surface}"
    write_words(timeline, folder)
    steps = tuple(range(0, timeline.end_ms, round(1000 / recipe.fps)))
    return Session(recipe, timeline, KeptFootage(folder, recipe, timeline), tuple(eventful(timeline, steps)))
