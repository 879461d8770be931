"""What a point comes to, and what every point needs: somebody to ask, and the time."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from firmware.errors import HakamError


class NobodyThereError(HakamError, EOFError):
    """A question was asked and nobody can answer."""


class Verdict(StrEnum):
    """How a point ended."""

    PASS = "pass"
    FAIL = "FAIL"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class PointResult:
    """How a point ended, and what was measured or why it was left out."""

    verdict: Verdict
    words: str


AcceptancePoint = Callable[[], PointResult]


class Person(Protocol):
    """Who stands beside the board."""

    def tell(self, words: str) -> None:
        """Say what to do, or what is going on."""

    def ask(self, question: str) -> str:
        """Ask, and wait for the answer.

        Raises:
            NobodyThereError: if nobody can answer.
        """


class Clock(Protocol):
    """The time as the module :mod:`time` has it, which tests let go on when they like."""

    def monotonic(self) -> float:
        """Seconds since some moment."""

    def sleep(self, seconds: float) -> None:
        """Wait."""


def judged(well: bool, words: str) -> PointResult:
    """Passed or failed."""
    return PointResult(Verdict.PASS if well else Verdict.FAIL, words)


def skipped(why: str) -> PointResult:
    """Left out."""
    return PointResult(Verdict.SKIPPED, why)
