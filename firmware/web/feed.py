"""What the journal gets is told to everybody who listens: one reader for all of them, each with a place of his own."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress

from firmware.events import (
    DoubtSettled,
    LayoutCorrected,
    LayoutSettled,
    ReadingCorrected,
    SayingTakenBack,
    SeatCorrected,
)
from firmware.storage.journal_errors import JournalError
from firmware.storage.live_reader import KeptEvents, KeptStanding, LiveReader

LOG = logging.getLogger(__name__)
POLL_S = 0.025
"""Between two looks at the journal: a quarter of the time that an event may take to the page."""
RETRY_S = 1.0
"""Between two attempts to open a journal that is not there yet, or is damaged."""
REMEMBERED = 300
"""Entries that listeners are given without another look at the disk: more than a deal has."""

RETOLD = 3
"""So many of the last corrections stand among the last plays."""
RETELLING = (ReadingCorrected, LayoutCorrected, SeatCorrected, SayingTakenBack, DoubtSettled, LayoutSettled)
"""Events by which something is told otherwise, or for good."""

KeptUpdate = KeptEvents | KeptStanding


class JournalFeed:
    """Follows a journal for any number of listeners.

    Attributes:
        standing: how the newest match stands; ``None``: nobody knows.
        lost: why the journal cannot be read; empty: it can.
    """

    def __init__(self, open_reader: Callable[[], LiveReader]) -> None:
        """Begin with nothing known, until :meth:`look` or :meth:`run`.

        Args:
            open_reader: opens the journal, again after every fault.
        """
        self.standing: KeptStanding | None = None
        self.lost = ""
        self._open = open_reader
        self._reader: LiveReader | None = None
        self._recent: deque[KeptEvents] = deque(maxlen=REMEMBERED)
        self._after: tuple[int, int] = (0, -1)
        self._begun = False
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Follow the journal until this is cancelled."""
        while True:
            self.look()
            await asyncio.sleep(RETRY_S if self.lost else POLL_S)

    def look(self) -> None:
        """Take in what was written since the last look, and wake whoever waits for it."""
        try:
            if self._fresh():
                self._take_in(self.reader)
            self.lost = ""
        except JournalError as fault:
            if str(fault) != self.lost:
                LOG.warning("%s", fault)
            self.lost = str(fault)
            self.close()

    @property
    def reader(self) -> LiveReader:
        """The journal, opened.

        Raises:
            JournalError: if it cannot be.
        """
        self._reader = self._reader or self._open()
        return self._reader

    def retold(self, session: int) -> tuple[KeptEvents, ...]:
        """The entries of a session, of those that are remembered, in which something is told otherwise than before."""
        return tuple([one for one in self._recent if one.at[0] == session and _retells(one)][-RETOLD:])

    @property
    def here(self) -> tuple[int, int]:
        """Session and place of the newest entry that was told."""
        return self._after

    def close(self) -> None:
        """Give the journal back."""
        reader, self._reader = self._reader, None
        if reader:
            reader.__exit__()

    def wake(self) -> None:
        """Let all listeners look for what is new, of whatever kind."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def wait(self, timeout_s: float) -> None:
        """Wait until something is new, no longer than ``timeout_s``."""
        changed = self._changed
        with suppress(TimeoutError):
            await asyncio.wait_for(changed.wait(), timeout_s)

    def events_after(self, at: tuple[int, int]) -> Sequence[KeptEvents]:
        """What was told after a place, oldest first; not necessarily all of it at once.

        Raises:
            JournalError: if it has to be read, and cannot be.
        """
        if at >= self._after:
            return ()
        known = list(self._recent)
        if known and known[0].at <= at:
            return [one for one in known if one.at > at]
        return self.reader.events_after(at)

    def _fresh(self) -> bool:
        if self._reader and self._reader.is_moved:  # another journal, whose sessions are counted anew
            self.close()
            self._begun = False
            self._recent.clear()
        return self.reader.is_changed()

    def _take_in(self, reader: LiveReader) -> None:
        standing = reader.standing()
        if not self._begun and standing:
            self._begun, self._after = True, (standing.at[0], reader.last_place(standing.at[0]))
        while new := reader.events_after(self._after):
            self._recent.extend(new)
            self._after = new[-1].at
        self.standing = standing
        self.wake()


def _retells(kept: KeptEvents) -> bool:
    return any(f'"{kind.tag}"' in line for line in kept.events for kind in RETELLING)


async def updates(feed: JournalFeed, after: tuple[int, int] | None, wait_s: float) -> AsyncIterator[KeptUpdate | None]:
    """Everything that is told after a place, each event once; the newest standing whenever it has changed.

    Args:
        feed: follows the journal.
        after: session and place of the last entry that is known; ``None``: from now on.
        wait_s: ``None`` comes when nothing was told for so long.
    """
    at, told = feed.here if after is None else after, None
    while True:
        while new := feed.events_after(at):
            for one in new:
                yield one
            at = new[-1].at
        if feed.standing and feed.standing != told:
            told = feed.standing
            yield told
        before = feed.standing, feed.here
        await feed.wait(wait_s)
        if (feed.standing, feed.here) == before:
            yield None
