"""One referee a journal: a second one is refused in words, and a kill gives it free."""

import os
import signal
import subprocess
import sys

import pytest

from firmware.storage.journal_lock import JournalInUseError, is_kept, kept_alone

KEEPER = """
import sys, pathlib, time
from firmware.storage.journal_lock import kept_alone
with kept_alone(pathlib.Path(sys.argv[1])):
    print("kept", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def keeper(tmp_path):
    """Another process that keeps the journal."""
    command = [sys.executable, "-c", KEEPER, str(tmp_path / "journal.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "kept\n"
        yield process
        process.kill()


def test_a_second_one_is_refused_in_words_until_the_first_is_killed(tmp_path, keeper):
    path = tmp_path / "journal.db"
    with pytest.raises(JournalInUseError, match="another hakam keeps this journal"), kept_alone(path):
        pytest.fail("kept by two")
    keeper.send_signal(signal.SIGKILL)
    keeper.wait()
    with kept_alone(path):
        assert is_kept(path)
    assert not is_kept(path)


def test_it_is_the_same_journal_by_any_name(tmp_path):
    (tmp_path / "linked.db").symlink_to(tmp_path / "journal.db")
    with kept_alone(tmp_path / "journal.db"):
        assert is_kept(tmp_path / "linked.db")


def test_the_lock_follows_no_link_and_is_its_owners(tmp_path):
    with kept_alone(tmp_path / "journal.db"):
        assert (tmp_path / "journal.db.lock").stat().st_mode & 0o777 == 0o600
    (tmp_path / "other.db.lock").symlink_to(tmp_path / "prey")
    with kept_alone(tmp_path / "other.db"):
        assert not os.path.lexists(tmp_path / "prey")


def test_where_no_lock_can_be_made_the_referee_goes_on(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with kept_alone(tmp_path / "file" / "journal.db"):
        pass
