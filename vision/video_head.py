"""What the head of a video in QuickTime's form (MP4, MOV, 3GP) says before FFmpeg takes memory for it.

FFmpeg lays out a table of all pictures whose number the head says, whatever the file holds: one of 4 kB took 640 MB.
"""

import os
from collections.abc import Iterator
from typing import BinaryIO

from firmware.bounded.bounds import FRAMES

HEAD_BYTES = 64_000_000
"""A head (``moov``) is read as far as this: the tables of half a million pictures take 16 bytes each, sound 20."""
MEDIA = frozenset((b"mdat", b"free", b"skip", b"wide"))
"""Boxes in which no table lies (QuickTime File Format Specification, "Basic data types and atoms")."""
PACKED = b"cmov"
"""A head that is packed; no camera writes one."""
SIZES = b"stsz", b"stz2"
"""Tables of the sizes of all samples: version and flags, size or width of a field, number of samples, 4 bytes each."""


def says_too_much(file: BinaryIO) -> bool:
    """Whether the head of a video announces more pictures than any recording has, or is packed; left at any place.

    Args:
        file: opened to read bytes; of any kind.
    """
    return any(PACKED in head or any(_samples(head, name) > FRAMES for name in SIZES) for head in _heads(file))


def _heads(file: BinaryIO) -> Iterator[bytes]:
    """What lies in the boxes of the file that may hold tables, one after the other."""
    end, at = file.seek(0, os.SEEK_END), 0
    while at + 8 <= end:
        file.seek(at)
        size, kind = _box(file.read(16))
        if kind not in MEDIA:
            file.seek(at)
            yield file.read(min(size or end, HEAD_BYTES))
        if not size >= 8:
            return  # it reaches to the end, or is no box
        at += size


def _box(head: bytes) -> tuple[int, bytes]:
    """Size and kind of a box by its first bytes; size 1: the size follows, in eight bytes."""
    size = int.from_bytes(head[:4], "big")
    return (int.from_bytes(head[8:16], "big") if size == 1 else size), head[4:8]


def _samples(head: bytes, name: bytes) -> int:
    """The greatest number of samples that any table of that name says."""
    most, at = 0, head.find(name)
    while at >= 0:
        most = max(most, int.from_bytes(head[at + 12 : at + 16], "big"))
        at = head.find(name, at + 4)
    return most
