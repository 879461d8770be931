"""Which devices there are, on a Pi and on a laptop."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.announce.say import FOOTER, TWO_LINES
from firmware.announce.screens import screen
from firmware.announce.wide import both_ways, wide_screen
from firmware.devices.factory import (
    buttons_for,
    buzzer_for,
    camera_for,
    display_for,
    is_pi,
    layout_for,
    second_display_for,
)
from firmware.settings.model import Settings
from hardware.display import OledDisplay
from hardware.keyboard import Keyboard
from hardware.playback import Playback
from vision.sources import SourceError


def test_a_pi_is_known_by_its_name(tmp_path):
    model = tmp_path / "model"
    assert not is_pi(model)
    model.write_text("Raspberry Pi 4 Model B Rev 1.5\0")
    assert is_pi(model)
    model.write_text("Pine64 Rock64\0")
    assert not is_pi(model)


def test_a_pi_has_display_pins_and_buzzer_and_a_laptop_terminal_and_keys(monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert isinstance(display_for(Settings(), pi=True)(), OledDisplay)
    assert display_for(Settings(), pi=False) is None
    assert buttons_for(Settings(), pi=False) is Keyboard
    assert buttons_for(Settings(), pi=True) is not Keyboard
    assert buzzer_for(Settings(), pi=True) is not None
    assert buzzer_for(Settings(), pi=False) is None


def test_those_opposite_have_a_display_of_their_own_that_stands_the_other_way():
    assert second_display_for(Settings(), pi=True) is None
    assert second_display_for(Settings(display_opposite="second"), pi=False) is None
    first, second = (
        opener(Settings(display_opposite="second"), pi=True)() for opener in (display_for, second_display_for)
    )
    assert (first._address, first._rotate, second._address, second._rotate) == (0x3C, 0, 0x3D, 2)


@pytest.mark.parametrize(
    ("settings", "layout"),
    [
        (Settings(), (screen, FOOTER)),
        (Settings(display="ssd1322"), (wide_screen, TWO_LINES)),
        (Settings(display="ssd1322", display_opposite="halves"), (both_ways, FOOTER)),
        (Settings(display="sh1106", display_opposite="alternate"), (screen, FOOTER)),
    ],
)
def test_a_wide_display_has_a_layout_of_its_own(settings, layout):
    assert layout_for(settings) == layout


def test_what_is_not_wanted_is_not_there():
    settings = Settings(display="none", buttons="none", buzzer=False)
    assert display_for(settings, pi=True) is None
    assert (buttons_for(settings, pi=True), buzzer_for(settings, pi=True)) == (None, None)


def test_a_recording_may_begin_in_its_middle(tmp_path):
    folder = Path(__file__).parents[2] / "models" / "demo"
    now, later = camera_for(str(folder), pi=False)(), camera_for(f"{folder}@30", pi=False)()
    assert isinstance(later, Playback)
    assert 29.0 < now._began_s - later._began_s < 31.0


@pytest.mark.parametrize("name", ["/nowhere/film.mp4", "/nowhere/film.mp4@5", "film.mp4@x"])
def test_a_recording_must_be_there(name):
    with pytest.raises(SourceError, match="does not exist"):
        camera_for(name, pi=False)


@pytest.mark.parametrize("second", ["9", "-1", "nan", "inf"])
def test_a_second_that_a_recording_does_not_have_is_told_at_once(tmp_path, second):
    (tmp_path / "frames").mkdir()
    cv2.imwrite(str(tmp_path / "frames" / "2000.png"), np.zeros((4, 4, 3), np.uint8))
    with pytest.raises(SourceError, match=r"has no second .+; name one from 0 to 2"):
        camera_for(f"{tmp_path}@{second}", pi=False)
