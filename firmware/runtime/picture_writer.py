"""Writes what the camera sees for whoever aims it: in a thread of its own, a picture at a time, others left out."""

import logging
import os
import queue
import threading
from contextlib import suppress
from pathlib import Path

import cv2

from vision.frame import Picture

LOG = logging.getLogger(__name__)

QUALITY_PERCENT = 90
"""Good enough to name cards by, and to judge their sharpness; 150 to 250 kB."""


class PictureWriter:
    """Renews one file."""

    def __init__(self, path: Path) -> None:
        """Write to ``path``; nothing is there yet."""
        self._path, self._pictures = path, queue.Queue[Picture | None](1)
        self._thread: threading.Thread | None = None

    def show(self, picture: Picture) -> None:
        """Write a picture, unless one is being written.

        Args:
            picture: (H, W, 3) uint8 BGR.
        """
        if self._thread is None:
            self._thread = threading.Thread(target=self._write_all, name="live picture", daemon=True)
            self._thread.start()
        with suppress(queue.Full):
            self._pictures.put_nowait(picture)

    def close(self) -> None:
        """Take the file away."""
        if self._thread:
            self._pictures.put(None)
            self._thread.join()
        with suppress(OSError):
            self._path.unlink()

    def _write_all(self) -> None:
        while (picture := self._pictures.get()) is not None:
            try:
                self._write(picture)
            except OSError as fault:  # a full disk keeps nobody from playing
                LOG.warning("the picture of the camera cannot be shown: %s", fault)

    def _write(self, picture: Picture) -> None:
        fresh = self._path.with_name(self._path.name + ".new")
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY_PERCENT))[1].tobytes())
        fresh.rename(self._path)
