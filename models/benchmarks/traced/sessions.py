"""``make bench-traced-films``: whole deals as a path tracer films them.

The game, the ways of the arms and what goes wrong are those of :mod:`models.synthetic.play`; light, hands, table tops,
bent cards and camera are the tracer's. Nothing is trained on these films. Tracing one takes a quarter of an hour or
more; it is kept in a folder that ``hakam replay`` reads, and read again in a minute or two.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from firmware.errors import HakamError
from models.benchmarks.enrolment_decks import unseen_deck
from models.benchmarks.observation_cache import observe_session
from models.benchmarks.results import BenchmarkRun, add_option, write
from models.benchmarks.session_case import PLAYERS, enrolled_classifier
from models.benchmarks.session_report import figures, line, mishap_line, summary
from models.benchmarks.traced.kept_film import traced_session
from models.benchmarks.traced.table_tops import TABLE_TOPS
from models.benchmarks.trial import Trial, through_eyes
from models.synthetic.films.recipe import Recipe
from models.synthetic.play.mishaps import CAFE, CALM
from vision.locate import Locator

MODULE = "models.benchmarks.traced.sessions"
DECKS = ("cadiz-9201", "photo:grey-worn", "castilian-9202", "photo:squared-paper")
"""Two invented makers and two real packs, photographed; no network has seen any of them."""
TOPS = ("white marble", "wood", "white laminate", "white cloth", "gingham")
AT_HAND = replace(CAFE, bumped=0.0, lamp=0.0, thing=0.0)
"""What goes wrong with cards and hands: camera and light of a traced film are steady, and nothing else lies there."""
FIRST_SEED = 310_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Trace what is not kept yet, read all of it and print what came of it; 0 if it ran, 1 if it could not."""
    given = sys.argv[1:] if arguments is None else arguments
    asked = _parser().parse_args(given)
    try:
        trials = [_trial(recipe, asked) for recipe in recipes(asked)]
        print("\n".join(("", *summary(trials))))
        seeds = f"{asked.seeds} to {asked.seeds + asked.films - 1}"
        write(asked.result, BenchmarkRun("traced-sessions", _title(asked), MODULE, given, seeds), figures(trials))
    except (HakamError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def recipes(asked: argparse.Namespace) -> Iterator[Recipe]:
    """The films, each with another maker's cards, on another table, of two, three and four players in turn."""
    for n in range(asked.films):
        players, seed = PLAYERS[n % len(PLAYERS)], asked.seeds + n
        deck = unseen_deck(asked.only[n % len(asked.only)], asked.shared, Locator.load())
        top, mishaps = asked.tops[n % len(asked.tops)], AT_HAND if asked.mishaps else CALM
        yield Recipe(deck, seed, players, seed % players, 1, top, fps=asked.fps, mishaps=mishaps)


def _trial(recipe: Recipe, asked: argparse.Namespace) -> Trial:
    """Have a film watched that is kept or traced now."""
    session = traced_session(recipe, asked.keep)
    trial = through_eyes(
        session, observe_session(session, enrolled_classifier(recipe.deck) if asked.enrolled else None)
    )
    what = f"seed {recipe.seed}  {recipe.players} players  {recipe.surface:14}  {recipe.deck.name:22}"
    print(line(what, trial.result), flush=True)
    if trial.mishaps:
        print(mishap_line(trial.mishaps), flush=True)
    return trial


def _title(asked: argparse.Namespace) -> str:
    wrong, known = "with" if asked.mishaps else "without", "enrolled" if asked.enrolled else "at first sight"
    return f"Path-traced films {wrong} mishaps, {known}: {', '.join(asked.only)}; {asked.fps:g} pictures a second"


def _parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(
        prog=f"python -m {MODULE}", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--shared", type=Path, default=Path("../shared"), help="folder with decks and photos")
    words.add_argument("--only", nargs="+", default=DECKS, help="decks in turn (default %(default)s)")
    words.add_argument("--tops", nargs="+", choices=TABLE_TOPS, default=TOPS, help="kinds of table tops in turn")
    words.add_argument("--films", type=int, default=4, help="how many (default 4)")
    words.add_argument("--seeds", type=int, default=FIRST_SEED, help=f"the first seed (default {FIRST_SEED})")
    words.add_argument("--fps", type=float, default=4.0, help="pictures a second (default 4)")
    words.add_argument("--mishaps", action="store_true", help="with what goes wrong with cards and hands at a café")
    words.add_argument("--enrolled", action="store_true", help="each deck was shown to the eyes once before")
    words.add_argument("--keep", type=Path, default=Path("out/traced-films"), help="where films are kept")
    add_option(words)
    return words


if __name__ == "__main__":
    sys.exit(main())
