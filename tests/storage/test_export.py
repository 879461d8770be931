import gzip
import json

import pytest

from firmware.signals import ButtonPress, TableObservation, Tick, ViewQuality
from firmware.storage.export import ExportedSession, is_export, read_export, write_export
from firmware.storage.journal import EvidencePicture, JournalEntry, SessionHeader
from firmware.storage.journal_errors import JournalError
from firmware.storage.outputs import NotWrittenError

HEADER = SessionHeader("2026-03-01T20:15:00Z", "مقهى", '{"kind":"Setup","players":2}')
ENTRIES = (
    JournalEntry(10, TableObservation(10, (), False, ViewQuality(0.1 + 0.2, 5e-324, -0.0)), ('{"kind":"DealOpened"}',)),
    JournalEntry(25, Tick(25)),
    JournalEntry(
        30, ButtonPress(30, 1, "undo"), ('{"kind":"x","w":0.1}',), (EvidencePicture(28, 412.5, b"\xff\xd8\x00jpeg"),)
    ),
    JournalEntry(40, None),
)
OUTCOME = '{"event":"SessionClosed","scores":[12,7]}'


@pytest.mark.parametrize("name", ["session.jsonl", "session.jsonl.gz"])
@pytest.mark.parametrize("outcome", [OUTCOME, None])
def test_a_session_comes_back_whole(tmp_path, name, outcome):
    path = tmp_path / "new folder" / name
    assert write_export(path, HEADER, ENTRIES, outcome) == len(ENTRIES)
    assert is_export(path)
    back = read_export(path)
    assert back == ExportedSession(HEADER, ENTRIES, outcome)
    assert repr(back) == repr(ExportedSession(HEADER, ENTRIES, outcome))


def test_the_same_session_gives_the_same_bytes(tmp_path):
    files = [tmp_path / "one.jsonl.gz", tmp_path / "other.jsonl.gz"]
    for path in files:
        write_export(path, HEADER, ENTRIES, OUTCOME)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_every_line_is_json(tmp_path):
    write_export(tmp_path / "s.jsonl", HEADER, ENTRIES, OUTCOME)
    lines = [json.loads(line) for line in (tmp_path / "s.jsonl").read_text().splitlines()]
    assert lines[0]["setup"]["players"] == 2
    assert lines[-1]["signals"] == len(ENTRIES)


def test_an_interrupted_export_leaves_the_file_before_it(tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_text('{"hakam_session" of before')

    def entries():
        yield ENTRIES[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_export(path, HEADER, entries(), None)
    assert path.read_text() == '{"hakam_session" of before'
    assert [one.name for one in tmp_path.iterdir()] == ["s.jsonl"]


def test_a_file_cut_off_after_a_line_is_known_as_such(tmp_path):
    path = tmp_path / "s.jsonl"
    write_export(path, HEADER, ENTRIES, OUTCOME)
    path.write_text("\n".join(path.read_text().splitlines()[:-1]))
    with pytest.raises(JournalError, match="end of the exported session is missing"):
        read_export(path)


@pytest.mark.parametrize("name", ["s.jsonl", "s.jsonl.gz"])
def test_a_file_cut_off_anywhere_is_one_sentence(tmp_path, name):
    path = tmp_path / name
    write_export(path, HEADER, ENTRIES, OUTCOME)
    data = path.read_bytes()
    for length in range(0, len(data) - 1, 7):
        path.write_bytes(data[:length])
        with pytest.raises(JournalError, match="export it again"):
            read_export(path)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "null", '{"hakam_session":1}\n{"signals":0}', '{"hakam_session":1}\n[]', "\x00"],
)
def test_what_is_no_session_is_refused(tmp_path, text):
    path = tmp_path / "s.jsonl"
    path.write_text(text)
    with pytest.raises(JournalError, match="export it again"):
        read_export(path)


def test_another_format_is_named(tmp_path):
    path = tmp_path / "s.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"hakam_session":2}\n{}'))
    with pytest.raises(JournalError, match="format 2, this version reads format 1"):
        read_export(path)


def test_a_damaged_picture_is_refused(tmp_path):
    path = tmp_path / "s.jsonl"
    write_export(path, HEADER, ENTRIES, OUTCOME)
    path.write_text(path.read_text().replace("/9g", "/9g!"))
    with pytest.raises(JournalError, match="damaged"):
        read_export(path)


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(NotWrittenError, match="cannot be written"):
        write_export(tmp_path / "file" / "s.jsonl", HEADER, ENTRIES, None)
    assert not is_export(tmp_path / "file" / "s.jsonl")


def test_a_file_of_brackets_without_end_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_text('{"hakam_session":1}\n' + "[" * 100_000)
    with pytest.raises(JournalError, match="damaged"):
        read_export(path)
