"""What recordings and pictures give, and the one sentence that a broken one gets."""

import logging
import struct
import zlib

import cv2
import numpy as np
import pytest

from vision.sources import SourceError, load_picture, open_source, read_times


def write_picture(path, shade=90):
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.full((48, 64, 3), shade, np.uint8))


def write_video(path, count=20, rate_hz=10.0):
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), rate_hz, (64, 48))
    for shade in range(count):
        writer.write(np.full((48, 64, 3), shade * 10, np.uint8))
    writer.release()


def test_a_folder_gives_its_pictures_in_the_order_of_their_times(tmp_path):
    for t_ms in (1000, 50, 200):
        write_picture(tmp_path / "frames" / f"{t_ms:07d}.jpg", shade=t_ms % 250)
    source = open_source(tmp_path)
    assert source.count == 3
    assert [frame.t_ms for frame in source] == [50, 200, 1000]


def test_other_files_in_a_folder_are_no_frames(tmp_path):
    write_picture(tmp_path / "frames" / "0000100.jpg")
    write_picture(tmp_path / "frames" / "preview.jpg")
    assert [frame.t_ms for frame in open_source(tmp_path)] == [100]


def test_a_broken_picture_in_the_middle_is_skipped_with_a_warning(tmp_path, caplog):
    for t_ms in (0, 100, 200):
        write_picture(tmp_path / "frames" / f"{t_ms:07d}.jpg")
    (tmp_path / "frames" / "0000100.jpg").write_bytes(b"no picture")
    with caplog.at_level(logging.WARNING):
        assert [frame.t_ms for frame in open_source(tmp_path)] == [0, 200]
    assert "1 of 3 pictures could not be read" in caplog.text


def test_a_video_has_the_times_of_its_rate(tmp_path):
    write_video(tmp_path / "game.mp4", count=5, rate_hz=10.0)
    assert [frame.t_ms for frame in open_source(tmp_path / "game.mp4")] == [0, 100, 200, 300, 400]


def test_a_session_with_a_video_takes_its_times_from_the_table(tmp_path):
    write_video(tmp_path / "video.mp4", count=3)
    (tmp_path / "frames.csv").write_text("frame,t_ms\n0,10\n1,250\n2,260\n")
    assert [frame.t_ms for frame in open_source(tmp_path)] == [10, 250, 260]


def test_blue_comes_first(tmp_path):
    cv2.imwrite(str(tmp_path / "blue.png"), np.full((4, 4, 3), (200, 0, 0), np.uint8))
    assert load_picture(tmp_path / "blue.png")[0, 0].tolist() == [200, 0, 0]


def nothing(path):
    """Leave the path missing."""


def empty_folder(path):
    path.mkdir()


def empty_frames(path):
    (path / "frames").mkdir(parents=True)


def text_file(path):
    path.write_text("this is no video")


def truncated_video(path):
    write_video(path)
    path.write_bytes(path.read_bytes()[:700])


def only_broken_pictures(path):
    (path / "frames").mkdir(parents=True)
    (path / "frames" / "0000000.jpg").write_bytes(b"")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (nothing, "does not exist"),
        (empty_folder, "holds no recording"),
        (empty_frames, "holds no pictures named by their time"),
        (text_file, "cannot be opened as a video"),
        (truncated_video, "cannot be opened as a video"),
        (only_broken_pictures, "none of the 1 pictures"),
    ],
)
def test_a_bad_recording_gets_one_sentence(tmp_path, make, says):
    path = tmp_path / "session.mp4"
    make(path)
    with pytest.raises(SourceError, match=says) as caught:
        list(open_source(path))
    assert str(path) in str(caught.value)
    assert isinstance(caught.value, OSError)


@pytest.mark.parametrize("content", [b"", b"just words"])
def test_a_picture_that_is_none_gets_one_sentence(tmp_path, content):
    (tmp_path / "a.jpg").write_bytes(content)
    with pytest.raises(SourceError, match="is no picture"):
        load_picture(tmp_path / "a.jpg")


def test_a_missing_picture_is_named(tmp_path):
    with pytest.raises(SourceError, match=r"missing\.jpg"):
        load_picture(tmp_path / "missing.jpg")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("t_ms\n5\n5\n", "do not rise"),
        ("time\n5\n", "column t_ms"),
        ("t_ms\nsoon\n", "column t_ms"),
    ],
)
def test_a_table_of_times_must_rise_and_be_whole_numbers(tmp_path, text, says):
    (tmp_path / "frames.csv").write_text(text)
    with pytest.raises(SourceError, match=says):
        read_times(tmp_path / "frames.csv")


def test_a_damaged_picture_is_told_as_such_and_nothing_else_is_printed(tmp_path, capfd):
    shades = np.random.default_rng(1).integers(0, 255, (360, 640, 3)).astype(np.uint8)
    for name in ("a.jpg", "a.png"):
        cv2.imwrite(str(tmp_path / name), shades)
        whole = (tmp_path / name).read_bytes()
        for share in (0.01, 0.5, 0.99):
            (tmp_path / name).write_bytes(whole[: int(len(whole) * share)])
            with pytest.raises(SourceError, match="is a damaged picture"):
                load_picture(tmp_path / name)
    assert capfd.readouterr() == ("", "")


def test_a_picture_of_absurd_size_is_told_before_it_is_unpacked(tmp_path):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 40_000, 40_000, 1, 0, 0, 0, 0))
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", b"") + chunk(b"IEND", b""))
    with pytest.raises(SourceError, match="has more than 50 million pixels: make it smaller"):
        load_picture(tmp_path / "a.png")


@pytest.mark.parametrize("name", ["a.jpg", "a.png"])
def test_a_picture_is_no_recording(tmp_path, name):
    write_picture(tmp_path / name)
    with pytest.raises(SourceError, match="is a picture and no recording; `hakam read"):
        open_source(tmp_path / name)


def test_a_recording_knows_its_end(tmp_path):
    write_video(tmp_path / "a.mp4")
    write_picture(tmp_path / "b" / "frames" / "0700.jpg")
    assert [open_source(tmp_path / name).end_ms for name in ("a.mp4", "b")] == [1900, 700]
