"""What a board should hold of tables that were played, by their own journals."""

from collections import Counter

from firmware.league.gathering import CORRECTIONS, totals
from firmware.league.sources import JournalSource
from firmware.rules.events import PointsScored


def sources(tables):
    return {name: JournalSource(table.path) for name, table in tables.items()}


def counted(table):
    """The totals of a journal, from its own events."""
    events = table.parsed()
    kinds = Counter(event.tag for event in events)
    scored = [event for event in events if isinstance(event, PointsScored)]
    times, points = Counter(one.reason for one in scored), Counter()
    for one in scored:
        points[one.reason] += one.points
    reasons = {reason.value: (count, points[reason]) for reason, count in times.items()}
    corrected = sum(kinds[kind] for kind in CORRECTIONS)
    return (kinds["GameWon"], kinds["CardPlayed"], reasons, kinds["Announced"], corrected, table.scores)


def told(store, lost=()):
    found = totals(store, dict(lost))
    return {one.table: (one.games, one.plays, one.reasons, one.announced, one.corrections, one.scores) for one in found}
