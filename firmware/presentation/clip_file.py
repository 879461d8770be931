"""A clip as a file that browsers play: a GIF, or VP9 in an MP4.

The wheels of OpenCV have no encoder for H.264 (GPL: opencv/opencv-python#81), and no browser plays the MPEG-4 that they
write as ``mp4v`` (opencv/opencv#23847; Chromium 156: no supported streams). VP9 in MP4 is played by Chromium since
2018 (chromestatus.com/feature/5762080762232832) and by Firefox; what plays nothing else shows GIFs.
"""

import os
import struct
import tempfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image

from firmware.errors import HakamError
from firmware.presentation.clip_pictures import ClipPicture
from firmware.storage.atomic_file import write_atomic
from firmware.storage.outputs import OutputKind

MARK = b"a clip by Hakam"
CLIP = OutputKind("clip of Hakam's", MARK)
MP4, GIF = ".mp4", ".gif"
RATE_HZ = {MP4: 10, GIF: 5}
"""Pictures a second: what eyes need to follow a hand; a GIF of twice as many is twice as large."""
GIF_WIDTH_PX, GIF_COLOURS = 480, 128
"""Thirty seconds of a film stay under 20 MB so."""
BOX = struct.Struct(">I4s")
"""Length and kind of a box of an MP4: ISO/IEC 14496-12, 4.2."""


class NoFilmError(HakamError, OSError):
    """A clip that cannot be written."""


class ClipSize(NamedTuple):
    """What was written: how many different pictures, how long it is, how large the file."""

    pictures: int
    shown_ms: int
    bytes: int


def check_clip_name(path: Path) -> str:
    """The ending of a clip's name, which says what it is.

    Raises:
        NoFilmError: if nothing of that ending can be written.
    """
    ending = path.suffix.lower()
    if ending not in RATE_HZ:
        raise NoFilmError(f"{path}: a clip ends in {MP4} or {GIF}; choose one of them")
    return ending


def write_clip(path: Path, pictures: Iterable[ClipPicture]) -> ClipSize:
    """Write a clip to ``path``, whole or not at all.

    Args:
        path: of the file, which ends in ``.mp4`` or ``.gif``.
        pictures: in their order, all of one size; gone through once.

    Raises:
        NoFilmError: if there are none, or they cannot be encoded.
        NotWrittenError: if the file cannot be written, or holds something else.
    """
    counted, steps = _Counted(), iter(pictures)
    first = next(steps, None)
    if first is None:
        raise NoFilmError(f"{path}: there is no picture of that time; name the recording that was made then")
    encode = _gif if check_clip_name(path) == GIF else _mp4
    content = encode(counted.through(chain((first,), steps)))
    write_atomic(path, content, CLIP)
    return ClipSize(counted.pictures, counted.shown_ms, len(content))


class _Counted:
    """Counts what it hands on."""

    def __init__(self) -> None:
        self.pictures = self.shown_ms = 0

    def through(self, pictures: Iterable[ClipPicture]) -> Iterator[ClipPicture]:
        for one in pictures:
            self.pictures += 1
            self.shown_ms += one.shown_ms
            yield one


def _gif(pictures: Iterator[ClipPicture]) -> bytes:
    shown: list[int] = []

    def small(one: ClipPicture) -> Image.Image:
        shown.append(one.shown_ms)
        height = round(one.picture.height * GIF_WIDTH_PX / one.picture.width)
        return one.picture.resize((GIF_WIDTH_PX, height), Image.Resampling.LANCZOS).quantize(GIF_COLOURS)

    first, *others = map(small, pictures)
    out = BytesIO()
    first.save(out, "GIF", save_all=True, append_images=others, duration=shown, loop=0, comment=MARK)
    return out.getvalue()


def _mp4(pictures: Iterator[ClipPicture]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "clip.mp4"
        first = next(pictures)
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # AV_LOG_QUIET: what cannot be done is told by us
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"vp09"), RATE_HZ[MP4], first.picture.size)
        try:
            if not writer.isOpened():
                raise NoFilmError("this OpenCV writes no VP9, so no .mp4 that browsers play; let the clip end in .gif")
            for one in chain((first,), pictures):
                content = cv2.cvtColor(np.asarray(one.picture), cv2.COLOR_RGB2BGR)
                for _ in range(max(1, round(one.shown_ms * RATE_HZ[MP4] / 1000))):
                    writer.write(content)
        finally:
            writer.release()
        return path.read_bytes() + BOX.pack(BOX.size + len(MARK), b"free") + MARK
