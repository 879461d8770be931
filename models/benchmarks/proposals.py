"""What each proposal of the reader is worth: how often what it proposed came to lead, and is told in the end.

First deals of witnessed matches for tuning are read once, and each history remembers which proposal made it first.
``python -m models.benchmarks.proposals --deals 24``.
"""

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from types import ModuleType
from typing import Any

from firmware.decoding import smoothing
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.proposals import (
    appearances,
    guesses,
    layouts,
    missing_plays,
    other_pasts,
    rearrangements,
    renamings,
    reorderings,
    revoked_wins,
    seen_in_passing,
    unseen_plays,
)
from firmware.referee import MatchSetup, Referee
from models.benchmarks.game_trial import watched
from models.synthetic.films.witnessed import Split, WitnessedMatch, seed_of, witnessed_match

PROPOSALS: dict[ModuleType, tuple[str, ...]] = {
    appearances: ("_plays", "_under_arm", "_moves", "seen_again"),
    guesses: ("without_guess", "needless_guesses", "without_a_guess", "guesses_of_other_rank"),
    layouts: ("openings", "repaired", "given_up", "begun_later"),
    missing_plays: ("completions", "repairs", "_with_seen", "_insert_rank", "_played_later"),
    other_pasts: ("after_other_deals",),
    rearrangements: ("rearranged",),
    renamings: ("relabelled", "other_misread", "without_card"),
    reorderings: ("swapped_plays", "played_later"),
    revoked_wins: ("played_on",),
    seen_in_passing: ("pairs_in_passing", "laid_unseen", "played_on_way", "answered_on_way", "guesses_on_way"),
    unseen_plays: (
        "_captured_unseen",
        "_captured_together",
        "taken_meanwhile",
        "clutter_as_plays",
        "withdrawn_plays",
        "skipped_turns",
        "ended_by_saying",
    ),
}
"""The functions that propose hypotheses, by their modules."""
MODULES: tuple[ModuleType, ...] = (*PROPOSALS, smoothing)
"""Where they are called by their names."""


@dataclass(slots=True)
class Worth:
    """What came of the proposals of each name.

    Attributes:
        made: how many hypotheses each has proposed.
        led: how often one of them came to lead.
        told: how many entries of the histories in the end were made by it.
        seconds: how long they took, what they call included.
        makers: which of them made each history first, by its key.
    """

    made: Counter[str] = field(default_factory=Counter)
    led: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    makers: dict[int, str] = field(default_factory=dict)

    def note(self, name: str, proposed: Iterable[object]) -> Iterator[object]:
        """Note what a proposal gives while it is taken, and how long each took to make."""
        proposals = iter(proposed)
        while True:
            begun = time.perf_counter()
            try:
                one = next(proposals)
            except StopIteration:
                return
            finally:
                self.seconds[name] += time.perf_counter() - begun
            for hypothesis in one if isinstance(one, Sequence) else [one]:
                if isinstance(hypothesis, Hypothesis):
                    self.made[name] += 1
                    self.makers.setdefault(hypothesis.key, name)
            yield one


@contextmanager
def noted(worth: Worth) -> Iterator[None]:
    """Within it all that is proposed is noted."""
    before = [(vars(module), dict(vars(module))) for module in MODULES]
    try:
        for module, names in PROPOSALS.items():
            for name in names:
                _replace(name, _noting(worth, name, getattr(module, name)))
        moves = tuple(getattr(unseen_plays, move.__name__) for move in unseen_plays.MOVES)
        vars(unseen_plays)["MOVES"] = moves
        yield
    finally:
        for now, as_it_was in before:
            now.update(as_it_was)


def _replace(name: str, how: Callable[..., Any]) -> None:
    for module in MODULES:
        if hasattr(module, name):
            setattr(module, name, how)


def _noting(worth: Worth, name: str, proposal: Callable[..., Iterable[object]]) -> Callable[..., Any]:
    @wraps(proposal)
    def proposing(*given: Any, **named: Any) -> Any:
        found = worth.note(name, proposal(*given, **named))
        return list(found) if name == "openings" else found

    return proposing


def read(witnessed: WitnessedMatch, worth: Worth) -> None:
    """Have a deal read, and note what led, and what was told in the end."""
    script = witnessed.match.script
    referee = Referee(MatchSetup(script.players, script.dealer, script.rules))
    last = 0
    for _ in watched(witnessed, referee):
        best = referee._beam.best
        if best.key != last:
            last = best.key
            worth.led[worth.makers.get(last, "")] += 1
    worth.told.update(worth.makers.get(entry.key, "") for entry in referee.history)
    worth.makers.clear()


def main(arguments: Sequence[str] | None = None) -> int:
    """Read deals and print what each proposal is worth."""
    parser = argparse.ArgumentParser(prog="python -m models.benchmarks.proposals", description=__doc__)
    parser.add_argument("--deals", type=int, default=24, help="how many (default %(default)s)")
    asked = parser.parse_args(arguments)
    worth = Worth()
    with noted(worth):
        for number in range(asked.deals):
            read(witnessed_match(seed_of(Split.TUNE, number, ""), deals=1), worth)
    for name in sorted((name for names in PROPOSALS.values() for name in names), key=lambda one: -worth.led[one]):
        words = f"proposed {worth.made[name]:6}, led {worth.led[name]:4}, told in the end {worth.told[name]:4}"
        print(f"{name:24} {words}, {worth.seconds[name]:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
