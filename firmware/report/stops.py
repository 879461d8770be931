"""The stops of a replay: what was told, one thing after the other, as players heard it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from firmware import events as told
from firmware.events import Event
from firmware.report.pictures import is_picture
from firmware.report.reading import FinalReading, ReportedFact
from firmware.report.record import AnnotatedPicture, ReportedMoment, ToldFact
from firmware.rules import events as game


class StopKind(StrEnum):
    """What a stop is, which decides about its mark on the time line."""

    LAYOUT = "layout"
    PLAY = "play"
    SAID = "said"
    QUESTION = "question"
    ANSWER = "answer"
    CORRECTION = "correction"
    FAULT = "fault"
    NEWS = "news"


KINDS: tuple[tuple[type[Event] | tuple[type[Event], ...], StopKind], ...] = (
    (game.LayoutDealt, StopKind.LAYOUT),
    (game.CardPlayed, StopKind.PLAY),
    ((game.Announced, game.NothingAnnounced, game.Challenged, game.HandRedealt), StopKind.SAID),
    ((told.Doubt, told.ChallengeOpened), StopKind.QUESTION),
    ((told.DoubtSettled, told.LayoutSettled), StopKind.ANSWER),
    (
        (
            *(told.ReadingCorrected, told.LayoutCorrected, told.SeatCorrected, told.SayingTakenBack),
            *(game.DealAbandoned, game.WinRevoked),
        ),
        StopKind.CORRECTION,
    ),
    ((told.SayingRefused, told.PressRefused, told.TableDisagrees, game.ClaimRefused), StopKind.FAULT),
    ((told.PointsExplained, told.TableAgrees, told.DeckCompared), StopKind.NEWS),
)
"""The events that begin a stop; what follows from them belongs to it."""


@dataclass(frozen=True, slots=True)
class ReplayStop:
    """One thing that was told, with all that followed from it.

    Attributes:
        kind: what it is.
        moment: the moment at which it was told.
        events: what was said, the event that decides about ``kind`` among them; ``lines`` says them in words.
        lines: one text for each event.
        head: that event; ``None`` where nothing was said and only the score changed.
        fact: what it is about, as that is read in the end.
        understood: the same as it was understood then.
        picture: the evidence, if there is any.
    """

    kind: StopKind
    moment: ReportedMoment
    events: tuple[Event, ...]
    lines: tuple[str, ...]
    head: Event | None
    fact: ReportedFact | None
    understood: ToldFact | None
    picture: AnnotatedPicture | None

    @property
    def opens(self) -> bool:
        """Whether it tells its fact for the first time, rather than something about it."""
        return self.kind in (StopKind.LAYOUT, StopKind.PLAY, StopKind.SAID)


def replay_stops(moments: Sequence[ReportedMoment], reading: FinalReading) -> list[ReplayStop]:
    """All stops of a session in the order in which they were told.

    Args:
        moments: in order of time.
        reading: the facts to which the stops lead.
    """
    return [stop for moment in moments for stop in _stops_of(moment, reading)]


def anchored(stops: Sequence[ReplayStop], facts: Sequence[ReportedFact]) -> dict[str, int]:
    """The number of the stop at which each fact is told, by the fact's anchor; of one that never was, the next stop."""
    found: dict[str, int] = {}
    for by_opening in (True, False):
        for number, stop in enumerate(stops):
            if stop.fact and stop.opens >= by_opening:
                found.setdefault(stop.fact.anchor, number)
    for fact in facts:
        later = (number for number, stop in enumerate(stops) if stop.moment.t_ms >= fact.key.t_ms)
        found.setdefault(fact.anchor, next(later, len(stops) - 1))
    return found


def kind_of(event: Event) -> StopKind | None:
    """What kind of stop an event begins; ``None``: it follows from another one."""
    return next((kind for types, kind in KINDS if isinstance(event, types)), None)


def _stops_of(moment: ReportedMoment, reading: FinalReading) -> Iterator[ReplayStop]:
    heads = [number for number, event in enumerate(moment.events) if kind_of(event)]
    bounds = [0, *heads[1:], len(moment.events)]
    for begin, end in pairwise(bounds):
        head = next((number for number in heads if begin <= number < end), None)
        yield _stop(moment, slice(begin, end), head, reading)


def _stop(moment: ReportedMoment, span: slice, head: int | None, reading: FinalReading) -> ReplayStop:
    event = None if head is None else moment.events[head]
    shown = None if head is None else moment.evidence[head]
    return ReplayStop(
        kind=(kind_of(event) if event else None) or StopKind.NEWS,
        moment=moment,
        events=moment.events[span],
        lines=moment.lines[span],
        head=event,
        fact=None if head is None else reading.at(moment.about[head]),
        understood=None if head is None else moment.told[head],
        picture=shown if shown and is_picture(shown) else None,
    )
