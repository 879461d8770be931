"""Where a command is to write is looked at before its work begins; what lies there and is not its like is kept."""

import json
from pathlib import Path

import pytest

from tests.support.sentence import sentence

WRITERS = {
    "a report": ("replay", 1, "--report"),
    "an export": ("export", 1),
    "a report of a fault": ("doctor", "--camera", "/nowhere", "--bundle"),
    "a sheet": ("calibrate", "--sheet"),
}
FOLDERS = {
    "screens": ("replay", 1, "--screens"),
    "drawings": ("read", "a.jpg", "--draw"),
    "drawings of a deck": ("enrol", "cafe", "--from", "a.jpg", "--draw"),
}


@pytest.fixture
def journal(kept, monkeypatch):
    monkeypatch.setenv("HAKAM_JOURNAL", str(kept))


@pytest.mark.usefixtures("journal")
@pytest.mark.parametrize("command", WRITERS.values(), ids=WRITERS)
def test_a_file_of_another_kind_is_kept_also_behind_a_link(hakam, home, command):
    (home / "letter.txt").write_text("Dear Amina")
    (home / "link.html").symlink_to(home / "letter.txt")
    for name in ("letter.txt", "link.html"):
        assert "is there already and is no" in sentence(hakam(*command, home / name))
    assert (home / "link.html").is_symlink()
    assert (home / "letter.txt").read_text() == "Dear Amina"


@pytest.mark.usefixtures("journal")
@pytest.mark.parametrize("command", [WRITERS["a report"], WRITERS["an export"], WRITERS["a sheet"]])
def test_a_file_of_its_own_kind_is_written_anew(hakam, home, command):
    for _ in range(2):
        assert hakam(*command, home / "file")[0] == 0


@pytest.mark.usefixtures("journal")
@pytest.mark.parametrize("command", FOLDERS.values(), ids=FOLDERS)
@pytest.mark.parametrize("place", ["letter.txt", "/proc/new"])
def test_a_folder_that_cannot_be_one_is_told_before_the_work(hakam, home, command, place):
    (home / "letter.txt").write_text("Dear Amina")
    assert "cannot be written" in sentence(hakam(*command, home / place))


@pytest.mark.usefixtures("journal")
def test_a_folder_in_the_place_of_a_report_is_told_before_the_replay(hakam, home):
    assert "it is a folder: name a file in it" in sentence(hakam("replay", 1, "--report", home))


@pytest.mark.usefixtures("journal")
def test_a_device_that_is_full_costs_the_report_and_not_the_score(hakam):
    status, out, err = hakam("replay", 1, "--report", "/dev/full", "--json")
    assert (status, err) == (1, "hakam: /dev/full cannot be written (No space left on device); choose another place\n")
    assert json.loads(out.splitlines()[-1])["event"] == "SessionClosed"
    assert Path("/dev/full").is_char_device()


def test_a_place_that_cannot_be_written_leaves_no_session_open(hakam, home):
    sentence(hakam("replay", "--screens", "/proc/new", "--journal", home / "journal.db"))
    assert not (home / "journal.db").exists()
