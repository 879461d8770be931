"""Presses written as scripts of edges, and what they mean."""

from dataclasses import dataclass

from firmware.buttons.debounce import Edge, RefereeButton
from firmware.buttons.gestures import GestureRecognizer, GestureTiming
from firmware.buttons.meanings import ButtonStuck, PressContext
from firmware.settings.model import Settings
from firmware.signals import ButtonPress, Tick

TIMING = Settings()
TIMES = [name for name in dir(GestureTiming) if name.endswith("_ms")]
BUTTONS = {"0": 0, "1": 1, "2": 2, "3": 3, "A": RefereeButton.A, "B": RefereeButton.B}
THREE, FOUR = PressContext(players=3), PressContext(players=4)
END_MS = 30_000


@dataclass(frozen=True)
class Seen:
    t_ms: int
    context: PressContext


def edges(script):
    """``0:10-90``: seat 0 pressed at 10 ms and released at 90; ``A:10``: pressed and never released. By time."""
    found = []
    for word in script.split():
        button, _, times = word.partition(":")
        down, _, up = times.partition("-")
        found.append(Edge(int(down), BUTTONS[button], True))
        found += [Edge(int(up), BUTTONS[button], False)] if up else []
    return sorted(found, key=lambda edge: edge.t_ms)


def meanings(signals, context=None, held=(), timing=TIMING):
    """All that is said, woken whenever it was asked for."""
    gestures, said = GestureRecognizer(timing, context, held), []
    for signal in [*signals, Tick(END_MS)]:
        while (wake_ms := gestures.wake_at_ms) is not None and wake_ms < signal.t_ms:
            said += gestures.feed(Tick(wake_ms))
            assert gestures.wake_at_ms is None or gestures.wake_at_ms > wake_ms
        said += gestures.see(signal.context, signal.t_ms) if isinstance(signal, Seen) else gestures.feed(signal)
    return said


def told(said):
    return " ".join(_told(one) for one in said)


def _told(one):
    if isinstance(one, ButtonPress):
        return f"{'' if one.seat is None else one.seat}:{one.input.replace(' ', '.')}"
    return f"{one.button}{'!' if isinstance(one, ButtonStuck) else '?'}"


def timed(said):
    return " ".join(f"{_told(one)}@{one.t_ms}" for one in said)


def in_time(*signals):
    return sorted((one for some in signals for one in some), key=lambda one: one.t_ms)
