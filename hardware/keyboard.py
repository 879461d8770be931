"""The keys of a laptop as buttons: 1 to 4 the seats, A and B the referee's; with Shift held long.

A terminal tells of a key only once, so a key is a short press. ``c`` and ``d`` stand for holding A or B: the next seat
key makes a claim or a challenge. ``n`` stands for both at once.
"""

import os
import select
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from hardware.ports import ButtonsLost, ContactListener

KEYS = MappingProxyType({"1": "0", "2": "1", "3": "2", "4": "3", "a": "a", "b": "b"})
LONG = MappingProxyType({"!": "0", '"': "1", "@": "1", "§": "2", "#": "2", "$": "3", "A": "a", "B": "b"})
"""With Shift, on German, American and Spanish keyboards."""
CHORDS = MappingProxyType({"c": "a", "d": "b"})
BOTH = "n"
HELP = "?"
CLOSE_S = 2.0
"""The longest key, a long one in a chord, takes 1.5 s."""
SHORT_S, LONG_S, HELD_S = 0.08, 0.9, 0.4
"""A tap; longer than ``long_press_ms`` may be by default; longer than ``chord_ms``."""

KeyAction = tuple[str, bool, float]
"""A button, whether it closes, and how long to wait afterwards, seconds."""


def strokes(key: str, chord: str | None) -> Iterator[KeyAction]:
    """What fingers do at the buttons for one key; ``chord`` is the referee's button that is held meanwhile."""
    if key == BOTH:
        return (yield from strokes("b", "a"))
    name = KEYS.get(key) or LONG.get(key)
    if not name:
        return
    hold_s = LONG_S if key in LONG else SHORT_S
    if chord:
        yield chord, True, HELD_S
    yield name, True, hold_s
    yield name, False, SHORT_S
    if chord:
        yield chord, False, SHORT_S


class Keyboard:
    """Reads keys from a terminal without waiting for Enter."""

    def __init__(
        self,
        stream: Any = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
        help_wanted: Callable[[], object] = lambda: None,
    ) -> None:
        """Take over the terminal, until :meth:`close`.

        Args:
            stream: where keys come from, by default standard input.
            clock: tells the time, seconds.
            sleep: waits that long.
            help_wanted: is called, from the thread, when ``?`` is pressed.

        Raises:
            ButtonsLost: if the stream is not a terminal.
        """
        self._stream, self._clock, self._sleep = stream or sys.stdin, clock, sleep
        try:
            self._file = self._stream.fileno()
            self._before = termios.tcgetattr(self._file)
        except (OSError, ValueError, termios.error) as fault:
            raise ButtonsLost(f"keys can be pressed in a terminal only: {fault}") from fault
        self._held: dict[str, None] = {}
        self._help_wanted = help_wanted
        self._open = True
        self._thread: threading.Thread | None = None

    def listen(self, heard: ContactListener) -> None:
        """Tell ``heard`` of every press from now on."""
        tty.setcbreak(self._file, termios.TCSANOW)
        self._thread = threading.Thread(target=self._read, args=(heard,), name="keyboard", daemon=True)
        self._thread.start()

    @property
    def held(self) -> tuple[str, ...]:
        """The buttons that are down now.

        Raises:
            ButtonsLost: if the terminal has gone.
        """
        if self._thread and not self._thread.is_alive() and self._open:
            raise ButtonsLost("the terminal has gone, and its keys with it")
        return tuple(self._held)

    def close(self) -> None:
        """Leave the terminal as it was, if it is still there; keys that are still at work are not waited for long."""
        self._open = False
        if self._thread:
            self._thread.join(CLOSE_S)
        with suppress(OSError, ValueError, termios.error):
            termios.tcsetattr(self._file, termios.TCSANOW, self._before)

    def _read(self, heard: ContactListener) -> None:
        with suppress(OSError, ValueError):  # the terminal has gone: whoever asks what is held is told
            self._listen(heard)

    def _listen(self, heard: ContactListener) -> None:
        chord = None
        while self._open:
            ready, _, _ = select.select([self._file], [], [], 0.1)
            keys = os.read(self._file, 64) if ready else None
            if keys == b"":
                return
            for key in (keys or b"").decode(errors="ignore"):
                if key == HELP:
                    self._help_wanted()
                    continue
                if key in CHORDS:
                    chord = CHORDS[key]
                    continue
                for step in strokes(key, chord):
                    self._do(step, heard)
                chord = None

    def _do(self, step: KeyAction, heard: ContactListener) -> None:
        name, closes, wait_s = step
        if closes:
            self._held[name] = None
        else:
            self._held.pop(name, None)
        heard(name, closes, self._clock())
        self._sleep(wait_s)
