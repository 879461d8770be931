"""What each player and each side made in a game: the rules' events counted."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from firmware.book.game import PlayerTally
from firmware.events import Event
from firmware.rules import events as game
from firmware.rules.match import Match
from firmware.rules.transfer import is_transferred
from firmware.rules.voice import Announcement

BY_CARDS = (
    game.Reason.CAIDA,
    game.Reason.BKHAMSA,
    game.Reason.BACHRA,
    game.Reason.MESA,
    game.Reason.LAST_CARD,
)
"""The reasons for which the card just played scores."""


def points_by_reason(match: Match, events: Iterable[Event]) -> tuple[Mapping[str, int], ...]:
    """The points of each side by reason; what is paid with captured cards (V3) changes no score and is left out.

    Args:
        match: the rules and what follows from them.
        events: of the whole game, in their order.
    """
    sides = tuple(Counter[str]() for _ in range(match.sides))
    for event in events:
        if isinstance(event, game.PointsScored | game.PointsTakenBack):
            sides[event.side][event.reason] += _counted(match, event)
    return tuple({reason: points for reason, points in side.items() if points} for side in sides)


def _counted(match: Match, event: game.PointsScored | game.PointsTakenBack) -> int:
    if is_transferred(match, game.PointsScored(event.side, event.points, event.reason, event.seat)):
        return 0
    return event.points if isinstance(event, game.PointsScored) else -event.points


def tallies(match: Match, events: Sequence[Event]) -> tuple[PlayerTally, ...]:
    """What each player made; the arguments are those of :func:`points_by_reason`."""
    return tuple(_tally(match, events, seat) for seat in range(match.players))


def _tally(match: Match, events: Sequence[Event], seat: int) -> PlayerTally:
    own = [event for event in events if getattr(event, "seat", None) == seat]
    scored = [event for event in own if isinstance(event, game.PointsScored)]
    said = [event.what for event in own if isinstance(event, game.Announced)]
    runs = [len(event.cards) - 1 for event in own if isinstance(event, game.CardsCaptured)]
    return PlayerTally(
        points=sum(_counted(match, one) for one in own if isinstance(one, game.PointsScored | game.PointsTakenBack)),
        reasons=Counter(str(event.reason) for event in scored),
        rondas=said.count(Announcement.RONDA) + 2 * said.count(Announcement.DOUBLE),
        tringas=said.count(Announcement.TRINGA),
        false=sum(isinstance(event, game.AnnouncementFalse) for event in own),
        longest_run=max(runs, default=0),
        best_capture=max(_captures(events, seat), default=0),
    )


def _captures(events: Iterable[Event], seat: int) -> Iterator[int]:
    """The points that each card of a player brought at once."""
    player, points = None, 0
    for event in events:
        if isinstance(event, game.CardPlayed):
            if player == seat:
                yield points
            player, points = event.seat, 0
        elif isinstance(event, game.PointsScored) and event.seat == seat and event.reason in BY_CARDS:
            points += event.points
    if player == seat:
        yield points
