"""The buttons of the table: from contacts on wires to what players mean, and what the display says meanwhile."""

import queue
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from firmware.announce.texts import text
from firmware.buttons.debounce import Edge, button_of
from firmware.buttons.gestures import GestureRecognizer, GestureTiming
from firmware.buttons.meanings import TAPS, Meaning, PressContext
from firmware.dialogue.answers import shown_choices
from firmware.referee import MatchSetup, Scoreboard
from firmware.rules.match import Match
from firmware.rules.notation.ruleset import parse_rules
from firmware.signals import Tick

Contact = tuple[str, bool, float]
"""The name of a button, whether it closed, and when by the clock, seconds."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The buttons were opened at ``at_s`` by the clock, and those in ``held`` were down."""

    held: tuple[str, ...]
    at_s: float


class ButtonPanel:
    """Takes contacts from any thread; gives meanings to the one that asks."""

    def __init__(self, timing: GestureTiming, began_s: float, *, news: Callable[[], object] = lambda: None) -> None:
        """Begin with no button pressed.

        Args:
            timing: how long a tap, a chord or a long press is.
            began_s: when the match began, by the clock.
            news: called, from any thread, whenever a contact closed or opened.
        """
        self._gestures, self._began_s, self._news = GestureRecognizer(timing), began_s, news
        self._timing = timing
        self._contacts: queue.SimpleQueue[Contact | Opening] = queue.SimpleQueue()
        self._asked: object = None
        self._question = 0
        self._context: PressContext | None = None

    def heard(self, name: str, closes: bool, at_s: float) -> None:
        """Take a contact from any thread, as :meth:`hardware.ports.Buttons.listen` tells it.

        Args:
            name: the button, ``0`` to ``3``, ``a`` or ``b``.
            closes: whether its contact closed.
            at_s: when, by the clock.
        """
        self._contacts.put((name, closes, at_s))
        self._news()

    def begin(self, held: Collection[str], at_s: float) -> None:
        """The buttons were opened, from any thread: what was pressed till then is forgotten.

        Args:
            held: those that are down; they mean nothing until they are released, and are told where they are stuck.
            at_s: when, by the clock.
        """
        self._contacts.put(Opening(tuple(held), at_s))
        self._news()

    def see(self, setup: MatchSetup, board: Scoreboard, at_s: float) -> list[Meaning]:
        """Take note of what the players see; give what was meant before that.

        Args:
            setup: the match.
            board: what it shows.
            at_s: since when, by the clock.
        """
        doubt = board.question
        asked = (board.open_challenge, doubt and (doubt.t_ms, doubt.step, doubt.slot, *shown_choices(doubt)))
        if asked != self._asked:
            self._asked, self._question = asked, self._question + 1
        open_question = self._question if board.open_challenge or board.question else None
        batches = _batches(setup)
        four = board.batch > 0 and batches[board.batch - 1] == len(TAPS) + 1
        context = PressContext(setup.players, four, open_question, board.held)
        if context == self._context:
            return []
        self._context = context
        return list(self._gestures.see(context, self._ms(at_s)))

    def take(self, at_s: float) -> list[Meaning]:
        """What was meant until now."""
        said: list[Meaning] = []
        while not self._contacts.empty():
            said += self._hear(self._contacts.get())
        return [*said, *self._gestures.feed(Tick(self._ms(at_s)))]

    def _hear(self, contact: Contact | Opening) -> Sequence[Meaning]:
        if isinstance(contact, Opening):
            held = tuple(map(button_of, contact.held))
            self._gestures, self._began_s = GestureRecognizer(self._timing, self._context, held), contact.at_s
            return ()
        name, closes, when_s = contact
        return self._gestures.feed(Edge(self._ms(when_s), button_of(name), closes))

    @property
    def wake_at_s(self) -> float | None:
        """When to :meth:`take` again though nothing is pressed, by the clock; ``None``: not needed."""
        due_ms = self._gestures.wake_at_ms
        return None if due_ms is None else self._began_s + due_ms / 1000

    def hint(self, language: str) -> str:
        """What letting go now would say, who is to be named, or what is stuck; empty: nothing is pressed that long."""
        if self._gestures.call:
            return text("press", self._gestures.call.word, language)
        said = next((text("press", word, language) for _, word in self._gestures.armed), "")
        return said or self._stuck(language)

    def _stuck(self, language: str) -> str:
        names = sorted(str(one + 1) if isinstance(one, int) else one.upper() for one in self._gestures.stuck)
        return text("press", "stuck", language).format(keys="".join(names)) if names else ""

    def _ms(self, at_s: float) -> int:
        return round((at_s - self._began_s) * 1000)


@lru_cache(maxsize=4)
def _batches(setup: MatchSetup) -> tuple[int, ...]:
    """How many cards each player gets in each batch of a deal."""
    return Match.of(parse_rules(setup.rules), setup.players).pattern
