"""The journal behind the game: written from a thread of its own, so that no disk holds up the referee.

A disk that is whole has everything before it is told. One that is full, may not be written, has gone or is slow is
shown; the game goes on, and what could not be written is kept in memory until it can be.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable

from firmware.errors import HakamError
from firmware.runtime.journal_tasks import Addition, Beginning, JournalBook, JournalTask, KeptCheckpoint, Succession
from firmware.storage.journal import Journal
from firmware.storage.journal_errors import DiskError
from firmware.storage.pruning import CLOSING_S
from firmware.storage.records import JournalEntry, SessionHeader, SessionStart, packed
from hardware.retry import Retry

LOG = logging.getLogger(__name__)

PATIENCE_S = 0.5
"""So long an announcement waits for the disk, as the doctor's: with a slower one it is told before."""
RETRY_S = (1.0, 2.0, 5.0)
"""Before each attempt after a failure, the last for all that follow: a stick put back is found within 10 s."""
MOST_PICTURE_BYTES = 64_000_000
"""Of pictures that wait; older ones are left out: a tenth of the unit's memory, 2,000 plays."""


class BackgroundJournal:
    """Keeps sessions in a journal that may be out of reach for a while; no method but :meth:`close` waits long.

    Attributes:
        name: what is wrong with the disk, as the display's texts call it; of no account while nothing is.
        given_up: never; what is a device's beside it may be.
    """

    given_up = False

    def __init__(
        self,
        open_journal: Callable[[], Journal],
        *,
        clock: Callable[[], float] = time.monotonic,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """Begin the thread; the journal is opened when something is to be written.

        Args:
            open_journal: opens it, in that thread, again after every fault.
            clock: tells the time, seconds.
            patience_s: how long a disk that is whole is waited for.
        """
        self.name = "disk_lost"
        self._open, self._clock, self._patience_s = open_journal, clock, patience_s
        self._book, self._retry = JournalBook(), Retry("journal", RETRY_S)
        self._tasks: deque[JournalTask] = deque()
        self._news = threading.Condition()
        self._put = self._done = self._keys = 0
        self._due_s, self._busy_since_s = 0.0, float("inf")
        self._slow = self._over = False
        self._journal: Journal | None = None
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    @property
    def lost(self) -> str:
        """Why what is told is not on the disk; empty: it is."""
        return self._retry.lost or ("it is too slow" if self._slow and self._tasks else "")

    def attend(self) -> None:
        """See whether the disk takes too long. To be called every second or so."""
        with self._news:
            if self._clock() - self._busy_since_s > self._patience_s:
                self._is_slow()
            self._news.notify_all()

    def begin(self, header: SessionHeader) -> int:
        """Open a new session and give its number; a negative one stands for it where it cannot be written yet."""
        return self._opened(lambda key: Beginning(key, header))

    def write_all(self, session: int, entries: Iterable[JournalEntry], standing: str = "") -> None:
        """Add entries to a session; they are on the disk when this returns, unless :attr:`lost` says why not.

        Args:
            session: its number.
            entries: in their order; there may be none.
            standing: how the match stands after them, as JSON; empty: nobody says it.
        """
        self._submit(Addition(session, [packed(entry) for entry in entries], standing))

    def save_checkpoint(self, session: int, build: str, state: bytes) -> None:
        """Keep the referee as it stands after the last entry, if nothing else is waiting to be written.

        Args:
            session: its number.
            build: the mark of the program that can read the state.
            state: the referee in bytes.
        """
        if not self.lost:
            self._submit(KeptCheckpoint(session, build, state))

    def succeed(self, session: int, entry: JournalEntry, outcome: str, following: SessionStart) -> int:
        """Close a session and begin the one that follows, both or neither; give its number as :meth:`begin` does.

        Args:
            session: the number of the one that is over.
            entry: what followed from the closing, without a signal.
            outcome: the closing line as JSON.
            following: the next session.
        """
        return self._opened(lambda key: Succession(key, session, packed(entry), outcome, following))

    def close(self, wait_s: float = CLOSING_S) -> None:
        """Write what still waits, if that takes no longer than ``wait_s``; say in the log what is lost."""
        with self._news:
            self._over, self._due_s = True, 0.0
            self._news.notify_all()
        self._thread.join(wait_s)
        if lost := sum(task.size for task in list(self._tasks)):
            LOG.warning("%d entries could not be written to the journal and are lost", lost)

    def _opened(self, task: Callable[[int], JournalTask]) -> int:
        with self._news:
            self._keys -= 1
            key = self._keys
        self._submit(task(key))
        return self._book.numbers.get(key, key)

    def _submit(self, task: JournalTask) -> None:
        """Hand a task to the thread, and wait until it is done where the disk is well."""
        with self._news:
            self._append(task)
            place = self._put
            self._news.notify_all()
            if not self.lost and not self._news.wait_for(lambda: self._done >= place or self.lost, self._patience_s):
                self._is_slow()

    def _append(self, task: JournalTask) -> None:
        """Put a task behind the others, or into the last one: a slow disk then writes all that waits at once."""
        idle = self._tasks and (len(self._tasks) > 1 or self._busy_since_s == float("inf"))
        if not (idle and self._tasks[-1].takes(task)):
            self._put, task.since_s = self._put + 1, self._clock()
            self._tasks.append(task)
        self._limit_pictures()

    def _is_slow(self) -> None:
        if not self.lost:
            self._slow, self.name = True, "disk_slow"
            LOG.warning("the disk takes long to write: what is told may be on it later")

    def _limit_pictures(self) -> None:
        waiting = sum(task.picture_bytes for task in self._tasks) if self.lost else 0
        for task in self._tasks:
            if waiting <= MOST_PICTURE_BYTES:
                break
            waiting -= task.picture_bytes
            task.drop_pictures()

    def _run(self) -> None:
        while task := self._next():
            try:
                task.run(self._opened_journal(), self._book)
            except Exception as fault:  # a thread that dies would look like a disk that is slow
                self._failed(fault)
            else:
                self._worked(task)
        self._drop()

    def _opened_journal(self) -> Journal:
        """The journal; one that is no longer where it was is opened anew, for a stick may have been pulled."""
        if self._journal and self._journal.is_moved:
            self._drop()
        self._journal = self._journal or self._open()
        return self._journal

    def _next(self) -> JournalTask | None:
        """The next task, once it is due; ``None``: no more will come, or they cannot be done."""
        with self._news:
            while not (self._over or (self._tasks and self._clock() >= self._due_s)):
                due_s = self._due_s - self._clock()
                self._news.wait(due_s if self._tasks and due_s > 0 else None)
            if not self._tasks or (self._over and self._due_s > 0.0):
                return None
            self._busy_since_s = self._clock()
            return self._tasks[0]

    def _worked(self, task: JournalTask) -> None:
        with self._news:
            self._tasks.popleft()
            self._done += 1
            self._retry.worked()
            self._slow = self._slow and self._clock() - task.since_s > self._patience_s
            self._due_s, self._busy_since_s = 0.0, float("inf")
            self._news.notify_all()

    def _failed(self, fault: Exception) -> None:
        """Give the journal back, and try again later: what was not written stays where it is."""
        self._drop()
        with self._news:
            if not isinstance(fault, HakamError) and not self._retry.lost:
                LOG.warning("the journal failed in an unknown way", exc_info=True)
            self.name = fault.kind if isinstance(fault, DiskError) else "disk_lost"
            self._due_s = self._clock() + self._retry.failed(fault)
            self._busy_since_s = float("inf")
            self._news.notify_all()

    def _drop(self) -> None:
        journal, self._journal = self._journal, None
        if journal:
            journal.__exit__()
