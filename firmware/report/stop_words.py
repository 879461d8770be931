"""What a stop of a replay says: its title, what followed, its points, and how it is read in the end."""

from firmware.events import Event
from firmware.report.match_view import CardShare, PointsBadge, StopTitle
from firmware.report.reading import ReportedFact
from firmware.report.stops import ReplayStop, StopKind
from firmware.report.tables import likely, was_and_now
from firmware.report.words import PageWords
from firmware.rules import events as game

HEADINGS = game.DealOpened | game.LayoutDealt | game.BatchDealt | game.CardPlayed
"""What the title of a stop says already."""
PointsEvent = game.PointsScored | game.PointsTakenBack | game.PointsPended | game.PendingCancelled


def title_of(stop: ReplayStop, words: PageWords) -> StopTitle:
    """What a stop is about."""
    match stop.head:
        case None:
            return StopTitle(words("score_now", scores=words.scores(stop.moment.scores)))
        case game.CardPlayed() as play:
            return _play(play, stop.fact, words)
        case game.LayoutDealt() as layout:
            return StopTitle(words("on_table"), cards=tuple(map(str, layout.cards)))
        case event:
            return StopTitle(
                said_of(stop),
                number=stop.fact.play if stop.fact else 0,
                chances=tuple(CardShare(round(share, 3), str(card or "")) for card, share in likely(event)),
                change=tuple(map(str, was_and_now(event))),
            )


def _play(play: game.CardPlayed, fact: ReportedFact | None, words: PageWords) -> StopTitle:
    """A play as it was told; its suit, which is often known later, as it is known in the end."""
    same = fact is not None and fact.seat is not None and fact.cards[0].rank == play.card.rank
    return StopTitle(
        number=fact.play if fact else 0,
        player=words.player(play.seat),
        side=words.seating.side_of(play.seat),
        cards=(str(fact.cards[0] if fact and same else play.card),),
    )


def said_of(stop: ReplayStop) -> str:
    """The sentence of the event that decides what a stop is; empty where nothing was said."""
    return "" if stop.head is None else stop.lines[stop.events.index(stop.head)]


def lines_of(stop: ReplayStop) -> tuple[str, ...]:
    """What followed, in sentences."""
    told = zip(stop.events, stop.lines, strict=True)
    return tuple(
        line for event, line in told if event is not stop.head and not isinstance(event, HEADINGS | PointsEvent)
    )


def badges_of(stop: ReplayStop, words: PageWords) -> tuple[PointsBadge, ...]:
    """The points that it brought, or may bring."""
    return tuple(_badge(event, words) for event in stop.events if isinstance(event, PointsEvent))


def _badge(event: PointsEvent, words: PageWords) -> PointsBadge:
    points = -event.points if isinstance(event, game.PointsTakenBack) else event.points
    text = f"{points:+d} {words.reason(event.reason)}"
    match event:
        case game.PointsPended():
            return PointsBadge(text, words("pending"), event.side, "pending")
        case game.PendingCancelled():
            return PointsBadge(text, words("lost"), event.side, "lost")
        case game.PointsTakenBack():
            return PointsBadge(text, words("given_back"), event.side)
        case _:
            return PointsBadge(text, words.why(event.reason), event.side)


def read_as(stop: ReplayStop, words: PageWords) -> str:
    """How a play is read in the end, if that is not how it was told; empty: it is, or nobody played."""
    play, fact = stop.head, stop.fact
    if not isinstance(play, game.CardPlayed):
        return ""
    if fact is None or fact.seat is None:
        return words("taken_back")
    now = game.CardPlayed(fact.seat, fact.cards[0])
    return "" if _counts(now) == _counts(play) else words("read_as", what=words.event(now))


def _counts(play: game.CardPlayed) -> tuple[int, int]:
    """What counts of a play: suits never matter (rule G2)."""
    return play.seat, play.card.rank


def is_disputed(stop: ReplayStop, words: PageWords) -> bool:
    """Whether there is a reason to look again: all but good news, and plays of which nothing else was said."""
    if stop.opens:
        return bool(read_as(stop, words)) or bool(stop.fact and stop.fact.disputed)
    return stop.kind is not StopKind.NEWS


def takes(events: tuple[Event, ...]) -> bool:
    """Whether cards were captured."""
    return any(isinstance(event, game.CardsCaptured | game.PacketTakenOver | game.RestTaken) for event in events)
