"""Where the detector's pictures come from: rendered stills with every deck and table top at hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from models.synthetic.cards.deck import Deck, deck_names, load_deck
from models.synthetic.cards.flat_faces import flat_deck
from models.synthetic.cards.makers import MOROCCAN_FROM
from models.synthetic.cards.own_deck import drawn_deck
from models.synthetic.films.played_stills import played_stills
from models.synthetic.scenes.hard_still import hard_still
from models.synthetic.scenes.still import Still, random_still
from models.synthetic.scenes.surface import Surface, draw_surfaces, load_surface
from models.training.locate.augment import StillSample
from models.training.locate.close import laid_out, near_view, photographs

SIZE_PX = (640, 384)
"""What the detector sees of a 16:9 picture."""

FAMILY_WEIGHTS = {"spanish": 6, "italian": 3, "french": 1}
"""How often a deck of each family is taken: 24 of the 33 licensed ones are French, Ronda is Spanish."""

IN_TURN = 8
"""Stills of one kind before those of the other: to play a deal takes as long as to draw three of its pictures."""

HARD, NEAR, REAL = 12, 3, 3
"""Hard stills, single cards that fill the picture, and pictures of photographs in a turn of about 34."""

DRAWN_SHARE, DRAWN_PX = 0.3, 300
"""Share of the pictures of tables that show a deck of an invented maker, a new one each turn, and its cards' height."""
DRAWN: tuple[tuple[str, int], ...] = (("castilian", 1), ("cadiz", 1), ("cadiz", MOROCCAN_FROM + 1), ("flat", 1))
DRAWN_MAKERS = 400
"""Patterns with the first of so many makers each: those that are measured on have seeds from 501."""

DRAWN_SURFACES, KEPT_BACK_FROM = 45, 900  # surfaces to learn from, and the first seed of those only measured on

DECKS_KEPT_BACK = ("spanish-castilian-basquetteur", "italian-piacentine-cuperativa", "french-berlin-gnome")
SURFACES_KEPT_BACK = (
    "metaworld-marble",
    "metaworld-white_marble_tile",
    "metaworld-wood3",
    "robosuite-gray-felt",
    "robosuite-white-plaster",
    "robosuite-wood-varnished-panels",
)
"""Never learned from: what the figures in ``model.toml`` were measured on."""


@dataclass(frozen=True, slots=True)
class StillMaker:
    """Draws samples; can be sent to another process, which then loads the pictures itself.

    Attributes:
        decks: folder of deck folders.
        surfaces: folder of table tops.
        kept_back: draw with the decks and surfaces kept back, and with no others.
        size_px: width and height of the pictures.
        photos: folder of the photographed packs; none are learned from where it does not exist or is not told.
    """

    decks: Path
    surfaces: Path
    kept_back: bool = False
    size_px: tuple[int, int] = SIZE_PX
    photos: Path | None = None

    def __call__(self, rng: np.random.Generator) -> Iterator[StillSample]:
        """Samples without end, the kinds in turn: laid out by chance, of played sessions, hard, near, photographed."""
        while True:
            drawn = invented(rng)
            yield from (sample_of(self.still(rng, drawn)) for _ in range(IN_TURN))
            yield from map(sample_of, self.played(rng, IN_TURN, drawn))
            yield from (sample_of(self.hard(rng, drawn)) for _ in range(HARD))
            yield from (near_view(rng, sample_of(self.hard(rng, drawn))) for _ in range(NEAR))
            if self.photos is not None and self.photos.is_dir():
                yield from (laid_out(rng, photographs(self.photos)) for _ in range(REAL))

    def still(self, rng: np.random.Generator, also: Deck | None = None) -> Still:
        """One still, laid out by chance, with its whole truth; ``also``: a deck that it may be of besides."""
        return random_still(rng, *self._material(rng, also), self.size_px)

    def hard(self, rng: np.random.Generator, also: Deck | None = None) -> Still:
        """One still in which cards are hard to find, with its whole truth; ``also`` as in :meth:`still`."""
        return hard_still(rng, *self._material(rng, also), self.size_px)

    def played(self, rng: np.random.Generator, count: int, also: Deck | None = None) -> Iterator[Still]:
        """Stills of one played deal with their truth.

        Args:
            rng: of all chance.
            count: how many.
            also: as in :meth:`still`.
        """
        return played_stills(rng, *self._material(rng, also), self.size_px, count)

    def _material(self, rng: np.random.Generator, also: Deck | None) -> tuple[Sequence[Deck], Sequence[Surface]]:
        """Decks and surfaces to draw with; sometimes ``also`` is the only deck."""
        decks, surfaces = _loaded(self.decks, self.surfaces, self.kept_back)
        return ([also] if also is not None and rng.random() < DRAWN_SHARE else decks), surfaces


def invented(rng: np.random.Generator) -> Deck:
    """The deck of some invented maker."""
    pattern, first = DRAWN[int(rng.integers(len(DRAWN)))]
    seed = first + int(rng.integers(DRAWN_MAKERS))
    return flat_deck(seed, DRAWN_PX) if pattern == "flat" else drawn_deck(pattern, seed, DRAWN_PX)


@cache
def _loaded(decks: Path, surfaces: Path, kept_back: bool) -> tuple[Sequence[Deck], Sequence[Surface]]:
    """Decks, as often as their family's weight, and surfaces."""
    names = [name for name in deck_names(decks) if (name in DECKS_KEPT_BACK) == kept_back]
    loaded = [load_deck(decks / name) for name in names]
    tops = [path for path in sorted(surfaces.glob("*.jpg")) if (path.stem in SURFACES_KEPT_BACK) == kept_back]
    drawn = draw_surfaces(9, KEPT_BACK_FROM) if kept_back else draw_surfaces(DRAWN_SURFACES)
    weighted = [deck for deck in loaded for _ in range(FAMILY_WEIGHTS[deck.family])]
    return weighted, [*(load_surface(path) for path in tops), *drawn]


def sample_of(still: Still) -> StillSample:
    """A still as the detector's training sees it: corner coordinates count from the picture's very edge."""
    corners = np.array([card.corners_px for card in still.cards], np.float32).reshape(-1, 4, 2) + 0.5
    visible = np.array([card.visible for card in still.cards], np.float32)
    return StillSample(still.picture, corners, visible, still.hand_mask)
