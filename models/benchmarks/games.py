"""``make bench-games``: whole matches with announcements, claims, late and wrong presses and mishaps, by all presets.

The unit is the game: whose score was exact at the end, and at every moment. No pictures are drawn: simulated eyes make
the errors that eyes make. ``--split test`` plays matches that each release draws anew and that nobody looks at between;
``fit`` and ``tune`` are for fitting and for choosing. ``python -m models.benchmarks.games --help``.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path

import numpy as np

from firmware.errors import HakamError
from models.benchmarks.figures import Figure, events, per_thousand, share
from models.benchmarks.game_trial import GameTrial, judged_game, keep
from models.benchmarks.mistakes import blamed
from models.benchmarks.results import BenchmarkRun, add_option, write
from models.benchmarks.runner import run
from models.benchmarks.score import Result
from models.synthetic.films.witnessed import Split, seed_of, witnessed_match
from models.training.judgement.fit import calibration_error

MODULE = "models.benchmarks.games"
SURE = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01)
"""How sure the referee was of a deal, in ranges: a row for each."""
MEAN, RIGHT = "how sure it was of the deal, in the mean, from", "how often it was right about it, from"
"""What the names of its two figures begin with."""
TITLE = "Witnessed matches with mishaps, announcements and presses, by all presets with one pack"


def play(seed: int, kept_in: Path | None = None, *, answers: bool = False) -> GameTrial:
    """Play a match and have it refereed.

    Args:
        seed: of all chance.
        kept_in: the folder where it is kept if it is misread.
        answers: people answer what is asked, truthfully; else nobody does.

    Raises:
        HakamError, OSError: if it cannot be kept.
    """
    witnessed = witnessed_match(seed)
    trial = judged_game(witnessed, answers=answers)
    if kept_in is not None:
        keep(kept_in, f"{seed}", witnessed, trial)
    return replace(trial, trial=None)


def line(trial: GameTrial) -> str:
    """A match in one line."""
    r = trial.result
    how = "exact" if trial.exact else "WRONG"
    how += "" if trial.told else f", {trial.wrong_ms / 1000:.0f} s wrong unmarked"
    plays = f"{r.rank_right} of {r.plays} plays, {r.missed} missed, {r.invented} invented, {r.silent} silent"
    plays += f", deals doubted {', '.join(map(str, trial.doubted))}" if trial.doubted else ""
    return f"{trial.seed} {trial.rules:15} {trial.players} players  {how}  {plays}, {r.questions} questions"


def figures(trials: Sequence[GameTrial]) -> list[Figure]:
    """What the result file says of at least one match."""
    total, games = sum((trial.result for trial in trials), Result()), len(trials)
    minutes = sum(trial.watched_ms for trial in trials) / 60_000
    return [
        share("games exact at the end", sum(trial.exact for trial in trials), games, target=0.99),
        share("games exact at every moment", sum(trial.always for trial in trials), games),
        share("games exact, and at every moment right or marked", sum(trial.told for trial in trials), games),
        share("plays with the right seat and rank", total.rank_right, total.plays),
        per_thousand("silent errors, none about that play", total.silent, total.plays, unit="plays", target=0.4),
        per_thousand("silent errors, no question open at the end", total.unasked, total.plays, unit="plays"),
        events("questions", total.questions, games, unit="a game", target=1.0),
        events("deals doubted", sum(len(trial.doubted) for trial in trials), games, unit="a game"),
        events("corrections", sum(trial.corrections for trial in trials), games, unit="a game"),
        Figure(name="expected calibration error of what is told", value=_calibration(trials), aim="under", target=0.02),
        Figure(
            name="a wrong score without a mark",
            value=sum(trial.wrong_ms for trial in trials) / 1000 / max(minutes, 1e-9),
            unit="seconds in a minute",
        ),
        *reliability(trials),
    ]


def _calibration(trials: Sequence[GameTrial]) -> float:
    shares = np.array([one for trial in trials for one in trial.shares]).reshape(-1, 2)
    return calibration_error(shares[:, 0], shares[:, 1])


def reliability(trials: Sequence[GameTrial]) -> Iterator[Figure]:
    """How often the referee was right about a deal whenever it told a play and was so sure of it."""
    told = [one for trial in trials for one in trial.shares]
    for low, high in pairwise(SURE):
        there = [one for one in told if low <= one.share < high]
        if there:
            mean = sum(one.share for one in there) / len(there)
            right = sum(one.right for one in there)
            span = f"{low:.0%} to {min(high, 1):.0%}"
            yield Figure(name=f"{MEAN} {span}", value=mean, unit="share", n=len(there))
            yield share(f"{RIGHT} {span}", right, len(there))


def points(figures: Sequence[Figure]) -> list[tuple[float, float, tuple[float, float]]]:
    """Of each range of shares how sure it was in the mean, how often right, and the interval of that."""
    sure, right = ([one for one in figures if one.name.startswith(name)] for name in (MEAN, RIGHT))
    return [(mean.value, one.value, one.interval) for mean, one in zip(sure, right, strict=True) if one.interval]


def summary(trials: Sequence[GameTrial]) -> Iterator[str]:
    """All matches together."""
    for figure in figures(trials):
        yield f"{figure.name:50} {_value(figure)}"
    blames = sum((blamed(trial.mistakes[:1], trial.mishaps) for trial in trials), Counter[str]())
    yield "nearest to the first mistake of a game: " + ", ".join(f"{kind} {n}" for kind, n in blames.most_common())


def _value(figure: Figure) -> str:
    scale, unit = (100, "%") if figure.unit == "share" else (1, f" {figure.unit}")
    span = f" ({figure.interval[0] * scale:.3g} to {figure.interval[1] * scale:.3g})" if figure.interval else ""
    count = f", {figure.count} of {figure.n}" if figure.count is not None else ""
    return f"{figure.value * scale:.3g}{unit}{span}{count}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench and print what came of it; 0 if it ran, 1 if it could not."""
    given = sys.argv[1:] if arguments is None else arguments
    asked = _parser().parse_args(given)
    seeds = [seed_of(asked.split, asked.skip + n, asked.release) for n in range(asked.games)]
    try:
        trials = list(_played(partial(play, kept_in=asked.keep, answers=asked.answer), seeds, asked))
        of = f"{asked.split} {asked.skip} to {asked.skip + len(trials) - 1} of release {asked.release}"
        name, title = f"games-{asked.split}", TITLE
        if asked.answer:
            name, title = f"{name}-answered", f"{TITLE}; each question is answered truthfully"
        write(asked.result, BenchmarkRun(name, title, MODULE, given, of, f"images/{name}.svg"), figures(trials))
    except (HakamError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(summary(trials)))
    return 0


def _played(how: Callable[[int], GameTrial], seeds: Sequence[int], asked: argparse.Namespace) -> Iterator[GameTrial]:
    for _, trial in run(how, seeds, jobs=asked.jobs, batch=1, minutes=asked.minutes):
        print(line(trial), flush=True)
        yield trial


def _parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(prog=f"python -m {MODULE}", description=__doc__)
    words.add_argument("--split", type=Split, choices=list(Split), default=Split.TUNE, help="which (default tune)")
    words.add_argument("--games", type=int, default=100, help="how many (default %(default)s)")
    words.add_argument("--skip", type=int, default=0, help="leave out so many of the first")
    words.add_argument("--jobs", type=int, default=1, help="processes (default %(default)s)")
    words.add_argument("--minutes", type=float, default=1e6, help="begin no more after so long")
    words.add_argument("--keep", metavar="DIR", type=Path, help="keep what was misread, to be replayed")
    words.add_argument("--answer", action="store_true", help="people answer what is asked, truthfully; else nobody")
    words.add_argument("--release", default=version("hakam"), help="whose test matches (default: this one's)")
    add_option(words)
    return words


if __name__ == "__main__":
    sys.exit(main())
