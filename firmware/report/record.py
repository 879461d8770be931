"""What a report tells: a whole session, the moments at which something happened, their pictures and screens."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from firmware.announce.seating import Seating
from firmware.cards import Card
from firmware.decoding.history import HistoryEntry, Step
from firmware.events import DeckCompared, Event
from firmware.referee import MatchSetup, Scoreboard
from firmware.report.ledger import BookedPoints, FactKey
from firmware.report.places import OutlinedCard
from firmware.signals import SeenCard, Signal, TableObservation
from firmware.storage.evidence import KEPT, PROVEN
from firmware.storage.journal import EvidencePicture


@dataclass(frozen=True, slots=True)
class AnnotatedPicture:
    """A picture and what was seen in it, corners in millimetres of its own frame.

    Attributes:
        picture: the evidence.
        cards: what was seen in it.
    """

    picture: EvidencePicture
    cards: tuple[SeenCard, ...]


class LookMemory:
    """Remembers what was seen in the last looks, to join it to their pictures."""

    def __init__(self) -> None:
        """Nothing seen yet."""
        self._looks: deque[TableObservation] = deque(maxlen=KEPT)

    def remember(self, signal: Signal | None) -> None:
        """Take note of a look; other signals show nothing."""
        if isinstance(signal, TableObservation):
            self._looks.append(signal)

    @property
    def last(self) -> tuple[SeenCard, ...]:
        """What the last look has seen."""
        return self._looks[-1].cards if self._looks else ()

    def annotated(self, picture: EvidencePicture) -> AnnotatedPicture:
        """The picture with what was seen in it."""
        cards = next((look.cards for look in self._looks if look.t_ms == picture.t_ms), ())
        return AnnotatedPicture(picture, cards)


@dataclass(frozen=True, slots=True)
class ToldFact:
    """A fact as it was understood when something was said about it.

    Attributes:
        entry: the fact, what the rules made of it, and the game after it.
        before: the cards that lay on the table before it.
    """

    entry: HistoryEntry
    before: tuple[Card, ...]

    @property
    def brought(self) -> tuple[Card, ...]:
        """The cards that it brought to the table."""
        return self.entry.fact.cards if isinstance(self.entry.fact, Step) else ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All that lay there before, and what it brought."""
        return (*self.before, *self.brought)


@dataclass(frozen=True, slots=True)
class ReportedMoment:
    """A moment at which the referee said something, or the score changed.

    Attributes:
        t_ms: time of the signal that caused it.
        events: what happened.
        lines: what happened in words, one text for each event.
        about: the fact that each event is about; ``None`` where it is about none that was told.
        told: that fact as it was understood then; ``None`` where there is none, or it is gone.
        board: how the match stood afterwards.
        lying: the cards of the table and of what is told, each where it was seen last.
        booked: the points of which the scores are the sum.
        screen_png: the small display at that moment.
        pictures: evidence, one for each event of the kinds :data:`PROVEN`; none where the session holds no pictures.
    """

    t_ms: int
    events: tuple[Event, ...]
    lines: tuple[str, ...]
    about: tuple[FactKey | None, ...]
    told: tuple[ToldFact | None, ...]
    board: Scoreboard
    lying: tuple[OutlinedCard, ...]
    booked: tuple[BookedPoints, ...]
    screen_png: bytes
    pictures: tuple[AnnotatedPicture, ...]

    @property
    def scores(self) -> tuple[int, ...]:
        """Of each side, afterwards."""
        return self.board.scores

    @property
    def evidence(self) -> tuple[AnnotatedPicture | None, ...]:
        """The picture of each event; ``None`` where it has none."""
        pictures = iter(self.pictures)
        return tuple(next(pictures, None) if isinstance(event, PROVEN) else None for event in self.events)


def deck_of(moments: Iterable[ReportedMoment]) -> DeckCompared | None:
    """The last that was told of the enrolled deck; ``None``: nothing was."""
    told = [event for moment in moments for event in moment.events if isinstance(event, DeckCompared)]
    return told[-1] if told else None


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A whole session, as far as a report needs it.

    Attributes:
        setup: who played what.
        seating: what they are called.
        language: of the page.
        deck: whether the enrolled deck lay there that was named; ``None``: none was, or it is not known.
        source: where the looks came from.
        facts: further lines for the head of the page, name and value: time, speed, place in the journal.
        moments: in order of time.
        history: the final reading.
        scores: of each side, at the end.
        winner: side that won, if any.
        doubts: questions that were asked.
        corrections: announcements that were taken back.
        end_ms: when the session ended.
    """

    setup: MatchSetup
    seating: Seating
    language: str
    deck: DeckCompared | None
    source: str
    facts: tuple[tuple[str, str], ...]
    moments: tuple[ReportedMoment, ...]
    history: tuple[HistoryEntry, ...]
    scores: tuple[int, ...]
    winner: int | None
    doubts: int
    corrections: int
    end_ms: int
