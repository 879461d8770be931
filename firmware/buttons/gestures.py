"""What players press becomes what they mean. No clock, thread or body: edges and time in, meanings out.

It works ``debounce_ms`` in the past, where every contact is certain: a press begins with the first edge of its contact
and means what it would have meant then. It acts when the finger lifts, so that a button can be held for a chord, held
until the display says what letting go will do, or have a cup put on it.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Protocol

from firmware.buttons import meanings
from firmware.buttons.debounce import Button, ButtonChange, ButtonState, Debouncer, Edge, RefereeButton
from firmware.buttons.meanings import HeldButton, Meaning, TapSequence
from firmware.signals import ButtonPress, Tick


class GestureTiming(Protocol):
    """The settings of the same names in :class:`firmware.settings.model.Settings`, milliseconds."""

    @property
    def debounce_ms(self) -> int: ...  # noqa: D102
    @property
    def double_press_ms(self) -> int: ...  # noqa: D102
    @property
    def long_press_ms(self) -> int: ...  # noqa: D102
    @property
    def report_ms(self) -> int: ...  # noqa: D102
    @property
    def chord_ms(self) -> int: ...  # noqa: D102
    @property
    def target_ms(self) -> int: ...  # noqa: D102
    @property
    def answer_guard_ms(self) -> int: ...  # noqa: D102
    @property
    def stuck_ms(self) -> int: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class PendingCall:
    """A claim or a challenge that waits for the button of the player who is meant.

    Attributes:
        seat: who makes it; his own button takes it back.
        word: ``claim`` or ``challenge``.
        targets: who can be meant.
        until_ms: then it is said without a name.
    """

    seat: int
    word: str
    targets: tuple[int, ...]
    until_ms: int


class GestureRecognizer:
    """Takes the edges of all buttons and what goes on at the table; gives meanings, dated by when they are given."""

    def __init__(
        self, timing: GestureTiming, context: meanings.PressContext | None = None, held: Collection[Button] = ()
    ) -> None:
        """Begin at 0 ms.

        Args:
            timing: how long a tap, a chord or a long press is.
            context: what the players see.
            held: buttons that are down at 0 ms: nobody pressed them, and they mean nothing until they are released.
        """
        self._timing = timing
        self._contacts = Debouncer(timing.debounce_ms, timing.stuck_ms, held)
        self._past = meanings.ContextHistory(context or meanings.PressContext())
        self._now_ms = 0
        self._presses: dict[Button, HeldButton] = {}
        self._waiting: dict[int, TapSequence] = {}
        self._call: PendingCall | None = None
        self._together: HeldButton | None = None

    def feed(self, signal: Edge | Tick) -> tuple[Meaning, ...]:
        """Take in an edge, or that time went by; give what is meant. Times before the last one count as that one."""
        said = self._pass(signal.t_ms)
        if isinstance(signal, Edge):
            self._contacts.feed(replace(signal, t_ms=self._now_ms))
        return said

    def see(self, context: meanings.PressContext, t_ms: int) -> tuple[Meaning, ...]:
        """From ``t_ms`` on the players see ``context``; give what was meant before."""
        said = self._pass(t_ms)
        self._past.see(context, self._now_ms, needed_ms=self._sure_ms - self._timing.answer_guard_ms)
        return said

    @property
    def wake_at_ms(self) -> int | None:
        """When to feed a :class:`~firmware.signals.Tick` if nothing else happens before; ``None``: not needed."""
        arming = [ms for _, _, ms in self._long() if ms > self._sure_ms]
        next_ms = min((*arming, *self._deadlines_ms()), default=None)
        return None if next_ms is None else next_ms + self._timing.debounce_ms

    @property
    def armed(self) -> tuple[tuple[int | None, str], ...]:
        """Seat and word that letting go now would say, of buttons held long enough: for the display."""
        return tuple((seat, word) for seat, word, ms in self._long() if ms <= self._sure_ms)

    @property
    def call(self) -> PendingCall | None:
        """The claim or challenge that waits for a name, for the display."""
        return self._call

    @property
    def stuck(self) -> frozenset[Button]:
        """The buttons that are stuck now."""
        return self._contacts.stuck

    @property
    def _sure_ms(self) -> int:
        return self._now_ms - self._timing.debounce_ms

    def _long(self) -> list[tuple[int | None, str, int]]:
        """Seat and word of the long presses that go on or may come of what is down, and from when they are long."""
        down = [(_seat(button), press.long, press.down_ms) for button, press in self._presses.items() if press.long]
        alone = [(seat, word, ms + self._timing.long_press_ms) for seat, word, ms in down]
        return [*alone, *self._both()]

    def _both(self) -> list[tuple[None, str, int]]:
        """What the referee's buttons say held together: another word after each longer while."""
        if self._together is None:
            return []
        said = [(None, word, self._together.down_ms + ms) for word, ms in self._ladder(self._together)]
        passed = [one for one in said if one[-1] <= self._sure_ms]
        return said[max(len(passed) - 1, 0) :]

    def _ladder(self, both: HeldButton) -> tuple[tuple[str, int], ...]:
        """What both of the referee's buttons say together, and from which length on."""
        report_ms, short = self._timing.report_ms, both.word(long=False, now=self._past.now)
        return (
            *(((short, 0),) if short else ()),
            (meanings.TOGETHER, self._timing.long_press_ms),
            (meanings.REPORT, report_ms),
            (meanings.PHONES, report_ms + meanings.PHONES_MORE_MS),
            (meanings.OWNER, report_ms + meanings.OWNER_MORE_MS),
        )

    def _deadlines_ms(self) -> list[int]:
        call = [self._call.until_ms] if self._call else []
        contact = [] if self._contacts.next_ms is None else [self._contacts.next_ms]
        return [*(taps.until_ms for taps in self._waiting.values()), *call, *contact]

    def _pass(self, t_ms: int) -> tuple[Meaning, ...]:
        self._now_ms = max(self._now_ms, t_ms)
        said: list[Meaning] = []
        while (next_ms := min(self._deadlines_ms(), default=self._now_ms)) <= self._sure_ms:
            said += self._happen(next_ms)
        return tuple(said)

    def _happen(self, t_ms: int) -> list[Meaning]:
        """What comes at the next deadline; waits end before contacts move."""
        over = next((seat for seat, taps in self._waiting.items() if taps.until_ms == t_ms), None)
        if over is not None:
            return self._end_taps(over, t_ms)
        if self._call and self._call.until_ms == t_ms:
            return self._end_call(t_ms)
        change = self._contacts.take(t_ms)
        return self._move(change) if change else []

    def _move(self, change: ButtonChange) -> list[Meaning]:
        button, t_ms = change.button, change.t_ms
        if change.state is ButtonState.STUCK:
            return self._stick(button, t_ms)
        down = change.state is ButtonState.DOWN
        if isinstance(button, RefereeButton):
            return self._referee_down(button, t_ms) if down else self._referee_up(button, t_ms)
        return self._seat_down(button, t_ms) if down else self._seat_up(button, t_ms)

    def _referee_down(self, button: RefereeButton, t_ms: int) -> list[Meaning]:
        others = [other for other in RefereeButton if other in self._presses]
        crossed = [seat for seat, press in self._presses.items() if not press.spent and self._is_hasty(press, t_ms)]
        self._presses[button] = press = meanings.referee_press(button, t_ms, **self._seen(t_ms))
        if others:
            self._together = None if self._presses[others[0]].spent else meanings.together(press)
            self._spend(button, *others)
        elif crossed:
            return self._cross(*crossed, button, t_ms=t_ms)
        return []

    def _referee_up(self, button: RefereeButton, t_ms: int) -> list[Meaning]:
        press, both = self._presses.pop(button, None), self._together
        self._together = None
        if press is None:  # it was held from the start
            return []
        return self._let_go(None, press, t_ms) if both is None else self._both_up(button, both, t_ms)

    def _both_up(self, button: RefereeButton, both: HeldButton, t_ms: int) -> list[Meaning]:
        """The first of both of the referee's buttons is let go."""
        word = next((word for word, ms in reversed(self._ladder(both)) if ms <= t_ms - both.down_ms), "")
        return self._say(None, word, t_ms) if word else self._unclear(button, t_ms)

    def _seat_down(self, seat: int, t_ms: int) -> list[Meaning]:
        if seat not in range(self._past.at(t_ms).players):
            return []
        before = self._waiting.pop(seat, None)
        self._presses[seat] = HeldButton(t_ms)
        if before and before.full:
            return []
        if self._call and seat in self._call.targets and not before:
            return self._name(seat, self._call, t_ms)
        held = [button for button in RefereeButton if button in self._presses]
        if held:
            return self._chord(seat, held, t_ms, hasty=before is not None)
        if self._call and self._call.seat == seat:
            self._call = None  # taken back
            return []
        self._presses[seat] = meanings.seat_press(seat, t_ms, before=before, **self._seen(t_ms))
        return []

    def _seat_up(self, seat: int, t_ms: int) -> list[Meaning]:
        press = self._presses.pop(seat, None)
        if press is None:
            return []
        if press.taps and not self._is_long(press.down_ms, t_ms):
            return self._tap(seat, press.taps, t_ms)
        self._waiting[seat] = TapSequence(until_ms=t_ms + self._timing.double_press_ms)  # who presses all things twice
        if press.taps and press.taps.count:
            return self._unclear(seat, t_ms)  # short, then long
        return self._let_go(seat, press, t_ms)

    def _stick(self, button: Button, t_ms: int) -> list[Meaning]:
        self._presses.pop(button, None)
        self._together = None
        return [meanings.ButtonStuck(t_ms + self._timing.debounce_ms, button)]

    def _tap(self, seat: int, before: TapSequence, t_ms: int) -> list[Meaning]:
        taps = replace(before, count=before.count + 1, until_ms=t_ms + self._timing.double_press_ms)
        self._waiting[seat] = taps
        return self._say(seat, taps.word, t_ms) if taps.full else []

    def _end_taps(self, seat: int, t_ms: int) -> list[Meaning]:
        taps = self._waiting.pop(seat)
        return [] if taps.full else self._say(seat, taps.word, t_ms)

    def _chord(self, seat: int, held: list[RefereeButton], t_ms: int, *, hasty: bool) -> list[Meaning]:
        """A seat's button while some of the referee's are down: a call, if just one was held first."""
        if hasty or len(held) > 1 or self._is_hasty(self._presses[held[0]], t_ms):
            return self._cross(seat, *held, t_ms=t_ms)
        self._spend(held[0])
        word = meanings.CALLS[held[0]]
        given_up = self._end_call(t_ms) if self._call and self._call.seat != seat else []
        targets = self._past.at(t_ms).targets(seat, word)
        self._call = PendingCall(seat, word, targets, t_ms + self._timing.target_ms)
        return [*given_up, *(self._name(targets[0], self._call, t_ms) if len(targets) == 1 else [])]

    def _name(self, target: int, call: PendingCall, t_ms: int) -> list[Meaning]:
        self._call = None
        return self._say(call.seat, f"{call.word} {target}", t_ms)

    def _end_call(self, t_ms: int) -> list[Meaning]:
        call, self._call = self._call, None
        return self._say(call.seat, call.word, t_ms) if call else []

    def _cross(self, *buttons: Button, t_ms: int) -> list[Meaning]:
        """Buttons went down at once: two players, or a chord too quick to be told from them. None means anything."""
        self._together = None
        self._spend(*buttons)
        return self._unclear(buttons[0], t_ms)

    def _spend(self, *buttons: Button) -> None:
        for button in buttons:
            self._presses[button] = HeldButton(self._presses[button].down_ms)

    def _let_go(self, seat: int | None, press: HeldButton, t_ms: int) -> list[Meaning]:
        word = press.word(long=self._is_long(press.down_ms, t_ms), now=self._past.now)
        return self._say(seat, word, t_ms) if word else []

    def _say(self, seat: int | None, word: str, t_ms: int) -> list[Meaning]:
        return [ButtonPress(t_ms + self._timing.debounce_ms, seat, word)]

    def _unclear(self, button: Button, t_ms: int) -> list[Meaning]:
        return [meanings.PressUnclear(t_ms + self._timing.debounce_ms, button)]

    def _seen(self, t_ms: int) -> dict[str, meanings.PressContext]:
        """The context at a time, and the one that players have taken in by then."""
        return {"now": self._past.at(t_ms), "seen": self._past.at(t_ms - self._timing.answer_guard_ms)}

    def _is_long(self, down_ms: int, up_ms: int) -> bool:
        return up_ms - down_ms >= self._timing.long_press_ms

    def _is_hasty(self, press: HeldButton, t_ms: int) -> bool:
        return t_ms - press.down_ms < self._timing.chord_ms


def _seat(button: Button) -> int | None:
    return None if isinstance(button, RefereeButton) else button
