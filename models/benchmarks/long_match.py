"""An evening of one long match, perfectly seen: does a look cost more after fifty deals than after five?

Milliseconds are told; what is judged is the number of function calls, which no other program on the machine changes.
"""

import cProfile
import resource
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from firmware.referee import MatchSetup, Referee
from firmware.signals import TableObservation
from models.benchmarks.figures import Figure, quantile
from models.synthetic.play.perfect_observer import PerfectObserver
from models.synthetic.play.random_match import RandomMatch

RULES = "pagat target=10000"
ENDS = 5  # deals at each end of the evening that are compared
GROWTH = 1.5  # of the calls a look: deals differ by a quarter; what grows with the deals is ten times as much after 50


@dataclass(frozen=True, slots=True)
class DealCost:
    """What one deal took: the milliseconds of each look, function calls a look, and the memory ever in use, KiB."""

    look_ms: tuple[float, ...]
    calls: float
    peak_kib: int


def long_match(deals: int, seed: int, *, rules: str = RULES, closely: bool = False) -> Iterator[DealCost]:
    """Play a long match and tell what each of its deals cost.

    Peak memory is that of the whole process, in the unit of Linux.

    Args:
        deals: how many are played.
        seed: of all chance.
        rules: they are played by.
        closely: count the function calls of the deals at both ends, which takes time.
    """
    match = RandomMatch(rules, 2, 1, seed, challenges=False)
    referee = Referee(MatchSetup(2, 1, rules))
    took, deal, profile = list[float](), 1, cProfile.Profile()
    for signal in PerfectObserver(match, seed, deals).signals():
        began = time.process_time()
        if closely and not ENDS < deal <= deals - ENDS:
            profile.runcall(referee.feed, signal)
        else:
            referee.feed(signal)
        if isinstance(signal, TableObservation):
            took.append((time.process_time() - began) * 1000)
        if referee.scoreboard.deal > deal:
            yield _cost(took, profile)
            deal, took, profile = referee.scoreboard.deal, [], cProfile.Profile()
    yield _cost(took, profile)


def _cost(took: Sequence[float], profile: cProfile.Profile) -> DealCost:
    calls = sum(entry.callcount for entry in profile.getstats())
    return DealCost(tuple(took), calls / max(len(took), 1), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def report(deals: int, seed: int, write: Callable[[Sequence[Figure]], None]) -> int:
    """Print the first and the last deals of a long match; 1 if looks take more in the end.

    Args:
        deals: how many are played.
        seed: of all chance.
        write: keeps the figures.
    """
    figures = list[Figure]()
    timed, counted = list(long_match(deals, seed)), list(long_match(deals, seed, closely=True))
    calls = []
    for name, part in (("first", slice(ENDS)), ("last", slice(-ENDS, None))):
        looks = [ms for cost in timed[part] for ms in cost.look_ms]
        calls.append(statistics.fmean(cost.calls for cost in counted[part]))
        times = f"{statistics.median(looks):.2f} ms a look (median), {statistics.fmean(looks):.2f} (mean)"
        print(f"{name} {ENDS} of {len(timed)} deals: {times}, {calls[-1]:.0f} calls")
        figures.append(quantile(f"a look in the {name} {ENDS} deals", looks, "ms"))
        figures.append(Figure(name=f"function calls a look in the {name} {ENDS} deals", value=calls[-1], n=len(looks)))
    more = timed[-1].peak_kib - timed[0].peak_kib
    print(f"memory: {more} KiB more than after the first deal, {more / max(len(timed) - 1, 1):.0f} a deal")
    figures.append(Figure(name="growth of the calls", value=calls[1] / calls[0], aim="at most", target=GROWTH))
    figures.append(Figure(name="memory more than after the first deal", value=more / 1024, unit="MiB"))
    write(figures)
    return int(calls[1] > GROWTH * calls[0])
