"""A further language is one more table in the folder of texts: nothing else of the program is touched."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.care.bundle import described
from firmware.care.doctor import Finding, Health
from firmware.cli.arguments import COMMANDS

ROOT = Path(__file__).parents[2]
GAME = "deal 2O 5C 7E 12B\nA 6O  B 6C\n"


def marked(texts):
    """All texts of a table with a sign before them, by which they are known."""
    if isinstance(texts, dict):
        return {key: marked(value) for key, value in texts.items()}
    return [f"~{text}" for text in texts] if isinstance(texts, list) else f"~{texts}"


def as_toml(table):
    return "\n".join(
        f"[{section}]\n" + "".join(f"{key} = {json.dumps(text)}\n" for key, text in texts.items())
        for section, texts in table.items()
    )


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The program with a further table; pictures, networks and devices are those of the checkout."""
    folder = tmp_path_factory.mktemp("program")
    shutil.copytree(ROOT / "firmware", folder / "firmware", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("vision", "models", "hardware"):
        (folder / name).symlink_to(ROOT / name)
    texts = folder / "firmware" / "announce" / "texts"
    (texts / "pt.toml").write_text(as_toml(marked(tomllib.loads((texts / "en.toml").read_text()))))
    (folder / "game.txt").write_text(GAME)
    return folder


@pytest.fixture
def speak(program, tmp_path):
    def run(*arguments, status=0):
        environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
        command = [sys.executable, "-m", "firmware.cli.main", *map(str, arguments)]
        done = subprocess.run(command, cwd=program, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == status
        assert bool(done.stderr) == bool(status)
        return done.stderr if status else done.stdout

    return run


def test_it_is_offered_by_every_command_with_a_language(speak):
    for command in COMMANDS:
        assert "{en,ary,ary-Arab,es,fr,it,pt}" in "".join(speak(command.name, "--help").split())


def test_it_is_told_on_the_terminal_and_set_in_the_settings(speak, program, tmp_path):
    assert "~Final score: ~Player 1 0" in speak("score", "game.txt", "--lang", "pt")
    (tmp_path / "pt.toml").write_text('language = "pt"')
    assert "~Final score" in speak("score", "game.txt", "--config", tmp_path / "pt.toml")
    assert "~Caida: to capture" in speak("rules", "cafe", "--lang", "pt")


def test_it_is_told_by_a_replay_its_report_and_the_list_of_sessions(speak, kept, tmp_path):
    out = speak("replay", 1, "--journal", kept, "--lang", "pt", "--report", tmp_path / "pt.html")
    assert "~Final score" in out
    assert "~Plays: " in out
    page = (tmp_path / "pt.html").read_text()
    assert '<html lang="pt" dir="ltr">' in page
    assert "~Every point" in page
    assert "~session" in speak("sessions", "--journal", kept, "--lang", "pt")
    assert "~Score" in speak("correct", 1, "--journal", kept, "--lang", "pt")
    assert f"~session 1 of {kept}" in out


def test_it_is_told_by_options_and_what_they_mean_and_by_the_other_game(speak):
    assert ": ~points that win" in speak("rules", "--options", "--lang", "pt")
    assert "(~cards on the table before the first play)" in speak("rules", "cafe", "--lang", "pt")
    assert "~A trick is three cards" in speak("rules", "steere", "--lang", "pt")


def test_it_is_told_of_pictures_decks_and_exported_sessions(speak, kept, tmp_path):
    cv2.imwrite(str(tmp_path / "gray.png"), np.full((360, 640, 3), 120, np.uint8))
    assert speak("read", tmp_path / "gray.png", "--lang", "pt") == f"~{tmp_path / 'gray.png'}: ~no cards\n"
    assert speak("decks", "--lang", "pt").startswith("~no deck is enrolled in ")
    told = speak("export", 1, tmp_path / "1.jsonl", "--journal", kept, "--lang", "pt")
    assert told.startswith(f"~{tmp_path / '1.jsonl'}: ")
    assert speak("export", 1, tmp_path / "1.txt", "--notation", "--journal", kept, "--lang", "pt").startswith("~")


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("sessions", "--journal", "nowhere.db"), 1, "~nowhere.db: there is no journal yet"),
        (("rules", "cafee"), 1, "~there are no rules 'cafee'; ~did you mean 'cafe'?"),
        (("replay", "--rules", "cafee"), 2, "~argument --rules: ~there are no rules 'cafee'; ~did you mean 'cafe'?"),
        (("read", "nothere.jpg"), 1, "~nothere.jpg cannot be read: ~No such file or directory"),
        (("score", "nothere.txt"), 1, "~nothere.txt: the record cannot be read (~No such file or directory);"),
        (("decks", "--remove", "ours"), 1, "~no deck 'ours' is enrolled (enrolled: ~none); see hakam enrol --help"),
        (("enrol", "Ours", "--from", "a.jpg"), 1, "~'Ours' is no name for a deck"),
        (("correct", 1, "card 99 7O"), 1, "~~'card 99 7O': ~there is no play 99;"),
    ],
)
def test_what_went_wrong_is_told_in_it(speak, kept, arguments, status, told):
    journal = ("--journal", kept) if arguments[0] == "correct" else ()
    assert told in speak(*arguments, *journal, "--lang", "pt", status=status)


def test_faults_of_the_settings_are_told_in_the_language_that_they_ask_for(speak, tmp_path):
    (tmp_path / "s.toml").write_text('language = "pt"\nask_ms = -1\n')
    told = speak("rules", "cafe", "--config", tmp_path / "s.toml", status=2)
    assert "~ask_ms: -1 is not ~a whole number from 0 to 60000" in told


def test_findings_of_the_doctor_are_told_in_it():
    found = Finding("disk speed", Health.WELL, "a line is written for good in 3 ms")
    assert described(found) == "ok    disk speed   a line is written for good in 3 ms"
    assert described(found, "fr") == "bien  vitesse disque une ligne est écrite pour de bon en 3 ms"
