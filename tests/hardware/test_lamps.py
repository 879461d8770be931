"""One contract for all lamps: LEDs on pins of gpiozero's mock, and the shipped stand-in."""

import re
import tomllib
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin

from docs.tools.wiring import FITTED, place
from firmware.devices.factory import lamp_pins
from firmware.settings.model import load_settings
from hardware.fake import FakeLamps
from hardware.lamps import PinLamps
from hardware.ports import Lamps, LampsLost

PINS = {"0": 12, "1": 16, "a": 19, "b": 26}


class CountingPin(MockPin):
    """Counts how often it is switched."""

    switched = 0

    def _set_state(self, value):
        CountingPin.switched += 1
        super()._set_state(value)


class BusyPin(MockPin):
    """What lgpio does with a pin that another program holds: its error is no OSError and none of gpiozero's."""

    def __init__(self, factory, info):
        if info.name == "GPIO16":
            raise Exception("'GPIO busy'")
        super().__init__(factory, info)


class BreakingPin(MockPin):
    """Works until it is lit, and then no more."""

    broken = False

    def _set_state(self, value):
        self.broken |= bool(value)
        if self.broken:
            raise Exception("'unknown handle'")
        super()._set_state(value)


@pytest.fixture
def pins():
    yield lambda pin_class: setattr(Device, "pin_factory", MockFactory(pin_class=pin_class))
    Device.pin_factory.reset()
    Device.pin_factory = None


@pytest.fixture(params=["pins", "fake"])
def lamps(request, pins):
    pins(MockPin)
    lamps: Lamps = PinLamps(PINS) if request.param == "pins" else FakeLamps(PINS)
    yield lamps
    lamps.close()


def shining():
    """The buttons whose pins are high."""
    return {name for name, pin in PINS.items() if Device.pin_factory.pin(pin).state}


def test_all_are_dark_at_first(lamps):
    assert lamps.lit == frozenset()


def test_those_are_lit_that_are_shown_and_no_others(lamps):
    for wanted in ({"0"}, {"0", "a", "b"}, {"1"}, set()):
        lamps.show(wanted)
        assert lamps.lit == wanted
        assert isinstance(lamps, FakeLamps) or shining() == wanted


def test_buttons_without_a_lamp_do_no_harm(lamps):
    lamps.show({"1", "3"})
    assert lamps.lit == {"1"}


def test_closing_puts_all_out_and_may_be_done_twice(lamps):
    lamps.show({"1", "b"})
    lamps.close()
    assert lamps.lit == frozenset()
    assert isinstance(lamps, FakeLamps) or shining() == set()
    lamps.close()


def test_only_what_changes_is_switched(pins):
    pins(CountingPin)
    lamps = PinLamps(PINS)
    lamps.show({"0"})
    CountingPin.switched = 0
    lamps.show({"0"})
    assert CountingPin.switched == 0
    lamps.show({"0", "a"})
    assert CountingPin.switched == 1


def test_a_pin_that_is_taken_is_told_and_the_others_are_given_back(pins):
    pins(BusyPin)
    with pytest.raises(LampsLost, match="cannot be lit: 'GPIO busy'"):
        PinLamps(PINS)
    PinLamps({"0": PINS["0"]}).close()


def test_a_pin_that_breaks_is_told_and_can_still_be_closed(pins):
    pins(BreakingPin)
    lamps = PinLamps(PINS)
    with pytest.raises(LampsLost, match="cannot be switched: 'unknown handle'"):
        lamps.show({"0"})
    lamps.close()


HERE = Path(__file__).parents[2] / "hardware"
SUGGESTED = re.search(r"```toml\n(.*?)```", (HERE / "README.md").read_text(), re.S)[1]


def test_the_pins_that_are_suggested_are_free_and_those_that_are_drawn(tmp_path):
    (tmp_path / "hakam.toml").write_text(f'display = "ssd1322"\n{SUGGESTED}')
    settings = load_settings(str(tmp_path / "hakam.toml"))  # which refuses a pin that has two things on it
    assert lamp_pins(settings) == lamp_pins(FITTED)


def test_the_places_on_the_header_that_are_named_beside_them_are_theirs():
    for line in SUGGESTED.splitlines():
        values, _, words = line.partition("#")
        ((pins),) = tomllib.loads(values).values()
        assert [place(pin) for pin in pins] == [int(number) for number in re.findall(r"\d+", words)]
