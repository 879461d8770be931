"""How often an ordinary restart is asked about: the program is off for a moment, nobody plays meanwhile.

Recorded sessions are heard by a referee; before each look he is cut off, and the looks that follow are compared with
what he remembers, as after a start (:mod:`firmware.runtime.resume_check`). ``python -m models.benchmarks.restarts``.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from firmware.referee import Referee
from firmware.runtime.resume_check import ResumeCheck
from firmware.signals import TableObservation, Tick
from firmware.storage.export import read_export
from firmware.storage.moment import SETUPS
from models.benchmarks.figures import Figure, share
from models.benchmarks.played_sessions import SESSIONS
from models.benchmarks.results import BenchmarkRun, add_option, write

MODULE = "models.benchmarks.restarts"
TITLE = "Ordinary restarts: how often people are asked"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench; always 0."""
    given = sys.argv[1:] if arguments is None else arguments
    words = argparse.ArgumentParser(prog=f"python -m {MODULE}", description=TITLE)
    words.add_argument("--sessions", type=int, default=12, help="recorded ones (default %(default)s)")
    add_option(words)
    asked = words.parse_args(given)
    questions = list[str]()
    for path in sorted(SESSIONS.glob("*.jsonl.gz"))[: asked.sessions]:
        found = list(_questions(path))
        questions += found
        print(f"{path.name}: {sum(map(bool, found))} of {len(found)} restarts are asked about", flush=True)
    write(asked.result, BenchmarkRun("restarts", TITLE, MODULE, given), list(_figures(questions)))
    return 0


def _questions(path: Path) -> Iterator[str]:
    """What is asked after each restart of a session: empty where nothing is."""
    export = read_export(path)
    referee, signals = Referee(SETUPS.parse(export.header.setup)), [entry.signal for entry in export.entries]
    for number, signal in enumerate(signals):
        if isinstance(signal, TableObservation):
            check = ResumeCheck(referee.scoreboard.table, referee.seen_cards)
            yield _asked(check, signals[number:])
        if isinstance(signal, TableObservation | Tick):
            referee.feed(signal)


def _asked(check: ResumeCheck, signals: Sequence[object]) -> str:
    """What is asked till the looks are passed on."""
    for signal in signals:
        if isinstance(signal, TableObservation) and (check.passed([signal]) or check.question):
            break
    return check.question


def _figures(questions: Sequence[str]) -> Iterator[Figure]:
    yield share("restarts that are asked about", sum(map(bool, questions)), len(questions), target=0.0, aim="at most")


if __name__ == "__main__":
    sys.exit(main())
