"""Which fact of the history each event is about, while the numbers of its steps are still those of the history."""

from collections.abc import Sequence

from firmware.decoding.history import HistoryEntry, Layout, Step
from firmware.decoding.sayings import word_of
from firmware.events import Doubt, DoubtSettled, Event, ReadingCorrected, SayingTakenBack, SeatCorrected
from firmware.report.ledger import FactKey
from firmware.report.record import ToldFact
from firmware.rules.events import CardPlayed, LayoutDealt, SpokenEvent

NUMBERED = Doubt | DoubtSettled | ReadingCorrected | SeatCorrected
"""The kinds of event that name their step by its number."""


def facts_told(
    events: Sequence[Event], before: Sequence[HistoryEntry], after: Sequence[HistoryEntry]
) -> tuple[FactKey | None, ...]:
    """The fact that each event of a moment is about; ``None`` for what is about none that was told.

    Args:
        events: what was said; plays and layouts among them are the last steps of the history.
        before: the history before the moment, which still has a step that was dropped.
        after: the history after it.
    """
    old, new = _steps(before), _steps(after)
    told = sum(isinstance(event, CardPlayed | LayoutDealt) for event in events)
    fresh = iter(new[len(new) - told :])
    return tuple(
        next(fresh, None)
        if isinstance(event, CardPlayed | LayoutDealt)
        else _numbered(event, old, new)
        if isinstance(event, NUMBERED)
        else _said(event, after if event.back else before)
        if isinstance(event, SayingTakenBack)
        else _spoken(event, after)
        if isinstance(event, SpokenEvent)
        else None
        for event in events
    )


def understood(key: FactKey | None, history: Sequence[HistoryEntry]) -> ToldFact | None:
    """The fact of that key as a history has it; ``None``: it has none."""
    for number in reversed(range(len(history))):
        fact = history[number].fact
        if FactKey.of(fact) == key:
            opening = number == 0 or (isinstance(fact, Step) and isinstance(fact.action, Layout))
            return ToldFact(history[number], () if opening else history[number - 1].game.table)
    return None


def _steps(history: Sequence[HistoryEntry]) -> list[FactKey]:
    return [FactKey.of(entry.fact) for entry in history if isinstance(entry.fact, Step)]


def _said(event: SayingTakenBack, history: Sequence[HistoryEntry]) -> FactKey | None:
    """The last saying of that player in that word."""
    said = (entry.fact for entry in reversed(history) if not isinstance(entry.fact, Step))
    return next(
        (FactKey.of(one) for one in said if (one.saying.seat, word_of(one.saying)) == (event.seat, event.saying)), None
    )


def _spoken(event: SpokenEvent, history: Sequence[HistoryEntry]) -> FactKey | None:
    """The last saying from which that followed."""
    said = (entry for entry in reversed(history) if not isinstance(entry.fact, Step))
    return next((FactKey.of(entry.fact) for entry in said if event in entry.events), None)


def _numbered(event: NUMBERED, old: Sequence[FactKey], new: Sequence[FactKey]) -> FactKey | None:
    """The step of that number; of one that is gone as it was before."""
    gone = isinstance(event, ReadingCorrected) and event.was is not None and event.now is None
    steps = old if gone else new
    return steps[event.step] if event.step < len(steps) else None
