"""The bundled game is watched by the real eyes and scored as it was played."""

import json
from importlib.resources import files

from firmware.cli.main import main


def test_the_bundled_game_ends_with_its_true_score(tmp_path, capsys):
    assert main(["replay", "--json", "--journal", str(tmp_path / "journal.db")]) == 0
    closed = json.loads(capsys.readouterr().out.splitlines()[-1])
    truth = json.loads((files("models") / "demo" / "truth.json").read_text())
    assert closed["scores"] == truth["scores"]
    ranks = [play["card"].rstrip("OCEB?") for play in truth["plays"]]
    assert [play["card"].rstrip("OCEB?") for play in closed["plays"]] == ranks
