"""One contract for all buttons: pins of gpiozero's mock, the shipped stand-in, the keys of a terminal."""

import os
import pty
import queue
import threading
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin

from firmware.devices.factory import button_pins
from firmware.settings.model import Settings
from hardware.buttons import PinButtons
from hardware.fake import FakeButtons
from hardware.keyboard import Keyboard, strokes
from hardware.ports import Buttons, ButtonsLost

PINS = button_pins(Settings())


class OnPins:
    def __init__(self):
        Device.pin_factory = MockFactory()
        self.buttons = PinButtons(PINS, clock=lambda: 5.0)

    def press(self, name):
        Device.pin_factory.pin(PINS[name]).drive_low()

    def release(self, name):
        Device.pin_factory.pin(PINS[name]).drive_high()

    def close(self):
        self.buttons.close()
        Device.pin_factory.reset()
        Device.pin_factory = None


class OnFakes:
    def __init__(self):
        self.buttons = FakeButtons(clock=lambda: 5.0)
        self.press, self.release = self.buttons.press, self.buttons.release

    def close(self):
        self.buttons.close()


class OnKeys:
    """A terminal; fingers leave a key only when told."""

    def __init__(self):
        self.hand, terminal = pty.openpty()
        self.terminal = os.fdopen(terminal)
        self.lifted = threading.Semaphore(0)
        self.buttons = Keyboard(self.terminal, clock=lambda: 5.0, sleep=self.lift)
        self.closing = False

    def lift(self, seconds):
        while not self.closing and not self.lifted.acquire(timeout=0.05):
            pass

    def press(self, name):
        os.write(self.hand, (name if name in "ab" else str(int(name) + 1)).encode())

    def release(self, name):
        self.lifted.release()
        self.lifted.release()  # and the pause after it

    def close(self):
        self.closing = True
        self.buttons.close()
        self.terminal.close()
        os.close(self.hand)


@pytest.fixture(params=[OnPins, OnFakes, OnKeys])
def rig(request):
    rig = request.param()
    buttons: Buttons = rig.buttons
    rig.heard = queue.Queue()
    buttons.listen(lambda *told: rig.heard.put(told))
    yield rig
    rig.close()


@pytest.mark.parametrize("name", PINS)
def test_a_press_and_its_release_are_told_with_their_times(rig, name):
    rig.press(name)
    assert rig.heard.get(timeout=5) == (name, True, 5.0)
    assert rig.buttons.held == (name,)
    rig.release(name)
    assert rig.heard.get(timeout=5) == (name, False, 5.0)
    assert rig.buttons.held == ()


def test_after_closing_nothing_is_told(rig):
    rig.buttons.close()
    if isinstance(rig, OnFakes):
        rig.press("a")
    assert rig.heard.empty()


@pytest.fixture
def pins():
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = None


def test_bounces_are_told_as_they_come(pins):
    buttons, heard = PinButtons(PINS), []
    buttons.listen(lambda name, closes, _s: heard.append(closes))
    for _ in range(3):
        pins.pin(PINS["a"]).drive_low()
        pins.pin(PINS["a"]).drive_high()
    assert heard == [True, False] * 3


def test_a_pin_that_is_taken_is_told_and_the_others_are_given_back(pins):
    first = PinButtons({"a": 24})
    with pytest.raises(ButtonsLost, match="cannot be read"):
        PinButtons({"0": 17, "a": 24})
    PinButtons({"0": 17}).close()
    first.close()


class BusyPin(MockPin):
    """What lgpio does with a pin that another program holds: its error is no OSError and none of gpiozero's."""

    def __init__(self, factory, info):
        raise Exception("'GPIO busy'")


def test_a_pin_that_another_program_holds_is_told_by_whatever_error(pins):
    Device.pin_factory.pin_class = BusyPin
    with pytest.raises(ButtonsLost, match="cannot be read: 'GPIO busy'"):
        PinButtons({"0": 17})


def test_no_terminal_no_keys():
    with Path(os.devnull).open() as nothing, pytest.raises(ButtonsLost):
        Keyboard(nothing)


@pytest.mark.parametrize(
    ("key", "chord", "done"),
    [
        ("1", None, "0+ 0-"),
        ("B", None, "b+ b-"),
        ("$", None, "3+ 3-"),
        ("2", "b", "b+ 1+ 1- b-"),
        ("n", None, "a+ b+ b- a-"),
        ("x", None, ""),
    ],
)
def test_what_fingers_do_for_a_key(key, chord, done):
    assert " ".join(f"{name}{'+' if closes else '-'}" for name, closes, _ in strokes(key, chord)) == done


def test_a_key_with_shift_is_held_long_and_a_chord_is_held_first():
    waits = {key: next(seconds for *_, seconds in strokes(key, None)) for key in "aA"}
    assert waits["a"] < Settings().chord_ms / 1000
    assert waits["A"] > Settings().long_press_ms / 1000
    assert next(strokes("1", "a"))[2] > Settings().chord_ms / 1000


def test_the_question_mark_asks_for_the_keys_and_presses_nothing():
    asked = threading.Event()
    hand, terminal = pty.openpty()
    heard = []
    with os.fdopen(terminal) as stream:
        keys = Keyboard(stream, help_wanted=asked.set)
        keys.listen(lambda *told: heard.append(told))
        os.write(hand, b"?")
        assert asked.wait(5)
        keys.close()
    os.close(hand)
    assert heard == []


def test_a_terminal_that_goes_is_told_to_whoever_asks_what_is_held():
    hand, terminal = pty.openpty()
    with os.fdopen(terminal) as stream:
        keys = Keyboard(stream)
        keys.listen(lambda *told: None)
        assert keys.held == ()
        os.close(hand)
        keys._thread.join(30.0)
        with pytest.raises(ButtonsLost, match="the terminal has gone"):
            _ = keys.held
        keys.close()
