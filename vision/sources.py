"""Where frames come from without a camera: a session's folder, a video, single pictures."""

import csv
import io
import logging
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from firmware.bounded.bounds import FRAME_PIXELS, FRAMES, LONGEST_MS, PICTURE_BYTES, PICTURE_PIXELS, TIMES_BYTES
from firmware.bounded.file import check_name, open_plain, read_bounded
from firmware.errors import HakamError
from vision.decode import PictureError, decoded
from vision.frame import Frame, Picture
from vision.video_head import says_too_much

LOG = logging.getLogger(__name__)
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # AV_LOG_QUIET: a broken video gets our sentence, not FFmpeg's
CONTAINERS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,ogg,flv,asf,h264,hevc,mjpeg,m4v"
"""Formats of FFmpeg that hold pictures themselves; a playlist (HLS, DASH, concat) names other files and servers."""
os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = f"format_whitelist;{CONTAINERS}|protocol_whitelist;file"

PICTURES = (".jpg", ".jpeg", ".png")
VIDEO, TIMES = "video.mp4", "frames.csv"
LOST_SHARE = 0.02  # containers miscount a frame or two; more missing than this share is a video that breaks off


LEAST_HZ, USUAL_HZ, MOST_HZ = 0.01, 30.0, 1000.0
"""Rates that are believed: time lapses have a picture a minute and a half at least, slow motion 960 a second."""
MOST_ANNOUNCED = LONGEST_MS
"""Pictures that a header may announce: a week of a thousand a second; more is no number of anything."""


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
    try:
        check_name(path)
        there = path.exists()
    except OSError as fault:  # a name that no file has, or is longer than any
        raise SourceError(f"{path} cannot be read: {fault.strerror}") from None
    if not there:
        raise SourceError(f"{path} does not exist: a session folder or a video file is expected")
    if not path.is_dir():
        return VideoSource(path)
    if (path / "frames").is_dir():
        return PictureSource.of_folder(path / "frames")
    if (path / VIDEO).is_file():
        times = path / TIMES
        return VideoSource(path / VIDEO, read_times(times) if times.is_file() else None)
    raise SourceError(f"{path} holds no recording: neither a folder frames nor {VIDEO} is in it")


def load_picture(path: Path, most_pixels: int = PICTURE_PIXELS) -> Picture:
    """A picture file as (H, W, 3) uint8 BGR.

    Args:
        path: of the file.
        most_pixels: the largest that is unpacked.

    Raises:
        SourceError: if it is missing, not a picture or larger.
    """
    try:
        content = np.frombuffer(read_bounded(path, PICTURE_BYTES), np.uint8)
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}") from None
    try:
        return decoded(content, most_pixels)
    except PictureError as fault:
        raise SourceError(f"{path} {fault}") from None


def pictures_in(folder: Path) -> list[Path]:
    """The picture files of a folder, by name.

    Raises:
        SourceError: if there are none.
    """
    files = sorted(_files(folder))
    if not files:
        raise SourceError(f"{folder} holds no pictures ({', '.join(PICTURES)})")
    return files


def _files(folder: Path) -> list[Path]:
    """The picture files of a folder, in any order."""
    try:
        files = list(islice((file for file in folder.iterdir() if file.suffix.lower() in PICTURES), FRAMES + 1))
    except OSError as fault:
        raise SourceError(f"{folder} cannot be read: {fault.strerror}") from None
    if len(files) > FRAMES:
        raise SourceError(f"{folder} holds more than {FRAMES} pictures: split it")
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
        files = [(int(file.stem), file) for file in _files(folder) if file.stem.isdecimal()]
        frames = sorted((t_ms, file) for t_ms, file in files if t_ms <= LONGEST_MS)
        if not frames:
            raise SourceError(f"{folder} holds no pictures named by their time in milliseconds, such as 0001200.jpg")
        return cls(tuple(frames))

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
                yield Frame(t_ms, load_picture(file, FRAME_PIXELS))
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
            with os.fdopen(open_plain(self.file), "rb") as file:
                strange = says_too_much(file)
        except OSError as fault:
            raise SourceError(f"{self.file} cannot be read: {fault.strerror}") from None
        if strange:
            raise SourceError(f"{self.file} says that it has more than {FRAMES} pictures: make it shorter")
        video = self._opened()
        announced, rate = video.get(cv2.CAP_PROP_FRAME_COUNT), video.get(cv2.CAP_PROP_FPS)
        large = video.get(cv2.CAP_PROP_FRAME_WIDTH) * video.get(cv2.CAP_PROP_FRAME_HEIGHT) > FRAME_PIXELS
        opened = video.isOpened() and not large and video.read()[0]
        video.release()
        if announced <= 1 and cv2.haveImageReader(_name(self.file)):
            raise SourceError(f"{self.file} is a picture and no recording; `hakam read {self.file}` names its cards")
        if large:
            raise self._too_large()
        if not opened:
            raise SourceError(f"{self.file} cannot be opened as a video: it is truncated or of an unknown kind")
        object.__setattr__(self, "count", int(announced) if 0 < announced <= MOST_ANNOUNCED else 0)
        object.__setattr__(self, "rate_hz", rate if LEAST_HZ <= rate <= MOST_HZ else USUAL_HZ)

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
        return cv2.VideoCapture(_name(self.file), cv2.CAP_FFMPEG)  # others take a name for a pattern or a pipeline

    def _next(self, video: cv2.VideoCapture) -> Picture | None:
        """The next picture, or nothing at the end."""
        there, picture = video.read()
        if there and picture.shape[0] * picture.shape[1] > FRAME_PIXELS:  # the stream is not what its head said
            raise self._too_large()
        return np.asarray(picture, np.uint8) if there else None

    def _too_large(self) -> SourceError:
        return SourceError(f"{self.file} has more than {FRAME_PIXELS // 10**6} million pixels: make it smaller")

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
    try:
        lines = io.TextIOWrapper(io.BytesIO(read_bounded(file, TIMES_BYTES)), encoding="utf-8-sig", newline="")
        times = tuple(_whole(line["t_ms"]) for line in csv.DictReader(lines))
    except OSError as fault:
        raise SourceError(f"{file} cannot be read: {fault.strerror}") from None
    except (KeyError, TypeError, ValueError, csv.Error):
        raise SourceError(f"{file} needs a column t_ms with whole milliseconds, one line a frame") from None
    if any(later <= earlier for earlier, later in pairwise(times)):
        raise SourceError(f"{file} has times that do not rise: each frame must be later than the one before")
    return times


def _whole(text: str) -> int:
    """Milliseconds.

    Raises:
        ValueError: if they are none, or none of a recording.
    """
    t_ms = int(text)
    if not 0 <= t_ms <= LONGEST_MS:
        raise ValueError(t_ms)
    return t_ms
