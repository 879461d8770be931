"""An evening of one long match, perfectly seen: does a look cost more after fifty deals than after five?"""

import statistics
import sys
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass

from firmware.observation import TableObservation
from firmware.referee import MatchSetup, Referee
from models.synthetic.any_game import AnyGame
from models.synthetic.perfect import Perfect

RULES = "pagat target=10000"
ENDS = 5  # deals at each end of the evening that are compared
GROWTH = 1.25  # of a look's median: more is no chance of this or that card, but something that grows with the deals


@dataclass(frozen=True, slots=True)
class DealCost:
    """What one deal took: the milliseconds of each look, and the memory in use after it, bytes (0: not measured)."""

    look_ms: tuple[float, ...]
    bytes_after: int


def evening(deals: int, seed: int, *, rules: str = RULES, memory: bool = False) -> Iterator[DealCost]:
    """Play so many deals and tell what each cost; ``memory`` makes looks several times slower."""
    match, referee = AnyGame(rules, 2, 1, seed), Referee(MatchSetup(2, 1, rules))
    took: list[float] = []
    deal = 1
    if memory:
        tracemalloc.start()
    for signal in Perfect(match, seed, deals).signals():
        began = time.process_time()
        referee.feed(signal)
        if isinstance(signal, TableObservation):
            took.append((time.process_time() - began) * 1000)
        if referee.scoreboard.deal > deal:
            yield DealCost(tuple(took), tracemalloc.get_traced_memory()[0] if memory else 0)
            deal, took = referee.scoreboard.deal, []
    yield DealCost(tuple(took), tracemalloc.get_traced_memory()[0] if memory else 0)
    tracemalloc.stop()


def report(deals: int, seed: int) -> int:
    """Print the first and the last deals of an evening; 1 if looks take longer in the end."""
    costs = list(evening(deals, seed))
    first, last = _looks(costs[:ENDS]), _looks(costs[-ENDS:])
    for name, looks in (("first", first), ("last", last)):
        median, mean = statistics.median(looks), statistics.fmean(looks)
        print(f"{name} {ENDS} of {len(costs)} deals: {median:.2f} ms a look (median), {mean:.2f} (mean)")
    memory = [cost.bytes_after / 1024 for cost in evening(deals, seed, memory=True)]
    print(f"memory: {memory[-1] - memory[0]:.0f} KiB more, {(memory[-1] - memory[0]) / (len(memory) - 1):.1f} a deal")
    return int(statistics.median(last) > GROWTH * statistics.median(first))


def _looks(costs: list[DealCost]) -> list[float]:
    return [ms for cost in costs for ms in cost.look_ms]


if __name__ == "__main__":
    sys.exit(report(50, 1))
