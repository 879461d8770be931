"""From the referee to the message that says how his match stands."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec import Raw

from firmware.decoding.history import HistoryEntry, Layout, Step
from firmware.decoding.lying import LyingCard
from firmware.events import Event
from firmware.referee import Referee
from firmware.standing.message import ANY_DECK, NOTHING, VERSION, DeckInUse, MatchStanding, StandingCard, StandingPlay
from firmware.standing.questions import open_question
from firmware.storage.moment import EVENTS

PLAYS = 10
"""Plays and sayings that are told: three to five rounds of a table, what people still argue about."""

_ENCODER = msgspec.json.Encoder()


def standing_text(standing: MatchStanding) -> str:
    """How a match stands, as one line of JSON."""
    return _ENCODER.encode(standing).decode()


def match_standing(
    referee: Referee,
    t_ms: int,
    *,
    faults: Sequence[str] = (),
    width_mm: float = 0.0,
    deck: DeckInUse = ANY_DECK,
) -> MatchStanding:
    """How a match stands.

    Args:
        referee: judges it.
        t_ms: time of the session.
        faults: why nothing can be watched, and what is missing, by their names in the texts.
        width_mm: width of the camera's picture on the table; nil: unknown.
        deck: by which cards are read.
    """
    board, setup, history = referee.scoreboard, referee.setup, referee.history
    asked = open_question(board)
    return MatchStanding(
        version=VERSION,
        t_ms=t_ms,
        players=setup.players,
        names=setup.names,
        rules=setup.rules,
        target=referee.match.ruleset.target,
        scores=board.scores,
        turn=board.turn,
        dealer=board.dealer,
        deal=board.deal,
        batch=board.batch,
        batches=board.batches,
        hands=history[-1].game.hands if history else (),
        winners=board.winners,
        winning=board.winning,
        held=board.held,
        provisional=board.provisional,
        table=tuple(map(str, board.table)),
        cards=[_shown(one) for one in referee.lying],
        width_mm=round(width_mm, 1),
        told=told_plays(history),
        plays=_told(history),
        question=_raw(asked) if asked else NOTHING,
        disagreement=_raw(board.disagreement) if board.disagreement else NOTHING,
        faults=tuple(faults),
        deck=deck.name,
        deck_fits=deck.fits,
    )


def _shown(lying: LyingCard) -> StandingCard:
    x_mm, y_mm = (round(part, 1) for part in lying.centre) if lying.centre else (None, None)
    return StandingCard(
        str(lying.card) if lying.card else None,
        x_mm,
        y_mm,
        round(lying.angle_deg),
        in_game=lying.in_game,
        hidden=lying.hidden,
        doubtful=lying.doubtful,
    )


def _told(history: Sequence[HistoryEntry]) -> list[StandingPlay]:
    last = history[-PLAYS:]
    plays = told_plays(history[: len(history) - len(last)])
    told: list[StandingPlay] = []
    for entry in last:
        plays += _is_play(entry)
        told.append(_told_play(entry, plays if _is_play(entry) else 0))
    return told


def told_plays(history: Sequence[HistoryEntry]) -> int:
    """How many plays are among what was told."""
    return sum(map(_is_play, history))


def _is_play(entry: HistoryEntry) -> bool:
    return isinstance(entry.fact, Step) and not isinstance(entry.fact.action, Layout)


@lru_cache(maxsize=4 * PLAYS)
def _told_play(entry: HistoryEntry, play: int) -> StandingPlay:
    """An entry as it is told; asked for again with each message until it is no longer among the last."""
    events = list(map(_raw, entry.events))
    if not isinstance(entry.fact, Step):
        return StandingPlay(entry.fact.t_ms, seat=entry.fact.saying.seat, events=events)
    if isinstance(entry.fact.action, Layout):
        return StandingPlay(entry.fact.t_ms, deal=entry.game.deal, events=events)
    return StandingPlay(entry.fact.t_ms, play, seat=entry.fact.action.seat, events=events)


def _raw(event: Event) -> Raw:
    return Raw(EVENTS.text(event).encode())
