"""What a point comes to, and what every point needs: somebody to ask, and the time."""

import sys
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


class Person:
    """Who stands beside the board: told and asked on the terminal, beside the results."""

    def tell(self, words: str) -> None:
        """Say it."""
        print(f"  {words}", file=sys.stderr, flush=True)

    def ask(self, question: str) -> str:
        """Ask, and wait for a line.

        Raises:
            NobodyThereError: if standard input is at its end.
        """
        print(f"  {question}: ", end="", file=sys.stderr, flush=True)
        answer = sys.stdin.readline()
        if not answer:
            raise NobodyThereError("nobody answers; the acceptance needs somebody at a terminal")
        return answer.strip()


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
