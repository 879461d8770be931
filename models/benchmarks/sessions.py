"""``make bench-sessions``: whole games on tables never trained on, watched and judged; how many plays are right.

Twenty sessions: ten of two players, five of three, five of four; wood, cloth, light and white tables; two decks of
photographed cards and our own, all of which the classifier learned from, or others (``--only``, ``--unknown``):
``python -m models.benchmarks.sessions --help``.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from firmware.errors import HakamError
from models.benchmarks.decks import KNOWN, UNKNOWN, kind_of_decks
from models.benchmarks.results import BenchmarkRun, add_option, write
from models.benchmarks.runner import run
from models.benchmarks.session_case import FIRST_SEED, SessionCase, TrialOptions, cases, play, what
from models.benchmarks.session_report import by_group, figures, line, mishap_line, summary
from models.benchmarks.trial import Trial
from models.synthetic.play.mishaps import CAFE, CALM, only

MODULE = "models.benchmarks.sessions"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench and print what came of it; 0 if it ran, 1 if it could not."""
    given = sys.argv[1:] if arguments is None else arguments
    asked = _parser().parse_args(given)
    try:
        trials = _print_all(_todo(asked), asked)
        first = asked.seeds + asked.skip
        seeds = f"{first} to {first + len(trials) - 1}"
        if trials:
            write(asked.result, BenchmarkRun(f"sessions-{first}", _title(asked), MODULE, given, seeds), figures(trials))
    except (HakamError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _todo(asked: argparse.Namespace) -> list[SessionCase]:
    mishaps = only(asked.mishap) if asked.mishap else CAFE if asked.mishaps else CALM
    return list(cases(asked.skip + asked.sessions, asked.seeds, asked.deals, asked.fps, mishaps, decks=_decks(asked)))[
        asked.skip :
    ]


def _decks(asked: argparse.Namespace) -> tuple[str, ...]:
    return tuple(asked.only or (UNKNOWN if asked.unknown else KNOWN))


def _title(asked: argparse.Namespace) -> str:
    """What sort of sessions they are, in words."""
    seen = "perfectly seen" if asked.perfect else "simulated detections" if asked.blurred else "real eyes"
    wrong = f"only {asked.mishap}" if asked.mishap else "with mishaps" if asked.mishaps else "without mishaps"
    known = ", enrolled decks" if asked.enrolled else ""
    blind = asked.perfect or asked.blurred
    decks = "" if blind else f", {kind_of_decks(_decks(asked))}"
    return f"Rendered sessions {wrong}, {seen}{known}{decks}, {asked.fps:g} pictures a second"


def _print_all(todo: Sequence[SessionCase], asked: argparse.Namespace) -> list[Trial]:
    """Run the sessions, each told in a line as soon as it is over."""
    simulator = "perfect" if asked.perfect else "blurred" if asked.blurred else None
    setting = TrialOptions(asked.decks, simulator, asked.enrolled, asked.keep, asked.looks)
    trials: list[Trial] = []
    for case, trial in run(partial(play, setting=setting), todo, jobs=asked.jobs):
        print(line(what(case), trial.result), flush=True)
        if trial.mishaps:
            print(mishap_line(trial.mishaps), flush=True)
        trials.append(trial)
    groups = [case.deck for case in todo], [f"on {case.surface}" for case in todo]
    print("\n".join(("", *summary(trials), *(row for names in groups for row in by_group(names, trials)))))
    return trials


def _parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(
        prog=f"python -m {MODULE}",
        description="Play, film and watch whole sessions and say how well they were understood.",
        epilog="example: python -m models.benchmarks.sessions --decks ../shared/decks --sessions 4",
    )
    words.add_argument("--decks", type=Path, default=Path("../shared/decks"), help="folder of the photographed decks")
    words.add_argument("--sessions", type=int, default=20, help="how many (default 20)")
    words.add_argument("--skip", type=int, default=0, help="leave out so many of the first (default 0)")
    words.add_argument("--seeds", type=int, default=FIRST_SEED, help=f"the first seed (default {FIRST_SEED})")
    words.add_argument("--deals", type=int, default=1, help="at most so many deals each (default 1)")
    words.add_argument("--fps", type=float, default=10.0, help="pictures a second (default 10)")
    words.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    words.add_argument("--mishaps", action="store_true", help="with all that goes wrong on an evening at a café")
    words.add_argument("--mishap", metavar="KIND[=RATE],...", help="with these kinds of mishap alone")
    words.add_argument("--only", metavar="NAME", nargs="+", help="with these decks, of the folder or as cadiz-1501")
    words.add_argument(
        "--unknown", action="store_true", help=f"with decks that no network has seen: {' '.join(UNKNOWN)}"
    )
    words.add_argument("--keep", metavar="DIR", type=Path, help="keep what the referee was shown where it was misread")
    words.add_argument("--enrolled", action="store_true", help="each deck was shown to the eyes once before")
    words.add_argument("--looks", metavar="DIR", type=Path, help="keep all that the eyes saw there; use what is kept")
    add_option(words)
    blind = words.add_mutually_exclusive_group()
    blind.add_argument("--perfect", action="store_true", help="no pictures: the referee is told what lies there")
    blind.add_argument("--blurred", action="store_true", help="the same with the errors that eyes make")
    return words


if __name__ == "__main__":
    sys.exit(main())
