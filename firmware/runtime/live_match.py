"""The match that is being played: the referee and his journal. What was announced is on the disk before it is heard."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Self

from firmware.presentation.json_lines import closing_line
from firmware.referee import MatchSetup, Referee
from firmware.rules.match import Match
from firmware.rules.notation.ruleset import parse_rules
from firmware.signals import Signal, TableObservation, Tick
from firmware.storage import checkpoint
from firmware.storage.journal import EvidencePicture, Journal, JournalEntry, SessionHeader, SessionSummary
from firmware.storage.moment import SETUPS, Moment, closed, fed
from firmware.storage.schema import DamagedJournalError

LOG = logging.getLogger(__name__)
SOURCE = "the table"
WRITE_DELAY_MS = 1000
"""Looks that no event follows are written together with the next look that one follows, or after this: a power cut
loses a second of silence at most, and the card is not worn by ten transactions a second."""
CHECKPOINT_INTERVAL_MS = 20_000
"""Between two checkpoints: of a deal of two minutes, which takes three to five seconds to read, a sixth."""
RESUME_GAP_MS = 1000
"""A match that is resumed goes on as if it had been away for so long; no clock knows better after a power cut."""

EvidenceSource = Callable[[Moment, Referee], tuple[EvidencePicture, ...]]
"""Gives the pictures that prove what was announced at a moment."""


def no_pictures(_moment: Moment, _referee: Referee) -> tuple[EvidencePicture, ...]:
    """Nothing is proven."""
    return ()


class LiveMatch:
    """One match at the table, in one session of the journal.

    Attributes:
        number: of the session.
        referee: who judges it.
        t_ms: time of the last signal, milliseconds since the session began.
    """

    def __init__(self, journal: Journal, number: int, referee: Referee, t_ms: int = 0) -> None:
        """Go on with a session.

        Args:
            journal: holds the session.
            number: of the session.
            referee: was told all of it.
            t_ms: time of its last signal.
        """
        self.number, self.referee, self.t_ms = number, referee, t_ms
        self._journal = journal
        self._unwritten: list[JournalEntry] = []
        self._written_ms = self._checkpoint_ms = t_ms

    @classmethod
    def begin(cls, journal: Journal, setup: MatchSetup) -> Self:
        """A new match.

        Raises:
            JournalError: if the journal cannot be written, as in every method that writes.
        """
        started = datetime.now(UTC).isoformat(timespec="seconds")
        number = journal.begin(SessionHeader(started, SOURCE, SETUPS.text(setup)))
        return cls(journal, number, Referee(setup))

    @classmethod
    def resume(cls, journal: Journal, setup: MatchSetup) -> Self | None:
        """The last match at this table, if it was cut off and was played by the same rules; else ``None``.

        Since nobody knows what hands have done meanwhile, they are taken to have been over the table all the time.
        """
        last = _last(journal)
        if last is None or last.outcome is not None:
            return None
        kept = SETUPS.parse(last.header.setup)
        if replace(kept, dealer=setup.dealer, names=setup.names) != setup:
            return None
        kept = replace(kept, names=setup.names or kept.names)
        match = cls(journal, last.number, checkpoint.resume(journal, last.number, Referee(kept)), last.last_ms)
        if last.signals:
            match.feed(TableObservation(match.t_ms + RESUME_GAP_MS, (), hand_present=True))
        return match

    def feed(self, signal: Signal, prove: EvidenceSource = no_pictures) -> Moment:
        """Tell the referee; what he announces is in the journal when this returns. Times never go back."""
        self.t_ms = max(self.t_ms, signal.t_ms)
        signal = signal if signal.t_ms == self.t_ms else replace(signal, t_ms=self.t_ms)
        moment = fed(self.referee, signal)
        moment = replace(moment, pictures=prove(moment, self.referee)) if moment.events else moment
        self._unwritten.append(moment.entry)
        if moment.events or self.t_ms - self._written_ms >= WRITE_DELAY_MS:
            self.write()
        return moment

    def tick_if_due(self, t_ms: int) -> Moment | None:
        """Tell the referee that time went by, if he waits for that; ``None``: he does not."""
        due_ms = self.referee.wake_at_ms
        return self.feed(Tick(t_ms)) if due_ms is not None and due_ms <= t_ms else None

    def write(self) -> None:
        """Write what is still held back."""
        entries, self._unwritten, self._written_ms = self._unwritten, [], self.t_ms
        if entries:
            self._journal.write_all(self.number, entries)

    def checkpoint_if_due(self) -> None:
        """Save a checkpoint if the last one is old; for times at which nothing happens at the table."""
        if self.t_ms - self._checkpoint_ms >= CHECKPOINT_INTERVAL_MS:
            self.save_checkpoint()

    def save_checkpoint(self) -> None:
        """Save a checkpoint of the referee, unless he still works on what was seen."""
        self.write()
        if not self.referee.busy:
            self._checkpoint_ms = self.t_ms
            checkpoint.save(self._journal, self.number, self.referee)

    def close(self, t_ms: int) -> Moment:
        """The match is over, or given up: tell the rest, and close the session."""
        self.t_ms = max(self.t_ms, t_ms)
        self.write()
        moment = closed(self.referee, self.t_ms)
        self._journal.close_session(self.number, moment.entry, closing_line(self.referee))
        return moment

    def next_setup(self) -> MatchSetup:
        """The next match at this table: the same players and rules, and the deal goes on round the table (G4)."""
        setup = self.referee.setup
        table = Match.of(parse_rules(setup.rules), setup.players)
        return replace(setup, dealer=table.after(self.referee.scoreboard.dealer))


def _last(journal: Journal) -> SessionSummary | None:
    """The newest session at the table; a damaged one stops no start."""
    try:
        return journal.last(SOURCE)
    except DamagedJournalError as fault:
        LOG.warning("the match that was cut off cannot go on: %s", fault)
        return None
