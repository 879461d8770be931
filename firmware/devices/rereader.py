"""Has the first deals read once more when they are over, and takes over what came of it when it is ready."""

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import ParamSpec, TypeVar

from firmware.decoding.identities import IdentifiedDeal
from firmware.devices.rereading import ReadingTask, Rereading, read_again, read_on
from firmware.referee import REMEMBERED_DEALS, Referee
from firmware.signals import CardsRenamed
from firmware.storage import checkpoint
from vision.sightings import Sighting, SightingMemory

P = ParamSpec("P")
T = TypeVar("T")
LOG = logging.getLogger(__name__)
LAG = 20
"""Signals that the table may be ahead of a reading that is taken over: to hear them takes a fifth of a second here."""
GATHERED_MS = 5000
"""So long after its end a deal is read once more: the last capture is taken up by then, a judgement."""

LATE_MS, UNENDED = 300_000, -1
"""A first deal whose end was not seen by then is read once more all the same, and counts as that deal: names can be so
wrong that no reading comes to the end of it. A filmed deal with three cards in ten misnamed (red dots, way 1) was not
over after 406 s in which two had been played, with 14 of 72 plays right, and nothing was heard once more. Filmed deals
take 170 to 240 s; a judgement."""


class Rereader:
    """Reads the deals of a match once more, one task at a time.

    Attributes:
        deals: which card lay where in each deal, by the reading that stands.
    """

    def __init__(self, executor: Executor, sightings: SightingMemory) -> None:
        """Work with ``executor`` on what the eyes have seen."""
        self._executor, self._sightings = executor, sightings
        self.deals: dict[int, IdentifiedDeal] = {}
        self._over_ms: dict[int, int] = {}
        self._asked: set[int] = set()
        self._begun_ms: int | None = None
        self._working: Future[Rereading] | None = None

    def begin(self) -> None:
        """Another match begins."""
        self.deals, self._over_ms, self._asked = {}, {}, set()
        self._working, self._begun_ms = None, None

    def note(self, t_ms: int, deal: IdentifiedDeal) -> None:
        """A deal is over, or understood otherwise since."""
        self.deals[deal.number] = deal
        self._over_ms.setdefault(deal.number, t_ms)

    def news(self, t_ms: int, referee: Referee, *, last: bool = False) -> CardsRenamed | None:
        """Other names, if a reading by these is ready to be taken over.

        Args:
            t_ms: now.
            referee: who judges the match.
            last: nothing more will be seen.
        """
        self._begun_ms = t_ms if self._begun_ms is None else self._begun_ms
        if self._working is None:
            self._ask(t_ms, referee, last=last)
        if self._working is None or not self._working.done():
            return None
        reading, self._working = _result(self._working), None
        if reading is None or not reading.names or referee.heard is None:
            return None
        return self._taken_over(t_ms, referee, reading)

    def _ask(self, t_ms: int, referee: Referee, *, last: bool) -> None:
        """Have the deals read once more, if one is over that was not yet."""
        due = {number for number, over_ms in self._over_ms.items() if last or t_ms - over_ms >= GATHERED_MS}
        if not self._over_ms and t_ms - (self._begun_ms or 0) >= LATE_MS:
            due = {UNENDED}
        if due <= self._asked or max(due) >= REMEMBERED_DEALS - 1 or referee.heard is None:
            return
        self._asked |= due
        present = referee.identified_deal
        deals = list((self.deals | {present.number: present}).values())
        first = Rereading({}, deals, referee.log_likelihood, len(referee.plays))
        task = ReadingTask(referee.setup, tuple(referee.heard), self._seen(), first)
        self._working = self._executor.submit(read_again, task)

    def _taken_over(self, t_ms: int, referee: Referee, reading: Rereading) -> CardsRenamed | None:
        """The names, or nothing while the table is far ahead of a reading: it goes on till it has caught up."""
        signals, other = referee.heard or (), checkpoint.read_back(reading.state)
        if other is None:
            return None
        if len(signals) - other.heard_count > LAG:
            self._working = self._executor.submit(read_on, referee.setup, tuple(signals), reading)
            return None
        self.deals |= {deal.number: deal for deal in reading.deals}
        renaming = CardsRenamed(t_ms, tuple(reading.names.items()))
        referee.prepare(renaming, other)
        return renaming

    def _seen(self) -> Mapping[int, Sighting]:
        return {number: replace(one, crop=None) for number, one in self._sightings.items()}


class Inline(Executor):
    """Does what is submitted at once: for recordings, where the table waits."""

    def submit(self, step: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do something, and give what comes of it.

        Args:
            step: what is to be done.
            *args: what it takes.
            **kwargs: what it takes by name.
        """
        done: Future[T] = Future()
        done.set_result(step(*args, **kwargs))
        return done


def _result(working: Future[Rereading]) -> Rereading | None:
    try:
        return working.result()
    except Exception as fault:  # another process may die of anything: the match goes on as it was read
        LOG.warning("the first deals could not be read once more: %r", fault)
        return None
