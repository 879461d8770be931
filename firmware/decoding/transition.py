"""Transitions: what the rules make of one fact after the other."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from itertools import repeat

from firmware.decoding.history import Capture, HistoryEntry, HistoryState, Layout, Step, TimedSaying
from firmware.decoding.pieces import face_of_piece, pieces_brought
from firmware.decoding.sayings import apply_or_refuse, between_batches, is_due, made_by, undealt_ms, waits_for_layout
from firmware.events import Event
from firmware.rules.errors import IllegalLayoutError, IllegalPlayError
from firmware.rules.events import AnnouncementFalse, ClaimRefused, PacketTakenOver
from firmware.rules.game import Game
from firmware.rules.play import Announce, Decline, Play
from firmware.rules.revoking import apply_without_win
from firmware.rules.verdict import can_be

STEPS_KEPT, SAYINGS_KEPT = 1024, 128
"""Transitions that are remembered: hypotheses share most of their histories, and the same proposals come again. (In
three recorded deals 51 % of the steps are found again, 33 % with 256.) Each keeps a whole state of the match alive: a
thousand sayings, after 32 deals with stuck buttons, took 7 MB."""
ACTIONS_KEPT = 256
"""Layouts and plays of which it is remembered how they are written: four people can make 160 plays of a pack."""


def apply_steps(
    state: HistoryState, steps: Sequence[Step], waiting: tuple[TimedSaying, ...], packs: int, *, lenient: bool
) -> tuple[list[HistoryEntry], tuple[TimedSaying, ...]] | None:
    """Apply more steps, and before each of them what was said until then.

    Args:
        state: how things stand before.
        steps: the steps.
        waiting: what was said and is not applied yet.
        packs: how many cards of each face there are.
        lenient: steps that the rules forbid stay in the history and count nothing.

    Returns:
        The entries, and what still waits; ``None`` where the rules forbid a step.
    """
    entries: list[HistoryEntry] = []
    made = made_by(steps) if waiting else repeat(0)
    for step, made_ms in zip(steps, made, strict=False):
        for saying in [one for one in waiting if is_due(state, one, step, made_ms)] if waiting else ():
            entries.append(apply_saying(state, saying, win_revoked=saying.win_revoked))
            state, waiting = entries[-1], without_saying(waiting, saying)
        entry = apply_step(state, step, packs, lenient=lenient)
        if entry is None:
            return None
        entries.append(entry)
        state = entry
    return entries, waiting


def apply_sayings(
    state: HistoryState, waiting: tuple[TimedSaying, ...]
) -> tuple[list[HistoryEntry], tuple[TimedSaying, ...]]:
    """Apply what was said, and keep what waits: what is said of a hand before the layout of its deal is known."""
    entries: list[HistoryEntry] = []
    for saying in waiting:
        if not waits_for_layout(state, saying):
            entries.append(apply_saying(state, saying, win_revoked=saying.win_revoked))
            state, waiting = entries[-1], without_saying(waiting, saying)
    return entries, waiting


def forget_transitions() -> None:
    """Forget the transitions that are remembered, for times at which nothing happens: they are worked out again."""
    apply_step.cache_clear()
    apply_saying.cache_clear()


def without_saying(waiting: Sequence[TimedSaying], saying: TimedSaying) -> tuple[TimedSaying, ...]:
    """What else was said."""
    return tuple(one for one in waiting if one != saying)


def chained_hash(before: int, fact: object) -> int:
    """The hash of a history that goes on with ``fact``: the same in every process, as Python's own is not.

    A referee that was put aside goes on in another one, where equal histories must still be known as equal.
    """
    return _chained(before, repr(fact))


def _chained(before: int, fact: str) -> int:
    return int.from_bytes(blake2b(f"{before} {fact}".encode(), digest_size=8).digest())


@lru_cache(ACTIONS_KEPT)
def _written(action: Layout | Play, *, win_revoked: bool) -> str:
    """A step as it is chained: Python takes longer to write it out than to hash it."""
    return repr((action, "win revoked") if win_revoked else action)


@lru_cache(STEPS_KEPT)
def apply_step(state: HistoryState, step: Step, packs: int, *, lenient: bool) -> HistoryEntry | None:
    """The entry of a step; ``None`` where the rules forbid it.

    Args:
        state: how things stand before; never changed.
        step: the layout or the play.
        packs: how many cards of each face there are.
        lenient: a step that the rules forbid stays in the history and counts nothing.
    """
    game = state.game.fork()
    events: tuple[Event, ...] = ()
    try:
        step, events = _enact(game, step, lenient=lenient)
    except (IllegalLayoutError, IllegalPlayError):
        if not lenient:
            return None
    before = (*state.on_table, *pieces_brought(step, (state.on_table, state.captured), packs))
    gone = [card for card in before if face_of_piece(card) not in game.table] if len(before) > len(game.table) else []
    captured, captures, taken_over = state.captured, state.captures, state.taken_over
    if gone:
        capture = Capture(step.t_ms, step.action.seat if isinstance(step.action, Play) else game.dealer)
        captured = {**captured, **dict.fromkeys(gone, capture)}
        if captures and any(isinstance(event, PacketTakenOver) for event in events):
            taken_over = {**taken_over, [*captures][-1]: capture}
        captures = {**captures, capture: (*captures.get(capture, ()), *gone)}
    return HistoryEntry(
        game=game,
        key=_chained(state.key, _written(step.action, win_revoked=step.win_revoked)),
        rank_key=chained_hash(state.rank_key, step.rank_fact),
        captured=captured,
        on_table=tuple([card for card in before if card not in gone]) if gone else before,
        captures=captures,
        taken_over=taken_over,
        undealt_ms=undealt_ms(step),
        refused_sayings=state.refused_sayings,
        turn_sayings=state.turn_sayings,
        false_sayings=state.false_sayings + _proved_false(game, events),
        fact=step,
        events=events,
    )


def _proved_false(game: Game, events: Sequence[Event]) -> int:
    """How many announcements a step proves false; the rules do not ask any more of a card that wins the match (W1).

    A step that the rules forbid has no events, and proves nothing.
    """
    position = game.position
    hands = zip(position.voices, position.hands, strict=True) if events and game.turn is None else ()
    won = [voice.claim is not None and not can_be(game.match, voice, left) for voice, left in hands]
    return sum(won) + sum([isinstance(event, AnnouncementFalse) for event in events])


def _enact(game: Game, step: Step, *, lenient: bool) -> tuple[Step, tuple[Event, ...]]:
    """Lay or play; a play goes to the seat in turn, which a step put in before it may have changed.

    A lenient history may lack plays: the deal before a layout is given up then, as before one that says so.
    """
    if isinstance(step.action, Layout):
        gives_up = (lenient or step.action.gives_up) and game.turn is not None
        given_up = game.abandon(game.match.after(game.dealer)) if gives_up else ()
        return step, (*given_up, *game.lay(step.action.cards))
    if step.seat_fixed:
        game.give_turn(step.action.seat)
    seat = game.turn
    if seat is None:
        raise IllegalPlayError("a play after the deal is over")
    action = Play(seat, step.action.card)
    events = apply_without_win(game, action) if step.win_revoked else game.apply(action)
    return step if action == step.action else replace(step, action=action), events


@lru_cache(SAYINGS_KEPT)
def apply_saying(state: HistoryState, saying: TimedSaying, *, win_revoked: bool) -> HistoryEntry:
    """The entry of a saying.

    Args:
        state: how things stand before; never changed.
        saying: what was said; equal to the same with its win revoked.
        win_revoked: whether it wins nothing, though by the count it would.
    """
    game = state.game.fork()
    said = saying.saying
    refused = between_batches(state, saying)
    events, understood = (refused, False) if refused else apply_or_refuse(game, said, win_revoked=win_revoked)
    in_vain = any(isinstance(event, ClaimRefused) for event in events)
    in_turn = understood and isinstance(said, Announce | Decline) and said.seat == state.game.turn
    return HistoryEntry(
        game=game,
        key=chained_hash(state.key, saying),
        rank_key=state.rank_key,
        captured=state.captured,
        on_table=state.on_table,
        captures=state.captures,
        taken_over=state.taken_over,
        undealt_ms=state.undealt_ms,
        refused_sayings=state.refused_sayings + (in_vain or not understood),
        turn_sayings=state.turn_sayings + in_turn,
        false_sayings=state.false_sayings,
        fact=saying,
        events=events,
    )
