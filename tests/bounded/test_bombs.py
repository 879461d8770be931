"""Small files that claim to be large: told as such before the memory is taken, and without waiting."""

import gzip
import io
import json
import os
import struct
import tracemalloc
import zipfile
import zlib

import cv2
import numpy as np
import pytest

from firmware.bounded import bounds
from firmware.decks.store import DeckError, DeckStore
from firmware.devices.deck_profiles import DeckProfiles
from firmware.settings.errors import BadValuesError
from firmware.settings.session_file import read_session_file
from firmware.storage.checkpoint import read_back, sum_of
from firmware.storage.export import read_export
from firmware.storage.journal_errors import JournalError
from vision.decode import PictureError, decoded
from vision.sources import SourceError, load_picture, open_source, read_times

MB = 1_000_000


@pytest.fixture
def memory():
    """How much was taken at most, MB."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[1] / MB
    tracemalloc.stop()


def jpeg_of(width_px, height_px, progressive=False):
    data = bytearray(cv2.imencode(".jpg", np.zeros((16, 16, 3), np.uint8), [2, int(progressive)])[1].tobytes())
    at = data.find(b"\xff\xc2" if progressive else b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height_px, width_px)
    return bytes(data)


def png_of(width_px, height_px, rows=b""):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width_px, height_px, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


BOMBS = {
    "a JPEG of 13,000 by 13,000": jpeg_of(13_000, 13_000),
    "a progressive JPEG of 65,500 by 65,500": jpeg_of(65_500, 65_500, progressive=True),
    "a few bytes for 49 million pixels": jpeg_of(7000, 7000),
    "a white PNG of 13,000 by 13,000": png_of(13_000, 13_000, bytes(13_000 * 1626)),
    "a BMP of 30,000 by 30,000": b"BM"
    + struct.pack("<IHHI", 54, 0, 0, 54)
    + struct.pack("<IiiHHIIiiII", 40, 30_000, 30_000, 1, 24, *[0] * 6),
}


@pytest.mark.parametrize("content", BOMBS.values(), ids=BOMBS)
def test_a_picture_is_measured_before_it_is_unpacked(monkeypatch, content):
    monkeypatch.setattr(cv2, "imdecode", None)
    with pytest.raises(PictureError, match="has more than 50 million pixels: make it smaller"):
        decoded(np.frombuffer(content, np.uint8))


@pytest.mark.parametrize(
    "content", [b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 30000 +X 30000\n", b"P6 60000 60000 255\n"]
)
def test_of_what_the_size_is_not_known_nothing_is_unpacked(monkeypatch, content):
    monkeypatch.setattr(cv2, "imdecode", None)
    with pytest.raises(PictureError, match="is no picture"):
        decoded(np.frombuffer(content, np.uint8))


def deck_of(faces, pictures):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("deck.json", json.dumps({"format": 1, "faces": faces}))
        for number, content in enumerate(pictures):
            file.writestr(f"{number:02d}.png", content)
    return out.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        deck_of(["1O"], [bytes(50 * MB)]),
        deck_of(["1O"], [png_of(13_000, 13_000)]),
        deck_of(["1O"] * 100_000, []),
        deck_of("[" * 60_000, []),
        bytes(bounds.DECK_BYTES + 1),
    ],
    ids=["a bomb", "a large picture", "many cards", "a text for cards", "a long file"],
)
def test_a_deck_is_measured_before_it_is_unpacked(tmp_path, memory, content):
    (tmp_path / "cafe.deck").write_bytes(content)
    with pytest.raises(DeckError, match="cannot be read"):
        DeckStore(tmp_path).load("cafe")
    assert memory() < 3 * bounds.DECK_BYTES / MB


def profile_of(head):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        text = head.encode().ljust(118) + b"\n"
        file.writestr("descriptions.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + bytes(64))
    return out.getvalue()


@pytest.mark.parametrize("shape", ["(999999999,)", "(1, 99999999999)", "(" * 90])
def test_an_array_that_claims_more_than_lies_there_is_not_made(tmp_path, memory, caplog, shape):
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}"
    (tmp_path / "1.npz").write_bytes(profile_of(head))
    assert list(DeckProfiles(tmp_path, "a network")) == []
    assert "is no profile of a deck" in caplog.text
    assert memory() < 10


def export_of(*lines):
    return gzip.compress(b"\n".join(lines))


END = b'{"signals":1,"outcome":null}'
HEAD = b'{"hakam_session":1,"started":"2026","source":"x","setup":{"kind":"MatchSetup"}}'


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (export_of(bytes(20 * MB)), "there is more in it than in any session"),
        (export_of(HEAD, b"[" * 300_000, END), "this is no exported session"),
        (export_of(HEAD, b'{"t_ms":' + b"9" * 5000 + b"}", END), "this is no exported session"),
    ],
    ids=["a line without end", "brackets without end", "a number without end"],
)
def test_an_export_is_read_line_by_line(tmp_path, memory, content, says):
    (tmp_path / "a.jsonl.gz").write_bytes(content)
    with pytest.raises(JournalError, match=says):
        read_export(tmp_path / "a.jsonl.gz")
    assert memory() < 50


def test_a_table_that_unpacks_to_more_than_any_referee_is_not_read(memory):
    packed = zlib.compress(bytes(100 * MB))
    tracemalloc.reset_peak()
    assert read_back(sum_of(packed) + packed) is None
    assert memory() < 20


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"inputs": [' + ",".join(["{}"] * 50_000) + "]}", "more faults"),
        ('{"inputs": [' + ",".join(["1"] * 200_000) + "]}", "is not a list"),
        ("[" * 100_000, "cannot be read as JSON"),
        ('{"players": ' + "9" * 5000 + "}", "cannot be read as JSON"),
        (" " * (bounds.SESSION_FILE_BYTES + 1), "File too large"),
    ],
    ids=["many faults", "many inputs", "brackets without end", "a number without end", "a long file"],
)
def test_a_session_file_tells_its_first_faults(tmp_path, text, says):
    (tmp_path / "session.json").write_text(text)
    with pytest.raises(BadValuesError, match=says) as told:
        read_session_file(tmp_path / "session.json")
    assert len(str(told.value)) < 20_000


def test_a_folder_with_more_pictures_than_a_recording_has_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("vision.sources.FRAMES", 3)
    for t_ms in range(4):
        (tmp_path / f"{t_ms}.jpg").touch()
    (tmp_path / "frames").symlink_to(tmp_path)
    with pytest.raises(SourceError, match="holds more than 3 pictures: split it"):
        open_source(tmp_path)


def film(path):
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10, (64, 48))
    for _ in range(5):
        writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()


@pytest.mark.parametrize(
    "playlist",
    [
        "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\na.mp4\n#EXT-X-ENDLIST\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n",
        "ffconcat version 1.0\nfile a.mp4\n",
    ],
)
def test_a_playlist_is_no_video_since_it_names_other_files_and_servers(tmp_path, playlist):
    film(tmp_path / "a.mp4")
    (tmp_path / "b.mp4").write_text(playlist)
    with pytest.raises(SourceError, match="cannot be opened as a video"):
        open_source(tmp_path / "b.mp4")


def test_a_name_is_no_pattern_of_names(tmp_path):
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number:03d}.png"), np.zeros((48, 64, 3), np.uint8))
    (tmp_path / "%03d.png").write_bytes(b"no video")
    with pytest.raises(SourceError, match="cannot be opened as a video"):
        open_source(tmp_path / "%03d.png")


@pytest.mark.parametrize(
    "text", ["t_ms\n-1\n5\n", f"t_ms\n{2**63}\n", "t_ms\n" + "9" * 5000, 't_ms\n"' + "x" * 200_000]
)
def test_times_of_no_recording_are_refused(tmp_path, text):
    (tmp_path / "frames.csv").write_text(text)
    with pytest.raises(SourceError, match="column t_ms with whole milliseconds"):
        read_times(tmp_path / "frames.csv")


def test_a_pipe_that_nobody_writes_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for read in (load_picture, open_source, read_times):
        with pytest.raises(SourceError, match="it is no file"):
            read(tmp_path / "pipe")


def test_pictures_named_by_times_of_no_recording_are_left_out(tmp_path):
    for name in ("0", "9" * 200, "100"):
        (tmp_path / "frames").mkdir(exist_ok=True)
        (tmp_path / "frames" / f"{name}.jpg").touch()
    assert open_source(tmp_path).end_ms == 100
