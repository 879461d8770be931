"""What a player has said of the hand that he holds: it is said once."""

from firmware.rules.events import Announced, BatchDealt, LayoutDealt, NothingAnnounced
from firmware.standing.message import MatchStanding, events_of


def announced(match: MatchStanding, seat: int) -> Announced | NothingAnnounced | None:
    """What a player has announced of his hand, if he has, as far as the last plays tell."""
    for play in reversed(match.plays):
        events = events_of(play.events)
        said = (one for one in events if isinstance(one, Announced | NothingAnnounced) and one.seat == seat)
        if (found := next(said, None)) or any(isinstance(one, BatchDealt | LayoutDealt) for one in events):
            return found
    return None
