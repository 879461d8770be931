"""What the rules make of a story, one fact after the other."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b

from firmware.decoding.history import Entry, Heard, Layout, State, Step, Taken
from firmware.decoding.pieces import brought, face_of
from firmware.decoding.sayings import hear_said, is_due, may_wait
from firmware.events import Event
from firmware.rules.errors import IllegalLayoutError, IllegalPlayError
from firmware.rules.game import Game
from firmware.rules.play import Play

WORKED_OUT = 4096
"""Facts whose telling is remembered: readings share most of their stories, and the same second thoughts come again."""


def tell(
    state: State, steps: Iterable[Step], waiting: tuple[Heard, ...], packs: int, *, lenient: bool
) -> tuple[list[Entry], tuple[Heard, ...]] | None:
    """Tell more steps, and before each of them what was said until then.

    Args:
        state: how things stand before.
        steps: the steps.
        waiting: what was said and is not told yet.
        packs: how many cards of each face there are.
        lenient: steps that the rules forbid stay in the story and count nothing.

    Returns:
        What was told, and what still waits; ``None`` where the rules forbid a step.
    """
    entries: list[Entry] = []
    for step in steps:
        for heard in [one for one in waiting if is_due(state.game, one, step)] if waiting else ():
            entries.append(said(state, heard))
            state, waiting = entries[-1], without(waiting, heard)
        entry = done(state, step, packs, lenient=lenient)
        if entry is None:
            return None
        entries.append(entry)
        state = entry
    return entries, waiting


def hear_out(state: State, waiting: tuple[Heard, ...]) -> tuple[list[Entry], tuple[Heard, ...]]:
    """Tell all that was said, but what is said of hands of which the layout is not known yet; and what waits."""
    entries: list[Entry] = []
    for heard in waiting:
        if not may_wait(state.game, heard):
            entries.append(said(state, heard))
            state, waiting = entries[-1], without(waiting, heard)
    return entries, waiting


def without(waiting: Sequence[Heard], heard: Heard) -> tuple[Heard, ...]:
    """What else was said."""
    return tuple(one for one in waiting if one != heard)


def marked(before: int, fact: object) -> int:
    """The hash of a story that goes on with ``fact``: the same in every process, as Python's own is not.

    A referee that was put aside goes on in another one, where equal stories must still be known as equal.
    """
    return int.from_bytes(blake2b(f"{before} {fact!r}".encode(), digest_size=8).digest())


@lru_cache(WORKED_OUT)
def done(state: State, step: Step, packs: int, *, lenient: bool) -> Entry | None:
    """What becomes of a step; ``None`` where the rules forbid it."""
    game = state.game.fork()
    events: tuple[Event, ...] = ()
    try:
        step, events = _enacted(game, step, lenient=lenient)
    except (IllegalLayoutError, IllegalPlayError):
        if not lenient:
            return None
    before = (*state.lying, *brought(step, (state.lying, state.taken), packs))
    gone = [card for card in before if face_of(card) not in game.table] if len(before) > len(game.table) else []
    taken, captures = state.taken, state.captures
    if gone:
        capture = Taken(step.t_ms, step.action.seat if isinstance(step.action, Play) else game.dealer)
        taken = {**taken, **dict.fromkeys(gone, capture)}
        captures = {**captures, capture: (*captures.get(capture, ()), *gone)}
    return Entry(
        game=game,
        key=marked(state.key, step.action),
        mark=marked(state.mark, step.gist),
        taken=taken,
        lying=tuple(card for card in before if card not in gone),
        captures=captures,
        refused=state.refused,
        fact=step,
        events=events,
    )


def _enacted(game: Game, step: Step, *, lenient: bool) -> tuple[Step, tuple[Event, ...]]:
    """Lay or play; a play goes to the seat in turn, which a step put in before it may have changed.

    A lenient story may lack plays: the deal before a layout is given up then.
    """
    if isinstance(step.action, Layout):
        given_up = game.abandon(game.match.after(game.dealer)) if lenient and game.turn is not None else ()
        return step, (*given_up, *game.lay(step.action.cards))
    if step.seat_told:
        game.give_turn(step.action.seat)
    seat = game.turn
    if seat is None:
        raise IllegalPlayError("a play after the deal is over")
    action = Play(seat, step.action.card)
    return step if action == step.action else replace(step, action=action), game.apply(action)


@lru_cache(WORKED_OUT)
def said(state: State, heard: Heard) -> Entry:
    """What becomes of a word."""
    game = state.game.fork()
    events, understood = hear_said(game, heard.said)
    return Entry(
        game=game,
        key=marked(state.key, heard),
        mark=state.mark,
        taken=state.taken,
        lying=state.lying,
        captures=state.captures,
        refused=state.refused + (not understood),
        fact=heard,
        events=events,
    )
