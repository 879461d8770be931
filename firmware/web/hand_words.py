"""What a player has said of the hand that he holds: it is said once, before he plays (rule D4)."""

from collections.abc import Iterator, Sequence

from firmware.events import Event
from firmware.rules.events import Announced, BatchDealt, LayoutDealt, NothingAnnounced
from firmware.standing.message import MatchStanding, StandingPlay, events_of


def has_played(match: MatchStanding, seat: int) -> bool:
    """Whether a player has played of his hand, as far as the last plays tell: then it is too late to announce."""
    return any(play.play and play.seat == seat for play, _ in _since_dealt(match))


def announced(match: MatchStanding, seat: int) -> Announced | NothingAnnounced | None:
    """What a player has announced of his hand, if he has, as far as the last plays tell."""
    told = (one for _, events in _since_dealt(match) for one in events)
    return next((one for one in told if isinstance(one, Announced | NothingAnnounced) and one.seat == seat), None)


def _since_dealt(match: MatchStanding) -> Iterator[tuple[StandingPlay, Sequence[Event]]]:
    """The plays and sayings since hands were dealt, the newest first, each with what it caused."""
    for play in reversed(match.plays):
        events = events_of(play.events)
        if any(isinstance(one, BatchDealt | LayoutDealt) for one in events):
            return
        yield play, events
