"""What is well and what is not, in plain sentences: of the machine, of the program, of each device."""

import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from firmware.errors import HakamError
from hardware.brightness import BEST
from hardware.ports import Camera
from vision.frame import Frame
from vision.motion import sharpness, small_grey
from vision.pipeline import Eyes

SYS = Path("/sys")
HOT_C = 80.0
"""From here on a Pi throttles its processor (raspberrypi.com, "frequency management and thermal control")."""
ROOM_MB = 500
"""The bundled deal takes 2.5 MB of it: this is 200 deals."""
FSYNC_S = 0.5
"""Each announcement waits for the card to have written it: more than this, and players notice."""
SHOTS = 20
SLOW_HZ = 10.0
"""Fewer pictures a second, and hurried plays are missed (measured at 10, 15 and 30)."""
LOOK_MS = 100.0
"""A full look: while hands move one is taken every 120 ms."""
LOOKS = 8


class Health(StrEnum):
    """How something is."""

    WELL = "ok"
    DOUBTFUL = "look"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found: of what, how it is, and in words what it means and what to do."""

    what: str
    state: Health
    words: str


Check = Callable[[], Iterable[Finding]]


def examine(checks: Mapping[str, Check]) -> Iterator[Finding]:
    """Make all checks; one that cannot be made is a finding too."""
    for what, check in checks.items():
        try:
            yield from check()
        except HakamError as fault:
            yield Finding(what, Health.BAD, str(fault))


def power(sys: Path = SYS) -> Iterator[Finding]:
    """Under-voltage and heat, as the kernel tells them; other machines than a Pi may tell neither."""
    alarms = [file for file in sys.glob("class/hwmon/*/in0_lcrit_alarm") if _number(file) is not None]
    if any(_number(file) for file in alarms):
        yield Finding("power", Health.BAD, "the supply is too weak: use the Pi's own, on a short cable")
    elif alarms:
        yield Finding("power", Health.WELL, "the supply is strong enough")
    heat = _number(sys / "class" / "thermal" / "thermal_zone0" / "temp")
    if heat is not None:
        warm = Health.WELL if heat / 1000 < HOT_C else Health.BAD
        advice = "" if warm is Health.WELL else ": it slows down; give it air or a heat sink"
        yield Finding("temperature", warm, f"{heat / 1000:.0f} °C{advice}")


def disk(folder: Path) -> Iterator[Finding]:
    """Room for the journal, and how long the disk takes to write for good."""
    free_mb = shutil.disk_usage(folder).free / 1e6
    if free_mb < ROOM_MB:
        words = f"{free_mb:.0f} MB are free for the journal: delete something, or take a larger card"
        yield Finding("disk", Health.BAD, words)
    else:
        yield Finding("disk", Health.WELL, f"{free_mb / 1000:.1f} GB are free for the journal")
    took_s = statistics.median(_written(folder) for _ in range(5))
    slow = took_s > FSYNC_S
    words = f"a line is written for good in {took_s * 1000:.0f} ms"
    yield Finding("disk speed", Health.DOUBTFUL if slow else Health.WELL, words + ": announcements come late" * slow)


def seen(camera: Camera, wait_s: float = 5.0) -> Iterator[Finding]:
    """How many pictures come, and how light and sharp they are."""
    first = shot = camera.shot(time.monotonic(), wait_s)
    for _ in range(SHOTS):
        shot = camera.shot(shot.taken_s, wait_s)
    rate_hz = SHOTS / max(shot.taken_s - first.taken_s, 1e-9)
    height, width = shot.picture.shape[:2]
    slow = rate_hz < SLOW_HZ
    words = f"{width} by {height}, {rate_hz:.0f} pictures a second"
    yield Finding("camera", Health.DOUBTFUL if slow else Health.WELL, words + ": hurried plays will be missed" * slow)
    grey = small_grey(shot.picture)
    yield _light(float(grey.mean()))
    edges = f"the picture's edges measure {sharpness(grey):.0f}; turn the lens to where that is most"
    yield Finding("focus", Health.WELL, edges)


def speed(eyes: Eyes, frame: Frame) -> Iterator[Finding]:
    """How long a full look takes."""
    look_ms = median_ms(lambda: eyes.read(frame.picture))
    slow = look_ms > LOOK_MS
    words = f"a table of cards is read in {look_ms:.0f} ms"
    yield Finding("speed", Health.DOUBTFUL if slow else Health.WELL, words + f", {LOOK_MS:.0f} are wanted" * slow)


def median_ms(step: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """How long a step takes, by a clock of seconds; the first one does not count, since it prepares the networks."""
    step()
    took_s = []
    for _ in range(LOOKS):
        began_s = clock()
        step()
        took_s.append(clock() - began_s)
    return statistics.median(took_s) * 1000


def _light(mean: float) -> Finding:
    if mean < BEST.dark:
        return Finding("light", Health.BAD, f"the table is too dark ({mean:.0f} of 255): bring a lamp nearer")
    if mean > BEST.bright:
        return Finding("light", Health.BAD, f"the table is too bright ({mean:.0f} of 255): turn the lamp away from it")
    return Finding("light", Health.WELL, f"the table is light enough ({mean:.0f} of 255)")


def _number(file: Path) -> int | None:
    try:
        return int(file.read_text())
    except (OSError, ValueError):
        return None


def _written(folder: Path) -> float:
    """How long one line takes to be on the disk, seconds; the file has no name, so nobody can have laid it there."""
    with tempfile.TemporaryFile("w", dir=folder) as out:
        began_s = time.perf_counter()
        out.write("the referee was here\n")
        out.flush()
        os.fsync(out.fileno())
        return time.perf_counter() - began_s
