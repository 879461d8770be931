"""Deferred actions: cards that lie about until somebody sees to them, and places that are kept free meanwhile."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from firmware.cards import Card
from models.synthetic.play.trajectories import Pose


@dataclass(frozen=True, slots=True)
class DeferredAction:
    """Something to be done later.

    Attributes:
        due_ms: when.
        by_turn: before this turn begins (counted through the session), even if that has to wait for it.
        cards: those it is about; nobody else touches them.
        act: does it, beginning at the time it is given.
        keeps: places where nothing may be laid meanwhile.
    """

    due_ms: float
    by_turn: int
    cards: tuple[Card, ...]
    act: Callable[[float], None]
    keeps: tuple[Pose, ...] = ()


class DeferredActions:
    """Everything that was put off and not yet done."""

    def __init__(self) -> None:
        """Nothing was put off."""
        self._open: list[DeferredAction] = []

    def defer(self, action: DeferredAction) -> None:
        """Remember it."""
        self._open.append(action)

    @property
    def cards(self) -> set[Card]:
        """The cards that deferred actions are about."""
        return {card for action in self._open for card in action.cards}

    @property
    def kept(self) -> list[Pose]:
        """The places where nothing may be laid."""
        return [place for action in self._open for place in action.keeps]

    def due(self, now_ms: float, turn: int, needed: Collection[Card] = ()) -> Iterator[DeferredAction]:
        """The actions to be done before a turn, in order of time; they are then off the list.

        Args:
            now_ms: the time.
            turn: its number, counted through the session.
            needed: cards that it needs.
        """
        ripe = [one for one in self._open if one.due_ms <= now_ms or one.by_turn <= turn or set(one.cards) & {*needed}]
        self._open = [one for one in self._open if one not in ripe]
        return iter(sorted(ripe, key=lambda one: one.due_ms))

    def rest(self) -> Iterator[DeferredAction]:
        """All actions that are left, in order of time; the list is then empty."""
        left, self._open = sorted(self._open, key=lambda one: one.due_ms), []
        return iter(left)
