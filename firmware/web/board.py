"""What a page shows of a match, part by part: each is drawn anew only when it has changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from firmware.announce.clock import clock
from firmware.announce.say import challenge_question, question
from firmware.announce.view import Question
from firmware.events import ChallengeOpened, Doubt, Event
from firmware.rules.events import (
    PointsScored,
    PointsTakenBack,
)
from firmware.standing.message import MatchStanding, StandingPlay, events_of, read_standing
from firmware.standing.questions import question_key
from firmware.storage.live_reader import KeptStanding
from firmware.web.drawing import table_drawing
from firmware.web.nods import nods, opponents, own_side
from firmware.web.proposals import Proposal
from firmware.web.rendering import render
from firmware.web.told import play_in_words, told_play
from firmware.web.viewer import SiteWords, Viewer, words_of

GROUPS = (("faults",), ("score", "question", "nods", "plays"), ("table", "acting"))
"""The parts of the board: over all of it, and its two columns where there is room for two."""
PARTS = tuple(name for group in GROUPS for name in group)


@dataclass(frozen=True, slots=True)
class SidePanel:
    """A side of the score.

    Attributes:
        side: its number.
        name: what it is called.
        points: so far.
        turn: one of its players is to play.
        deals: one of its players has dealt.
        won: it has won.
        hands: cards that its players hold.
    """

    side: int
    name: str
    points: int
    turn: bool
    deals: bool
    won: bool
    hands: int


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
    """

    play: int
    time: str
    seat: int | None
    side: int | None
    said: str
    points: tuple[tuple[str, str, int], ...]
    picture: str


def board_parts(
    kept: KeptStanding | None, viewer: Viewer, waiting: tuple[Proposal, ...] = (), *, at_work: bool = True
) -> dict[str, str]:
    """The parts of the board as HTML, by their names.

    Args:
        kept: how the match stands; ``None``: nobody knows.
        viewer: who looks.
        waiting: corrections that wait for a nod.
        at_work: whether a referee is.
    """
    return dict(_parts(kept, viewer, waiting, at_work=at_work))


@lru_cache(maxsize=64)
def _parts(
    kept: KeptStanding | None, viewer: Viewer, waiting: tuple[Proposal, ...], *, at_work: bool
) -> tuple[tuple[str, str], ...]:
    """Drawn once for all who see the same."""
    shared = {"viewer": viewer, "at_work": at_work}
    if kept is None:
        shared |= {"words": words_of(viewer.language), "match": None}
        return tuple((name, render(f"parts/{name}.html", **shared)) for name in PARTS)
    match = read_standing(kept.body)
    words = words_of(viewer.language, match.players, match.names)
    values = _values(kept.at[0], match, viewer, words) | {"nods": nods(waiting, viewer, words, match.plays)}
    values |= {"opponents": opponents(viewer, words), "own_side": own_side(viewer, words)}
    return tuple((name, render(f"parts/{name}.html", words=words, **shared, **values)) for name in PARTS)


def _values(session: int, match: MatchStanding, viewer: Viewer, words: SiteWords) -> dict[str, object]:
    drawing = table_drawing(match.cards, match.width_mm)
    asked = next(iter(events_of([match.question])), None)
    return {
        "match": match,
        "sides": side_panels(match, words),
        "drawing": drawing,
        "plays": [_line(session, one, viewer, words) for one in reversed(match.plays)],
        "asked": _asked(asked, words),
        "asked_picture": _picture(session, asked.t_ms, viewer) if isinstance(asked, Doubt) else "",
        "asked_play": _play_at(asked.t_ms, match, words) if isinstance(asked, Doubt) else None,
        "question_key": question_key(asked),
        "disagreement": [words.event(one) for one in events_of([match.disagreement])],
    }


def _play_at(t_ms: int, match: MatchStanding, words: SiteWords) -> tuple[int, str] | None:
    """The play of a moment: its number, and how it was told; ``None``: it is none of the last ones."""
    return next(((one.play, told_play(one, words)) for one in match.plays if one.play and one.t_ms == t_ms), None)


def side_panels(match: MatchStanding, words: SiteWords) -> list[SidePanel]:
    """The sides of the score."""
    seats, turn = words.seating, match.turn
    return [
        SidePanel(
            side,
            words.side(side),
            points,
            turn=turn is not None and seats.side_of(turn) == side,
            deals=seats.side_of(match.dealer) == side,
            won=side in match.winners,
            hands=sum(match.hands[seat] for seat in seats.seats_of(side) if seat < len(match.hands)),
        )
        for side, points in enumerate(match.scores)
    ]


def _asked(asked: Event | None, words: SiteWords) -> Question | None:
    """The question with both answers."""
    if isinstance(asked, ChallengeOpened):
        return challenge_question(asked, words.language, words.seating)
    found = question(asked, words.language, words.seating) if isinstance(asked, Doubt) else None
    return Question(words.event(asked), found.a, found.b) if asked and found else None


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
        _picture(session, play.t_ms, viewer) if play.play or play.deal else "",
    )


def _points(events: Iterable[Event], words: SiteWords) -> Iterable[tuple[str, str, int]]:
    """Points with the word for them, the sentence that explains it, and the side that has them."""
    for one in events:
        if isinstance(one, PointsScored | PointsTakenBack):
            points = one.points if isinstance(one, PointsScored) else -one.points
            yield f"{points:+d} {words.reason(one.reason)}", words.why(one.reason), one.side


def _picture(session: int, t_ms: int, viewer: Viewer) -> str:
    return f"/picture/{session}/{t_ms}.jpg" if viewer.is_let_in else ""
