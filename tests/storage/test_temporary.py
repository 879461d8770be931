"""What a kill leaves behind goes at the next start; what is in use stays."""

import signal
import subprocess
import sys

from firmware.storage.temporary import remove_leftovers, temporary_file, temporary_folder

BUSY = """
import sys, pathlib, time
from firmware.storage.temporary import temporary_file, temporary_folder
folder = pathlib.Path(sys.argv[1])
with temporary_file(folder, ".gz") as (path, file), temporary_folder(folder) as made:
    (made / "journal.db").write_bytes(b"half")
    print("at work", flush=True)
    time.sleep(600)
"""


def left(folder):
    return sorted(path.name for path in folder.iterdir())


def test_what_a_kill_left_goes_and_what_is_in_use_stays(tmp_path):
    (tmp_path / "journal.db").write_bytes(b"kept")
    with subprocess.Popen([sys.executable, "-c", BUSY, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "at work\n"
        remove_leftovers(tmp_path)
        assert len(left(tmp_path)) == 3
        process.send_signal(signal.SIGKILL)
        process.wait()
    remove_leftovers(tmp_path)
    assert left(tmp_path) == ["journal.db"]


def test_nothing_is_removed_behind_a_link(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter").write_text("dear")
    (tmp_path / ".hakam-x").symlink_to(tmp_path / "home")
    (tmp_path / ".hakam-y").symlink_to(tmp_path / "home" / "letter")
    remove_leftovers(tmp_path)
    assert (tmp_path / "home" / "letter").read_text() == "dear"


def test_a_missing_folder_has_no_leftovers(tmp_path):
    remove_leftovers(tmp_path / "nowhere")


def test_they_are_gone_when_they_were_used(tmp_path):
    with temporary_folder(tmp_path) as folder, temporary_file(tmp_path) as (path, _):
        path.rename(tmp_path / "finished")
        assert folder.is_dir()
    assert left(tmp_path) == ["finished"]
