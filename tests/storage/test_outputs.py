"""What lies where something is to be written: it is written to, replaced by its like, or kept, as told beforehand."""

import gzip
import os
import socket
from pathlib import Path

import pytest

from firmware.storage.atomic_file import write_atomic
from firmware.storage.outputs import NotWrittenError, OutputKind, check_file, check_folder

PAGE = OutputKind("page", b"<!a page>")
NEW = b"<!a page> new"


def no_such_folder(folder):
    return folder / "new" / "file"


def an_empty_file(folder):
    (folder / "file").write_bytes(b"")
    return folder / "file"


def another_page(folder):
    (folder / "file").write_bytes(b"x" * 5000 + b"<!a page> old")
    return folder / "file"


def a_packed_page(folder):
    (folder / "file").write_bytes(gzip.compress(b"<!a page> old" + os.urandom(9000)))
    return folder / "file"


def a_link_to_a_page(folder):
    (folder / "link").symlink_to(another_page(folder))
    return folder / "link"


def a_link_to_nothing(folder):
    (folder / "link").symlink_to(folder / "nothing")
    return folder / "link"


@pytest.mark.parametrize(
    "place", [no_such_folder, an_empty_file, another_page, a_packed_page, a_link_to_a_page, a_link_to_nothing]
)
def test_a_file_is_written_where_nothing_or_its_like_lies_and_a_link_stays(tmp_path, place):
    path = place(tmp_path)
    linked = path.is_symlink()
    check_file(path, PAGE)
    write_atomic(path, NEW, PAGE)
    assert path.read_bytes() == NEW
    assert path.is_symlink() == linked


def a_folder(folder):
    return folder


def a_letter(folder):
    (folder / "file").write_bytes(b"Dear Amina")
    return folder / "file"


def a_damaged_pack(folder):
    (folder / "file").write_bytes(b"\x1f\x8b Dear Amina")
    return folder / "file"


def a_link_to_a_letter(folder):
    (folder / "link").symlink_to(a_letter(folder))
    return folder / "link"


def a_link_to_itself(folder):
    (folder / "link").symlink_to(folder / "link")
    return folder / "link"


def below_a_file(folder):
    return a_letter(folder) / "file"


def a_named_pipe(folder):
    os.mkfifo(folder / "file")
    return folder / "file"


def a_socket(folder):
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(folder / "file"))
    return folder / "file"


def a_name_without_end(folder):
    return folder / ("x" * 300)


def a_place_of_the_kernel(_folder):
    return Path("/proc/report.html")


def state(folder):
    found = {one: one.lstat() for one in folder.iterdir()}
    return {one: (of.st_ino, of.st_mode, of.st_size, of.st_mtime_ns) for one, of in found.items()}


@pytest.mark.parametrize(
    "place",
    [
        a_folder,
        a_letter,
        a_damaged_pack,
        a_link_to_a_letter,
        a_link_to_itself,
        below_a_file,
        a_named_pipe,
        a_socket,
        a_name_without_end,
        a_place_of_the_kernel,
    ],
)
def test_what_would_be_lost_or_cannot_be_written_is_refused_beforehand_and_stays(tmp_path, place):
    path = place(tmp_path)
    before = state(tmp_path)
    for attempt in (check_file, lambda path, kind: write_atomic(path, NEW, kind)):
        with pytest.raises(NotWrittenError, match="choose another") as refused:
            attempt(path, PAGE)
        assert "\n" not in str(refused.value)
    assert state(tmp_path) == before


def test_a_file_whose_kind_is_not_told_is_replaced(tmp_path):
    write_atomic(a_letter(tmp_path), NEW)
    assert (tmp_path / "file").read_bytes() == NEW


def test_a_device_and_a_pipe_of_the_shell_are_written_to():
    write_atomic(Path("/dev/null"), NEW, PAGE)
    assert Path("/dev/null").is_char_device()
    reading, writing = os.pipe()
    write_atomic(Path(f"/dev/fd/{writing}"), NEW, PAGE)
    assert os.read(reading, 100) == NEW
    os.close(reading)
    os.close(writing)


def test_a_full_device_is_told_and_stays_a_device():
    with pytest.raises(NotWrittenError, match="No space left"):
        write_atomic(Path("/dev/full"), NEW, PAGE)
    assert Path("/dev/full").is_char_device()


def test_a_file_that_is_replaced_keeps_its_rights(tmp_path):
    path = another_page(tmp_path)
    path.chmod(0o600)
    write_atomic(path, NEW, PAGE)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_may_not_be_written_is_not_replaced_either(tmp_path, monkeypatch):
    path = another_page(tmp_path)
    monkeypatch.setattr("os.access", lambda _path, _mode: False)  # root, who may run this, may write everything
    with pytest.raises(NotWrittenError, match="Permission denied"):
        check_file(path, PAGE)


def test_a_folder_is_tried_and_left_as_it_was(tmp_path):
    check_folder(tmp_path / "new" / "folder")
    assert list(tmp_path.iterdir()) == []
    for path in (a_letter(tmp_path), Path("/proc/folder")):
        with pytest.raises(NotWrittenError):
            check_folder(path)
