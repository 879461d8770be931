"""To which evening a game belongs: one that begins after midnight is still of the evening before."""

from datetime import UTC, date, datetime, timedelta, tzinfo

DAY_BEGINS = timedelta(hours=5)
"""When cafés are closed: between the last game of a night and the first of a morning. A judgement."""


def evening_of(started: str, zone: tzinfo | None = None) -> date:
    """The day on which the evening of a game began.

    Args:
        started: date and time, ISO 8601; without a zone it is UTC.
        zone: of the café; ``None``: that of this machine.

    Raises:
        ValueError: if it is not a time.
    """
    return (local_time(started, zone) - DAY_BEGINS).date()


def local_time(started: str, zone: tzinfo | None = None) -> datetime:
    """When a game began, by the clock on the café's wall; the arguments are those of :func:`evening_of`."""
    moment = datetime.fromisoformat(started)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(zone)
