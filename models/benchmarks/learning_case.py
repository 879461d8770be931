"""The films of the bench of learning: which decks, tables and players."""

from dataclasses import dataclass
from pathlib import Path

from models.benchmarks.deck_films import DeckFilm, eyes_fingerprint, load_or_film, look_at
from models.benchmarks.decks import deck_named
from models.synthetic.cards.deck import Deck
from models.synthetic.cards.photographed import photographed_deck
from models.synthetic.films.recipe import Recipe, Session, make_session
from models.synthetic.play.mishaps import CAFE, CALM, Mishaps
from models.training.identify.measure import classifier_at
from vision.locate import Locator

PHOTOGRAPHED = "photo:"
"""Before the name of a pack of ``photos/napoletane``."""
NO_DECK = Deck("none", "none", {})


@dataclass(frozen=True, slots=True)
class LearningFilm:
    """One film.

    Attributes:
        deck: ``photo:PACK`` or a name as :func:`models.benchmarks.decks.deck_named` takes it.
        surface: of the table.
        players: how many.
        deals: the most deals.
        seed: of all else.
        fps: pictures a second.
        mishaps: what goes wrong at the table, and how often.
    """

    deck: str
    surface: str
    players: int
    deals: int
    seed: int
    fps: float = 6.0
    mishaps: Mishaps = CALM

    @property
    def name(self) -> str:
        """What the kept looks are called."""
        kind = "" if self.mishaps == CALM else "-mishaps"
        film = f"{self.deck.replace(':', '-')}-{self.surface}-{self.players}-{self.deals}-{self.seed}-{self.fps:g}"
        return film + kind


FILMS = (
    LearningFilm("photo:red-dots-worn", "wood", 4, 2, 226_001),
    LearningFilm("cadiz-1501", "cloth", 2, 3, 226_002),
    LearningFilm("spanish-castilian-basquetteur", "light", 4, 2, 226_003),
    LearningFilm("castilian-502", "wood", 3, 2, 226_004),
    LearningFilm("photo:grey-worn", "cloth", 2, 2, 226_005),
    LearningFilm("cadiz-1502", "white", 3, 2, 226_006),
    LearningFilm("flat-506", "cloth", 4, 2, 236_004),
    LearningFilm("flat-508", "wood", 2, 2, 236_001),
)
MISHAP_FILMS = (
    LearningFilm("cadiz-1631", "cloth", 2, 2, 256_001, mishaps=CAFE),
    LearningFilm("cadiz-1632", "wood", 4, 2, 256_002, mishaps=CAFE),
    LearningFilm("cadiz-1633", "white", 3, 2, 256_003, mishaps=CAFE),
    LearningFilm("castilian-1631", "light", 2, 2, 256_004, mishaps=CAFE),
    LearningFilm("castilian-1632", "wood", 3, 2, 256_005, mishaps=CAFE),
    LearningFilm("flat-531", "cloth", 2, 2, 256_006, mishaps=CAFE),
    LearningFilm("flat-532", "light", 4, 2, 256_007, mishaps=CAFE),
    LearningFilm("photo:grey-worn", "wood", 3, 2, 256_008, mishaps=CAFE),
)
"""Films with all that goes wrong on an evening, of decks that no network has seen."""
LEARNED_FROM = ("photo:red-dots-worn", "spanish-castilian-basquetteur")
"""Of these the classifier learned from pictures of the same pack or deck; of the others it has seen none."""


def session_of(film: LearningFilm, deck: Deck = NO_DECK) -> Session:
    """What was played and how; it is the same for any deck."""
    dealer = film.seed % film.players
    where = film.players, dealer, film.deals, film.surface
    return make_session(Recipe(deck, film.seed, *where, fps=film.fps, mishaps=film.mishaps))


def seen_of(film: LearningFilm, shared: Path, folder: Path, identify: Path | None = None) -> DeckFilm:
    """What the eyes see of a film: as it is kept in ``folder``, or filmed now and kept there.

    Args:
        film: which.
        shared: the folder with ``decks`` and ``photos``.
        folder: where looks are kept.
        identify: another classifier (.onnx) than the one that ships.

    Raises:
        HakamError, OSError: if the deck cannot be read or nothing be kept.
    """
    path = folder / f"{film.name}-{eyes_fingerprint(identify)}.npz"
    return load_or_film(path, lambda: look_at(session_of(film, _deck(film.deck, shared)), classifier_at(identify)))


def _deck(name: str, shared: Path) -> Deck:
    if name.startswith(PHOTOGRAPHED):
        return photographed_deck(shared / "photos" / "napoletane" / name.removeprefix(PHOTOGRAPHED), Locator.load())
    return deck_named(name, shared / "decks")
