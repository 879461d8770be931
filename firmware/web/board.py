"""What a page shows of a match, part by part: each is drawn anew only when it has changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from firmware.announce.say import challenge_question, question
from firmware.announce.view import Question
from firmware.events import ChallengeOpened, Doubt, Event, TableDisagrees
from firmware.standing.message import MatchStanding, events_of, read_standing
from firmware.standing.questions import asked_now, question_key
from firmware.storage.live_reader import KeptEvents, KeptStanding
from firmware.web.asking import asked_play, further_answers
from firmware.web.drawing import table_drawing
from firmware.web.hand_words import announced, has_played
from firmware.web.nods import nods, opponents, outcomes, own_side
from firmware.web.play_lines import play_lines, play_picture
from firmware.web.proposals import Proposal, SettledProposal
from firmware.web.rendering import render
from firmware.web.site import Site
from firmware.web.told import told_play
from firmware.web.viewer import SiteWords, Viewer, words_of

GROUPS = (("faults", "nods"), ("score", "question", "plays"), ("table", "acting"))
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


class BoardState(NamedTuple):
    """What a board shows, whoever looks.

    Attributes:
        kept: how the match stands; ``None``: nobody knows.
        waiting: corrections that wait for a nod.
        settled: what came of others.
        retold: what was told otherwise lately.
        at_work: whether a referee is.
    """

    kept: KeptStanding | None
    waiting: tuple[Proposal, ...] = ()
    settled: tuple[SettledProposal, ...] = ()
    retold: tuple[KeptEvents, ...] = ()
    at_work: bool = True


def board_state(site: Site) -> BoardState:
    """What the board of a table shows now."""
    kept = site.feed.standing
    settled = site.settled  # which no longer wait
    return BoardState(kept, site.waiting, settled, site.feed.retold(kept.at[0]) if kept else (), site.at_work)


def board_parts(state: BoardState, viewer: Viewer) -> dict[str, str]:
    """The parts of the board as HTML, by their names."""
    return dict(_parts(state, viewer))


@lru_cache(maxsize=64)
def _parts(state: BoardState, viewer: Viewer) -> tuple[tuple[str, str], ...]:
    """Drawn once for all who see the same."""
    kept, waiting, settled, retold, at_work = state
    shared = {"viewer": viewer, "at_work": at_work}
    if kept is None:
        shared |= {"words": words_of(viewer.language), "match": None}
        return tuple((name, render(f"parts/{name}.html", **shared)) for name in PARTS)
    match = read_standing(kept.body)
    words = words_of(viewer.language, match.players, match.names)
    values = _values(kept.at[0], match, viewer, words, retold)
    values |= {"nods": nods(waiting, viewer, words, match.plays), "outcomes": outcomes(settled, words)}
    values |= {"opponents": opponents(viewer, words), "own_side": own_side(viewer, words)}
    values["answered"] = bool(values["question_key"]) and values["question_key"] in [one.asked for one in waiting]
    own = None if viewer.seat is None else announced(match, viewer.seat)
    values["announced"] = own and words.event(own)
    values["too_late"] = viewer.seat is not None and has_played(match, viewer.seat)
    return tuple((name, render(f"parts/{name}.html", words=words, **shared, **values)) for name in PARTS)


def _values(
    session: int, match: MatchStanding, viewer: Viewer, words: SiteWords, retold: Iterable[KeptEvents]
) -> dict[str, object]:
    drawing = table_drawing(match.cards, match.width_mm)
    asked, play = asked_now(match), asked_play(match)
    disagreement = events_of([match.disagreement])
    doubted = [one.doubted_deal for one in disagreement if isinstance(one, TableDisagrees) and one.doubted_deal]
    return {
        "match": match,
        "sides": side_panels(match, words),
        "drawing": drawing,
        "plays": play_lines(session, match.plays, retold, viewer, words),
        "asked": _asked(asked, words),
        "asked_more": further_answers(match),
        "asked_picture": play_picture(session, asked.t_ms, viewer) if isinstance(asked, Doubt) else "",
        "asked_play": play and (play.play, told_play(play, words)),
        "question_key": question_key(asked),
        "disagreement": [words.event(one) for one in disagreement],
        "doubted": f"/back/{session}#deal-{doubted[0]}" if doubted and viewer.is_let_in else "",
    }


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
    found: Question | None = None
    if isinstance(asked, ChallengeOpened):
        found = challenge_question(asked, words.language, words.seating)
    elif isinstance(asked, Doubt):
        found = question(asked, words.language, words.seating)
    return Question(words.event(asked), found.a, found.b) if asked and found else None
