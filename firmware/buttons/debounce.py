"""Contacts bounce, stick and are heard twice; what comes out are presses and releases that happened."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum


class RefereeButton(StrEnum):
    """The referee's own two."""

    A = "a"
    B = "b"


Button = int | RefereeButton
"""A seat's button, by the seat from 0, or one of the referee's."""


def button_of(name: str) -> Button:
    """The button of that name, as of :class:`hardware.ports.Buttons`: ``0`` to ``3``, ``a``, ``b``."""
    return int(name) if name.isdigit() else RefereeButton(name)


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact closed or opened, as the wire tells it: bouncing, perhaps twice, perhaps without its counterpart."""

    t_ms: int
    button: Button
    pressed: bool


class ButtonState(StrEnum):
    """What a finger did with a button."""

    DOWN = "down"
    UP = "up"
    STUCK = "stuck"
    """It is down longer than anybody presses; its release will not be told."""


@dataclass(frozen=True, slots=True)
class ButtonChange:
    """A change that is certain, dated by its first edge."""

    t_ms: int
    button: Button
    state: ButtonState


class Debouncer:
    """Takes edges; gives changes. A change is certain once the contact is found the same ``debounce_ms`` later.

    The wait has one length for all and begins with the first edge, so that bounces neither prolong it nor change the
    order of changes, and what was shorter (a spark on a long wire) never happened. Changes are dated by their first
    edge: whoever takes them out ``debounce_ms`` late has all of them, in order.
    """

    def __init__(self, debounce_ms: int, stuck_ms: int, held: Collection[Button] = ()) -> None:
        """Begin at 0 ms.

        Args:
            debounce_ms: a contact counts once it is found the same after this.
            stuck_ms: a button that is down this long is stuck.
            held: buttons that are down at 0 ms: nobody pressed them, and they stay mute until they are released.
        """
        self._debounce_ms, self._stuck_ms = debounce_ms, stuck_ms
        self._closed = set(held)  # contacts, as the wire tells them
        self._down = dict.fromkeys(held, 0)  # buttons, as they are certain, with the time of their first contact
        self._unsure: dict[Button, int] = {}  # contacts that left their state, with the time of the first edge
        self._stuck: set[Button] = set()

    @property
    def stuck(self) -> frozenset[Button]:
        """The buttons that are stuck now."""
        return frozenset(self._stuck)

    @property
    def next_ms(self) -> int | None:
        """Time of what comes next of its own accord; it is certain ``debounce_ms`` later. ``None``: nothing."""
        return min((*self._unsure.values(), *self._due().values()), default=None)

    def feed(self, edge: Edge) -> None:
        """Take in an edge; what was certain before it must have been taken out."""
        if edge.pressed:
            self._closed.add(edge.button)
        else:
            self._closed.discard(edge.button)
        if edge.pressed != (edge.button in self._down):
            self._unsure.setdefault(edge.button, edge.t_ms)

    def take(self, next_ms: int) -> ButtonChange | None:
        """Take out what comes at :attr:`next_ms`; ``None``: it was a spark, or the end of a press told as stuck."""
        stuck = [button for button, due_ms in self._due().items() if due_ms == next_ms]
        if stuck:
            self._stuck.add(stuck[0])
            return ButtonChange(next_ms, stuck[0], ButtonState.STUCK)
        left = next(button for button, since_ms in self._unsure.items() if since_ms == next_ms)
        del self._unsure[left]
        return self._settled(left, next_ms) if (left in self._closed) != (left in self._down) else None

    def _settled(self, button: Button, since_ms: int) -> ButtonChange | None:
        if button in self._closed:
            self._down[button] = since_ms
            return ButtonChange(since_ms, button, ButtonState.DOWN)
        del self._down[button]
        if button in self._stuck:
            self._stuck.discard(button)
            return None
        return ButtonChange(since_ms, button, ButtonState.UP)

    def _due(self) -> dict[Button, int]:
        return {button: ms + self._stuck_ms for button, ms in self._down.items() if button not in self._stuck}
