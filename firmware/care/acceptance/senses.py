"""Whether the display is readable, each button is heard just once, its lamp shines, and the buzzer is loud enough."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from firmware.announce.screens import text_screen
from firmware.announce.tones import PATTERNS, Sound, Tone
from firmware.buttons.debounce import ButtonChange, ButtonState, Debouncer, Edge, button_of
from firmware.buttons.gestures import GestureTiming
from firmware.care.acceptance.verdict import Clock, Person, PointResult, judged
from hardware.ports import Buttons, Buzzer, Display, Lamps

PRESS_S = 20.0
"""To read the question, find the button and press it: the plan of the acceptance."""
AFTER_S = 1.5
"""After a press is first heard: a tap lasts 0.1 s, and bounces come within 0.02 (firmware.settings.model)."""
POLL_S = 0.05
"""Between two looks at what was heard: no person notices."""
PAUSE_MS = 400
"""Between two beeps, so that they can be counted: three times as long as one."""


def check_display(display: Display, person: Person, code: str) -> PointResult:
    """Show ``code``; the person types what is there.

    Args:
        display: the small one.
        person: does what is told, and answers.
        code: four digits.
    """
    display.show(text_screen(code))
    read = person.ask("Which number stands on the small display?")
    advice = "" if read == code else "; at another edge or in stripes the chip is another one: see the setting display"
    return judged(read == code, f"it shows {code}, {read or 'nothing'} was read{advice}")


def check_buzzer(buzzer: Buzzer, person: Person, beeps: int) -> PointResult:
    """Beep; the person counts.

    Args:
        buzzer: the one in the box.
        person: does what is told, and answers.
        beeps: how many.
    """
    buzzer.play((*PATTERNS[Sound.POINT], Tone(0, PAUSE_MS)) * beeps)
    heard = person.ask("How many beeps did you hear?")
    return judged(heard == str(beeps), f"it beeped {beeps} times, {heard or 'none'} heard")


def check_lamps(lamps: Lamps, names: Sequence[str], person: Person) -> PointResult:
    """Light one lamp after the other; the person says which button it is in each time.

    Args:
        lamps: those in the buttons.
        names: of their buttons, in the order in which they are lit.
        person: does what is told, and answers.
    """
    seen = {}
    for name in names:
        lamps.show([name])
        seen[name] = person.ask("Which button shines: 0 to 3 of the seats, A or B?").lower()
    lamps.show([])
    wrong = [f"{_called(name)}, {answer or 'none'} was seen" for name, answer in seen.items() if answer != name]
    return judged(not wrong, f"lit: {'; '.join(wrong)}" if wrong else f"all {len(names)} shine in their buttons")


@dataclass(slots=True)
class _ContactLog:
    """Takes contacts down, from whatever thread."""

    edges: list[Edge] = field(default_factory=list)

    def hear(self, name: str, closes: bool, at_s: float) -> None:
        self.edges.append(Edge(round(at_s * 1000), button_of(name), closes))


def check_button(buttons: Buttons, name: str, person: Person, clock: Clock, timing: GestureTiming) -> PointResult:
    """The person presses one button; the contacts, debounced as in play, must make one press of it and no other.

    Args:
        buttons: all of them.
        name: of the one to press.
        person: does what is told, and answers.
        clock: tells the time, and waits.
        timing: how long contacts bounce.
    """
    ear = _ContactLog()
    buttons.listen(ear.hear)
    person.tell(f"Press the button of {_called(name)} once, briefly")
    until_s = clock.monotonic() + PRESS_S
    while not ear.edges and clock.monotonic() < until_s:
        clock.sleep(POLL_S)
    clock.sleep(AFTER_S)
    edges = tuple(ear.edges)
    changes = list(_changes(edges, round(clock.monotonic() * 1000), timing))
    once = [(button_of(name), state) for state in (ButtonState.DOWN, ButtonState.UP)]
    return judged([(change.button, change.state) for change in changes] == once, _told(changes, edges))


def _told(changes: list[ButtonChange], edges: tuple[Edge, ...]) -> str:
    if not changes:
        return f"nothing was heard for {PRESS_S:.0f} s" if not edges else "only a spark was heard: a loose wire"
    pressed = [_called(str(change.button)) for change in changes if change.state is ButtonState.DOWN]
    left = "" if changes[-1].state is not ButtonState.DOWN else ", and it stays down"
    return f"heard: {', '.join(pressed)} ({len(edges)} contacts){left}"


def _changes(edges: Iterable[Edge], until_ms: int, timing: GestureTiming) -> Iterator[ButtonChange]:
    """What the contacts make, once all of it is certain."""
    contacts = Debouncer(timing.debounce_ms, timing.stuck_ms)
    for edge in edges:
        yield from _certain(contacts, edge.t_ms - timing.debounce_ms)
        contacts.feed(edge)
    yield from _certain(contacts, until_ms - timing.debounce_ms)


def _certain(contacts: Debouncer, until_ms: int) -> Iterator[ButtonChange]:
    while (next_ms := contacts.next_ms) is not None and next_ms <= until_ms:
        change = contacts.take(next_ms)
        if change:
            yield change


def _called(name: str) -> str:
    return f"seat {name}" if name.isdigit() else f"referee {name.upper()}"
