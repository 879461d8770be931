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

from firmware.decks.enrolment_state import ASKED, SEEN, SHEET
from firmware.phones.picture_helper import STATE, HelperReply

ANSWER_S, POLL_S = 15.0, 0.05
"""So long an answer is waited for: the networks of a helper are read in 3 s on a slow board."""
PICTURES = frozenset((SEEN, ASKED, SHEET))
"""The files of a helper that the page may hand out."""

HelperBegin = Callable[..., BaseProcess | None]
"""Begins a helper with its task, its pipe, the picture, its folder, and what else it takes."""


class Helper:
    """One helper at a time, for one task."""

    def __init__(self, task: str, *about: str, begin: HelperBegin | None = None) -> None:
        """Begin with none.

        Args:
            task: the module whose ``run`` the helper runs; imported there alone.
            *about: what it takes after its pipe, its picture and its folder.
            begin: begins a process with these; ``None``: a new one.
        """
        self._task, self._about, self._begin = task, about, begin or _begun
        self._process: BaseProcess | None = None
        self._asks: Connection | None = None
        self._folder = ""
        self._asked = 0

    @property
    def at_work(self) -> bool:
        """Whether there is one."""
        return self._asks is not None and (self._process is None or self._process.is_alive())

    def begin(self, picture: Path) -> None:
        """Begin one, if there is none.

        Args:
            picture: the referee's live picture, at which it looks.
        """
        if self.at_work:
            return
        self.end()
        self._folder, self._asked = tempfile.mkdtemp(prefix="hakam-helper-"), 0
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)  # at the latest when the page ends
        self._asks, theirs = multiprocessing.Pipe()
        self._process = self._begin(self._task, theirs, str(picture), self._folder, *self._about)
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
        if self._asks is None or not self.at_work:
            return None
        self._asks.send_bytes(msgspec.json.encode(words))
        self._asked += 1
        until_s = time.monotonic() + ANSWER_S
        while time.monotonic() < until_s and self.at_work:
            reply = self.reply
            if reply and reply.done >= self._asked:
                return reply
            time.sleep(POLL_S)
        return None

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
