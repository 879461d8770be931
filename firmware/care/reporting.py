"""Reports while the referee goes on: written by a thread of their own, on a stick or beside the journal."""

import logging
import os
import shutil
import statistics
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from firmware.announce.texts import text
from firmware.care import doctor
from firmware.care.bundle import Material, write_bundle
from firmware.care.doctor import Check, Finding, Health
from firmware.errors import HakamError
from firmware.storage.journal import EvidencePicture
from firmware.storage.pruning import CLOSING_S
from firmware.storage.temporary import remove_leftovers
from hardware.device_thread import Closable
from hardware.optional_device import OptionalDevice

LOG = logging.getLogger(__name__)

PREFIX = "hakam-report-"
MEDIA = Path("/media")
"""Where desktops mount sticks, under a name of the stick or under that of the user."""
KEPT = 3
"""Reports beside the journal: 60 MB at most."""
LINES, LETTERS = 500, 500
"""Most lines of the log, and letters of a line: an evening without faults has no lines, and one that fails every ten
seconds fills them in 80 minutes."""
SHOWN_S = 6.0
"""How long the end of a report is shown: long enough to take down the name."""


class LogTail(logging.Handler):
    """Remembers the last lines of the log."""

    def __init__(self) -> None:
        """Remember none yet."""
        super().__init__()
        self.setFormatter(logging.Formatter("%(asctime)s %(name)s %(message)s"))
        self._lines: deque[str] = deque(maxlen=LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Remember a line."""
        self._lines.append(self.format(record)[:LETTERS])

    @property
    def lines(self) -> tuple[str, ...]:
        """The last lines, the newest last."""
        return tuple(self._lines)


class Reporter:
    """Writes one report at a time, and says how that goes. No method but :meth:`close` ever waits."""

    def __init__(
        self,
        looks: Callable[[], tuple[EvidencePicture, ...]],
        write: Callable[[tuple[EvidencePicture, ...]], Path],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with no report.

        Args:
            looks: the pictures that are remembered.
            write: writes a report with them, in a thread, and tells where it lies.
            clock: tells the time, seconds.
        """
        self._looks, self._write, self._clock = looks, write, clock
        self._thread: threading.Thread | None = None
        self._ended: tuple[str, dict[str, str], float] | None = None

    def begin(self) -> None:
        """Write a report, unless one is being written."""
        if not self.busy:
            self._ended = None
            self._thread = threading.Thread(target=self._run, args=(self._looks(),), name="report", daemon=True)
            self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether a report is being written."""
        return self._thread is not None and self._thread.is_alive()

    def hint(self, language: str) -> str:
        """A line that says a report is being written; empty where none is."""
        return text("report", "writing", language) if self.busy else ""

    def notice(self, language: str) -> str:
        """A line that says how the last report ended, for as long as it is shown; empty before and after."""
        if self._ended is None or self._clock() > self._ended[2] + SHOWN_S:
            return ""
        key, words, _ = self._ended
        return text("report", key, language).format_map(words)

    def close(self) -> None:
        """Wait for the report that is being written, but not for long."""
        if self._thread:
            self._thread.join(CLOSING_S)

    def _run(self, looks: tuple[EvidencePicture, ...]) -> None:
        try:
            path = self._write(looks)
        except Exception as fault:  # a thread that dies would look like a report that is never finished
            LOG.warning("no report: %s", fault, exc_info=not isinstance(fault, HakamError))
            self._end("failed", why=_why(fault))
        else:
            LOG.warning("report written: %s", path)
            self._end("written", name=path.stem.removeprefix(PREFIX))

    def _end(self, key: str, **words: str) -> None:
        self._ended = (key, words, self._clock())


def health(folder: Path, devices: Sequence[OptionalDevice[Closable]], took_ms: Sequence[float]) -> dict[str, Check]:
    """What the doctor can look at while the referee has camera, display and buttons.

    Args:
        folder: of the journal.
        devices: those that may be missing.
        took_ms: how long each look took.
    """
    return {
        "power": doctor.power,
        "disk": lambda: doctor.disk(folder),
        "parts": lambda: _devices(devices),
        "looks": lambda: _pace(took_ms[-LINES:]),
    }


def file_report(journal: Path, material: Material) -> Path:
    """Write a report on a stick, else beside the journal, where only the last ones are kept; give its place.

    Raises:
        NotWrittenError: if it cannot be written there.
    """
    beside = journal.parent / "reports"
    path = new_report_path(writable_stick() or beside)
    write_bundle(path, journal, material)
    if path.parent == beside:
        tidy(path)
    return path


def service_log() -> tuple[str, ...]:
    """The last lines of the service's log, where there is one that may be read."""
    if not shutil.which("journalctl"):
        return ()
    command = ["journalctl", "--unit=hakam", f"--lines={LINES}", "--output=short-iso", "--no-hostname", "--no-pager"]
    return tuple(subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines())


def new_report_path(folder: Path) -> Path:
    """The file for a new report in ``folder``, by date and time, whatever they are worth on a Pi without a clock."""
    stem = f"{PREFIX}{datetime.now(UTC).astimezone():%Y%m%d-%H%M%S}"
    taken = sum(1 for _ in folder.glob(f"{stem}*")) if folder.is_dir() else 0
    return folder / f"{stem}{f'-{taken + 1}' * bool(taken)}.zip"


def writable_stick(media: Path = MEDIA, is_mount: Callable[[Path], bool] = Path.is_mount) -> Path | None:
    """A stick that can be written to; none for the service, which may write nowhere but in its own folder."""
    with suppress(OSError):
        places = sorted([*media.glob("*"), *media.glob("*/*")])
        return next((place for place in places if is_mount(place) and os.access(place, os.W_OK)), None)
    return None


def tidy(newest: Path, kept: int = KEPT) -> None:
    """Delete all but the last reports beside ``newest``, and what a kill left of one."""
    others = sorted({*newest.parent.glob(f"{PREFIX}*.zip")} - {newest}, key=lambda one: one.stat().st_mtime)
    for old in others[: max(len(others) - kept + 1, 0)]:
        old.unlink(missing_ok=True)
    remove_leftovers(newest.parent)


def _why(fault: Exception) -> str:
    cause = fault.__cause__ or fault
    return getattr(cause, "strerror", None) or type(cause).__name__


def _devices(devices: Sequence[OptionalDevice[Closable]]) -> Iterator[Finding]:
    for device in devices:
        yield Finding(device.name, Health.BAD if device.lost else Health.WELL, device.lost or "there")


def _pace(took_ms: Sequence[float]) -> Iterator[Finding]:
    if took_ms:
        median_ms, most_ms = statistics.median(took_ms), max(took_ms)
        words = f"the last {len(took_ms)} pictures took {median_ms:.0f} ms each, {most_ms:.0f} at most"
        yield Finding("looks", Health.WELL, words)
