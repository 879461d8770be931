"""What follows from a hypothesis whatever is seen later: every look weighs it again, and this is worked out once."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple, TypeAlias

from firmware.cards import Card
from firmware.decoding import weights
from firmware.decoding.choices import passed_up
from firmware.decoding.history import Capture, DealHistory, HistoryEntry, HistoryState, Step, TimedSaying
from firmware.decoding.order import Inversion, inversions, log_share, unwatched
from firmware.decoding.pieces import used_up
from firmware.rules.play import Play

CardLooks: TypeAlias = tuple[Card, tuple[int, ...], int | None, bool, float]
"""What the log-likelihood of the looks at one card depends on, beside the tracks: the piece, the numbers of its tracks,
since when it should be gone (``None``: nobody captured it), whether it lies open by the rules, when the deal was over.
"""

Reached: TypeAlias = tuple[int, float, float]
"""Who played, and from when to when it may have been, ms: his hand was over the table meanwhile."""

Played: TypeAlias = tuple[int, int]
"""When a card was played at the earliest, ms, and by whom; -1: it is of the layout."""

PRESSED_MS = 6000
"""The word that ends a match is pressed so long after it was said, at most: the cards may be gathered by then. A
judgement; in the match that taught it the last card was laid and taken up 11 s before the press, and was lost."""


class HypothesisFacts(NamedTuple):
    """What follows from a hypothesis alone.

    Attributes:
        tracks_by_card: the numbers of the tracks of each card of this deal.
        looks: the same, with what else its log-likelihood depends on.
        captures: the captures, each with the numbers of the tracks of each of its cards that was seen.
        unseen_captors: the captures by cards that nobody saw, each with when that card had gone at the latest: before
            the next play that was seen.
        clutter: the numbers of the tracks that are taken for clutter.
        end_ms: when the deal, the round or the match was over, by a card or by a word; infinite while it goes on. What
            lies there then is taken away.
        over_ms: the same, but for a word when it was pressed: until then somebody may have laid a card.
        used_faces: the faces that have been laid or played in this deal, as often as there are any.
        inversions: the plays that are told in another order than that in which their cards came to lie.
        log_shares: log of the share of its span in which each play that nobody could see was made, added up
            (:func:`~firmware.decoding.order.log_share`).
        reached: who played unseen, and from when to when it may have been, ms.
        played: when each face was laid or played, and by whom; a card of which the rank alone is known by that.
        passed_up: how many plays took nothing though they could have, see :mod:`~firmware.decoding.choices`.
        steps_log_likelihood: that of the steps themselves, added up.
        in_passing: the numbers of the tracks of plays that count as seen in passing only.
    """

    tracks_by_card: Mapping[Card, tuple[int, ...]]
    looks: tuple[CardLooks, ...]
    captures: Sequence[tuple[Capture, Sequence[tuple[int, ...]]]]
    unseen_captors: Mapping[Capture, float]
    clutter: tuple[int, ...]
    end_ms: float
    over_ms: float
    used_faces: frozenset[Card]
    inversions: Sequence[Inversion]
    log_shares: float
    reached: Sequence[Reached]
    played: Mapping[Card, Played]
    passed_up: int
    steps_log_likelihood: float
    in_passing: tuple[int, ...]


def facts_of(
    deal: DealHistory,
    state: HistoryState,
    assignment: Mapping[int, Card | None],
    packs: int,
) -> HypothesisFacts:
    """The facts of a hypothesis.

    Args:
        deal: what happened in the present deal.
        state: how things stand.
        assignment: the card of each track of this deal; ``None`` for clutter.
        packs: how many cards of each face there are.
    """
    tracks, captured, steps = _tracks_by_card(assignment), state.captures.items(), deal.steps
    brought, unseen = [(card, step) for step in steps for card in step.cards], unwatched(steps)
    over = ending(deal.entries) if steps and state.game.turn is None else None
    end_ms = _end_ms(steps, over) if over else math.inf
    return HypothesisFacts(
        tracks,
        _card_looks(tracks, state, end_ms),
        [(one, [tracks[card] for card in cards if card in tracks]) for one, cards in captured],
        _captors_gone(steps),
        tuple([track_id for track_id, card in assignment.items() if card is None]),
        end_ms,
        over.t_ms if over else math.inf,
        frozenset(used_up([card for card, _ in brought], packs)),
        inversions(steps[1:]),
        sum([log_share(step.span, *between) for step, *between in unseen]),
        [one for step, *between in unseen for one in _reached(step, *between)],
        {card: (step.earliest_ms, step.seat) for card, step in reversed(brought)},
        passed_up(deal.origin, deal.entries),
        sum([step.log_likelihood for step in steps]),
        tuple([step.track_ids[0] for step in steps if step.log_likelihood == weights.BRIEFLY_SEEN_PLAY]),
    )


def _tracks_by_card(assignment: Mapping[int, Card | None]) -> Mapping[Card, tuple[int, ...]]:
    tracks: dict[Card, tuple[int, ...]] = {}
    for track_id, card in assignment.items():
        if card is not None:
            tracks[card] = (*tracks[card], track_id) if card in tracks else (track_id,)
    return tracks


def _card_looks(tracks: Mapping[Card, tuple[int, ...]], state: HistoryState, end_ms: float) -> tuple[CardLooks, ...]:
    captured, on_table = state.captured, state.on_table
    return tuple(
        [
            (card, ids, captured[card].t_ms if card in captured else None, card in on_table, end_ms)
            for card, ids in tracks.items()
        ]
    )


def _captors_gone(steps: Sequence[Step]) -> Mapping[Capture, float]:
    """When each captor that nobody saw had gone at the latest: before the next play that was seen."""
    gone, next_ms = dict[Capture, float](), math.inf
    for step in reversed(steps):
        if not step.track_ids:
            gone[Capture(step.t_ms, step.seat)] = min(step.latest_ms, next_ms)
        elif not step.span:
            next_ms = min(next_ms, step.t_ms)
    return gone


def _end_ms(steps: Sequence[Step], over: Step | TimedSaying) -> int:
    """When nobody was to play any more. A word is pressed after it was said, upon a card at the earliest."""
    return max(steps[-1].t_ms, over.t_ms - PRESSED_MS) if isinstance(over, TimedSaying) else over.t_ms


def ending(entries: Sequence[HistoryEntry]) -> Step | TimedSaying:
    """What ended the deal, the round or the match, if it is over."""
    return list(takewhile(lambda entry: entry.game.turn is None, reversed(entries)))[-1].fact


def _reached(step: Step, begin_ms: int, end_ms: int) -> Iterator[Reached]:
    """Who played, and from when to when it may have been, between the plays before and after it that were seen."""
    if isinstance(step.action, Play) and not step.is_fixed:
        since_ms = max(step.span[0], begin_ms)
        yield step.action.seat, since_ms, max(since_ms, min(step.span[1], end_ms))
