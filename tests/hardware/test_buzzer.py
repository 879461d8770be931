"""The buzzer plays what it is told, on gpiozero's mock pins."""

import threading

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.announce.tones import PATTERNS, Sound
from firmware.settings.model import Settings
from hardware.buzzer import PiezoBuzzer
from hardware.ports import BuzzerLost

PIN = Settings().buzzer_pin


@pytest.fixture
def pins():
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = None


def listening(pins, heard):
    """A wait that takes no time and writes down what the pin does, and for how long."""

    def wait(seconds):
        pin = pins.pin(PIN)
        heard.append((round(pin.frequency) if pin.frequency else 0, round(seconds * 1000)))
        return False

    return wait


@pytest.mark.parametrize("sound", Sound)
def test_every_pattern_is_played_note_by_note(sound, pins):
    heard = []
    buzzer = PiezoBuzzer(PIN, wait=listening(pins, heard))
    buzzer.play(PATTERNS[sound])
    buzzer.finish()
    assert heard == [(tone.frequency_hz, tone.duration_ms) for tone in PATTERNS[sound]]
    assert not pins.pin(PIN).frequency
    buzzer.close()


def test_a_new_pattern_cuts_the_one_before_short(pins):
    started, cut, notes = threading.Event(), threading.Event(), []

    def wait(_seconds):
        notes.append(round(pins.pin(PIN).frequency))
        started.set()
        return cut.wait(timeout=10)

    buzzer = PiezoBuzzer(PIN, wait=wait)
    buzzer.play(PATTERNS[Sound.WIN])
    assert started.wait(timeout=10)
    cut.set()
    buzzer.play(PATTERNS[Sound.POINT])
    buzzer.finish()
    assert notes == [PATTERNS[Sound.WIN][0].frequency_hz, PATTERNS[Sound.POINT][0].frequency_hz]
    buzzer.close()


def test_closing_falls_silent_at_once(pins):
    buzzer = PiezoBuzzer(PIN)
    buzzer.play(PATTERNS[Sound.FAULT] * 100)
    buzzer.close()
    buzzer.close()


def test_a_taken_pin_is_told(pins):
    first = PiezoBuzzer(PIN)
    with pytest.raises(BuzzerLost, match="GPIO 18 cannot be driven"):
        PiezoBuzzer(PIN)
    first.close()


def test_a_pin_that_another_program_holds_is_told_by_whatever_error(pins, monkeypatch):
    def busy(*_arguments, **_named):
        raise Exception("'GPIO busy'")  # lgpio's error is no OSError and none of gpiozero's

    monkeypatch.setattr(Device.pin_factory.pin_class, "__init__", busy)
    with pytest.raises(BuzzerLost, match="cannot be driven: 'GPIO busy'"):
        PiezoBuzzer(PIN)


def test_a_pin_that_cannot_be_pulsed_is_told():
    Device.pin_factory = MockFactory()
    try:
        with pytest.raises(OSError, match="cannot be driven"):
            PiezoBuzzer(PIN)
    finally:
        Device.pin_factory.reset()
        Device.pin_factory = None


class BreakingPin(MockPWMPin):
    """A pin that is taken away while tones are played."""

    broken = False

    def _set_frequency(self, value):
        if self.broken:
            raise Exception("'unknown handle'")
        super()._set_frequency(value)


def test_a_pin_that_breaks_while_it_sounds_is_told_with_the_next_tones(monkeypatch):
    Device.pin_factory = MockFactory(pin_class=BreakingPin)
    try:
        buzzer = PiezoBuzzer(PIN)
        monkeypatch.setattr(BreakingPin, "broken", True)
        buzzer.play(PATTERNS[Sound.POINT])
        buzzer.finish()
        with pytest.raises(BuzzerLost, match="cannot be sounded: 'unknown handle'"):
            buzzer.play(PATTERNS[Sound.POINT])
        monkeypatch.setattr(BreakingPin, "broken", False)
        buzzer.close()
    finally:
        Device.pin_factory.reset()
        Device.pin_factory = None
