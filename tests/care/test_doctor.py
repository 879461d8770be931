"""What the doctor says of machines and cameras, well and ill."""

import itertools
import json

import numpy as np
import pytest

from firmware.care.doctor import Finding, Health, disk, examine, power, seen
from firmware.errors import HakamError
from hardware.fake import FakeCamera


def found(findings):
    return {one.what: one.state.value for one in findings}


def machine(folder, alarm=None, heat=None):
    """A tree like /sys, with what there is of it."""
    for name, value in (("class/hwmon/hwmon1/in0_lcrit_alarm", alarm), ("class/thermal/thermal_zone0/temp", heat)):
        if value is not None:
            (folder / name).parent.mkdir(parents=True)
            (folder / name).write_text(f"{value}\n")
    return folder


@pytest.mark.parametrize(
    ("alarm", "heat", "said"),
    [
        (0, 51_000, {"power": "ok", "temperature": "ok"}),
        (1, 51_000, {"power": "bad", "temperature": "ok"}),
        (0, 83_500, {"power": "ok", "temperature": "bad"}),
        (None, None, {}),
    ],
)
def test_the_supply_and_the_heat(tmp_path, alarm, heat, said):
    assert found(power(machine(tmp_path, alarm, heat))) == said


def test_the_disk_is_tried_and_left_as_it_was(tmp_path):
    assert found(disk(tmp_path)).keys() == {"disk", "disk speed"}
    assert not list(tmp_path.iterdir())


def clock(step_s):
    times = itertools.count(0.0, step_s)
    return lambda: next(times)


def camera(grey, step_s):
    return FakeCamera((np.full((72, 128, 3), grey, np.uint8) for _ in range(99)), clock=clock(step_s))


@pytest.mark.parametrize(
    ("grey", "step_s", "said"),
    [
        (130, 1 / 30, {"camera": "ok", "light": "ok", "focus": "ok"}),
        (130, 1 / 4, {"camera": "look", "light": "ok", "focus": "ok"}),
        (12, 1 / 30, {"camera": "ok", "light": "bad", "focus": "ok"}),
        (240, 1 / 30, {"camera": "ok", "light": "bad", "focus": "ok"}),
    ],
)
def test_what_comes_from_a_camera(monkeypatch, grey, step_s, said):
    monkeypatch.setattr("time.monotonic", lambda: -1.0)
    assert found(seen(camera(grey, step_s))) == said


def test_a_check_that_cannot_be_made_is_a_finding():
    def broken():
        raise HakamError("it does not answer")

    assert list(examine({"display": broken})) == [Finding("display", Health.BAD, "it does not answer")]


def test_all_is_told_and_what_is_bad_is_a_failure(hakam):
    status, out, _ = hakam("doctor", "--camera", "/nowhere/film.mp4", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    states = {one["what"]: one["state"] for one in lines}
    assert (status, states["camera"], states["journal"]) == (1, "bad", "ok")
    assert "does not exist" in next(one["words"] for one in lines if one["what"] == "camera")


def test_it_speaks_in_sentences(hakam):
    _, out, _ = hakam("doctor", "--camera", "/nowhere/film.mp4")
    assert "a table of cards is read in" in out
