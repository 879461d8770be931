"""The history of a session: layouts, plays and sayings, each with what the rules made of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from firmware.cards import Card
from firmware.events import Event
from firmware.rules.game import Game
from firmware.rules.play import Play, Saying


@dataclass(frozen=True, slots=True)
class Layout:
    """The cards that open a deal, in the order in which they came to lie.

    Attributes:
        cards: these cards.
        gives_up: the deal before it lacks plays that nobody saw, and is given up: its points so far stand.
    """

    cards: tuple[Card, ...]
    gives_up: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One fact of the table: a layout or a play.

    Attributes:
        t_ms: when the card (the last card of the layout) came to lie still.
        track_ids: the tracks of its cards; empty for a card that was never seen.
        log_likelihood: of the step itself, zero or less.
        card_fixed: a person said which card it was: no look changes it.
        seat_fixed: a person said who played it, though it was another one's turn.
        span: from when to when it was made, ms, if nobody could see that: an arm hid the spot, or its capture was lost
            from sight; empty: it was made at ``t_ms``.
        win_revoked: by the count it won, and people play on: whoever would have won had fewer points.
        ruled_out: the rank keys of histories that a person ruled out when he said what it was: no proposal may lead
            back to one, as the same two plays in the other order would.
    """

    t_ms: int
    track_ids: tuple[int, ...]
    action: Layout | Play
    log_likelihood: float = 0.0
    card_fixed: bool = False
    seat_fixed: bool = False
    span: tuple[int, ...] = ()
    win_revoked: bool = False
    ruled_out: tuple[int, ...] = ()

    @property
    def is_fixed(self) -> bool:
        """Whether a person said which card it was, or who played it: it stays what it is, and where it is."""
        return self.card_fixed or self.seat_fixed

    @property
    def latest_ms(self) -> int:
        """The latest time at which it may have been made."""
        return max(self.t_ms, *self.span) if self.span else self.t_ms

    @property
    def earliest_ms(self) -> int:
        """The earliest time at which it may have been made."""
        return min(self.t_ms, *self.span) if self.span else self.t_ms

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that it brought to the table."""
        return self.action.cards if isinstance(self.action, Layout) else (self.action.card,)

    @property
    def seat(self) -> int:
        """Who played; -1: it is a layout."""
        return self.action.seat if isinstance(self.action, Play) else -1

    @property
    def rank_fact(self) -> object:
        """What counts of it: who played which rank (rule G2: suits never matter); which ranks were laid.

        Plain numbers, since they are quicker to write out (:func:`~firmware.decoding.transition.chained_hash`).
        """
        if isinstance(self.action, Layout):
            return tuple(sorted([int(card.rank) for card in self.action.cards]))
        return (self.action.seat, int(self.action.card.rank))


@dataclass(frozen=True, slots=True)
class TimedSaying:
    """What a person said by a button, and when.

    Attributes:
        t_ms: when.
        saying: what.
        win_revoked: by the count it won, and people play on, see :class:`Step`; it was said all the same.
    """

    t_ms: int
    saying: Saying
    win_revoked: bool = field(default=False, compare=False)


class Capture(NamedTuple):
    """Who captured, and since when the cards should be gone, milliseconds."""

    t_ms: int
    seat: int


COLLECT_S = 3.0
"""People collect what they captured within three seconds; later it tells against the capture."""


@dataclass(frozen=True, slots=True, eq=False)
class HistoryState:
    """How things stand at a point of a history; told apart by identity, since each fact is applied once.

    Attributes:
        game: the game; never changed.
        key: a hash of the history up to here: equal histories have equal keys.
        rank_key: a hash of what counts of it: histories that differ in suits and in what was said have equal ones.
        captured: the captured cards, and by whom and since when each should be gone.
        captures: the captures, and the cards of each.
        taken_over: those of which the next player's card took the packet over, and his own (K5, K7).
        on_table: the pieces that lie open by the rules.
        undealt_ms: until when nobody has cards of the next batch, if the last step was the last one of a batch.
        refused_sayings: how often until here somebody said what he could not say then, or claimed in vain.
        turn_sayings: how often somebody spoke of his hand when it was his turn.
        false_sayings: how often cards that were played have proved false what was announced.
    """

    game: Game
    key: int = 0
    rank_key: int = 0
    captured: Mapping[Card, Capture] = field(default_factory=dict)
    on_table: tuple[Card, ...] = ()
    captures: Mapping[Capture, tuple[Card, ...]] = field(default_factory=dict)
    taken_over: Mapping[Capture, Capture] = field(default_factory=dict)
    undealt_ms: int = 0
    refused_sayings: int = 0
    turn_sayings: int = 0
    false_sayings: int = 0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class HistoryEntry(HistoryState):
    """One fact of the history, what the rules made of it, and how things stand since.

    Attributes:
        fact: what happened.
        events: what it caused.
    """

    fact: Step | TimedSaying
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class DealHistory:
    """The history of one deal.

    Attributes:
        origin: the game before it was laid.
        steps: its layout and plays.
        entries: these and what was said, with what the rules made of it.
        sayings: what was said in it.
        steps_before, entries_before: how many there were in the deals before.
    """

    origin: Game
    steps: tuple[Step, ...]
    entries: tuple[HistoryEntry, ...]
    sayings: tuple[TimedSaying, ...]
    steps_before: int = 0
    entries_before: int = 0
