"""What takes seconds to make is made once, by a process of its own, and kept until the page ends."""

import importlib
import logging
import multiprocessing
import shutil
import tempfile
import weakref
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from firmware.errors import HakamError

LOG = logging.getLogger(__name__)
MAKERS = "firmware.replaying.preparing"
"""The module that makes games and books; imported in that process alone: it needs what the page's must not load."""
MOST = 40
"""Games that are kept, half a megabyte each; the oldest is forgotten first."""


class ShelfKey(NamedTuple):
    """What is wanted.

    Attributes:
        maker: the name of a function.
        about: what it takes after the shelf's path: a session's number and a language, or a language.
        version: how far the journal has come, so that what has grown since is made again.
        makers: the module that has the function.
    """

    maker: str
    about: tuple[int | str, ...]
    version: int
    makers: str = MAKERS


class NotPreparedError(HakamError):
    """It could not be made."""


class Shelf:
    """Keeps what was made about one journal; one thing is made at a time."""

    def __init__(self, journal: Path, assets: str, executor: Executor | None = None) -> None:
        """Begin with nothing.

        Args:
            journal: path of the journal.
            assets: where the pages' styles and scripts are served from.
            executor: does the work; ``None``: a process of its own.
        """
        self._journal, self._assets, self._executor = str(journal), assets, executor
        self._place = ""
        self._works: dict[ShelfKey, Future[str]] = {}

    def find(self, key: ShelfKey) -> Path | None:
        """The folder with what was made; ``None``: it is being made, or waits for its turn.

        Raises:
            NotPreparedError: if it could not be made; asked again, it is tried again.
        """
        work = self._works.get(key)
        if work is None:
            self._begin(key)
            return self.find(key) if self._works[key].done() else None
        if not work.done():
            return None
        try:
            return Path(work.result())
        except Exception as fault:
            del self._works[key]
            LOG.warning("%s cannot be shown: %r", key.about, fault)
            raise NotPreparedError(str(fault)) from fault

    def _begin(self, key: ShelfKey) -> None:
        while len(self._works) >= MOST:
            del self._works[next(iter(self._works))]
        if not self._place:
            self._place = tempfile.mkdtemp(prefix="hakam-page-")
            weakref.finalize(self, shutil.rmtree, self._place, ignore_errors=True)  # at the latest when the page ends
        folder = tempfile.mkdtemp(dir=self._place)
        self._executor = self._executor or ProcessPoolExecutor(
            1, mp_context=multiprocessing.get_context("spawn"), max_tasks_per_child=1
        )
        self._works[key] = self._executor.submit(work, key, self._journal, folder, self._assets)


def work(key: ShelfKey, journal: str, folder: str, assets: str) -> str:
    """Make what is wanted in a folder, and give the folder.

    Args:
        key: what is wanted.
        journal: path of the journal.
        folder: where it goes.
        assets: where the page's style and script are served from.
    """
    getattr(importlib.import_module(key.makers), key.maker)(journal, *key.about, folder, assets)
    return folder
