"""The tables of a report: every change of the score with its reason, and the plays that are worth another look."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from firmware.cards import Card
from firmware.events import Doubt, Event, ReadingCorrected
from firmware.report.ledger import BookedPoints, changes
from firmware.report.reading import FactNote, FinalReading, ReportedFact
from firmware.report.record import ReportedMoment
from firmware.report.words import PageWords

LEAST_SHARE = 0.01  # less would be printed as 0 %


@dataclass(slots=True)
class PointRow:
    """A change of the score.

    Attributes:
        t_ms: when it was told.
        booked: whose score, and for what.
        points: how many more, or less.
        scores: of each side, after it.
        who: the side in words.
        why: the reason in a sentence.
        fact: what brought it, if that still stands.
        withdraws: it takes back a row before, since the game is read otherwise.
        withdrawn: a later row takes it back.
    """

    t_ms: int
    booked: BookedPoints
    points: int
    scores: tuple[int, ...]
    who: str
    why: str
    fact: ReportedFact | None
    withdraws: bool
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class DisputeRow:
    """A fact that is worth another look, and what was said about it.

    Attributes:
        fact: the fact; ``None`` for what was said before there was any.
        notes: what was said.
    """

    fact: ReportedFact | None
    notes: tuple[FactNote, ...]


def point_rows(moments: Sequence[ReportedMoment], reading: FinalReading, words: PageWords) -> list[PointRow]:
    """Every change of the score in the order in which it was told; until each moment the rows sum to its scores.

    Args:
        moments: in order of time, each with the points of which its scores are the sum.
        reading: the facts to which the rows lead.
        words: of the page.
    """
    rows: list[PointRow] = []
    booked: tuple[BookedPoints, ...] = ()
    scores = [0] * (len(moments[0].scores) if moments else 0)
    for moment in moments:
        for item, gone in changes(booked, moment.booked):
            points, counted = (-item.points, -item.counted) if gone else (item.points, item.counted)
            scores[item.side] += counted
            if gone:
                _standing(rows, item).withdrawn = True
            who, why = words.side(item.side), words("given_back") if item.taken_back else words.why(item.reason)
            rows.append(PointRow(moment.t_ms, item, points, tuple(scores), who, why, reading.at(item.fact), gone))
        booked = moment.booked
    return rows


def _standing(rows: Sequence[PointRow], item: BookedPoints) -> PointRow:
    """The row that is taken back."""
    return next(row for row in reversed(rows) if row.booked == item and not row.withdraws and not row.withdrawn)


def dispute_rows(reading: FinalReading) -> Iterator[DisputeRow]:
    """What was asked, corrected or refused, in the order of the game."""
    if reading.loose:
        yield DisputeRow(None, reading.loose)
    for fact in reading.facts:
        if notes := tuple(note for note in fact.notes if note.disputes):
            yield DisputeRow(fact, notes)


def retold_facts(reading: FinalReading) -> list[ReportedFact]:
    """The plays of which nothing was said, and which are read otherwise since something before them was corrected."""
    return [fact for fact in reading.facts if fact.retold and not any(note.disputes for note in fact.notes)]


def was_and_now(event: Event) -> tuple[Card, ...]:
    """Of a corrected play the card before and the card now; else nothing."""
    cards = (event.was, event.now) if isinstance(event, ReadingCorrected) else ()
    return tuple(card for card in cards if card)


def likely(event: Event) -> tuple[tuple[Card | None, float], ...]:
    """Of a question about a play what it may have been, with probabilities; else nothing."""
    if not isinstance(event, Doubt) or event.seat is None:
        return ()
    return tuple((card, share) for card, share in event.candidates if share >= LEAST_SHARE)
