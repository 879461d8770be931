"""Which lamps in the buttons are lit, and that they are never in the way."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from firmware.announce.texts import LANGUAGES, text
from firmware.care.device_checks import lamps
from firmware.devices.factory import lamps_for
from firmware.events import ChallengeOpened, Doubt
from firmware.presentation.sinks import lamp_sink, lit_buttons
from firmware.referee import MatchSetup, Referee
from firmware.runtime.live_match import LiveMatch
from firmware.settings.model import Settings
from firmware.storage.journal import Journal
from firmware.storage.moment import Moment
from hardware.fake import FakeLamps
from hardware.lamps import PinLamps
from hardware.optional_device import BACK_OFF_S, OptionalDevice
from hardware.ports import LampsLost
from tests.support.settled import settled

BARE = Referee(MatchSetup(4, 3)).scoreboard
ASKED = Doubt(1000, 5, 1, ())
OPEN_CHALLENGE = ChallengeOpened(0, 1)
LOOKS = 165  # of the session: its layout and the first plays


@pytest.mark.parametrize(
    ("shown", "lamps"),
    [
        ({}, ""),
        ({"turn": 0}, "0"),
        ({"turn": 3}, "3"),
        ({"turn": 2, "question": ASKED}, "2 a b"),
        ({"turn": 1, "open_challenge": OPEN_CHALLENGE}, "1 a b"),
        ({"question": ASKED}, "a b"),
        ({"turn": 1, "held": 0}, "1"),  # a held win is accepted by the opponents' own buttons
        ({"winners": (0,)}, ""),
    ],
)
def test_the_lamps_follow_the_scoreboard(shown, lamps):
    assert lit_buttons(replace(BARE, **shown)) == set(lamps.split())


def moment(board):
    return Moment(0, None, (), board)


class Socket:
    """Where the lamps are plugged in, or not."""

    def __init__(self, there):
        self.there, self.now, self.lamps = there, 0.0, FakeLamps("0123ab")
        self.device = OptionalDevice("lamps", self.open, keeps=True, clock=lambda: self.now)
        self.listen = lamp_sink(lambda lit: self.device.use(lambda device: device.show(lit)))

    def open(self):
        if not self.there:
            raise LampsLost("the lamps cannot be lit: 'GPIO busy'")
        return self.lamps


def test_every_moment_is_shown():
    socket = Socket(there=True)
    for turn in (0, 1, None):
        socket.listen(moment(replace(BARE, turn=turn)), None)
        settled(socket.device)
        assert socket.lamps.lit == ({str(turn)} if turn is not None else set())


def test_lamps_that_are_missing_stop_nothing_and_are_right_once_they_are_there():
    socket = Socket(there=False)
    playing = moment(replace(BARE, turn=2))
    socket.listen(playing, None)
    settled(socket.device)
    assert "GPIO busy" in socket.device.lost
    socket.there, socket.now = True, BACK_OFF_S[0]
    socket.listen(playing, None)
    settled(socket.device)
    assert (socket.device.lost, socket.lamps.lit) == ("", {"2"})


def test_that_they_are_missing_can_be_told_in_every_language():
    assert len({text("missing", "lamps", language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.fixture
def board():
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = None


@pytest.mark.parametrize(
    ("settings", "pins"),
    [
        (Settings(seat_led_pins=(12, 16, 20, 21), referee_led_pins=(19, 26)), {"2": 20, "b": 26}),
        (Settings(seat_led_pins=(12, 16, 20, 21)), {"2": 20}),
        (Settings(referee_led_pins=(19, 26)), {"b": 26}),
    ],
)
def test_each_button_has_the_lamp_that_the_settings_name(board, settings, pins):
    lamps = lamps_for(settings, pi=True)()
    assert isinstance(lamps, PinLamps)
    lamps.show({"2", "b"})
    assert lamps.lit == pins.keys()
    assert all(board.pin(pin).state for pin in pins.values())
    lamps.close()


def test_the_doctor_lights_each_once_and_puts_it_out(board, monkeypatch):
    monkeypatch.setattr("firmware.care.device_checks.SHINE_S", 0.0)
    (finding,) = lamps(Settings(referee_led_pins=(19, 26)), pi=True)
    assert finding.words == "2 shone once, if you saw it"
    assert all([change.state for change in board.pin(pin).states][-2:] == [True, False] for pin in (19, 26))


def test_where_no_lamps_are_fitted_the_doctor_says_so():
    (finding,) = lamps(Settings(), pi=True)
    assert finding.words == "there are to be none in the buttons"


@pytest.fixture
def at_the_table(hakam, home, looks, monkeypatch):
    """Goes on with a match in which seat 0 or 1 is to play, as if this were a Pi with lamps and no other part."""
    monkeypatch.setattr("firmware.runtime.appliance.is_pi", lambda: True)
    none = 'display = "none"\nbuttons = "none"\nbuzzer = false\n'
    (home / "own.toml").write_text(f"{none}seat_led_pins = [12, 16, 20, 21]\nreferee_led_pins = [19, 26]")
    (home / "frames").mkdir()
    cv2.imwrite(str(home / "frames" / "00000.jpg"), np.full((360, 640, 3), 120, np.uint8))
    with Journal(home / "evening.db") as journal:
        match = LiveMatch.begin(journal, MatchSetup(2, 1))
        for look in looks[:LOOKS]:
            match.feed(look)
        match.save_checkpoint()
    arguments = ("--camera", home, "--journal", home / "evening.db", "--config", home / "own.toml", "--json")
    return match.referee.scoreboard.turn, lambda: hakam("run", *arguments)


def test_a_live_referee_lights_the_seat_whose_turn_it_is_and_puts_all_out_when_he_goes(board, at_the_table):
    turn, run = at_the_table
    assert turn is not None
    assert run()[0] == 0
    history = [[one.state for one in board.pin(pin).states] for pin in (12, 16, 20, 21, 19, 26)]
    assert [True in states for states in history] == [seat == turn for seat in range(6)]
    assert not any(states[-1] for states in history)


def test_a_live_referee_goes_on_without_lamps(board, at_the_table, caplog):
    taken = PinLamps({"0": 12})
    assert at_the_table[1]()[0] == 0
    assert "lamps: the lamps cannot be lit" in caplog.text
    taken.close()


def test_without_pins_or_off_a_pi_there_are_no_lamps():
    assert lamps_for(Settings(), pi=True) is None
    assert lamps_for(Settings(referee_led_pins=(19, 26)), pi=False) is None
