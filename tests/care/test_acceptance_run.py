"""A run of the acceptance: the command, breaks, what is kept of it."""

import io
import json

import pytest

from firmware.care.acceptance.course import Progress, run_points
from firmware.care.acceptance.verdict import NobodyThereError, PointResult, Verdict, judged, skipped
from hardware.ports import CameraLost


def test_the_command_tells_all_points_and_fails_if_one_did(hakam, home):
    folder = home / "data" / "hakam"
    folder.mkdir(parents=True)
    long = {name: ["pass", "done before"] for name in ("heat", "power cut")}
    (folder / "acceptance.json").write_text(json.dumps({"done": long, "cut": ""}))
    status, out, err = hakam("doctor", "--acceptance", "--json", "--camera", "/nowhere/film.mp4")
    verdicts = {one["point"]: one["verdict"] for one in map(json.loads, out.splitlines())}
    assert status == 1
    assert "sudo systemctl stop hakam" in err
    assert verdicts["doctor"] == verdicts["camera"] == verdicts["five cards"] == "FAIL"
    assert verdicts["display"] == verdicts["button a"] == verdicts["lamps"] == verdicts["buzzer"] == "skipped"
    assert verdicts["heat"] == verdicts["power cut"] == "pass"
    assert not (folder / "acceptance.json").exists()


def test_where_nobody_answers_that_is_said_and_what_was_judged_is_kept(hakam, home, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    folder = home / "data" / "hakam"
    folder.mkdir(parents=True)
    done = {name: ["pass", "done before"] for name in ("doctor", "speed", "heat")}
    (folder / "acceptance.json").write_text(json.dumps({"done": done, "cut": ""}))
    status, out, err = hakam("doctor", "--acceptance", "--camera", "/nowhere/film.mp4")
    assert status == 1
    assert err.endswith("hakam: nobody answers; the acceptance needs somebody at a terminal\n")
    assert "pass     doctor          done before" in out
    assert json.loads((folder / "acceptance.json").read_text())["done"]["camera"][0] == "FAIL"


def broken():
    raise CameraLost("there is no camera")


def test_a_point_that_breaks_has_failed_and_the_next_ones_go_on(tmp_path):
    points = {"camera": broken, "heat": lambda: judged(True, "51 °C"), "buzzer": lambda: skipped("none")}
    results = dict(run_points(points, Progress(tmp_path / "acceptance.json")))
    assert [one.verdict for one in results.values()] == [Verdict.FAIL, Verdict.PASS, Verdict.SKIPPED]
    assert results["camera"] == PointResult(Verdict.FAIL, "there is no camera")


def test_after_a_break_it_goes_on_with_the_next_point_and_then_begins_anew(tmp_path):
    path, done = tmp_path / "acceptance.json", []

    def point(name, *, breaks=False):
        def do():
            if breaks:
                raise NobodyThereError("nobody answers")
            done.append(name)
            return judged(name != "a", name)

        return do

    with pytest.raises(NobodyThereError):
        list(run_points({"a": point("a"), "b": point("b", breaks=True)}, Progress(path)))
    results = dict(run_points({"a": point("a"), "b": point("b")}, Progress(path)))
    assert (done, results["a"].verdict, results["b"].words) == (["a", "b"], Verdict.FAIL, "b")
    assert not path.exists()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"done": {"a": ["perhaps", ""]}, "cut": ""}', '{"done": 3}'])
def test_a_damaged_file_of_progress_holds_nothing(tmp_path, content):
    (tmp_path / "acceptance.json").write_text(content)
    progress = Progress(tmp_path / "acceptance.json")
    assert (progress.done, progress.cut) == ({}, "")
