"""The report: it plays again to the same score, keeps its bound, and tells nothing that it does not say it tells."""

import json
import platform
import re
import zipfile
from pathlib import PurePosixPath

import numpy as np
import pytest

from firmware.care.bundle import LIMIT_BYTES, MEANS, Material, write_bundle
from firmware.care.doctor import Finding, Health
from firmware.settings.model import Settings
from firmware.signals import Tick
from firmware.storage.journal import EvidencePicture, Journal, JournalEntry, SessionHeader
from firmware.storage.outputs import NotWrittenError

FINDINGS = (Finding("power", Health.WELL, "the supply is strong enough"),)
LOOKS = tuple(EvidencePicture(t_ms, 0.0, bytes([t_ms])) for t_ms in (1, 2, 3))
LIMIT = 200_000


def bundled(folder, journal, material=None, **options):
    path = folder / "report.zip"
    write_bundle(path, journal, material or Material(Settings(), FINDINGS, ("a line",), LOOKS), **options)
    return path


def contents(path):
    with zipfile.ZipFile(path) as opened:
        assert opened.testzip() is None
        return {name: opened.read(name) for name in opened.namelist()}


def random_jpegs(count, size_bytes):
    rng = np.random.default_rng(3)
    return tuple(EvidencePicture(t_ms, 700.0, rng.bytes(size_bytes)) for t_ms in range(count))


@pytest.fixture
def photographed(tmp_path):
    """A journal with many large pictures: 60 of 10 kB in a session of a few ticks, the last at 59 ms."""
    with Journal(tmp_path / "journal.db") as journal:
        number = journal.begin(SessionHeader("2026-11-22T20:00:00+00:00", "the table", "{}"))
        for picture in random_jpegs(60, 10_000):
            journal.write(number, JournalEntry(picture.t_ms, Tick(picture.t_ms), (), (picture,)))
        journal.save_checkpoint(number, "0123456789abcdef", b"the referee")
    return tmp_path / "journal.db"


def test_the_session_in_it_plays_again_to_the_same_events_and_score(hakam, kept, home):
    with zipfile.ZipFile(bundled(home, kept)) as opened:
        opened.extract("session-1.jsonl.gz", home / "sent")
    there = hakam("replay", home / "sent" / "session-1.jsonl.gz", "--json")
    assert there == hakam("replay", 1, "--json", "--journal", kept)
    assert (there[0], json.loads(there[1].splitlines()[-1])["event"]) == (0, "SessionClosed")


def test_the_readme_says_how(kept, home):
    found = contents(bundled(home, kept))
    readme, versions = found["README.txt"].decode(), json.loads(found["versions.json"])
    assert "hakam replay session-1.jsonl.gz\n" in readme
    assert f"build {versions['build']}" in readme
    assert re.search(r"Left out.*:\n  nothing\n", readme)


def test_there_is_what_a_repairer_asks_for(kept, home):
    found = contents(bundled(home, kept))
    versions = json.loads(found["versions.json"])
    assert found["findings.txt"] == b"ok    power        the supply is strong enough\n"
    assert found["log.txt"] == b"a line\n"
    assert json.loads(found["settings.json"])["rules"] == "pagat"
    assert versions["python"] == platform.python_version()
    assert {"numpy", "onnxruntime"} <= set(versions["packages"])
    assert {len(one) for one in versions["models"].values()} == {64}
    assert found["looks/0000000003.jpg"] == b"\x03"


def test_the_bound_holds_and_the_newest_pictures_are_those_that_stay(photographed, tmp_path):
    path = bundled(tmp_path, photographed, limit_bytes=LIMIT)
    found = contents(path)
    times = [int(PurePosixPath(name).stem) for name in found if name.startswith("evidence/")]
    assert LIMIT - 30_000 < path.stat().st_size <= LIMIT
    assert sorted(times) == list(range(60 - len(times), 60))
    assert f"{60 - len(times):4d} evidence/*.jpg" in found["README.txt"].decode().partition("Left out")[2]


@pytest.mark.parametrize("limit_bytes", range(10_000, 60_000, 3_700))
def test_no_bound_is_ever_passed(photographed, tmp_path, limit_bytes):
    path = bundled(tmp_path, photographed, limit_bytes=limit_bytes)
    assert path.stat().st_size <= limit_bytes
    assert "README.txt" in contents(path)


def test_a_session_too_large_is_left_out_and_that_is_said(photographed, tmp_path):
    material = Material(Settings())
    whole = contents(bundled(tmp_path, photographed, material))
    found = contents(bundled(tmp_path, photographed, material, limit_bytes=9_500))
    assert "session-1.jsonl.gz" in whole
    assert not any(name.startswith("session") for name in found)
    assert "Nothing can be played again: the session is too large." in found["README.txt"].decode()


def test_every_kind_of_file_stands_in_its_readme(photographed, tmp_path):
    found = contents(bundled(tmp_path, photographed))
    kinds = {kind for kind in MEANS if any(PurePosixPath(name).match(kind) for name in found)}
    assert kinds == set(MEANS)
    assert sum(any(PurePosixPath(name).match(kind) for kind in MEANS) for name in found) == len(found) - 1
    assert all(kind in found["README.txt"].decode() for kind in MEANS)
    assert found["snapshot-1-0123456789abcdef.bin"] == b"the referee"


def test_nothing_names_the_machine_or_its_user(photographed, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "amina"))
    monkeypatch.setenv("PASSWORD", "open sesame")
    findings = (Finding("journal", Health.WELL, f"{tmp_path}/amina/hakam/journal.db: 2 sessions"),)
    material = Material(Settings(journal=f"{tmp_path}/amina/hakam/journal.db"), findings, (f"{tmp_path}/amina: lost",))
    found = contents(bundled(tmp_path, photographed, material))
    texts = b"".join(text for name, text in found.items() if not name.endswith((".jpg", ".gz")))
    assert b"~/hakam/journal.db" in texts
    assert not any(word in texts for word in (b"amina", b"sesame", platform.node().encode() or b"amina"))


@pytest.mark.parametrize("content", [None, b"this is no journal"])
def test_without_a_journal_there_is_all_the_rest(tmp_path, content):
    if content:
        (tmp_path / "journal.db").write_bytes(content)
    found = contents(bundled(tmp_path, tmp_path / "journal.db"))
    assert {"README.txt", "findings.txt", "looks/0000000001.jpg"} <= set(found)
    assert "Nothing can be played again" in found["README.txt"].decode()


def test_a_journal_without_sessions_is_said(tmp_path):
    with Journal(tmp_path / "journal.db"):
        pass
    assert b"holds no session" in contents(bundled(tmp_path, tmp_path / "journal.db"))["README.txt"]


def test_where_it_cannot_be_written_that_is_said_and_nothing_is_left(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(NotWrittenError, match="cannot be written"):
        write_bundle(tmp_path / "file" / "report.zip", tmp_path / "journal.db", Material(Settings()))
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_it_is_written_while_another_writes_the_journal(photographed, tmp_path):
    with Journal(photographed) as journal:
        number = journal.begin(SessionHeader("2026-11-22T21:00:00+00:00", "the table", "{}"))
        journal.write(number, JournalEntry(7, Tick(7)))
        assert "session-2.jsonl.gz" in contents(bundled(tmp_path, photographed))
        journal.write(number, JournalEntry(8, Tick(8)))


def test_the_doctor_writes_one_where_it_is_told(hakam, kept, home, monkeypatch):
    monkeypatch.setattr("firmware.cli.commands.doctor.writable_stick", lambda: None)
    (home / "here").mkdir()
    monkeypatch.chdir(home / "here")
    camera = ("--camera", "/nowhere/film.mp4", "--journal", kept)
    status, out, _ = hakam("doctor", *camera, "--bundle", home / "sent.zip")
    assert (status, out.splitlines()[-1]) == (0, f"report written: {home / 'sent.zip'}")
    assert b"does not exist" in contents(home / "sent.zip")["findings.txt"]
    status, out, _ = hakam("doctor", *camera, "--json", "--bundle")
    assert [one.name for one in (home / "here").iterdir()] == [json.loads(out.splitlines()[-1])["report"]]


def test_the_bound_is_that_of_the_plan():
    assert LIMIT_BYTES <= 20_000_000
