"""One session of the bench: which it is, how it is watched, and what came of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from models.benchmarks.decks import KNOWN, deck_named
from models.benchmarks.failure_dump import dump_failure
from models.benchmarks.observation_cache import CachedObservations, fingerprint_of, load_or_make, observe_session
from models.benchmarks.trial import Trial, through_eyes, through_simulator
from models.synthetic.cards.deck import Deck
from models.synthetic.films.recipe import Recipe, Session, make_session
from models.synthetic.play.detection_simulator import LIKE_EYES, PERFECT
from models.synthetic.play.mishaps import CALM, Mishaps
from models.synthetic.scenes.enrolment import enrolled
from models.synthetic.scenes.surface import draw_surface
from vision.identify import Classifier, Identifier
from vision.locate import Locator

PLAYERS = (2, 3, 2, 4)  # in turn: of twenty sessions ten have two players, five three, five four
SURFACES = ("wood", "cloth", "light", "white")
KITCHEN_SEED = 991  # of a surface that neither the training's tables nor a session's are drawn from
FIRST_SEED = 223_000  # the training's seeds are smaller
DETECTION_ERRORS = {"perfect": PERFECT, "blurred": LIKE_EYES}


@dataclass(frozen=True, slots=True)
class SessionCase:
    """One session of the bench."""

    number: int
    players: int
    deck: str
    surface: str
    seed: int
    deals: int
    fps: float
    mishaps: Mishaps = CALM


def cases(
    count: int, first_seed: int, deals: int, fps: float, mishaps: Mishaps = CALM, *, decks: Sequence[str] = KNOWN
) -> Iterator[SessionCase]:
    """The sessions, each kind of table with each deck and each number of players in turn.

    Args:
        count: how many.
        first_seed: of the first session; the others follow.
        deals: the most deals of a session.
        fps: pictures a second.
        mishaps: what goes wrong, and how often.
        decks: their names, as :func:`models.benchmarks.decks.deck_named` takes them.
    """
    for n in range(count):
        surface = SURFACES[(n + n // 4) % 4]
        yield SessionCase(n, PLAYERS[n % 4], decks[n % len(decks)], surface, first_seed + n, deals, fps, mishaps)


@dataclass(frozen=True, slots=True)
class TrialOptions:
    """How the sessions are watched.

    Attributes:
        decks: folder of the photographed decks.
        simulator: who tells the referee what lies there; ``None``: the eyes.
        enrolled: whether the eyes know the deck.
        dump_in: where sessions are kept that were misread.
        cache_in: where the looks of all sessions are kept, and taken from.
    """

    decks: Path
    simulator: str | None = None
    enrolled: bool = False
    dump_in: Path | None = None
    cache_in: Path | None = None


def play(case: SessionCase, setting: TrialOptions) -> Trial:
    """Make the session and have it watched; what was misread is kept in a folder, and nothing of it in the trial.

    Raises:
        HakamError, OSError: if the deck cannot be read or the session not be kept.
    """
    cv2.setNumThreads(1)
    deck = Deck("none", "none", {}) if setting.simulator else deck_named(case.deck, setting.decks)
    session = _session(case, deck)
    if setting.simulator:
        trial = through_simulator(session, errors=DETECTION_ERRORS[setting.simulator], seed=case.seed)
    else:
        trial = through_eyes(session, _observed(case, deck, setting))
    if setting.dump_in and not trial.exact:
        dump_failure(setting.dump_in, name(case), session.timeline, trial)
    return replace(trial, entries=())


def _observed(case: SessionCase, deck: Deck, setting: TrialOptions) -> CachedObservations:
    """What the eyes see of a session: looked at now, or as it is kept."""

    def look() -> CachedObservations:
        return observe_session(_session(case, deck), enrolled_classifier(deck) if setting.enrolled else None)

    if setting.cache_in is None:
        return look()
    known = "-enrolled" if setting.enrolled else ""
    return load_or_make(look, setting.cache_in / f"{name(case)}{known}-{fingerprint_of(_session(case, deck))}.jsonl.gz")


def enrolled_classifier(deck: Deck) -> Classifier:
    """Who names the cards of a deck that its owner has shown once, on his kitchen table."""
    return enrolled(deck, draw_surface("wood", KITCHEN_SEED), Locator.load(), Identifier.load())[0]


def _session(case: SessionCase, deck: Deck) -> Session:
    recipe = Recipe(
        deck,
        case.seed,
        case.players,
        case.seed % case.players,
        case.deals,
        case.surface,
        fps=case.fps,
        steady=case.number % 2 == 0,
        mishaps=case.mishaps,
    )
    return make_session(recipe)


def name(case: SessionCase) -> str:
    """What a kept session is called."""
    return f"{case.seed}-{case.players}-players"


def what(case: SessionCase) -> str:
    """What a session is, in half a line."""
    return f"{case.number:2d}  seed {case.seed}  {case.players} players  {case.surface:6}  {case.deck:29}"
