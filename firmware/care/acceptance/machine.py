"""The board itself: whether the doctor is content, how fast it is, and how hot it becomes."""

import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from firmware.care.acceptance.verdict import Clock, Person, PointResult, judged, skipped
from firmware.care.doctor import LOOK_MS, Finding, Health, median_ms
from hardware.ports import RATE_HZ

LOAD_S = 180.0
"""A Pi without a heat sink is as hot as it becomes after some minutes; the plan of the acceptance has three."""
EVERY_S = 5.0
"""Between two looks at the thermometer, which changes by a degree or two meanwhile."""
ALARMS = {0: "under-voltage", 1: "frequency capped", 2: "throttled", 3: "soft temperature limit"}
"""Bits of ``vcgencmd get_throttled`` for now; 16 higher since the start (raspberrypi.com, "os.html#get_throttled")."""


def check_health(findings: Iterable[Finding], *, pi: bool) -> PointResult:
    """All that the doctor finds must be well, on a Pi."""
    ill = [f"{one.what}: {one.words}" for one in findings if one.state is not Health.WELL]
    return judged(not ill, "; ".join(ill) or "all is well") if pi or ill else skipped("all is well, but this is no Pi")


def check_speed(look: Callable[[], object], glance: Callable[[], object], clock: Clock) -> PointResult:
    """A full look, and a glance at a picture in which nothing moves, take no longer than they may.

    Args:
        look: looks at a table of cards.
        glance: looks whether anything moves.
        clock: tells the time, and waits.
    """
    look_ms, glance_ms = median_ms(look, clock.monotonic), median_ms(glance, clock.monotonic)
    well = look_ms <= LOOK_MS and glance_ms <= 1000 / RATE_HZ
    return judged(
        well, f"a full look takes {look_ms:.0f} ms ({LOOK_MS:.0f}), a glance {glance_ms:.1f} ms ({1000 / RATE_HZ:.0f})"
    )


def check_heat(
    work: Callable[[], object],
    power: Callable[[], Iterable[Finding]],
    throttled: Callable[[], int | None],
    person: Person,
    clock: Clock,
) -> PointResult:
    """Look after look for three minutes: neither too hot, nor throttled, nor short of power.

    Args:
        work: looks once at a table of cards.
        power: tells heat and supply.
        throttled: the firmware's alarms.
        person: does what is told, and answers.
        clock: tells the time, and waits.
    """
    person.tell(f"The board works as hard as it ever does for {LOAD_S:.0f} s; nothing is to be done")
    until_s, found = clock.monotonic() + LOAD_S, list(power())
    if not found:
        return skipped("this machine tells neither its heat nor its supply")
    while clock.monotonic() < until_s:
        next_s = clock.monotonic() + EVERY_S
        while clock.monotonic() < next_s:
            work()
        found = [*(one for one in found if one.state is not Health.WELL), *power()]
    ill = [one.words for one in found if one.state is not Health.WELL] + list(_alarms(throttled() or 0))
    return judged(not ill, "; ".join(dict.fromkeys(ill)) or "; ".join(one.words for one in found))


def throttled() -> int | None:
    """The alarms of the Pi's firmware, now and since the start; ``None``: there is no ``vcgencmd`` here."""
    with suppress(OSError, ValueError):
        done = subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, check=False)
        return int(done.stdout.strip().partition("=")[2], 16)
    return None


def _alarms(bits: int) -> Iterator[str]:
    for bit, name in ALARMS.items():
        if bits >> bit & 1 or bits >> (bit + 16) & 1:
            yield f"{name} {'now' if bits >> bit & 1 else 'since the start'}"
