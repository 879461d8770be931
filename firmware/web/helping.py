"""A helper beside the page's process: begun when it is needed, asked by words, and answering by files."""

import importlib
import multiprocessing
import shutil
import tempfile
import time
import weakref
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import msgspec

from firmware.decks.enrolment_state import ASKED, SHEET
from firmware.phones.picture_helper import SEEN, STATE, HelperReply

ANSWER_S, POLL_S = 15.0, 0.05
"""So long an answer is waited for: the networks of a helper are read in 3 s on a slow board."""
PICTURES = frozenset((SEEN, ASKED, SHEET))
"""The files of a helper that the page may hand out."""

HelperBegin = Callable[..., BaseProcess | None]
"""Begins a helper with its task, its pipe, the picture, its folder, and what else it takes."""


class Helper:
    """One helper at a time, for one task: two would need more memory than the page's unit has."""

    def __init__(self, begin: HelperBegin | None = None) -> None:
        """Begin with none.

        Args:
            begin: begins a process with a task and what it takes; ``None``: a new one.
        """
        self._begin, self._task = begin or _begun, ""
        self._process: BaseProcess | None = None
        self._asks: Connection | None = None
        self._folder = ""
        self._asked = 0

    @property
    def at_work(self) -> bool:
        """Whether there is one."""
        return self._asks is not None and (self._process is None or self._process.is_alive())

    def is_at(self, task: str) -> bool:
        """Whether one is at work for a task."""
        return self.at_work and self._task == task

    def begin(self, task: str, picture: Path, *about: str) -> None:
        """Begin one for a task, in the place of one for another, if there is none yet.

        Args:
            task: the module whose ``run`` the helper runs; imported there alone.
            picture: the referee's live picture, at which it looks.
            *about: what it takes after its pipe, its picture and its folder.
        """
        if self.is_at(task):
            return
        self.end()
        self._task = task
        self._folder, self._asked = tempfile.mkdtemp(prefix="hakam-helper-"), 0
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)  # at the latest when the page ends
        self._asks, theirs = multiprocessing.Pipe()
        self._process = self._begin(task, theirs, str(picture), self._folder, *about)
        if self._process:
            theirs.close()  # so that the helper ends with this process

    def end(self) -> None:
        """Let it end, and forget what it knew."""
        if self._asks:
            self._asks.close()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._asks, self._process, self._folder = None, None, ""

    def ask(self, **words: str) -> HelperReply | None:
        """Ask for something, and wait until it is done; ``None``: it was not in time, or nobody is at work."""
        if not self.tell(**words):
            return None
        until_s = time.monotonic() + ANSWER_S
        while time.monotonic() < until_s and self.at_work:
            reply = self.reply
            if reply and reply.done >= self._asked:
                return reply
            time.sleep(POLL_S)
        return None

    def tell(self, **words: str) -> bool:
        """Ask for something without waiting for it; whether anybody is at work."""
        if self._asks is None or not self.at_work:
            return False
        try:
            self._asks.send_bytes(msgspec.json.encode(words))
        except OSError:  # it has just ended
            return False
        self._asked += 1
        return True

    @property
    def reply(self) -> HelperReply | None:
        """What it has told last; ``None``: nothing yet."""
        try:
            return msgspec.json.decode((Path(self._folder) / STATE).read_bytes(), type=HelperReply)
        except (OSError, msgspec.DecodeError):
            return None

    def picture(self, name: str) -> bytes | None:
        """A picture that it has drawn, one of :data:`PICTURES`; ``None``: there is none."""
        try:
            return (Path(self._folder) / name).read_bytes() if name in PICTURES and self._folder else None
        except OSError:
            return None


def _begun(task: str, asked: Connection, *about: str) -> BaseProcess:
    process = multiprocessing.get_context("spawn").Process(target=work, args=(task, asked, about), daemon=True)
    process.start()
    return process


def work(task: str, asked: Connection, about: tuple[str, ...]) -> None:
    """Run a task in this process.

    Args:
        task: the module that has it.
        asked: brings what the page asks.
        about: what else it takes.
    """
    importlib.import_module(task).run(asked, *about)
