"""One signal and all that followed from it: what presentation, journal and report are given."""

from dataclasses import dataclass
from typing import get_args

from firmware.events import Event
from firmware.referee import MatchSetup, Referee, Scoreboard
from firmware.signals import Signal
from firmware.storage.codec import Vocabulary
from firmware.storage.journal import EvidencePicture, JournalEntry

SETUPS: Vocabulary[MatchSetup] = Vocabulary((MatchSetup,))
EVENTS: Vocabulary[Event] = Vocabulary(get_args(Event))


@dataclass(frozen=True, slots=True)
class Moment:
    """One signal and what followed from it.

    Attributes:
        t_ms: time of the signal, or of the closing.
        signal: what the referee was fed; ``None``: the session was closed.
        events: its answer.
        board: what is to be shown after it.
        pictures: the evidence that the journal holds for it.
    """

    t_ms: int
    signal: Signal | None
    events: tuple[Event, ...]
    board: Scoreboard
    pictures: tuple[EvidencePicture, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The events as the journal writes them."""
        return tuple(EVENTS.text(event) for event in self.events)

    @property
    def entry(self) -> JournalEntry:
        """The moment as the journal keeps it."""
        return JournalEntry(self.t_ms, self.signal, self.texts, self.pictures)


def fed(referee: Referee, signal: Signal) -> Moment:
    """The moment that comes of telling ``referee`` a signal."""
    events = referee.feed(signal)
    return Moment(signal.t_ms, signal, events, referee.scoreboard)


def closed(referee: Referee, t_ms: int) -> Moment:
    """The moment that comes of closing the session."""
    events = referee.close(t_ms)
    return Moment(t_ms, None, events, referee.scoreboard)
