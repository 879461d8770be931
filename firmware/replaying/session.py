"""A session refereed again: a recording is watched and kept as a new one, a kept one is held against its answers."""

import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypeVar

from firmware.devices.observer import Observer
from firmware.presentation.json_lines import closing_line
from firmware.referee import MatchSetup, Referee
from firmware.replaying.replay import ReplayDifferenceError, answered, play_back, watch
from firmware.replaying.sources import FilmSource, SessionSource
from firmware.signals import Signal
from firmware.standing.writing import match_standing, standing_text
from firmware.storage.journal import Journal, SessionHeader
from firmware.storage.moment import SETUPS, Moment
from vision.frame import Frame

LOG = logging.getLogger(__name__)
T = TypeVar("T", Frame, Moment)


@dataclass(frozen=True, slots=True)
class ReplaySession:
    """A session as it goes on.

    Attributes:
        referee: who judges it.
        moments: what happens, as it happens; going through them moves the session on.
        place: where it is kept.
    """

    referee: Referee
    moments: Iterator[Moment]
    place: str


def paced(items: Iterable[T], speed: float | None) -> Iterator[T]:
    """Hand on each item when its time has come, ``speed`` times as fast as it happened; ``None``: at once."""
    begun = time.monotonic()
    for item in items:
        if speed:
            time.sleep(max(0.0, begun + item.t_ms / 1000 / speed - time.monotonic()))
        yield item


def watch_film(
    film: FilmSource,
    setup: MatchSetup,
    frames: Iterable[Frame],
    observer: Observer,
    journal: Journal,
    *,
    looked_on: bool = False,
) -> ReplaySession:
    """Watch a recording; each moment is in the journal before anybody hears of it.

    Args:
        film: the recording, and what people pressed meanwhile.
        setup: who plays what.
        frames: those of the recording, paced and counted as wanted.
        observer: looks at them.
        journal: gets the session.
        looked_on: it gets how the match stands, too, for those who look on.
    """
    referee = Referee(setup)
    header = SessionHeader(datetime.now(UTC).isoformat(timespec="seconds"), film.name, SETUPS.text(setup))
    number = journal.begin(header)

    def news(t_ms: int, last: bool) -> Sequence[Signal]:
        return observer.news(t_ms, referee, last=last)

    moments = watch(frames, film.file.presses, observer.observe, referee, news)
    proven = (replace(one, pictures=observer.follow(one, referee)) for one in moments)
    return ReplaySession(
        referee, _noted(proven, journal, number, referee, looked_on=looked_on), f"session {number} of {journal.path}"
    )


def replay_session(kept: SessionSource, speed: float | None) -> ReplaySession:
    """Play a journal's session again, and hold every answer against what was kept; where none was, say so.

    Raises:
        ReplayDifferenceError: while going through the moments, if an answer differs.
    """
    referee = Referee(SETUPS.parse(kept.header.setup))
    moments = paced(play_back(kept.entries, referee) if kept.answered else _uncompared(kept, referee), speed)
    return ReplaySession(referee, _compared(moments, referee, kept.outcome), kept.name)


def _noted(
    moments: Iterable[Moment], journal: Journal, number: int, referee: Referee, *, looked_on: bool
) -> Iterator[Moment]:
    width_mm = 0.0
    for moment in moments:
        width_mm = moment.pictures[0].width_mm if moment.pictures else width_mm
        standing = _standing(referee, moment.t_ms, width_mm) if looked_on else ""
        if moment.signal is None:
            journal.close_session(number, moment.entry, closing_line(referee), standing)
        else:
            journal.write_all(number, (moment.entry,), standing)
        yield moment


def _standing(referee: Referee, t_ms: int, width_mm: float) -> str:
    return standing_text(match_standing(referee, t_ms, width_mm=width_mm))


def _uncompared(kept: SessionSource, referee: Referee) -> Iterator[Moment]:
    """The session by this version alone."""
    told = False
    for entry in kept.entries:
        moment = replace(answered(referee, entry), pictures=entry.pictures)
        told = told or bool(moment.events)
        yield moment
    if told:
        LOG.warning("%s: no events were kept, so there is nothing to compare; the score is this version's", kept.name)


def _compared(moments: Iterable[Moment], referee: Referee, outcome: str | None) -> Iterator[Moment]:
    yield from moments
    if outcome is not None and outcome != closing_line(referee):
        raise ReplayDifferenceError(
            f"the journal closes with {outcome}, this version with {closing_line(referee)}; "
            "report it with the exported session"
        )
