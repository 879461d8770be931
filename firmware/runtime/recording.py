"""The evening as session folders that ``hakam replay`` reads again: the pictures that were looked at, and the presses.

Pictures are written from a thread of their own; if the disk is too slow some are left out, and the match goes on.
"""

import logging
import queue
import threading
from contextlib import suppress
from pathlib import Path

import cv2

from firmware.errors import HakamError
from firmware.referee import MatchSetup
from firmware.runtime.live_match import LiveMatch
from firmware.settings.session_file import NAME
from firmware.signals import ButtonPress
from firmware.storage.atomic_file import write_atomic
from firmware.storage.codec import line
from firmware.storage.pruning import CLOSING_S
from vision.frame import Picture

LOG = logging.getLogger(__name__)

QUALITY_PERCENT = 88
"""As the drawn sessions have it, which all figures were measured with."""
EVERY_MS, AFTER_MS, IDLE_MS = 80, 400, 2000
"""Pictures are at least so far apart; they go on for so long after the last look, so that a table that has come to rest
is seen to be at rest; and while nothing changes one is kept in this time."""
WAITING = 30
"""Pictures that wait to be written: three seconds of them, 80 MB at 1280 by 720."""

Job = tuple[Path, Picture | bytes] | None


class RecordingError(HakamError, OSError):
    """A folder in which no evening can be recorded."""


class EveningRecording:
    """A folder for the first match, and in it one called ``match-2``, ``match-3`` ... for each that follows."""

    def __init__(self, folder: Path, limit_mb: float, deck: str | None = None) -> None:
        """Begin with an empty folder.

        Args:
            folder: is made; it must be empty.
            limit_mb: megabytes that all files together may have; after that only the match goes on.
            deck: name of the enrolled deck.

        Raises:
            RecordingError: if something is there already, or the folder cannot be made.
        """
        self._folder, self._left, self._deck = folder, limit_mb * 1_000_000, deck
        self._here, self._setup = folder, MatchSetup()
        self._match: int | None = None
        self._matches = self._dropped = 0
        self._inputs: list[dict[str, object]] = []
        self._earlier_plays = 0
        self._written_ms = self._looked_ms = -IDLE_MS
        self._full = False
        _make(folder)
        self._jobs: queue.Queue[Job] = queue.Queue(WAITING)
        self._thread = threading.Thread(target=self._write_all, name="record", daemon=True)
        self._thread.start()

    def begin(self, match: LiveMatch) -> None:
        """The match that is played now; nothing happens unless it is another one than before."""
        if match.number == self._match:
            return
        if self._match is not None:
            self._put(self._description)
        self._earlier_plays = len(match.referee.plays) if self._match is None else 0
        if self._earlier_plays:
            LOG.warning("%s begins in the middle of a match; --new would begin another one", self._folder)
        self._match, self._setup, self._matches = match.number, match.referee.setup, self._matches + 1
        self._here = self._folder if self._matches == 1 else self._folder / f"match-{self._matches}"
        self._inputs, self._written_ms, self._looked_ms = [], -IDLE_MS, -IDLE_MS
        self._put(self._description)

    def see(self, t_ms: int, picture: Picture, *, looked: bool) -> None:
        """Keep a picture, unless so soon after the last one nothing is to be seen in it.

        Args:
            t_ms: when it was taken, time of the session.
            picture: (H, W, 3) uint8 BGR.
            looked: whether the eyes took a look at it.
        """
        self._looked_ms = t_ms if looked else self._looked_ms
        apart_ms = t_ms - self._written_ms
        resting = t_ms - self._looked_ms <= AFTER_MS and apart_ms >= EVERY_MS
        if looked or resting or apart_ms >= IDLE_MS:
            self._written_ms = t_ms
            self._put((self._here / "frames" / f"{t_ms:08d}.jpg", picture))

    def press(self, press: ButtonPress) -> None:
        """Keep what somebody pressed."""
        self._inputs.append({"t_ms": press.t_ms, "seat": press.seat, "input": press.input})
        self._put(self._description)

    def close(self, wait_s: float = CLOSING_S) -> None:
        """Write what still waits; a disk that hangs is not waited for any longer than ``wait_s``, twice."""
        with suppress(queue.Full):
            if self._match is not None:
                self._jobs.put(self._description, timeout=wait_s)
            self._jobs.put(None, timeout=wait_s)
        self._thread.join(wait_s)
        if self._dropped:
            LOG.warning("%s: %d pictures were left out, the disk was too slow for them", self._folder, self._dropped)

    @property
    def _description(self) -> Job:
        setup = self._setup
        table: dict[str, object] = {
            "players": setup.players,
            "dealer": setup.dealer,
            "rules": setup.rules,
            "deck": self._deck,
        }
        table |= {"names": setup.names} if setup.names else {}
        table |= {"earlier_plays": self._earlier_plays} if self._earlier_plays else {}
        return self._here / NAME, line({**table, "inputs": self._inputs}).encode() + b"\n"

    def _put(self, job: Job) -> None:
        try:
            self._jobs.put_nowait(job)
        except queue.Full:
            self._dropped += 1

    def _write_all(self) -> None:
        while job := self._jobs.get():
            try:
                self._write(*job)
            except Exception as fault:  # a thread that dies would look like an evening in which nothing happens
                self._stop(str(fault))

    def _write(self, path: Path, content: Picture | bytes) -> None:
        if isinstance(content, bytes):
            write_atomic(path, content)
        elif not self._full:
            quality = (cv2.IMWRITE_JPEG_QUALITY, QUALITY_PERCENT)
            jpeg = cv2.imencode(".jpg", content, quality)[1].tobytes()
            self._left -= len(jpeg)
            if self._left < 0:
                self._stop("it is as large as --record-mb allows")
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(jpeg)

    def _stop(self, why: str) -> None:
        if not self._full:
            LOG.warning("%s: no more pictures are recorded, the match goes on: %s", self._folder, why)
        self._full = True


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise RecordingError(f"{folder} is not empty; name a new folder to record into")
    except OSError as fault:
        if isinstance(fault, RecordingError):
            raise
        raise RecordingError(f"{folder} cannot be recorded into ({fault.strerror}); name another folder") from None
