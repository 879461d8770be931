"""What is read of a file, and what is no file."""

import os

import pytest

from firmware.bounded.file import read_bounded


def pipe(path):
    os.mkfifo(path)


def device(path):
    path.symlink_to("/dev/zero")


def terminal(path):
    path.symlink_to("/dev/ptmx")


def folder(path):
    path.mkdir()


def long_file(path):
    path.write_bytes(b"123456")


def long_hole(path):
    with path.open("wb") as file:
        file.truncate(10**12)


def missing(path):
    """Nothing is there."""


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (pipe, "it is no file"),
        (device, "it is no file"),
        (terminal, "it is no file"),
        (folder, "Is a directory"),
        (long_file, "File too large"),
        (long_hole, "File too large"),
        (missing, "No such file"),
    ],
)
def test_what_is_not_read_is_told_at_once(tmp_path, make, says):
    make(tmp_path / "one")
    with pytest.raises(OSError, match=says):
        read_bounded(tmp_path / "one", 5)


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_what_no_file_is_called_is_told(tmp_path, name):
    with pytest.raises(OSError, match="no file can be called so"):
        read_bounded(tmp_path / name, 5)


def test_a_file_and_a_link_to_it_are_read_up_to_the_bound(tmp_path):
    (tmp_path / "one").write_bytes(b"12345")
    (tmp_path / "link").symlink_to("one")
    assert read_bounded(tmp_path / "link", 5) == b"12345"
