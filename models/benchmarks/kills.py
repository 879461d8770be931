"""``make bench-kills``: the referee is killed in the middle of a session, again and again, and has to go on.

``hakam run`` watches a recording that goes on by the clock, as a table does; at random moments it gets SIGKILL and is
started again. Each time is measured how long it takes until it has looked at a picture; that every event it had told is
in the journal; and that it goes on with the score and the plays that the journal gives from its beginning.
``python -m models.benchmarks.kills --help``.
"""

import argparse
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from firmware.events import Doubt
from firmware.presentation.json_lines import resumed_line
from firmware.referee import Referee
from firmware.replaying.sources import demo_folder
from firmware.storage.journal import Journal
from firmware.storage.moment import SETUPS
from models.benchmarks.figures import Figure, quantile, share
from models.benchmarks.results import BenchmarkRun, add_option, write

MODULE = "models.benchmarks.kills"
TITLE = "The referee killed in the middle of a session, and started again"
READY_S = 30.0
"""No start takes so long: then it has failed."""
ENDS_S = 45.0
"""The bundled session is 47 s long; then its recording is begun again, as a new match."""


@dataclass(slots=True)
class RefereeRun:
    """One start of the referee, until it was killed.

    Attributes:
        told: the lines that it wrote: events, the first one where it says that it goes on.
        ready_s: from its start to the first picture looked at.
    """

    told: list[str] = field(default_factory=list)
    ready_s: float = 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench; 1 if anything was lost."""
    parser = argparse.ArgumentParser(prog="bench-kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="how many (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments (default %(default)s)")
    add_option(parser)
    given = sys.argv[1:] if arguments is None else arguments
    asked = parser.parse_args(given)
    with tempfile.TemporaryDirectory(prefix="hakam-kills-") as folder:
        lives = list(_kills(Path(folder), asked.kills, random.Random(asked.seed)))
    write(asked.result, BenchmarkRun("kills", TITLE, MODULE, given, str(asked.seed)), _figures(lives))
    return _report(lives)


def _kills(folder: Path, kills: int, rng: random.Random) -> Iterator[tuple[RefereeRun, list[str]]]:
    """Each life after a kill, and what is wrong with it."""
    done, before = 0, RefereeRun()
    while done < kills:
        began_s = time.monotonic()
        life = _live(folder, 0.0, rng.uniform(1.0, 5.0), new=True)
        while done < kills and time.monotonic() - began_s < ENDS_S:
            before, at_s = life, time.monotonic() - began_s
            faults = _lost(folder, before)
            expected = _expected(folder)
            life = _live(folder, at_s, rng.uniform(0.5, 4.0), new=False)
            faults += (
                [] if life.told[:1] == [expected] else [f"goes on with {life.told[:1]}, the journal has {expected}"]
            )
            done += 1
            yield life, faults


def _live(folder: Path, at_s: float, lives_s: float, *, new: bool) -> RefereeRun:
    """Start the referee where the recording is after ``at_s``; once it is ready let it live a while, and kill it."""
    address = folder / "notify"
    address.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(str(address))
        wire.settimeout(READY_S)
        command = [
            sys.executable,
            "-m",
            "firmware.cli.main",
            "run",
            "--camera",
            f"{demo_folder()}@{at_s:.3f}",
            "--json",
        ]
        environment = {**os.environ, "NOTIFY_SOCKET": str(address), "HAKAM_JOURNAL": str(folder / "journal.db")}
        began_s = time.monotonic()
        with subprocess.Popen(
            [*command, *(["--new"] if new else [])],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            await_ready(wire)
            life = RefereeRun(ready_s=time.monotonic() - began_s)
            time.sleep(lives_s)
            process.kill()
            assert process.stdout is not None
            life.told = process.stdout.read().splitlines()
    return life


def await_ready(wire: socket.socket) -> None:
    """Wait until systemd would be told that the program is ready; before, it may ask for more time.

    Raises:
        TimeoutError: where nothing comes.
    """
    while wire.recv(64) != b"READY=1":
        pass


def _lost(folder: Path, life: RefereeRun) -> list[str]:
    """The events that were told, and are not in the journal."""
    with Journal(folder / "journal.db") as journal:
        last = journal.sessions()[-1]
        kept = {(name, entry.t_ms) for entry in journal.entries(last.number) for name in map(_name, entry.events)}
    told = [json.loads(line) for line in life.told]
    return [f"{one['event']} at {one['t_ms']} is lost" for one in told if "t_ms" in one and not _is_kept(one, kept)]


def _is_kept(one: dict[str, object], kept: set[tuple[str, int]]) -> bool:
    """Whether such an event is in the journal; one with a time of its own (a doubt) bears that in its line."""
    name = str(one["event"])
    return (name, one["t_ms"]) in kept or (name == Doubt.tag and any(other == name for other, _ in kept))


def _name(event: str) -> str:
    """The name of the event that a text of the journal is of."""
    return str(json.loads(event)["kind"])


def _expected(folder: Path) -> str:
    """How the match stands by the whole journal, read from its beginning."""
    with Journal(folder / "journal.db") as journal:
        last = journal.sessions()[-1]
        referee = Referee(SETUPS.parse(last.header.setup))
        for entry in journal.entries(last.number):
            if entry.signal is not None:
                referee.feed(entry.signal)
        return resumed_line(last.number, referee)


def _figures(lives: Sequence[tuple[RefereeRun, list[str]]]) -> list[Figure]:
    """What the result file says of at least one kill."""
    took = [life.ready_s for life, _ in lives]
    return [
        share("resumes without loss", sum(not faults for _, faults in lives), len(lives), target=1.0),
        quantile("from the start to the first picture looked at, median", took, "s", target=5.0),
        Figure(name="the longest of these", value=max(took), unit="s", n=len(took), aim="under", target=5.0),
    ]


def _report(lives: Sequence[tuple[RefereeRun, list[str]]]) -> int:
    took = [life.ready_s for life, _ in lives]
    wrong = [fault for _, faults in lives for fault in faults]
    for fault in wrong:
        print("wrong:", fault)
    events = sum(len(life.told) for life, _ in lives)
    print(f"{len(lives)} kills, {sum(not faults for _, faults in lives)} resumes without loss, {events} events told")
    print(f"ready again after {statistics.median(took):.1f} s in the median, {max(took):.1f} s at most")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
