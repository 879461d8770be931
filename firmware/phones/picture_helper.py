"""A helper of the page's: a process of its own that looks at the referee's live picture and does what it is asked.

The page's process computes without arrays; whatever needs the eyes is done here, niced, and ends when nobody asks any
more. The page sends words, and finds the answer as a file beside the pictures that the helper has drawn.
"""

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Raw, Struct

from firmware.errors import HakamError
from firmware.storage.atomic_file import write_atomic

NICE = 10
"""The referee and his eyes come first."""
EVERY_S = 0.2
"""Between two looks whether there is a newer picture, which comes every 0.7 s."""
IDLE_S = 600.0
"""Without a word of the page's for so long a helper ends, and what it knows is forgotten. A judgement."""
MOST_PICTURE_BYTES = 8_000_000
STATE, SEEN = "state.json", "seen.jpg"
"""What it has to tell, and the newest picture as it sees it."""


class HelperReply(Struct, frozen=True):
    """What the page finds.

    Attributes:
        done: how many requests were done so far.
        fault: why the last one could not be, in English; empty: it was.
        state: of the task.
    """

    done: int
    fault: str = ""
    state: Raw = Raw(b"null")


class PictureTask(Protocol):
    """What a helper does."""

    def see(self, jpeg: bytes) -> None:
        """Look at the newest picture."""
        ...

    def ask(self, words: Mapping[str, str]) -> None:
        """Do what is asked; raises :class:`firmware.errors.HakamError` where that cannot be."""
        ...

    def state(self) -> Struct:
        """What is to be told now."""
        ...


class PictureHelper:
    """Goes on until the page ends or asks no more."""

    def __init__(
        self,
        asked: Connection,
        picture: Path,
        folder: Path,
        clock: Callable[[], float] = time.monotonic,
        *,
        idle_s: float = IDLE_S,
    ) -> None:
        """Begin with nothing done.

        Args:
            asked: brings what the page asks, JSON objects of words.
            picture: the referee's live picture.
            folder: gets the answer, and what the task draws.
            clock: tells the time, seconds.
            idle_s: without a word for so long it ends.
        """
        self._idle_s = idle_s
        self._asked, self._picture, self._folder, self._clock = asked, picture, folder, clock
        self._done, self._fault, self._seen_ns, self._told = 0, "", 0, b""

    def run(self, task: PictureTask) -> None:
        """Look and listen until it is over."""
        heard_s = self._clock()
        with suppress(EOFError, OSError):
            while self._clock() - heard_s < self._idle_s:
                self._tell(task)
                if self._asked.poll(EVERY_S):
                    self._do(task, self._asked.recv_bytes(4000))
                    heard_s = self._clock()
                self._look(task)

    def _do(self, task: PictureTask, words: bytes) -> None:
        self._fault = ""
        try:
            task.ask(msgspec.json.decode(words, type=dict[str, str]))
        except HakamError as fault:
            self._fault = str(fault)
        self._done += 1

    def _look(self, task: PictureTask) -> None:
        with suppress(OSError):  # none is there, or it was just taken away
            found = self._picture.stat()
            if found.st_mtime_ns != self._seen_ns and found.st_size <= MOST_PICTURE_BYTES:
                self._seen_ns = found.st_mtime_ns
                task.see(self._picture.read_bytes())

    def _tell(self, task: PictureTask) -> None:
        told = msgspec.json.encode(HelperReply(self._done, self._fault, Raw(msgspec.json.encode(task.state()))))
        if told != self._told:
            self._told = told
            write_atomic(self._folder / STATE, told)


def stand_back() -> None:
    """Leave the machine to others."""
    with suppress(OSError):  # where a service may not
        os.nice(NICE)
