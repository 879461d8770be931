"""The match that is being played: the referee and his journal. What was announced is on the disk before it is heard."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Self

from firmware.decoding.transition import forget_transitions
from firmware.presentation.json_lines import closing_line
from firmware.referee import MatchSetup, Referee
from firmware.rules.events import GameWon
from firmware.rules.match import Match
from firmware.rules.notation.ruleset import parse_rules
from firmware.runtime.heap import give_back_free_memory
from firmware.signals import Signal, TableObservation, Tick
from firmware.standing.message import ANY_DECK, DeckInUse
from firmware.standing.writing import match_standing, standing_text
from firmware.storage import checkpoint
from firmware.storage.journal import EvidencePicture, Journal, JournalEntry, SessionHeader, SessionSummary
from firmware.storage.journal_errors import DamagedJournalError
from firmware.storage.moment import SETUPS, Moment, closed, fed
from firmware.storage.records import AT_THE_TABLE, SessionStart, packed
from firmware.storage.session_store import SessionStore

LOG = logging.getLogger(__name__)
WRITE_DELAY_MS = 1000
"""Looks that no event follows are written together with the next look that one follows, or after this: a power cut
loses a second of silence at most, and the card is not worn by ten transactions a second."""
CHECKPOINT_INTERVAL_MS = 20_000
"""Between two checkpoints: of a deal of two minutes, which takes three to five seconds to read, a sixth."""
OFF = "off"
"""Why nothing was seen between a cut and the start after it."""
RESUME_GAP_MS = 1000
"""A match that is resumed goes on as if it had been away for so long; no clock knows better after a power cut."""

WIN_TAIL = 2000
"""Entries at the end of a won match in which the next layout is looked for; 200 looks of it are used."""
WIN = f'"kind":"{GameWon.tag}"'

EvidenceSource = Callable[[Moment, Referee], tuple[EvidencePicture, ...]]
"""Gives the pictures that prove what was announced at a moment."""


def no_pictures(_moment: Moment, _referee: Referee) -> tuple[EvidencePicture, ...]:
    """Nothing is proven."""
    return ()


def is_same_game(one: MatchSetup, other: MatchSetup) -> bool:
    """Whether as many play by the same rules, whoever deals, whatever they are called, however long is waited."""
    return (one.players, one.rules) == (other.players, other.rules)


class LiveMatch:
    """One match at the table, in one session of the journal.

    Attributes:
        number: of the session, or what stands for it until it is written.
        referee: who judges it.
        t_ms: time of the last signal, milliseconds since the session began.
    """

    def __init__(self, journal: SessionStore, number: int, referee: Referee, t_ms: int = 0) -> None:
        """Go on with a session.

        Args:
            journal: holds the session.
            number: of the session.
            referee: was told all of it.
            t_ms: time of its last signal.
        """
        self.number, self.referee, self.t_ms = number, referee, t_ms
        self._journal = journal
        self._faults: tuple[str, ...] = ()
        self._width_mm = 0.0
        self._deck = ANY_DECK
        self._unwritten: list[JournalEntry] = []
        self._written_ms = self._checkpoint_ms = t_ms

    @classmethod
    def begin(cls, journal: SessionStore, setup: MatchSetup) -> Self:
        """A new match.

        Raises:
            JournalError: if the journal cannot be written and says so, as in every method that writes.
        """
        return cls(journal, journal.begin(_header(setup)), Referee(setup))

    @classmethod
    def resume(cls, journal: Journal, setup: MatchSetup, store: SessionStore | None = None) -> Self | None:
        """The last match at this table if it was cut off, by its own setup; else ``None``.

        A match by other rules or of other players goes on too, unless nothing was played of it yet. Since nobody knows
        what hands have done meanwhile, they are taken to have been over the table all the time.

        Args:
            journal: holds it.
            setup: what is to be played now; of that the match takes the names.
            store: where it goes on; ``None``: in the journal that holds it.
        """
        last = _last(journal)
        if last is None or last.outcome is not None:
            return None
        kept = SETUPS.parse(last.header.setup)
        same = kept.players == setup.players
        kept = replace(kept, names=(setup.names if same else ()) or kept.names)
        referee = checkpoint.resume(journal, last.number, Referee(kept))
        if not is_same_game(kept, setup) and not referee.plays:
            return None
        match = cls(store or journal, last.number, referee, last.last_ms)
        if last.signals:
            match.feed(TableObservation(match.t_ms + RESUME_GAP_MS, (), hand_present=True, unseen=OFF))
        return match

    def feed(self, signal: Signal, prove: EvidenceSource = no_pictures) -> Moment:
        """Tell the referee; what he announces is in the journal when this returns. Times never go back."""
        self.t_ms = max(self.t_ms, signal.t_ms)
        signal = signal if signal.t_ms == self.t_ms else replace(signal, t_ms=self.t_ms)
        moment = fed(self.referee, signal)
        moment = replace(moment, pictures=prove(moment, self.referee)) if moment.events else moment
        self._width_mm = moment.pictures[0].width_mm if moment.pictures else self._width_mm
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
        if self._unwritten:
            self._write()

    def tell(self, faults: tuple[str, ...], deck: DeckInUse = ANY_DECK) -> None:
        """Tell those who look on what is not of the match, if any of it is news.

        Args:
            faults: why nothing can be watched, and what is missing, by their names in the texts.
            deck: by which cards are read.
        """
        if (faults, deck) != (self._faults, self._deck):
            self._faults, self._deck = faults, deck
            self._write()

    def _write(self) -> None:
        self._journal.write_all(self.number, self._unwritten, self._standing(self.referee, self.t_ms))
        self._unwritten, self._written_ms = [], self.t_ms  # only now: what could not be written is kept

    def _standing(self, referee: Referee, t_ms: int) -> str:
        told = match_standing(referee, t_ms, faults=self._faults, width_mm=self._width_mm, deck=self._deck)
        return standing_text(told)

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
            forget_transitions()
            give_back_free_memory()

    def succeed(self, setup: MatchSetup, heard: Sequence[Signal]) -> tuple[Self, list[Moment]]:
        """Close this match and begin the next one, which has heard this: a power cut finds both done, or neither.

        Args:
            setup: of the next match.
            heard: what was seen and pressed in it, at times of its own.

        Returns:
            It, and the moments that came of that.
        """
        self.write()
        last, referee = closed(self.referee, self.t_ms).entry, Referee(setup)
        moments = [fed(referee, signal) for signal in heard]
        told = self._standing(referee, heard[-1].t_ms if heard else 0)
        following = SessionStart(_header(setup), tuple(packed(moment.entry) for moment in moments), told)
        number = self._journal.succeed(self.number, last, closing_line(self.referee), following)
        return type(self)(self._journal, number, referee, heard[-1].t_ms if heard else 0), moments

    def next_setup(self, wanted: MatchSetup | None = None) -> MatchSetup:
        """The next match at this table: the deal goes on round it (G4).

        Args:
            wanted: players, rules and pace of the house; ``None``: those of this match.
        """
        setup = self.referee.setup
        if wanted and wanted.players != setup.players:
            return wanted
        table = Match.of(parse_rules(setup.rules), setup.players)
        return replace(wanted or setup, dealer=table.after(self.referee.scoreboard.dealer))


def looks_since_win(journal: Journal, match: LiveMatch) -> list[TableObservation]:
    """What was seen since a match that was cut off had been won; nothing where it was not."""
    looks: list[TableObservation] = []
    if match.referee.scoreboard.winners:
        since = max(journal.session(match.number).signals - WIN_TAIL, 0)
        for entry in journal.intact_entries(match.number, since, pictures=False):
            if entry and any(WIN in event for event in entry.events):
                looks.clear()
            elif entry and isinstance(entry.signal, TableObservation):
                looks.append(entry.signal)
    return looks


def _header(setup: MatchSetup) -> SessionHeader:
    return SessionHeader(datetime.now(UTC).isoformat(timespec="seconds"), AT_THE_TABLE, SETUPS.text(setup))


def _last(journal: Journal) -> SessionSummary | None:
    """The newest session at the table; a damaged one stops no start."""
    try:
        return journal.last(AT_THE_TABLE)
    except DamagedJournalError as fault:
        LOG.warning("the match that was cut off cannot go on: %s", fault)
        return None
