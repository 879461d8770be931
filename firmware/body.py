"""The body as the settings have it: what is missing is told, tried again and again, and never stops a match."""

import time
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from firmware.announce.tones import Tone
from firmware.errors import HakamError

AGAIN_S = 10.0
"""Between two attempts to open a part that is missing: a plug put back is found while its owner still looks."""


class Closing(Protocol):
    """Something that is given back."""

    def close(self) -> None:
        """Give it back."""


P = TypeVar("P", bound=Closing)


class Part(Generic[P]):
    """A part of the body that may be missing, now or later.

    Attributes:
        lost: why it is missing; empty while it is there.
    """

    def __init__(self, open_part: Callable[[], P], *, clock: Callable[[], float] = time.monotonic) -> None:
        """Open it, if it is there."""
        self.lost = ""
        self._open_part, self._clock = open_part, clock
        self._part: P | None = None
        self._again_s = 0.0
        self.get()

    def get(self) -> P | None:
        """The part, opened again if that is due; ``None``: it is missing."""
        if self._part is None and self._clock() >= self._again_s:
            self.use(lambda _part: None)
        return self._part

    def use(self, do: Callable[[P], object]) -> None:
        """Do something with the part, if it is there; when that fails it is missing from now on."""
        try:
            self._part = self._part or self._open_part()
            do(self._part)
            self.lost = ""
        except HakamError as fault:
            self.close()
            self.lost, self._again_s = str(fault), self._clock() + AGAIN_S

    def close(self) -> None:
        """Give it back."""
        part, self._part = self._part, None
        if part:
            part.close()


class Voice(Protocol):
    """What plays tones."""

    def play(self, tones: Sequence[Tone]) -> None:
        """Play them."""

    def close(self) -> None:
        """Fall silent."""
