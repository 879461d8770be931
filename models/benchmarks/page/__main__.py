"""``make bench-page``: from the journal to the page, what the page costs, and what a hostile client can do.

A recorded match of four players is told to a journal at the pace of a table, ``hakam serve`` is asked by twenty phones
and one real browser, and ten thousand hostile requests are sent. Times of the referee are those of his own process.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from firmware.phones.inbox import PhoneInbox
from firmware.phones.messages import ShownLine
from firmware.referee import Referee
from firmware.runtime.live_match import LiveMatch
from firmware.signals import Signal
from firmware.storage.export import read_export
from firmware.storage.journal import Journal
from firmware.storage.moment import SETUPS
from models.benchmarks.figures import Figure, quantile, share
from models.benchmarks.page.browser import WatchedBrowser
from models.benchmarks.page.hostile import attacked
from models.benchmarks.page.listeners import StreamListener, listening
from models.benchmarks.page.server import ServedPage, served
from models.benchmarks.results import ROOT, BenchmarkRun, add_option, write

MODULE = "models.benchmarks.page"
TITLE = "The page: from the journal to phones, its cost, and a hostile client"
RECORDED = ROOT / "tests" / "sessions" / "211003-4-players.jsonl.gz"
PHONES = 20
LOOK_MS = 15.0
"""A look of the eyes (`make bench`, a full one): the referee's own work comes on top of it."""
IDLE_S = 10.0
PAINTS = 7
SLOWED = 1.03
TURNS = 3
ATTACKED_LOOKS = 100


def main(given: Sequence[str] | None = None) -> int:
    """Measure, tell and write what came of it; an error status if a target was missed."""
    given = sys.argv[1:] if given is None else given
    parser = argparse.ArgumentParser(prog=f"python -m {MODULE}", description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000, help="hostile ones (default 10000)")
    parser.add_argument("--looks", type=int, default=700, help="of the recording (default 700)")
    parser.add_argument("--seed", type=int, default=1)
    add_option(parser)
    asked = parser.parse_args(given)
    with tempfile.TemporaryDirectory(prefix="hakam-page-") as folder:
        figures = list(map(_told, _figures(Path(folder), asked)))
    write(asked.result, BenchmarkRun("page", TITLE, MODULE, given, str(asked.seed)), figures)
    return int(any(one.met is False for one in figures))


def _told(one: Figure) -> Figure:
    met = {None: "", True: " (met)", False: " (MISSED)"}[one.met]
    print(f"{one.name}: {one.value:.4g} {one.unit}{met}", flush=True)
    return one


def _figures(folder: Path, asked: argparse.Namespace) -> Iterator[Figure]:
    recorded, signals = read_export(RECORDED), _signals(asked.looks)
    with Journal(folder / "journal.db") as journal:
        match = LiveMatch.begin(journal, SETUPS.parse(recorded.header.setup))
        match.tell(("missing.buttons",))
        inbox = PhoneInbox(journal.path, lambda: None)
        with served(journal.path) as page:
            yield from _latency(page, match, signals)
            yield from _cost(page)
            yield from _hostility(page, inbox, asked)
        inbox.close()
    yield from _slowing(signals)


def _latency(page: ServedPage, match: LiveMatch, signals: Sequence[Signal]) -> Iterator[Figure]:
    with listening(page, PHONES) as phones, WatchedBrowser(page) as browser:
        written = _played(match, signals)
        time.sleep(1.0)
        took = [
            1000 * (phone.at_s[place] - at_s)
            for phone in phones
            for place, at_s in written.items()
            if place in phone.at_s
        ]
        shown = browser.seen
        yield quantile("event in the journal to each of 20 phones, 95 %", took, "ms", share=0.95, target=100.0)
        late = [1000 * (shown[place] - at_s) for place, at_s in written.items() if place in shown]
        yield quantile("event in the journal to a changed page in Chromium, 95 %", late, "ms", share=0.95, target=100.0)
        yield share("events that came to each phone once", _once(phones, written), PHONES * len(written), target=1.0)
        yield Figure(name="weight of the page", value=page.weight() / 1000, unit="kB", aim="under", target=100.0)
        yield quantile("first paint", browser.first_paints_ms(PAINTS), "ms", target=500.0)
        yield Figure(name="memory with 20 phones", value=page.memory_mb, unit="MB", aim="under", target=60.0)


def _played(match: LiveMatch, signals: Sequence[Signal]) -> dict[int, float]:
    """Tell the match, a look each tenth of a second; when each event was in the journal, by its place."""
    written: dict[int, float] = {}
    for place, signal in enumerate(signals):
        moment = match.feed(signal)
        if moment.events:
            written[place] = time.time()
        time.sleep(0.02 if not moment.events else 0.1)
    return written


def _once(phones: Sequence[StreamListener], written: dict[int, float]) -> int:
    return sum(phone.heard.count(place) == 1 for phone in phones for place in written)


def _cost(page: ServedPage) -> Iterator[Figure]:
    for count in (0, PHONES):
        with listening(page, count):
            time.sleep(1.0)
            before, began_s = page.cpu_s, time.monotonic()
            time.sleep(IDLE_S)
            busy = (page.cpu_s - before) / (time.monotonic() - began_s)
        yield Figure(
            name=f"of a core while nothing happens, {count} phones", value=100 * busy, unit="%", aim="under", target=5.0
        )


def _hostility(page: ServedPage, inbox: PhoneInbox, asked: argparse.Namespace) -> Iterator[Figure]:
    """What reaches the referee, and how much longer his work takes him meanwhile, in his own processor time."""
    signals = _signals(asked.looks)[:ATTACKED_LOOKS]
    alone = [_work_ms(signals) for _ in range(TURNS)]
    with ProcessPoolExecutor(1) as pool:
        attack = pool.submit(attacked, page, asked.requests, random.Random(asked.seed))
        meanwhile: list[float] = []
        while not attack.done() or len(meanwhile) < TURNS:
            meanwhile.append(_work_ms(signals))
        statuses = attack.result()
    told = ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items()))
    print(f"answers to hostile requests: {told} (0: none; 429: too many)")
    reached = sum(not isinstance(one, ShownLine) for one in inbox.take())
    yield Figure(
        name="hostile requests that reached the game", value=reached, n=asked.requests, aim="at most", target=0
    )
    yield Figure(name="memory after them", value=page.memory_mb, unit="MB", aim="under", target=60.0)
    slower = statistics.median(meanwhile) / statistics.median(alone)
    yield Figure(name="a look while they come, times as long", value=slower, n=len(meanwhile), aim="under", target=1.05)


def _slowing(signals: Sequence[Signal]) -> Iterator[Figure]:
    """What telling those who look on costs the referee: his own processor time for each look, with and without it."""
    took: dict[bool, list[float]] = {False: [], True: []}
    for turn in range(2 * TURNS):
        took[turn % 2 == 1].append(_work_ms(signals, told=turn % 2 == 1))
    without, within = statistics.median(took[False]), statistics.median(took[True])
    yield Figure(
        name="the referee's work for a look, more with the page", value=within - without, unit="ms", n=len(signals)
    )
    loop = (LOOK_MS + within) / (LOOK_MS + without)
    yield Figure(
        name="the loop with a look of the eyes, times as long", value=loop, n=len(signals), aim="under", target=SLOWED
    )


def _work_ms(signals: Sequence[Signal], *, told: bool = True) -> float:
    """Processor time of the referee and his journal for a signal, milliseconds."""
    with tempfile.TemporaryDirectory(prefix="hakam-page-") as folder, Journal(Path(folder) / "journal.db") as journal:
        match = (LiveMatch if told else _Silent).begin(journal, SETUPS.parse(read_export(RECORDED).header.setup))
        began_s = time.process_time()
        for signal in signals:
            match.feed(signal)
        return (time.process_time() - began_s) / len(signals) * 1000


def _signals(looks: int) -> list[Signal]:
    return [entry.signal for entry in read_export(RECORDED).entries[:looks] if entry.signal is not None]


class _Silent(LiveMatch):
    """A match that nobody looks on at."""

    def _standing(self, _referee: Referee, _t_ms: int) -> str:
        return ""


if __name__ == "__main__":
    sys.exit(main())
