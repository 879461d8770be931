"""What a player has said of the hand that he holds: it is said once, before he plays (rule D4)."""

from firmware.rules.events import Announced, BatchDealt, LayoutDealt, NothingAnnounced
from firmware.standing.message import MatchStanding, events_of


def has_played(match: MatchStanding, seat: int) -> bool:
    """Whether a player has played of his hand, as far as the last plays tell: then it is too late to announce."""
    for play in reversed(match.plays):
        if any(isinstance(one, BatchDealt | LayoutDealt) for one in events_of(play.events)):
            return False
        if play.play and play.seat == seat:
            return True
    return False


def announced(match: MatchStanding, seat: int) -> Announced | NothingAnnounced | None:
    """What a player has announced of his hand, if he has, as far as the last plays tell."""
    for play in reversed(match.plays):
        events = events_of(play.events)
        said = (one for one in events if isinstance(one, Announced | NothingAnnounced) and one.seat == seat)
        if (found := next(said, None)) or any(isinstance(one, BatchDealt | LayoutDealt) for one in events):
            return found
    return None
