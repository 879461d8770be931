"""The bundled game is watched by the real eyes and scored as it was played, and nothing leaves the device meanwhile.

It runs where the kernel ends a process that opens a socket of the internet, with a home that is empty: a runtime that
reports events (onnxruntime 1.29 to 1.31 does) writes into the home, asks for a server and dies of it.
"""

import json
import os
import signal
import subprocess
import sys
from importlib.resources import files
from itertools import islice

import cv2
import pytest

from firmware.replaying.sources import TABLE_AT, demo_folder
from tests.support.no_network import SOCKET
from vision.sources import open_source

ALONE = [sys.executable, "-m", "tests.support.no_network"]


def alone(home, *arguments):
    """What a module does where no internet is; ``home`` is its home."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment = {**kept, "HOME": str(home)}
    return subprocess.run([*ALONE, *arguments], env=environment, capture_output=True, text=True, check=False)


pytestmark = pytest.mark.skipif(os.uname().machine not in SOCKET, reason="the filter's numbers are not known here")


def test_the_bundled_game_ends_with_its_true_score_and_tells_nobody(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    ran = alone(home, "hakam", "replay", "--json", "--journal", str(tmp_path / "journal.db"))

    assert ran.returncode == 0, ran.stderr
    closed = json.loads(ran.stdout.splitlines()[-1])
    truth = json.loads((files("models") / "demo" / "truth.json").read_text())
    assert closed["scores"] == truth["scores"]
    ranks = [play["card"].rstrip("OCEB?") for play in truth["plays"]]
    assert [play["card"].rstrip("OCEB?") for play in closed["plays"]] == ranks
    assert not list(home.rglob("*"))


def test_the_referee_over_a_table_tells_nobody_and_leaves_the_home_empty(tmp_path):
    home, film = tmp_path / "home", tmp_path / "film.mp4"
    home.mkdir()
    frames = list(islice(open_source(demo_folder()), TABLE_AT, TABLE_AT + 10))
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"mp4v"), 10, frames[0].picture.shape[1::-1])
    for frame in frames:
        writer.write(frame.picture)
    writer.release()
    ran = alone(home, "hakam", "run", "--camera", str(film), "--json", "--journal", str(tmp_path / "journal.db"))

    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout.splitlines()[-1])["event"] == "SessionClosed"
    assert not list(home.rglob("*"))


@pytest.mark.parametrize("family", ["-4", "-6"])
def test_who_asks_the_internet_is_ended_by_the_kernel(tmp_path, family):
    address = {"-4": "127.0.0.1", "-6": "::1"}[family]
    assert alone(tmp_path, "http.server", "--bind", address, "0").returncode == -signal.SIGSYS
