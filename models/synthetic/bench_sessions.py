"""``make bench-sessions``: whole games on tables never trained on, watched and judged; how many plays are right.

Twenty sessions: ten of two players, five of three, five of four; two decks of photographed cards and our own; wood,
cloth, light and white tables. ``python -m models.synthetic.bench_sessions --help``.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import repeat
from pathlib import Path

import cv2

from firmware.errors import HakamError
from models.synthetic.bench_words import line, mishap_line, summary
from models.synthetic.deck import Deck, load_deck
from models.synthetic.kept import keep
from models.synthetic.looked import Looked, kept_or, look_at, mark_of
from models.synthetic.mishaps import CAFE, CALM, Mishaps, only
from models.synthetic.own import own_deck
from models.synthetic.recipe import Recipe, Session, make_session
from models.synthetic.trial import Trial, through_eyes, through_witness
from models.synthetic.witness import LIKE_EYES, PERFECT

PLAYERS = (2, 3, 2, 4)  # in turn: of twenty sessions ten have two players, five three, five four
DECKS = ("spanish-castilian-1878", "spanish-castilian-basquetteur", "own")
SURFACES = ("wood", "cloth", "light", "white")
FIRST_SEED = 20_000  # the training's seeds are smaller
WITNESSES = {"perfect": PERFECT, "blurred": LIKE_EYES}


@dataclass(frozen=True, slots=True)
class Case:
    """One session of the bench."""

    number: int
    players: int
    deck: str
    surface: str
    seed: int
    deals: int
    fps: float
    mishaps: Mishaps = CALM


def cases(count: int, first_seed: int, deals: int, fps: float, mishaps: Mishaps = CALM) -> Iterator[Case]:
    """The sessions, each kind of table with each deck and each number of players in turn."""
    for n in range(count):
        surface = SURFACES[(n + n // 4) % 4]
        yield Case(n, PLAYERS[n % 4], DECKS[n % 3], surface, first_seed + n, deals, fps, mishaps)


def play(
    case: Case, decks: Path, witness: str | None, keep_in: Path | None = None, looks_in: Path | None = None
) -> Trial:
    """Make the session and have it watched; what was misread is kept in a folder, and nothing of it in the trial.

    Args:
        case: which session.
        decks: folder of the photographed decks.
        witness: who tells the referee what lies there; ``None``: the eyes.
        keep_in: where sessions are kept that were misread.
        looks_in: where the looks of all sessions are kept, and taken from.

    Raises:
        HakamError, OSError: if the deck cannot be read or the session not be kept.
    """
    cv2.setNumThreads(1)
    deck = Deck("none", "none", {}) if witness else _deck(case.deck, decks)
    session = _session(case, deck)
    if witness:
        trial = through_witness(session, blur=WITNESSES[witness], seed=case.seed)
    else:
        trial = through_eyes(session, _looked(case, deck, looks_in))
    if keep_in and not trial.exact:
        keep(keep_in, name(case), session.timeline, trial)
    return replace(trial, entries=())


def _looked(case: Case, deck: Deck, folder: Path | None) -> Looked:
    """What the eyes see of a session: looked at now, or as it is kept."""

    def look() -> Looked:
        return look_at(_session(case, deck))

    return kept_or(look, folder / f"{name(case)}-{mark_of(_session(case, deck))}.jsonl.gz") if folder else look()


def _session(case: Case, deck: Deck) -> Session:
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


def _deck(name: str, folder: Path) -> Deck:
    return own_deck() if name == "own" else load_deck(folder / name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench and print what came of it; 0 if it ran, 1 if it could not."""
    asked = _parser().parse_args(arguments)
    try:
        _print_all(_todo(asked), asked)
    except (HakamError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _todo(asked: argparse.Namespace) -> list[Case]:
    mishaps = only(asked.only) if asked.only else CAFE if asked.mishaps else CALM
    return list(cases(asked.sessions, asked.seeds, asked.deals, asked.fps, mishaps))


def _print_all(todo: Sequence[Case], asked: argparse.Namespace) -> None:
    witness = "perfect" if asked.perfect else "blurred" if asked.blurred else None
    trials: list[Trial] = []
    with ProcessPoolExecutor(asked.jobs) if asked.jobs > 1 else nullcontext() as pool:
        spread = pool.map if pool else map
        played = spread(play, todo, repeat(asked.decks), repeat(witness), repeat(asked.keep), repeat(asked.looks))
        for case, trial in zip(todo, played, strict=True):
            print(line(what(case), trial.result), flush=True)
            if trial.mishaps:
                print(mishap_line(trial.mishaps), flush=True)
            trials.append(trial)
    print("\n".join(("", *summary(trials))))


def name(case: Case) -> str:
    """What a kept session is called."""
    return f"{case.seed}-{case.players}-players"


def what(case: Case) -> str:
    """What a session is, in half a line."""
    return f"{case.number:2d}  seed {case.seed}  {case.players} players  {case.surface:6}  {case.deck:29}"


def _parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(
        prog="python -m models.synthetic.bench_sessions",
        description="Play, film and watch whole sessions and say how well they were understood.",
        epilog="example: python -m models.synthetic.bench_sessions --decks ../shared/decks --sessions 4",
    )
    words.add_argument("--decks", type=Path, default=Path("../shared/decks"), help="folder of the photographed decks")
    words.add_argument("--sessions", type=int, default=20, help="how many (default 20)")
    words.add_argument("--seeds", type=int, default=FIRST_SEED, help=f"the first seed (default {FIRST_SEED})")
    words.add_argument("--deals", type=int, default=1, help="at most so many deals each (default 1)")
    words.add_argument("--fps", type=float, default=10.0, help="pictures a second (default 10)")
    words.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    words.add_argument("--mishaps", action="store_true", help="with all that goes wrong on an evening at a café")
    words.add_argument("--only", metavar="KIND[=RATE],...", help="with these kinds of mishap alone")
    words.add_argument("--keep", metavar="DIR", type=Path, help="keep what the referee was shown where it was misread")
    words.add_argument("--looks", metavar="DIR", type=Path, help="keep all that the eyes saw there; use what is kept")
    blind = words.add_mutually_exclusive_group()
    blind.add_argument("--perfect", action="store_true", help="no pictures: the referee is told what lies there")
    blind.add_argument("--blurred", action="store_true", help="the same with the errors that eyes make")
    return words


if __name__ == "__main__":
    sys.exit(main())
