"""Readers of strangers' files keep their limits, and the bench that holds them to that would notice if they did not."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from firmware.errors import HakamError
from models.benchmarks.fuzzing.__main__ import _counts, main
from models.benchmarks.fuzzing.guard import _badly_told
from models.benchmarks.fuzzing.seeds import seeds
from models.benchmarks.fuzzing.targets import TARGETS
from models.benchmarks.fuzzing.worker import faults, made_input
from tests.support.changed_files import any_file

ROOT = Path(__file__).parents[2]
CORPUS = {
    ("session.json", b'{"inputs": [{"\\ud800": 1}]}'): "half a pair of surrogates as a key",
    ("session.json", b'{"rules": "\\ud800.toml", "deck": "\\u0000"}'): "names that no file has",
    ("session.json", b'{"players": NaN, "dealer": 1e999, "inputs": {"a": [' + b"[" * 400 + b"]" * 400 + b"]}}"): "odd",
    ("settings", b'journal = "a\\u0000b"\n'): "a name with an end in it",
    ("settings", b"players = 0x" + b"f" * 20_000): "a number that Python does not write",
    ("settings", b"players" + b".a" * 3000 + b" = 1"): "tables in tables",
    ("settings", 'camera = "²"\n'.encode()): "a digit that is no number",
    ("house rules", b"target = " + b"9" * 5000): "a number of more than 4300 digits",
    ("house rules", b"target = 0x" + b"f" * 20_000): "another one",
    ("house rules", b"caida = " + b"[" * 300 + b"]" * 300): "lists in lists",
    ("notation", b"players " + b"9" * 5000): "players without end",
    ("notation", b"position pile A " + b"9" * 5000): "a pile without end",
    ("notation", "deal ²O\n".encode()): "a digit that is no number",
    ("notation", b"rules steere\nhands 999999999\nA 7O\n"): "hands without end",
    ("frames.csv", b"t_ms\n\x00\n"): "a NUL, which csv refuses in its own way",
    ("export", gzip.compress(b'{"hakam_session": "' + b"x" * 100_000 + b'"}\n{}')): "a format of a hundred pages",
    ("video", b"\0\0\0\x18moov\0\0\0\x10stsz\0\0\0\0\0\0\0\1\x7f\xff\xff\xff"): "two thousand million pictures",
    ("checkpoint", b""): "nothing",
}
"""What was once found, or lies beside it; each with what is odd in it."""


@pytest.mark.parametrize("target", TARGETS)
def test_the_valid_files_are_read(tmp_path, target):
    for number, data in enumerate(seeds()[target]):
        place = tmp_path / str(number)
        place.mkdir()
        (place / TARGETS[target].name).write_bytes(data)
        TARGETS[target].read(place / TARGETS[target].name)


@pytest.mark.parametrize(("target", "data"), CORPUS, ids=CORPUS.values())
def test_what_was_once_found_is_read_or_refused_by_a_sentence(tmp_path, target, data):
    path = tmp_path / TARGETS[target].name
    path.write_bytes(data)
    try:
        TARGETS[target].read(path)
    except HakamError as told:
        assert _badly_told(told) is None


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(any_file())
def test_any_changed_file_is_read_or_refused_by_a_sentence(tmp_path_factory, drawn):
    target, data = drawn
    path = tmp_path_factory.mktemp("fuzz") / TARGETS[target].name
    path.write_bytes(data)
    try:
        TARGETS[target].read(path)
    except HakamError as told:
        assert _badly_told(told) is None


def test_an_input_is_made_again_by_its_number():
    assert made_input("settings", 1, 5) == made_input("settings", 1, 5) != made_input("settings", 1, 6)


def test_every_reader_gets_its_share():
    assert sum(_counts(1_000_000, list(TARGETS)).values()) == pytest.approx(1_000_000, abs=len(TARGETS))


def broken(path):
    raise KeyError("x")


def leaving(path):
    (path.parents[1] / "outside").write_text("x")


def dying(path):
    os.abort()


def large(path):
    return bytearray(b"x") * 600_000_000


@pytest.mark.parametrize(
    ("reader", "words"),
    [(broken, "KeyError"), (leaving, "open "), (dying, "ends the process"), (large, " MB")],
)
def test_the_bench_notices_what_passes_a_limit(monkeypatch, reader, words):
    monkeypatch.setitem(TARGETS, "settings", type(TARGETS["settings"])("a", lambda data, _: data, reader, 1))
    found = list(faults("settings", 1, 2))
    assert [one.number for one in found] == [0, 1]
    assert all(words in one.words for one in found)


def test_the_bench_writes_a_figure_for_each_reader(tmp_path, capsys):
    assert main(["--inputs", "4", "--only", "settings", "notation", "--result", str(tmp_path / "a.json")]) == 0
    assert "4 inputs, 0 passed a limit" in capsys.readouterr().out
    assert "within all limits: notation" in (tmp_path / "a.json").read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="proves it by the kernel's pipes")
@pytest.mark.parametrize("words", ["read {}", "replay {}", "rules --config {}", "score {}"])
def test_a_command_does_not_wait_for_a_pipe(hakam, tmp_path, words):
    os.mkfifo(tmp_path / "pipe.toml")
    status, _, err = hakam(*words.format(tmp_path / "pipe.toml").split())
    assert (status in (1, 2), "it is no file" in err) == (True, True)


def test_the_targets_of_atheris_are_those_of_the_bench():
    command = [sys.executable, "-m", "tests.support.atheris_targets", "--list"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.split("\n")[:-1] == list(TARGETS)
