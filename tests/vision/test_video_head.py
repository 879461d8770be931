"""Heads of videos that say more than the file holds are refused before FFmpeg takes memory for it."""

import struct
from io import BytesIO

import pytest

from firmware.bounded.bounds import FRAMES
from models.benchmarks.fuzzing.seeds import seeds
from vision.sources import SourceError, VideoSource
from vision.video_head import says_too_much


def box(kind, content, *, long=False):
    size = len(content) + (16 if long else 8)
    head = struct.pack(">I4sQ", 1, kind, size) if long else struct.pack(">I4s", size, kind)
    return head + content


def head(samples, *, kind=b"stsz", size=0):
    return box(b"moov", box(b"trak", box(kind, struct.pack(">III", 0, size, samples))))


@pytest.mark.parametrize("kind", [b"stsz", b"stz2"])
@pytest.mark.parametrize("media", [b"", box(b"mdat", b"stsz" + b"\xff" * 40), box(b"mdat", b"x" * 9, long=True)])
@pytest.mark.parametrize(("samples", "much"), [(0, False), (FRAMES, False), (FRAMES + 1, True), (2**32 - 1, True)])
def test_the_number_of_pictures_is_held_against_the_bound_wherever_the_head_lies(kind, media, samples, much):
    assert says_too_much(BytesIO(media + head(samples, kind=kind))) is much
    assert says_too_much(BytesIO(head(samples, kind=kind) + media)) is much


def test_a_packed_head_is_not_unpacked():
    assert says_too_much(BytesIO(box(b"moov", box(b"cmov", b""))))


@pytest.mark.parametrize("data", [b"", b"\0" * 20, b"RIFF" * 20, b"\x1aE\xdf\xa3" * 20, b"\xff" * 7])
def test_other_kinds_say_nothing_here(data):
    assert not says_too_much(BytesIO(data))


def test_a_video_of_our_own_is_read_and_one_that_says_too_much_refused(tmp_path):
    path, data = tmp_path / "v.mp4", next(one for one in seeds()["video"] if b"stsz" in one)
    path.write_bytes(data)
    assert VideoSource(path).count > 0
    at = data.index(b"stsz") + 12
    path.write_bytes(data[:at] + b"\x50\x4b\x03\x04" + data[at + 4 :])
    with pytest.raises(SourceError, match="more than 500000 pictures"):
        VideoSource(path)
