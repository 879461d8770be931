"""What came of faults: how many were tried, survived and lost, and the longest recovery."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from models.benchmarks.figures import Figure, share


@dataclass(frozen=True, slots=True)
class FaultTrial:
    """One fault, and what came of it.

    Attributes:
        fault: its kind.
        wrong: what was lost or never true; empty: nothing.
        recovery_s: until what there is could be gone on with, seconds; without what only the bench does to judge it.
    """

    fault: str
    wrong: Sequence[str]
    recovery_s: float


@dataclass(slots=True)
class FaultOutcome:
    """What came of all faults of a kind.

    Attributes:
        fault: the kind.
        tries: how many.
        survived: of how many nothing was lost.
        worst_s: the longest recovery, seconds.
        wrong: what was lost.
    """

    fault: str
    tries: int = 0
    survived: int = 0
    worst_s: float = 0.0
    wrong: Sequence[str] = ()

    @property
    def row(self) -> str:
        """A line of the table."""
        return f"{self.fault:40} {self.tries:6} {self.survived:9} {self.tries - self.survived:5} {self.worst_s:10.2f} s"


HEAD = f"{'fault':40} {'tries':>6} {'survived':>9} {'lost':>5} {'worst recovery':>12}"


def outcomes(trials: Iterable[FaultTrial]) -> list[FaultOutcome]:
    """One for each kind, in the order in which they came."""
    found: dict[str, FaultOutcome] = {}
    for trial in trials:
        one = found.setdefault(trial.fault, FaultOutcome(trial.fault))
        one.tries += 1
        one.survived += not trial.wrong
        one.worst_s = max(one.worst_s, trial.recovery_s)
        one.wrong = [*one.wrong, *trial.wrong]
    return list(found.values())


def figures(found: Iterable[FaultOutcome]) -> list[Figure]:
    """What the result file says."""
    return [
        figure
        for one in found
        for figure in (
            share(f"{one.fault}: survived", one.survived, one.tries, target=1.0),
            Figure(
                name=f"{one.fault}: worst recovery", value=one.worst_s, unit="s", n=one.tries, aim="under", target=3.0
            ),
        )
    ]
