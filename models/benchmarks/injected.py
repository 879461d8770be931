"""Faults injected into played sessions, through the real code: is the final score the true one each time?

Each session is a film that a referee watches as ``hakam run`` does: the real camera thread, loop, buttons, devices and
journal, on a clock of the bench; the eyes are real on the bundled film (``--films``), else what real eyes saw of other
films. In the middle of the deal one fault begins and ends, by a seeded plan. People either wait until it is over or go
on playing meanwhile. ``python -m models.benchmarks.injected --help``.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import cv2

from firmware.replaying.sources import demo_folder
from models.benchmarks.faulty_camera import SPOILERS, FilmFault
from models.benchmarks.faulty_table import DEVICES, RESTARTS, SHORT, FaultyTable, InjectedOutcome
from models.benchmarks.figures import Figure, share
from models.benchmarks.played_sessions import PlayedSession, filmed, recorded_sessions
from models.benchmarks.results import BenchmarkRun, add_option, write

MODULE = "models.benchmarks.injected"
TITLE = "Faults injected into played sessions"
NONE = "no fault"
CAMERA = (
    "pulled out", "close raises", "stalled", "hangs", "frozen", "frozen, packed anew",
    "stamp ten years ahead", "stamp ten years behind", "half as many pictures",
)  # fmt: skip
KINDS = (NONE, *SPOILERS, *CAMERA, *DEVICES, *RESTARTS, "no memory", SHORT)
EYES = ("glare", "noise", "covered", "blurred")
"""Only real eyes can tell these."""
PICTURES = ("lamp out", "white", "glare", "noise", "covered", "blurred", "half the size", "another shape")
"""What is tried on the film with the real eyes."""
LASTS_S = (5.0, 15.0)
HANGS_S = 30.0
PEOPLE = MappingProxyType({"wait": (False,), "play-on": (True,), "both": (False, True)})
MEMORY = Path("/dev/shm")
"""Where there is a disk in memory: journals on other disks are tried by ``models.benchmarks.kills``."""


@dataclass(frozen=True, slots=True)
class InjectedFault:
    """One session with a fault, and what came of it."""

    film: str
    fault: FilmFault
    outcome: InjectedOutcome
    truth: tuple[int, ...]

    @property
    def survived(self) -> bool:
        """Whether the program went on, and the final score is the true one, at the latest once people have answered."""
        return self.outcome.is_right(self.truth)

    @property
    def silent(self) -> bool:
        """Whether the final score is wrong without a word: nothing is asked in the end, and it is not marked."""
        return not self.survived and not self.outcome.crashed and not self.outcome.unsure


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench; 1 if a final score was wrong where people waited."""
    given = sys.argv[1:] if arguments is None else arguments
    asked = _parser().parse_args(given)
    cv2.setNumThreads(1)
    played = (
        [filmed("bundled", demo_folder())]
        if asked.films
        else recorded_sessions(asked.sessions)[-1 if asked.last else 0 :]
    )
    kinds, on = (
        asked.only or (PICTURES if asked.films else [kind for kind in KINDS if kind not in EYES]),
        PEOPLE[asked.people],
    )
    plan = _plan(played * asked.moments, asked.seed, kinds, asked.lasts, on)
    trials = list(_told(_trial(session, fault, asked.seed) for session, fault in plan))
    write(asked.result, BenchmarkRun("injected", TITLE, MODULE, given, str(asked.seed)), list(_figures(trials)))
    return int(any(not one.survived and not one.fault.played_on for one in trials))


def _plan(
    sessions: Sequence[PlayedSession], seed: int, kinds: Sequence[str], lasts: Sequence[float], on: Sequence[bool]
) -> Iterator[tuple[PlayedSession, FilmFault]]:
    """Each fault in each session, for each time, at a moment of its own near the middle of the deal."""
    rng = random.Random(seed)
    for kind in KINDS:
        for session in sessions:
            for lasts_s in (HANGS_S,) if kind == "hangs" else lasts:
                for played_on in on:
                    at_s = round(4 * rng.uniform(session.middle_s - 20, session.middle_s + 20)) / 4
                    if kind in kinds and (kind != NONE or (lasts_s, played_on) == (lasts[0], on[0])):
                        yield session, FilmFault(kind, at_s, lasts_s, played_on)


def _trial(session: PlayedSession, fault: FilmFault, seed: int) -> InjectedFault:
    with tempfile.TemporaryDirectory(prefix="hakam-injected-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        outcome = FaultyTable(Path(folder), session, fault, seed).run()
    return InjectedFault(session.name, fault, outcome, session.scores)


def _told(trials: Iterator[InjectedFault]) -> Iterator[InjectedFault]:
    for one in trials:
        fault, came = one.fault, one.outcome
        people = "played on" if fault.played_on else "waited"
        times = f"noticed {came.noticed_s}, recovered {came.recovered_s} s, {came.questions} questions"
        came_out = "right" if one.survived else "SILENT" if one.silent else "WRONG"
        print(
            f"{came_out:6} {one.film:16} {fault.kind:24} {fault.at_s:6.2f} s, {fault.lasts_s:4.0f} s {people:9} "
            f"{came.scores}, answered {came.answered} of {one.truth}; {times}; "
            f"{came.crashed}{' starved' if came.starved else ''} ended {came.ended} times {came.compared} {came.shown}",
            flush=True,
        )
        yield one


def _figures(trials: Sequence[InjectedFault]) -> Iterator[Figure]:
    for played_on, people, target in ((False, "people wait", 1.0), (True, "people play on", None)):
        some = [one for one in trials if one.fault.played_on == played_on and one.fault.kind != NONE]
        if some:
            yield share(f"final scores right, {people}", sum(one.survived for one in some), len(some), target=target)
            at_once = sum(one.survived and one.outcome.scores == one.truth for one in some)
            yield share(f"of these without an answer, {people}", at_once, len(some))
            silent = sum(one.silent for one in some)
            yield share(f"wrong and neither asked nor marked, {people}", silent, len(some), target=0.0, aim="at most")
        for kind in KINDS:
            of = [one for one in some if one.fault.kind == kind]
            if of:
                yield share(f"{kind}, {people}", sum(one.survived for one in of), len(of), target=target)
    told = [one for one in trials if one.outcome.recovered_s is not None]
    if told:
        worst = max(one.outcome.recovered_s or 0.0 for one in told)
        yield Figure(name="worst recovery after the end of a fault", value=worst, unit="s", n=len(told))
    yield share("the program went on", sum(not one.outcome.crashed for one in trials), len(trials), target=1.0)


def _parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(prog=f"python -m {MODULE}", description=TITLE)
    words.add_argument(
        "--films", action="store_true", help="the bundled film through the real eyes; else recorded looks"
    )
    words.add_argument("--sessions", type=int, default=12, help="recorded ones, how many (default %(default)s)")
    words.add_argument("--moments", type=int, default=1, help="in each session and fault (default %(default)s)")
    words.add_argument("--last", action="store_true", help="the last of these sessions alone")
    words.add_argument("--lasts", nargs="+", type=float, default=LASTS_S, metavar="S", help="how long faults last")
    words.add_argument("--people", choices=PEOPLE, default="both", help="what they do meanwhile (default %(default)s)")
    words.add_argument("--seed", type=int, default=1, help="of the moments and the noise (default %(default)s)")
    words.add_argument("--only", nargs="+", choices=KINDS, metavar="FAULT", help=f"some of: {', '.join(KINDS)}")
    add_option(words)
    return words


if __name__ == "__main__":
    sys.exit(main())
