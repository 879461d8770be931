"""The bench of faults: its disk is as bad as one may be, and it would notice what was lost."""

import random
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from firmware.errors import HakamError
from firmware.signals import Tick
from firmware.storage.journal import EvidencePicture, Journal, JournalEntry, SessionHeader
from firmware.storage.salvage import check
from models.benchmarks.faults import damaged_pages
from models.benchmarks.faults.disk_log import CallKind, DiskCall, compiled, logged
from models.benchmarks.faults.disk_model import SECTOR, Disk
from models.benchmarks.faults.outcomes import FaultTrial, outcomes
from models.benchmarks.faults.power_cuts import cuts

WRITER = """
import json, os, sys
from pathlib import Path
from firmware.referee import MatchSetup
from firmware.signals import Tick
from firmware.storage.journal import EvidencePicture, Journal, JournalEntry, SessionHeader
from firmware.storage.moment import SETUPS
folder = Path(sys.argv[1])
told = os.open(folder / "told", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
def tell(**what): os.write(told, json.dumps(what).encode() + b"\\n")
for evening in range(2):
    with Journal(folder / "journal.db") as journal:
        if sys.argv[2:]:
            journal._file.execute(f"PRAGMA synchronous = {sys.argv[2]}")
        number = journal.begin(SessionHeader("2026-11-24", "the table", SETUPS.text(MatchSetup())))
        tell(session=number)
        for t_ms in range(12):
            picture = EvidencePicture(t_ms, 400.0, os.urandom(3000))
            journal.write(number, JournalEntry(t_ms, Tick(t_ms), ("{}",), (picture,)))
            tell(session=number, t_ms=t_ms, events=["{}"])
            if t_ms == 6:
                journal.save_checkpoint(number, "build", os.urandom(2000))
        if not evening:
            journal.close_session(number, JournalEntry(12, None), "{}")
"""
NO_COMPILER = shutil.which("cc") is None


def write(path, offset, data):
    return DiskCall(CallKind.WRITE, path, offset, data)


def states(calls, count=40):
    disk = Disk()
    for call in calls:
        disk.do(call)
    return [dict(one) for one in disk.states(count, random.Random(1))]


CREATED = [DiskCall(CallKind.CREATE, "/d/a", 0, b""), DiskCall(CallKind.SYNC, "/d", 0, b"")]
SYNC = DiskCall(CallKind.SYNC, "/d/a", 0, b"")


def test_what_was_synced_is_there_and_of_the_rest_any_part():
    found = {one["/d/a"] for one in states([*CREATED, write("/d/a", 0, b"1111"), SYNC, write("/d/a", 2, b"22")])}
    assert found == {b"1111", b"1122"}


def test_a_name_is_there_for_certain_once_its_folder_was_synced():
    assert {tuple(one) for one in states(CREATED[:1])} == {(), ("/d/a",)}
    assert {tuple(one) for one in states(CREATED)} == {("/d/a",)}


def test_a_write_may_be_torn_between_sectors():
    found = {one["/d/a"] for one in states([*CREATED, write("/d/a", 0, b"1" * SECTOR + b"2" * SECTOR)])}
    assert {b"1" * SECTOR, bytes(SECTOR) + b"2" * SECTOR} <= found


def test_a_file_that_was_unlinked_may_be_there_again():
    gone = DiskCall(CallKind.UNLINK, "/d/a", 0, b"")
    assert {tuple(one) for one in states([*CREATED, gone])} == {(), ("/d/a",)}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    if NO_COMPILER:
        pytest.skip("no C compiler")
    return compiled(tmp_path_factory.mktemp("layer"))


def played(library, folder, *how):
    (folder / "played").mkdir()
    command = [sys.executable, "-c", WRITER, str(folder / "played"), *how]
    calls = logged(library, command, folder / "played", folder / "log")
    return outcomes(cuts(calls, folder / "played", folder, 60, seed=1))


def test_a_session_survives_power_cuts_at_its_writes(library, tmp_path):
    (found,) = played(library, tmp_path)
    assert found.tries >= 50
    assert found.wrong == []


def test_the_bench_would_notice_a_journal_that_is_not_synced(library, tmp_path):
    (found,) = played(library, tmp_path, "OFF")
    assert found.survived < found.tries
    assert any("missing" in one for one in found.wrong)


def test_the_layer_makes_a_disk_full(library, tmp_path):
    (tmp_path / "fault").write_text("F")
    code = f"import os; os.write(os.open({str(tmp_path / 'x' / 'a')!r}, os.O_WRONLY), b'1')"
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "a").touch()
    environment = {"LD_PRELOAD": str(library), "DISK_LOG": "/dev/null", "DISK_LOG_FOLDER": str(tmp_path / "x")}
    environment["DISK_FAULT"] = str(tmp_path / "fault")
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert "No space left on device" in said.stderr


def test_pages_overwritten_are_noticed_or_change_nothing(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        number = journal.begin(SessionHeader("2026-11-24", "demo", '{"kind":"MatchSetup"}'))
        picture = EvidencePicture(1, 400.0, random.Random(1).randbytes(9000))
        journal.write_all(number, (JournalEntry(t_ms, Tick(t_ms), ("{}",), (picture,)) for t_ms in range(12)))
    damaged_pages_ = damaged_pages.trials(tmp_path / "journal.db", tmp_path, 12, seed=2)
    (found,) = outcomes(damaged_pages_)
    assert (found.tries, found.wrong) == (12, [])


def test_rows_that_lost_their_session_are_told_without_a_traceback(tmp_path):
    """Found by the bench: half a page of nothing gave rows without a number, which cannot be put in order."""
    with Journal(tmp_path / "journal.db") as journal:
        for _ in range(3):
            number = journal.begin(SessionHeader("2026-11-24", "demo", '{"kind":"MatchSetup"}'))
            journal.write_all(number, (JournalEntry(t_ms, Tick(t_ms)) for t_ms in range(60)))
    content, half = (tmp_path / "journal.db").read_bytes(), damaged_pages.PAGE // 2
    noticed = 0
    for start in range(half, len(content), 2 * half):
        (tmp_path / "damaged.db").write_bytes(content[:start] + bytes(half) + content[start + half :])
        with suppress(HakamError):  # not even a journal any more
            noticed += bool(check(tmp_path / "damaged.db").damage)
    assert noticed >= 3


def test_outcomes_are_counted_by_fault():
    (cut, kill) = outcomes([FaultTrial("cut", [], 1.0), FaultTrial("kill", ["gone"], 0.5), FaultTrial("cut", [], 3.0)])
    assert (cut.tries, cut.survived, cut.worst_s) == (2, 2, 3.0)
    assert (kill.tries, kill.survived, kill.wrong) == (1, 0, ["gone"])


def test_the_layer_is_in_the_source_archive_beside_its_module():
    assert Path(damaged_pages.__file__).with_name("disk_log.c").is_file()
