"""The list of the last plays, and of what was told otherwise since."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from firmware.announce.clock import clock
from firmware.events import Event
from firmware.rules.events import BatchDealt, CardsCounted, DealEnded, PointsScored, PointsTakenBack
from firmware.standing.message import StandingPlay, events_of
from firmware.storage.live_reader import KeptEvents
from firmware.storage.moment import EVENTS
from firmware.web.feed import RETELLING
from firmware.web.told import play_in_words
from firmware.web.viewer import SiteWords, Viewer

SIGNED = "\u2066{:+d}\u2069"
"""An isolate: a plus stands before its number also from right to left (Unicode, UAX 9)."""
BETWEEN = (BatchDealt, CardsCounted, DealEnded)
"""Events between two hands."""


@dataclass(frozen=True, slots=True)
class PlayLine:
    """A play in the list of the last ones.

    Attributes:
        play: its number; nil: a layout or a saying.
        time: when, as clocks have it.
        seat: whose; ``None``: nobody's.
        side: of the seat.
        said: what happened.
        points: what it brought.
        picture: address of its picture; empty: there is none, or the viewer may not see it.
        after: what follows it: the next batch, or how the cards were counted; empty: another play.
        retold: it tells something otherwise than before.
    """

    play: int
    time: str
    seat: int | None
    side: int | None
    said: str
    points: tuple[tuple[str, str, int], ...] = ()
    picture: str = ""
    after: str = ""
    retold: bool = False


def play_lines(
    session: int, plays: Sequence[StandingPlay], retold: Iterable[KeptEvents], viewer: Viewer, words: SiteWords
) -> list[PlayLine]:
    """The last plays, the newest first, and among them by their times what was told otherwise since.

    Args:
        session: number of the match.
        plays: the last ones.
        retold: entries in which something was told otherwise.
        viewer: who looks.
        words: of his page.
    """
    timed = [(play.t_ms, _line(session, play, viewer, words)) for play in plays]
    since_ms = plays[0].t_ms if plays else 0
    for kept in (one for one in retold if one.t_ms >= since_ms):
        events = [one for one in map(EVENTS.parse, kept.events) if isinstance(one, RETELLING)]
        timed += [
            (kept.t_ms, PlayLine(0, clock(kept.t_ms), None, None, words.event(one), retold=True)) for one in events
        ]
    return [line for _, line in sorted(timed, key=lambda one: one[0])][::-1]


def _line(session: int, play: StandingPlay, viewer: Viewer, words: SiteWords) -> PlayLine:
    events = events_of(play.events)
    seat = play.seat
    return PlayLine(
        play.play,
        clock(play.t_ms),
        seat,
        None if seat is None else words.seating.side_of(seat),
        play_in_words(events, words),
        tuple(_points(events, words)),
        play_picture(session, play.t_ms, viewer) if play.play or play.deal else "",
        " · ".join([words.event(one) for one in events if play.play and isinstance(one, BETWEEN)]),
    )


def _points(events: Iterable[Event], words: SiteWords) -> Iterable[tuple[str, str, int]]:
    """Points with the word for them, the sentence that explains it, and the side that has them."""
    for one in events:
        if isinstance(one, PointsScored | PointsTakenBack):
            points = one.points if isinstance(one, PointsScored) else -one.points
            yield f"{SIGNED.format(points)} {words.reason(one.reason)}", words.why(one.reason), one.side


def play_picture(session: int, t_ms: int, viewer: Viewer) -> str:
    """Address of the picture of a moment; empty for who may not see it.

    Args:
        session: number of the match.
        t_ms: time of it.
        viewer: who looks.
    """
    return f"/picture/{session}/{t_ms}.jpg" if viewer.is_let_in else ""
