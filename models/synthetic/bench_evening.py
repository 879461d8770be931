"""An evening of one long match, perfectly seen: does a look cost more after fifty deals than after five?

Milliseconds are told; what is judged is the number of function calls, which no other program on the machine changes.
"""

import cProfile
import statistics
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from firmware.observation import TableObservation
from firmware.referee import MatchSetup, Referee
from models.synthetic.any_game import AnyGame
from models.synthetic.perfect import Perfect

RULES = "pagat target=10000"
ENDS = 5  # deals at each end of the evening that are compared
GROWTH = 1.5  # of the calls a look: deals differ by a quarter; what grows with the deals is ten times as much after 50


@dataclass(frozen=True, slots=True)
class DealCost:
    """What one deal took: the milliseconds of each look; or the calls a look, and the bytes in use afterwards."""

    look_ms: tuple[float, ...]
    calls: float = 0.0
    bytes_after: int = 0


def evening(deals: int, seed: int, *, rules: str = RULES, closely: bool = False) -> Iterator[DealCost]:
    """Play so many deals and tell what each cost; ``closely`` counts calls and memory, and times nothing."""
    match = AnyGame(rules, 2, 1, seed, challenges=False)
    referee = Referee(MatchSetup(2, 1, rules))
    took, deal, profile = list[float](), 1, cProfile.Profile()
    if closely:
        tracemalloc.start()
    for signal in Perfect(match, seed, deals).signals():
        began = time.process_time()
        profile.runcall(referee.feed, signal) if closely else referee.feed(signal)
        if isinstance(signal, TableObservation):
            took.append((time.process_time() - began) * 1000)
        if referee.scoreboard.deal > deal:
            yield _cost(took, profile)
            deal, took, profile = referee.scoreboard.deal, [], cProfile.Profile()
    yield _cost(took, profile)
    tracemalloc.stop()


def _cost(took: Sequence[float], profile: cProfile.Profile) -> DealCost:
    calls = sum(entry.callcount for entry in profile.getstats())
    return DealCost(tuple(took), calls / max(len(took), 1), tracemalloc.get_traced_memory()[0])


def report(deals: int, seed: int) -> int:
    """Print the first and the last deals of an evening; 1 if looks take more in the end."""
    timed, counted = list(evening(deals, seed)), list(evening(deals, seed, closely=True))
    calls = []
    for name, part in (("first", slice(ENDS)), ("last", slice(-ENDS, None))):
        looks = [ms for cost in timed[part] for ms in cost.look_ms]
        calls.append(statistics.fmean(cost.calls for cost in counted[part]))
        times = f"{statistics.median(looks):.2f} ms a look (median), {statistics.fmean(looks):.2f} (mean)"
        print(f"{name} {ENDS} of {len(timed)} deals: {times}, {calls[-1]:.0f} calls")
    more = (counted[-1].bytes_after - counted[0].bytes_after) / 1024
    print(f"memory: {more:.0f} KiB more, {more / max(len(counted) - 1, 1):.1f} a deal")
    return int(calls[1] > GROWTH * calls[0])
