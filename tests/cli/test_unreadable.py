"""What cannot be read is told in one sentence: files without end, numbers without bound, names, rights."""

import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cards import ES40
from firmware.decks.store import DeckStore
from tests.support.sentence import sentence
from vision.enrolled import EnrolledDeck

NO_TEXT = b"\xff\xfe"
NESTED = "[" * 100_000
BIG = "9" * 20
LONG = "x" * 300
WITHOUT_RIGHTS = """
import sys
from hakam.__main__ import main
from tests.support.rights import drop_rights
drop_rights()
sys.exit(main())
"""


def small_deck():
    return EnrolledDeck(ES40.cards, np.full((len(ES40.cards), 192, 128, 3), 200, np.uint8))


def refused(hakam, *arguments):
    """The sentence with which a command ends, be it wrong usage or not."""
    status, out, err = hakam(*arguments)
    assert (out, status in (1, 2)) == ("", True)
    assert len([line for line in err.splitlines() if not line.startswith(("usage:", " "))]) == 1
    return err


@pytest.mark.parametrize(
    "words",
    ["rules --config /dev/zero", "rules endless.toml", "score /dev/zero", "replay session --journal new.db"],
)
def test_a_device_is_no_file_to_read(hakam, home, monkeypatch, words):
    monkeypatch.chdir(home)
    (home / "endless.toml").symlink_to("/dev/zero")
    (home / "session" / "frames").mkdir(parents=True)
    (home / "session" / "session.json").symlink_to("/dev/zero")
    assert "it is no file" in refused(hakam, *words.split())


@pytest.mark.parametrize("words", ["rules --config own.toml", "rules own.toml", "replay session --journal new.db"])
def test_brackets_without_end_are_no_settings(hakam, home, monkeypatch, words):
    monkeypatch.chdir(home)
    (home / "session" / "frames").mkdir(parents=True)
    (home / "session" / "session.json").write_text(NESTED)
    (home / "own.toml").write_text(f"players = {NESTED}")
    assert "recursion" in refused(hakam, *words.split())


@pytest.mark.parametrize("command", ["export", "correct", "replay"])
def test_a_number_that_no_journal_counts_to_is_no_session(hakam, kept, command):
    assert f"there is no session {BIG}" in sentence(hakam(command, BIG, "--journal", kept))


@pytest.mark.parametrize("number", [BIG, "²"])
def test_a_number_that_no_camera_has_is_a_missing_recording(hakam, number):
    assert f"{number} does not exist" in sentence(hakam("calibrate", "--camera", number))


def test_a_recording_whose_name_is_no_text_is_opened(hakam, home):
    writer = cv2.VideoWriter(str(home / "film.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 10, (80, 45))
    for grey in range(6):
        writer.write(np.full((45, 80, 3), 40 * grey, np.uint8))
    writer.release()
    film = home / os.fsdecode(NO_TEXT)
    (home / "film.mp4").rename(film)
    status, _, err = hakam("replay", film, "--json", "--journal", home / "new.db")
    assert (status, err) == (0, "")
    film.write_bytes(b"no film")
    assert "cannot be opened as a video" in sentence(hakam("replay", film, "--journal", home / "new.db"))


@pytest.mark.parametrize("words", ["replay 1 --journal", "rules --config", "run --rules"])
def test_a_home_of_nobody_is_a_missing_file(hakam, words):
    refused(hakam, *words.split(), "~nobody-of-this-name/x.toml")


def test_where_no_home_is_known_it_is_told(hakam, monkeypatch):
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    assert "no home folder is known here; set HOME or XDG_CONFIG_HOME" in refused(hakam, "sessions")


@pytest.mark.parametrize("words", ["replay", "score", "read", "rules cafe --config", "sessions --journal"])
def test_a_name_that_is_too_long_is_told_whoever_tries_it_first(hakam, words):
    assert "File name too long" in refused(hakam, *words.split(), LONG)


@pytest.mark.parametrize(("lies_there", "fault"), [("/proc/self/mem", "Input/output error"), ("cafe.deck", "symbolic")])
def test_a_deck_that_cannot_be_read_is_told(hakam, home, lies_there, fault):
    shelf = home / "data" / "hakam" / "decks"
    shelf.mkdir(parents=True)
    (shelf / "cafe.deck").symlink_to(lies_there)
    cv2.imwrite(str(home / "gray.png"), np.zeros((45, 80, 3), np.uint8))
    for words in (("read", home / "gray.png", "--deck", "cafe"), ("decks", "--show", "cafe", home / "cafe.png")):
        assert fault in sentence(hakam(*words))


@pytest.mark.parametrize("closed", ["decks", "decks/cafe.deck"])
@pytest.mark.parametrize(
    "words", [("decks",), ("decks", "--show", "cafe", "new.png"), ("read", "gray.png", "--deck", "cafe")]
)
def test_decks_that_may_not_be_read_are_told(home, closed, words):
    DeckStore(home / "decks").keep("cafe", small_deck())
    cv2.imwrite(str(home / "gray.png"), np.zeros((45, 80, 3), np.uint8))
    (home / closed).chmod(0)
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_RIGHTS, *words],
        env=os.environ | {"HAKAM_DECKS": str(home / "decks"), "PYTHONPATH": str(Path(__file__).parents[2])},
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )
    (home / closed).chmod(0o700)
    assert "Permission denied" in sentence((ran.returncode, ran.stdout, ran.stderr))
