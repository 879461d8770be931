"""Where frames come from without a camera: a session's folder, a video, single pictures."""

import csv
import logging
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from firmware.errors import HakamError
from vision.decode import PictureError, decoded
from vision.frame import Frame, Picture

LOG = logging.getLogger(__name__)
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # AV_LOG_QUIET: a broken video gets our sentence, not FFmpeg's

PICTURES = (".jpg", ".jpeg", ".png")
VIDEO, TIMES = "video.mp4", "frames.csv"
LOST_SHARE = 0.02  # containers miscount a frame or two; more missing than this share is a video that breaks off


class SourceError(HakamError, OSError):
    """A recording or picture is missing, empty or broken."""


class Source(Protocol):
    """Frames in the order of their times, and how many there are (for a progress bar)."""

    @property
    def count(self) -> int:
        """Number of frames announced, 0 if unknown."""
        ...

    @property
    def end_ms(self) -> int | None:
        """Time of the last frame announced; ``None``: unknown."""
        ...

    def __iter__(self) -> Iterator[Frame]:
        """The frames."""
        ...


def open_source(path: Path) -> Source:
    """Open a session folder (``frames/<t_ms>.jpg`` or ``video.mp4`` with ``frames.csv``) or a video file.

    Raises:
        SourceError: if there is nothing, or nothing readable; also while iterating, when a video breaks off.
    """
    if not path.exists():
        raise SourceError(f"{path} does not exist: a session folder or a video file is expected")
    if not path.is_dir():
        return VideoSource(path)
    if (path / "frames").is_dir():
        return PictureSource.of_folder(path / "frames")
    if (path / VIDEO).is_file():
        times = path / TIMES
        return VideoSource(path / VIDEO, read_times(times) if times.is_file() else None)
    raise SourceError(f"{path} holds no recording: neither a folder frames nor {VIDEO} is in it")


def load_picture(path: Path) -> Picture:
    """A picture file as (H, W, 3) uint8 BGR.

    Raises:
        SourceError: if it is missing or not a picture.
    """
    try:
        content = np.fromfile(path, np.uint8)
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}") from None
    try:
        return decoded(content)
    except PictureError as fault:
        raise SourceError(f"{path} {fault}") from None


def pictures_in(folder: Path) -> list[Path]:
    """The picture files of a folder, by name.

    Raises:
        SourceError: if there are none.
    """
    files = sorted(file for file in folder.iterdir() if file.suffix.lower() in PICTURES)
    if not files:
        raise SourceError(f"{folder} holds no pictures ({', '.join(PICTURES)})")
    return files


@dataclass(frozen=True, slots=True)
class PictureSource:
    """Picture files named by their time. A broken one is skipped with a warning: no game is lost for one picture.

    Attributes:
        frames: times and files, in order.
    """

    frames: tuple[tuple[int, Path], ...]

    @classmethod
    def of_folder(cls, folder: Path) -> "PictureSource":
        """The pictures in ``folder`` whose names are numbers of milliseconds.

        Raises:
            SourceError: if there are none.
        """
        files = [file for file in folder.iterdir() if file.suffix.lower() in PICTURES and file.stem.isdecimal()]
        if not files:
            raise SourceError(f"{folder} holds no pictures named by their time in milliseconds, such as 0001200.jpg")
        return cls(tuple(sorted((int(file.stem), file) for file in files)))

    @property
    def count(self) -> int:
        """Number of files."""
        return len(self.frames)

    @property
    def end_ms(self) -> int:
        """Time of the last file."""
        return self.frames[-1][0]

    def __iter__(self) -> Iterator[Frame]:
        """The readable frames.

        Raises:
            SourceError: if not one was readable.
        """
        broken = 0
        for t_ms, file in self.frames:
            try:
                yield Frame(t_ms, load_picture(file))
            except SourceError as error:
                broken += 1
                LOG.warning("skipped: %s", error)
        if broken == self.count:
            raise SourceError(f"none of the {broken} pictures in {self.frames[0][1].parent} can be read")
        if broken:
            LOG.warning("%d of %d pictures could not be read", broken, self.count)


@dataclass(frozen=True, slots=True)
class VideoSource:
    """A video file.

    Attributes:
        file: anything that OpenCV's FFmpeg reads.
        times_ms: time of each frame; without, the video's own rate gives them.
    """

    file: Path
    times_ms: tuple[int, ...] | None = None
    count: int = field(init=False)
    rate_hz: float = field(init=False)

    def __post_init__(self) -> None:
        """Look at the header.

        Raises:
            SourceError: if it cannot be read, or is not a video.
        """
        try:
            self.file.open("rb").close()
        except OSError as fault:
            raise SourceError(f"{self.file} cannot be read: {fault.strerror}") from None
        video = self._opened()
        announced, rate = int(video.get(cv2.CAP_PROP_FRAME_COUNT)), float(video.get(cv2.CAP_PROP_FPS))
        opened = video.isOpened() and video.read()[0]
        video.release()
        if announced <= 1 and cv2.haveImageReader(_name(self.file)):
            raise SourceError(f"{self.file} is a picture and no recording; `hakam read {self.file}` names its cards")
        if not opened:
            raise SourceError(f"{self.file} cannot be opened as a video: it is truncated or of an unknown kind")
        object.__setattr__(self, "count", max(announced, 0))
        object.__setattr__(self, "rate_hz", rate if rate > 0 else 30.0)

    @property
    def end_ms(self) -> int | None:
        """Time of the last frame announced; ``None``: the header does not say how many there are."""
        return self._time_ms(self.count - 1) if self.count else None

    def __iter__(self) -> Iterator[Frame]:
        """The frames.

        Raises:
            SourceError: after the last readable frame, if the video breaks off before its announced end.
        """
        video = self._opened()
        seen = 0
        try:
            while (picture := self._next(video)) is not None:
                yield Frame(self._time_ms(seen), picture)
                seen += 1
        finally:
            video.release()
        if seen < self.count * (1 - LOST_SHARE) - 2:
            raise SourceError(f"{self.file} breaks off: {seen} of {self.count} pictures can be read")

    def _opened(self) -> cv2.VideoCapture:
        return cv2.VideoCapture(_name(self.file))

    @staticmethod
    def _next(video: cv2.VideoCapture) -> Picture | None:
        """The next picture, or nothing at the end."""
        there, picture = video.read()
        return np.asarray(picture, np.uint8) if there else None

    def _time_ms(self, index: int) -> int:
        """When frame ``index`` was taken."""
        if self.times_ms is not None and index < len(self.times_ms):
            return self.times_ms[index]
        return round(index * 1000 / self.rate_hz)


def _name(file: Path) -> str:
    """The name for OpenCV, in bytes, which it takes as well: a text that is not UTF-8 on the disk kills the process."""
    return os.fsencode(file)  # type: ignore[return-value]


def read_times(file: Path) -> tuple[int, ...]:
    """The times in ``frames.csv``: the column ``t_ms``, one line a frame.

    Raises:
        SourceError: if this column is missing or does not rise.
    """
    with file.open(newline="", encoding="utf-8") as lines:
        try:
            times = tuple(int(line["t_ms"]) for line in csv.DictReader(lines))
        except (KeyError, TypeError, ValueError):
            raise SourceError(f"{file} needs a column t_ms with whole milliseconds, one line a frame") from None
    if any(later <= earlier for earlier, later in pairwise(times)):
        raise SourceError(f"{file} has times that do not rise: each frame must be later than the one before")
    return times
