"""A real disk that is full or takes nothing: what is there can be read, and what is wrong has its name."""

import subprocess
import sys

import pytest

MOUNT = "mount -t tmpfs -o size=1m none"
CODE = """
import errno, os, subprocess, sys
from pathlib import Path
from firmware.signals import Tick
from firmware.storage.journal import Journal, JournalEntry, SessionHeader, readable
from firmware.storage.journal_errors import DiskError
folder = Path(sys.argv[1])

def fill():
    handle = os.open(folder / "fill", os.O_WRONLY | os.O_CREAT)
    try:
        while True:
            os.write(handle, bytes(4096))
    except OSError as fault:
        assert fault.errno == errno.ENOSPC
    os.close(handle)

def read():
    with readable(folder / "journal.db") as journal:
        return journal and [one.signals for one in journal.sessions()]

def kind():
    try:
        with Journal(folder / "journal.db") as journal:
            journal.write(1, JournalEntry(2, Tick(2), ("x" * 200_000,)))
    except DiskError as fault:
        return fault.kind

fill()
print(read(), kind())
(folder / "fill").unlink()
with Journal(folder / "journal.db") as journal:
    journal.write(journal.begin(SessionHeader("2026-11-24", "the table", "{}")), JournalEntry(1, Tick(1)))
fill()
print(read(), kind())
(folder / "fill").unlink()
for left in folder.glob("journal.db-*"):
    left.unlink()
subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
print(read(), kind())
"""


def test_a_journal_on_a_disk_that_is_full_or_locked_is_read_and_the_fault_has_its_name(tmp_path):
    try:
        subprocess.run(["unshare", "-rm", "sh", "-c", f"{MOUNT} {tmp_path}"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("nothing can be mounted here")
    words = f'{MOUNT} {tmp_path} && exec "$0" -c "$1" {tmp_path}'
    said = subprocess.run(
        ["unshare", "-rm", "sh", "-c", words, sys.executable, CODE], capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stderr
    assert said.stdout.splitlines() == ["None disk_full", "[1] disk_full", "[1] disk_read_only"]
