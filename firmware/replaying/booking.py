"""The games of a journal for the book: as they were told, or read once more where something was put right."""

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

from firmware.announce.seating import Seating
from firmware.book.evening import evening_of
from firmware.book.game import BookGame, GameEnd
from firmware.book.tally import points_by_reason, tallies
from firmware.events import CorrectionEvent, Event
from firmware.referee import MatchSetup, Referee
from firmware.replaying.correcting import corrected_from, replay_to_end
from firmware.replaying.replay import ReplayDifferenceError
from firmware.rules.events import DealAbandoned, GameWon
from firmware.rules.match import Match
from firmware.rules.notation.ruleset import parse_rules
from firmware.storage.journal import Journal, JournalEntry, SessionSummary
from firmware.storage.journal_errors import DamagedJournalError, JournalError
from firmware.storage.moment import EVENTS, SETUPS
from firmware.storage.records import AT_THE_TABLE

LOG = logging.getLogger(__name__)
READ_AGAIN = CorrectionEvent | DealAbandoned
"""Events after which what was told before is no longer all as it is read."""


def book_games(
    journal: Journal, language: str, *, every: bool = False, zone: tzinfo | None = None
) -> Iterator[BookGame]:
    """The games of a journal, one after the other.

    Args:
        journal: holds them.
        language: of the seats without a name.
        every: recordings that were watched count, too.
        zone: of the café; ``None``: that of this machine.
    """
    for found in counted(journal.sessions(), every=every):
        try:
            game = _game(journal, found)
        except DamagedJournalError as fault:
            LOG.warning("%s", fault)
            continue
        if game and game.plays:
            yield game.booked(found, language, zone)


def counted(sessions: Sequence[SessionSummary], *, every: bool = False) -> list[SessionSummary]:
    """The sessions that count: of one that was put right the last version, and unless ``every`` the table's alone."""
    sources = {one.number: one.header.source for one in sessions}
    last: dict[int, SessionSummary] = {}
    for one in sessions:
        last[_origin(one.number, sources)] = one
    return [one for root, one in last.items() if every or _was_played(sources.get(root, AT_THE_TABLE))]


def _was_played(source: str) -> bool:
    """Whether it was played at the table; of what was put right and is forgotten nobody knows, so it counts."""
    return source == AT_THE_TABLE or corrected_from(source) is not None


def _origin(number: int, sources: Mapping[int, str]) -> int:
    """The session that was put right, maybe several times, to become that one; it may be forgotten by now."""
    before = corrected_from(sources.get(number, ""))
    return number if before is None or before >= number else _origin(before, sources)


@dataclass(frozen=True, slots=True)
class _ReadGame:
    """A game as it is read in the end; without events where only its score was kept."""

    setup: MatchSetup
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    is_open: bool
    deals: int
    plays: int
    questions: int
    corrections: int
    events: Sequence[Event]

    def booked(self, found: SessionSummary, language: str, zone: tzinfo | None) -> BookGame:
        setup, seating = self.setup, Seating(self.setup.players, self.setup.names)
        match = Match.of(parse_rules(setup.rules), setup.players)
        return BookGame(
            session=found.number,
            evening=evening_of(found.header.started, zone),
            started=found.header.started,
            rules=setup.rules,
            players=tuple(seating.player(seat, language) for seat in range(setup.players)),
            named=bool(setup.names),
            sides=tuple(seating.seats_of(side) for side in range(match.sides)),
            scores=self.scores,
            winners=self.winners,
            end=GameEnd.WON if self.winners else GameEnd.OPEN if self.is_open else GameEnd.ABANDONED,
            deals=self.deals,
            plays=self.plays,
            questions=self.questions,
            corrections=self.corrections,
            points=points_by_reason(match, self.events),
            tallies=tallies(match, self.events) if self.events else (),
        )


def _game(journal: Journal, found: SessionSummary) -> _ReadGame | None:
    """The game of a session; ``None``: nothing is left of it."""
    setup = SETUPS.parse(found.header.setup)
    try:
        entries = [*journal.entries(found.number, pictures=False)]
        told = [EVENTS.parse(text) for entry in entries for text in entry.events]
        if found.outcome is None or any(isinstance(event, READ_AGAIN) for event in told):
            return _read_again(entries, setup, is_open=found.outcome is None)
    except DamagedJournalError:
        raise
    except ReplayDifferenceError as fault:  # another version kept it
        LOG.warning("%s", fault)
        told = []
    except JournalError:  # emptied to make room
        told = []
    return _as_closed(setup, json.loads(found.outcome), told) if found.outcome else None


def _read_again(entries: Sequence[JournalEntry], setup: MatchSetup, *, is_open: bool) -> _ReadGame:
    referee = Referee(setup)
    replay_to_end(entries, referee)
    board, plays = referee.scoreboard, len(referee.plays)
    events = [event for entry in referee.history for event in entry.events]
    counts = {"deals": board.deal, "plays": plays, "questions": referee.doubts, "corrections": referee.corrections}
    return _ReadGame(setup, board.scores, board.winners, is_open, events=events, **counts)


def _as_closed(setup: MatchSetup, outcome: dict[str, Any], told: Sequence[Event]) -> _ReadGame:
    """A game as its closing line has it, with the events that were told."""
    counts = {"deals": outcome["deals"], "questions": outcome["doubts"], "corrections": outcome["corrections"]}
    plays, scores = len(outcome["plays"]), tuple(outcome["scores"])
    return _ReadGame(setup, scores, _winners(told, outcome), is_open=False, plays=plays, events=told, **counts)


def _winners(events: Iterable[Event], outcome: dict[str, Any]) -> tuple[int, ...]:
    """All sides that have won, where that is known: the closing line names the first alone."""
    if outcome["winner"] is None:
        return ()
    won = [event.sides for event in events if isinstance(event, GameWon)]
    return tuple(won[-1]) if won else (outcome["winner"],)
