"""What is done with a picture may fail, for want of memory above all: that picture is lost then, and the match goes on.

Nothing of it is the referee's: what he is told and what is written still ends the program where it fails, for a match
that is resumed from its journal is worth more than one that goes on half told.
"""

import logging
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
D = TypeVar("D")
LOG = logging.getLogger(__name__)

SHOWN_S = 5.0
"""So long a failure is shown: time enough to read it. A judgement."""


class LookGuard:
    """Calls steps that may fail.

    Attributes:
        failing: the last call failed.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with no failure; ``clock`` tells the time, seconds."""
        self.failing = False
        self._clock, self._failed_s = clock, -SHOWN_S

    @property
    def shown(self) -> bool:
        """Whether a failure is to be told now."""
        return self._clock() - self._failed_s < SHOWN_S

    def call(self, step: Callable[[], R], otherwise: D) -> R | D:
        """What comes of a step; ``otherwise`` where it fails."""
        try:
            result = step()
        except Exception as fault:
            self._note(fault)
            return otherwise
        self.failing = False
        return result

    def wrapped(self, step: Callable[P, R], otherwise: D) -> Callable[P, R | D]:
        """The step, which gives ``otherwise`` where it fails."""
        return lambda *given, **named: self.call(lambda: step(*given, **named), otherwise)

    def _note(self, fault: Exception) -> None:
        if not self.failing:
            LOG.error("a picture could not be looked at: %r", fault, exc_info=fault)
        self.failing, self._failed_s = True, self._clock()
