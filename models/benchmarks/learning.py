"""``make bench-learning``: decks that the network misnames on purpose, learned from the game; how many plays are right.

Each film is read at first sight, in two passes and, with ``--live``, as the deck is learned while it is played. The
looks of the films are kept, so that other code reads the same ones: ``python -m models.benchmarks.learning --help``.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from firmware.errors import HakamError
from models.benchmarks.deck_films import DeckFilm
from models.benchmarks.figures import Figure, events, per_thousand, share
from models.benchmarks.film_eyes import misnaming
from models.benchmarks.intervals import wilson
from models.benchmarks.learning_case import (
    FILMS,
    LEARNED_FROM,
    MISHAP_FILMS,
    LearningFilm,
    seen_of,
    session_of,
)
from models.benchmarks.learning_trial import PLAYS_A_DEAL, LearningTrial, doubted_in_vain, right_plays, tried
from models.benchmarks.results import BenchmarkRun, add_option, write
from models.benchmarks.runner import run
from models.benchmarks.trial import Trial

MODULE = "models.benchmarks.learning"
SETS = {"first": FILMS, "mishaps": MISHAP_FILMS}
FIRST_SEED = 11
"""Of the misnamings that are measured on; what the program does was tried on lower ones."""


@dataclass(frozen=True, slots=True)
class LearningCase:
    """One film, and how it is misnamed."""

    film: LearningFilm
    in_ten: int
    seed: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench and print what came of it; 0 if it ran, 1 if it could not."""
    given = sys.argv[1:] if arguments is None else arguments
    asked = _parser().parse_args(given)
    films = [film for film in SETS[asked.set] if not asked.only or film.deck in asked.only]
    seeds = range(asked.seeds, asked.seeds + asked.ways)
    todo = [LearningCase(film, asked.misnamed, seed) for seed in seeds for film in films]
    try:
        seen = partial(seen_of, shared=asked.shared, folder=asked.looks, identify=asked.identify)
        play = partial(_tried, seen=seen, live=asked.live)
        trials = [(case, _printed(case, trial)) for case, trial in run(play, todo, jobs=asked.jobs)]
        print("\n".join(("", *_by_deck(trials))))
        kind = "" if asked.set == "first" else f"{asked.set}-"
        kind += f"{asked.identify.stem}-" if asked.identify else ""
        name = f"learning-{kind}{asked.misnamed}-{asked.seeds}"
        of = f"{seeds[0]} to {seeds[-1]}"
        write(asked.result, BenchmarkRun(name, _title(asked, films), MODULE, given, of), _figures(trials))
    except (HakamError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _title(asked: argparse.Namespace, films: Sequence[LearningFilm]) -> str:
    known = ", ".join(film.deck for film in films if film.deck in LEARNED_FROM) or "none of them"
    learned = f"classifier {asked.identify.stem}" if asked.identify else f"classifier learned from {known}"
    wrong = f"{asked.misnamed} cards in ten misnamed" if asked.misnamed else "no card misnamed"
    mishaps = ", with mishaps" if asked.set == "mishaps" else ""
    return f"Decks learned by playing{mishaps}, {wrong}; {learned}"


def _tried(case: LearningCase, *, seen: Callable[[LearningFilm], DeckFilm], live: bool) -> LearningTrial:
    timeline = session_of(case.film).timeline
    return tried(seen(case.film), timeline, misnaming(case.in_ten, case.seed), live=live)


def _printed(case: LearningCase, trial: LearningTrial) -> LearningTrial:
    parts = [f"{name} {_told(one)}" for name, one in _readings([(case, trial)])]
    print(f"{case.film.deck:30s} way {case.seed}  {'; '.join(parts)}", flush=True)
    return trial


def _told(trials: Sequence[Trial]) -> str:
    plays = " + ".join(str(right) for trial in trials for right in right_plays(trial))
    results = [trial.result for trial in trials]
    exact, deals = sum(one.deals_exact for one in results), sum(one.deals for one in results)
    corrections = sum(trial.corrections for trial in trials)
    asked = sum(one.questions for one in results)
    told = f"questions {asked}, deals doubted {sum(len(trial.doubted) for trial in trials)}, corrections {corrections}"
    wrong = f"silent {sum(one.silent for one in results)}, not even marked {sum(one.unmarked for one in results)}"
    return f"{plays} right, deals exact {exact} of {deals}, {told}, {wrong}"


Trials = Sequence[tuple[LearningCase, LearningTrial]]


def _readings(trials: Trials) -> list[tuple[str, list[Trial]]]:
    """The readings of each kind."""
    live = [trial.live for _, trial in trials if trial.live]
    kinds = [("at first sight", [trial.first for _, trial in trials]), ("twice", [trial.second for _, trial in trials])]
    return [*kinds, *([("live", live)] if live else [])]


def _by_deck(trials: Trials) -> list[str]:
    """A row for each deck and reading, with the interval of its plays."""
    rows = []
    for deck in dict.fromkeys(case.film.deck for case, _ in trials):
        for name, ones in _readings([(case, trial) for case, trial in trials if case.film.deck == deck]):
            right, plays = _counted(ones)
            low, high = wilson(right / plays, plays)
            rows.append(f"{deck:30s} {name:15s} {right} of {plays} ({low:.1%} to {high:.1%})")
    return rows


def _counted(trials: Sequence[Trial], since: int = 0, until: int | None = None) -> tuple[int, int]:
    """How many plays have their seat and rank, of how many, in the deals from one to another."""
    deals = [right for trial in trials for right in right_plays(trial)[since:until]]
    return sum(deals), PLAYS_A_DEAL * len(deals)


def _figures(trials: Trials) -> list[Figure]:
    found: list[Figure] = []
    for name, ones in _readings(trials):
        deals = sum(one.result.deals for one in ones)
        found += [
            share(f"{name}: plays of the first deal", *_counted(ones, 0, 1), target=0.98),
            share(f"{name}: plays of later deals", *_counted(ones, 1), target=0.999),
            share(f"{name}: deals exact", sum(one.result.deals_exact for one in ones), deals, target=0.97),
            events(f"{name}: questions", sum(one.result.questions for one in ones), deals, unit="a deal", target=0.2),
            events(f"{name}: deals doubted", sum(len(one.doubted) for one in ones), deals, unit="a deal"),
            events(f"{name}: of them without an error", sum(map(doubted_in_vain, ones)), deals, unit="a deal"),
            _errors(f"{name}: silent errors", [one.result.silent for one in ones], deals),
            _errors(f"{name}: not even marked", [one.result.unmarked for one in ones], deals),
            events(f"{name}: corrections", sum(one.corrections for one in ones), deals, unit="a deal"),
        ]
    return found


def _errors(name: str, counts: Sequence[int], deals: int) -> Figure:
    return per_thousand(name, sum(counts), PLAYS_A_DEAL * deals, unit="plays")


def _parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(
        prog=f"python -m {MODULE}",
        description="Misname cards of a deck on purpose, surely and the same each time, and see whether it is learned.",
        epilog="example: python -m models.benchmarks.learning --misnamed 2 --ways 2 --only cadiz-1501",
    )
    words.add_argument("--shared", type=Path, default=Path("../shared"), help="folder with decks and photos")
    words.add_argument("--identify", type=Path, help="another classifier (.onnx) than the one that ships")
    words.add_argument("--looks", type=Path, default=Path("out/learning"), help="where the looks of the films are kept")
    words.add_argument("--set", choices=SETS, default="first", help="which films (default first)")
    words.add_argument("--misnamed", type=int, default=2, help="cards in ten that are misnamed (default 2)")
    words.add_argument("--ways", type=int, default=1, help="ways in which they are misnamed (default 1)")
    words.add_argument("--seeds", type=int, default=FIRST_SEED, help=f"of the first of them (default {FIRST_SEED})")
    words.add_argument("--only", metavar="NAME", nargs="+", help="films of these decks alone")
    words.add_argument("--live", action="store_true", help="as the deck is learned while it is played, too")
    words.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    add_option(words)
    return words


if __name__ == "__main__":
    sys.exit(main())
