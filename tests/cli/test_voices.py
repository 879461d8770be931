"""``hakam voices`` with stand-ins for aplay and arecord on the path."""

import json

import pytest

from firmware.announce.spoken import CLIPS
from firmware.cli.main import main
from firmware.voices.sound import as_pcm
from tests.support.sounds import tone, written


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The recordings; programs are found in ``tmp_path/bin`` alone."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "bin").mkdir()
    return tmp_path / "hakam" / "voices"


def program(folder, name, line):
    file = folder.parents[1] / "bin" / name
    file.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{line}\n")
    file.chmod(0o755)


def test_all_clips_are_listed_with_their_words_and_where_they_come_from(folder, capsys):
    written(folder, "caida", language="es")
    assert main(["voices", "--lang", "es"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head == f"1 de {len(CLIPS)} grabaciones en {folder / 'es'}"
    assert len(rows) == len(CLIPS)
    assert any(row.startswith("caida") and "grabado, 0.4 s, -2" in row and row.endswith(": ¡Caida!") for row in rows)
    assert any(row.startswith("mesa") and "falta: ¡Mesa!" in row for row in rows)


def test_other_programs_get_one_object_a_clip(folder, capsys):
    written(folder, "caida", 0.05, language="en")
    assert main(["voices", "--json"]) == 0
    found = {one["clip"]: one for one in map(json.loads, capsys.readouterr().out.splitlines())}
    assert set(found) == set(CLIPS)
    assert (found["caida"]["state"], found["caida"]["fault"]) == ("recorded", "short")
    assert found["n41"] == {"clip": "n41", "words": "41", "state": "missing"}


def test_clips_are_played_one_after_the_other(folder, tmp_path):
    for clip in ("player_1", "caida"):
        written(folder, clip, language="en")
    program(folder, "aplay", f'cat > "{tmp_path}/heard.wav"')
    assert main(["voices", "--play", "player_1", "caida"]) == 0
    assert abs((tmp_path / "heard.wav").stat().st_size / 2 / 24_000 - 0.92) < 0.1


def test_what_espeak_makes_stands_in_for_what_is_missing(folder, capsys):
    program(folder, "espeak-ng", "exit 1")
    assert main(["voices"]) == 0
    assert "spoken by espeak-ng: Caida!" in capsys.readouterr().out
    assert main(["voices", "--play", "caida"]) == 1
    assert "espeak-ng says nothing" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--play", "caidas"), "there is no clip 'caidas'; did you mean 'caida'?"),
        (("--record", "caidas"), "there is no clip 'caidas'; did you mean 'caida'?"),
        (("--play", "caida"), "these clips are not recorded, and espeak-ng is not there to say them: caida"),
    ],
)
def test_what_cannot_be_done_is_told(folder, capsys, arguments, told):
    assert main(["voices", *arguments]) == 1
    assert told in capsys.readouterr().err


def test_clips_are_recorded_with_the_microphone_until_somebody_leaves(folder, tmp_path, monkeypatch, capsys):
    ready, voice = tmp_path / "ready", tmp_path / "voice.raw"
    voice.write_bytes(as_pcm(tone(0.8)))
    program(folder, "aplay", "exec cat > /dev/null")
    program(folder, "arecord", f'cat "{voice}"; touch "{ready}"; exec cat /dev/zero > /dev/null')
    answers = iter(["", "q"])

    def typed(words):
        while words.startswith("...") and not ready.exists():
            pass
        ready.unlink(missing_ok=True)
        return next(answers) if words.rstrip().endswith("end:") else ""

    monkeypatch.setattr("builtins.input", typed)
    assert main(["voices", "--record"]) == 0
    assert [path.name for path in (folder / "en").iterdir()] == ["and.ogg"]
    assert str(folder / "en" / "and.ogg") in capsys.readouterr().out
