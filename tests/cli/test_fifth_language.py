"""A further language is one more table in the folder of texts: nothing else of the program is touched."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

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
    """The program with a fifth table; pictures, networks and devices are those of the checkout."""
    folder = tmp_path_factory.mktemp("program")
    shutil.copytree(ROOT / "firmware", folder / "firmware", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("vision", "models", "hardware"):
        (folder / name).symlink_to(ROOT / name)
    texts = folder / "firmware" / "announce" / "texts"
    (texts / "it.toml").write_text(as_toml(marked(tomllib.loads((texts / "en.toml").read_text()))))
    (folder / "game.txt").write_text(GAME)
    return folder


@pytest.fixture
def speak(program, tmp_path):
    def run(*arguments):
        environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
        command = [sys.executable, "-m", "firmware.cli.main", *map(str, arguments)]
        done = subprocess.run(command, cwd=program, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return run


def test_it_is_offered_by_every_command_with_a_language(speak):
    for command in ("run", "replay", "score", "rules", "enrol", "calibrate", "sessions", "correct"):
        assert "{en,ary,es,fr,it}" in "".join(speak(command, "--help").split())


def test_it_is_told_on_the_terminal_and_set_in_the_settings(speak, program, tmp_path):
    assert "~Final score: ~Player 1 0" in speak("score", "game.txt", "--lang", "it")
    (tmp_path / "it.toml").write_text('language = "it"')
    assert "~Final score" in speak("score", "game.txt", "--config", tmp_path / "it.toml")
    assert "~Caida: to capture" in speak("rules", "cafe", "--lang", "it")


def test_it_is_told_by_a_replay_its_report_and_the_list_of_sessions(speak, kept, tmp_path):
    out = speak("replay", 1, "--journal", kept, "--lang", "it", "--report", tmp_path / "it.html")
    assert "~Final score" in out
    assert "~Plays: " in out
    page = (tmp_path / "it.html").read_text()
    assert '<html lang="it">' in page
    assert "~Every point" in page
    assert "~session" in speak("sessions", "--journal", kept, "--lang", "it")
    assert "~Score" in speak("correct", 1, "--journal", kept, "--lang", "it")
