"""Root in a folder of the service: a link that was laid there leads nowhere, and nothing of root's is left."""

import os

import pytest

from firmware.care.acceptance.board import run_acceptance
from firmware.care.device_checks import all_checks
from firmware.care.doctor import disk
from firmware.settings.model import Settings
from firmware.storage.atomic_file import write_atomic
from firmware.storage.evidence import EvidenceBuffer
from firmware.storage.journal import Journal
from firmware.storage.journal_errors import JournalError
from firmware.storage.outputs import NotWrittenError

SERVICE = 54_321
"""A user, whoever it is."""
BELONGS = rf"belongs to #{SERVICE} and not to root: do this as #{SERVICE}, with sudo -u #{SERVICE}"
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be led astray")


@pytest.fixture
def folder(tmp_path):
    """The folder of the service."""
    folder = tmp_path / "hakam"
    folder.mkdir()
    os.chown(folder, SERVICE, SERVICE)
    return folder


def test_root_makes_no_journal_there(folder):
    with pytest.raises(NotWrittenError, match=BELONGS):
        Journal(folder / "deep" / "journal.db")
    assert list(folder.iterdir()) == []


def test_root_changes_no_journal_there_and_may_read_it(folder):
    os.chown(folder, 0, 0)
    with Journal(folder / "journal.db"):
        pass
    os.chown(folder, SERVICE, SERVICE)
    with pytest.raises(NotWrittenError, match=BELONGS):
        Journal(folder / "journal.db", create=False)
    with Journal(folder / "journal.db", read_only=True) as journal:
        assert journal.sessions() == []


def test_a_link_in_the_place_of_what_sqlite_writes_is_refused(folder):
    os.chown(folder, 0, 0)
    with Journal(folder / "journal.db"):
        pass
    (folder / "journal.db-wal").symlink_to(folder / "mine")
    with pytest.raises(JournalError, match="is no journal of Hakam"):
        Journal(folder / "journal.db", read_only=True)


def test_the_doctor_tries_the_disk_by_a_file_without_a_name(folder):
    mine = folder.parent / "mine"
    mine.write_text("mine")
    (folder / f".hakam-doctor-{os.getpid()}").symlink_to(mine)
    assert [one.what for one in disk(folder)] == ["disk", "disk speed"]
    assert mine.read_text() == "mine"


def test_the_doctor_makes_no_journal(folder):
    checks = all_checks(Settings(), folder / "journal.db", "0", EvidenceBuffer(160, 50))
    assert [one.words for one in checks["journal"]()] == [
        f"{folder / 'journal.db'}: there is no journal yet; it can be written there"
    ]
    assert list(folder.iterdir()) == []


def test_root_begins_no_acceptance_there(folder):
    with pytest.raises(NotWrittenError, match=BELONGS):
        run_acceptance(Settings(), folder, "0", {}, json=False)


def test_root_follows_no_link_there(folder):
    mine = folder.parent / "mine"
    (folder / "out.html").symlink_to(mine)
    with pytest.raises(NotWrittenError, match=BELONGS):
        write_atomic(folder / "out.html", b"x")
    assert not mine.exists()
