"""The final reading of a session, fact by fact, each with what was told, asked and put right about it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from firmware.cards import Card
from firmware.decoding.history import HistoryEntry, Layout, Step
from firmware.events import (
    AgreementEvent,
    CorrectionEvent,
    DeckCompared,
    Event,
    NoticeEvent,
    PointsExplained,
    QuestionEvent,
    TableAgrees,
)
from firmware.report.ledger import FactKey
from firmware.report.record import AnnotatedPicture, ReportedMoment, SessionRecord
from firmware.rules.events import CardPlayed, LayoutDealt
from firmware.rules.play import Play

NOTED = QuestionEvent | CorrectionEvent | NoticeEvent | AgreementEvent
"""The kinds of event that are said about the facts of the history and do not belong to them."""


@dataclass(frozen=True, slots=True)
class FactNote:
    """Something said about a fact: a question, an answer, a correction, a refusal, a play that was taken back.

    Attributes:
        t_ms: when.
        event: what.
        line: in words.
    """

    t_ms: int
    event: Event
    line: str

    @property
    def disputes(self) -> bool:
        """Whether it is a reason to look again: all but good news and an explanation that somebody asked for."""
        good_news = isinstance(self.event, TableAgrees) or (isinstance(self.event, DeckCompared) and self.event.fits)
        return not good_news and not isinstance(self.event, PointsExplained)


@dataclass(slots=True)
class ReportedFact:
    """A layout, a play or a saying as it is read in the end.

    Attributes:
        entry: the fact, what the rules made of it, and the game after it.
        before: the cards that lay on the table before it.
        play: its number from 1, if it is a play; the number by which ``hakam correct`` knows it.
        said: its number from 1, if somebody said it.
        told: how it was told, if it was.
        picture: the evidence, if there is any.
        notes: what was said about it.
    """

    entry: HistoryEntry
    before: tuple[Card, ...]
    play: int = 0
    said: int = 0
    told: Event | None = None
    picture: AnnotatedPicture | None = None
    notes: list[FactNote] = field(default_factory=list)

    @property
    def key(self) -> FactKey:
        """What tells it apart."""
        return FactKey.of(self.entry.fact)

    @property
    def anchor(self) -> str:
        """Where links to it lead."""
        if self.play:
            return f"play-{self.play}"
        return f"said-{self.said}" if self.said else f"deal-{self.entry.game.deal}"

    @property
    def seat(self) -> int | None:
        """Who played the card, if it is a play."""
        fact = self.entry.fact
        return fact.action.seat if isinstance(fact, Step) and isinstance(fact.action, Play) else None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that it brought to the table."""
        return self.entry.fact.cards if isinstance(self.entry.fact, Step) else ()

    @property
    def retold(self) -> bool:
        """Whether it was told with another rank or another player than it is read with in the end."""
        told = self.told
        return isinstance(told, CardPlayed) and (told.seat, told.card.rank) != (self.seat, self.cards[0].rank)

    @property
    def disputed(self) -> bool:
        """Whether there is a reason to look at it again."""
        return self.retold or any(note.disputes for note in self.notes)


@dataclass(frozen=True, slots=True)
class FinalReading:
    """All facts in their order; ``loose`` is what was said while there was none."""

    facts: tuple[ReportedFact, ...]
    loose: tuple[FactNote, ...]

    def at(self, key: FactKey | None) -> ReportedFact | None:
        """The fact with that key, or with one of its tracks: a fact may get another time when it is thought over."""
        if key is None:
            return None
        exact = (fact for fact in self.facts if fact.key == key)
        shared = (fact for fact in self.facts if not {*fact.key.track_ids}.isdisjoint(key.track_ids))
        return next(exact, None) or next(shared, None)

    def near(self, t_ms: int) -> ReportedFact | None:
        """The last fact until then, or else the first one."""
        until = [fact for fact in self.facts if fact.key.t_ms <= t_ms]
        return until[-1] if until else next(iter(self.facts), None)


def final_reading(record: SessionRecord) -> FinalReading:
    """The facts of a session with all that was said about each."""
    reading = FinalReading(tuple(_facts(record.history)), ())
    loose: list[FactNote] = []
    for moment in record.moments:
        loose += _take_in(reading, moment)
    return FinalReading(reading.facts, tuple(loose))


def _facts(history: Sequence[HistoryEntry]) -> Iterator[ReportedFact]:
    plays, sayings = 0, 0
    table: tuple[Card, ...] = ()
    for entry in history:
        laid = isinstance(entry.fact, Step) and isinstance(entry.fact.action, Layout)
        play = isinstance(entry.fact, Step) and not laid
        said = not isinstance(entry.fact, Step)
        plays, sayings = plays + play, sayings + said
        yield ReportedFact(entry, () if laid else table, plays * play, sayings * said)
        table = entry.game.table


def _take_in(reading: FinalReading, moment: ReportedMoment) -> Iterator[FactNote]:
    """Give each fact what a moment says about it, and give what is about none."""
    told = zip(moment.events, moment.lines, moment.about, moment.evidence, strict=True)
    for event, line, key, picture in told:
        fact = reading.at(key)
        if isinstance(event, CardPlayed | LayoutDealt) and fact is not None:
            fact.told, fact.picture = event, picture
        elif isinstance(event, CardPlayed | NOTED):
            yield from _note(FactNote(moment.t_ms, event, line), fact or reading.near(key.t_ms if key else moment.t_ms))
            if fact is not None and fact.picture is None:
                fact.picture = picture


def _note(note: FactNote, fact: ReportedFact | None) -> Iterator[FactNote]:
    if fact is None:
        yield note
    else:
        fact.notes.append(note)
