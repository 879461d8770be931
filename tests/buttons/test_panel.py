"""The panel: buttons that are stuck, all pressed at once, held while the program starts or they are opened again."""

from dataclasses import replace

import pytest

from firmware.announce.say import FOOTER
from firmware.announce.texts import LANGUAGES
from firmware.buttons.meanings import ButtonStuck
from firmware.buttons.panel import ButtonPanel
from firmware.cards import Card
from firmware.events import Doubt
from firmware.referee import MatchSetup, Referee
from firmware.settings.model import Settings
from firmware.signals import ButtonPress
from hardware.fake import FakeButtons
from hardware.ports import REFEREE_BUTTONS, SEAT_BUTTONS

ALL = (*SEAT_BUTTONS, *REFEREE_BUTTONS)
SETUP = MatchSetup(4, 3)
STUCK_S, LONG_S = Settings().stuck_ms / 1000, Settings().long_press_ms / 1000


class Fingers:
    """Buttons, and a panel that hears them, on a clock that is told."""

    def __init__(self):
        self.now = 100.0
        self.panel = ButtonPanel(Settings(), self.now)
        self.panel.see(SETUP, Referee(SETUP).scoreboard, self.now)
        self.buttons = FakeButtons(clock=lambda: self.now)
        self.opened()

    def opened(self):
        self.buttons.listen(self.panel.heard)
        self.panel.begin(self.buttons.held, self.now)

    def later(self, seconds):
        """What was meant till then, looked at every tenth of a second as the loop does at least."""
        said = []
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            said += self.panel.take(self.now)
        return said

    def press(self, *names):
        for name in names:
            self.buttons.press(name)
        return self

    def release(self, *names):
        for name in names:
            self.buttons.release(name)
        return self


def words(said):
    return [one.input for one in said if isinstance(one, ButtonPress)]


@pytest.mark.parametrize("name", ALL)
def test_a_stuck_button_means_nothing_is_shown_and_the_others_work_on(name):
    fingers = Fingers().press(name)
    said = fingers.later(STUCK_S + 0.2)
    assert (words(said), len(said), isinstance(said[-1], ButtonStuck)) == ([], 1, True)
    shown = name.upper() if name in REFEREE_BUTTONS else str(int(name) + 1)
    assert fingers.panel.hint("en") == f"Stuck: {shown}"
    other = "1" if name == "0" else "0"
    said = fingers.press(other).later(0.1) + fingers.release(other).later(1.0)
    assert words(said) == ["ronda"]
    assert words(fingers.release(name).later(1.0)) == []
    assert fingers.panel.hint("en") == ""


def test_all_pressed_at_once_mean_nothing_and_all_work_afterwards():
    fingers = Fingers().press(*ALL)
    assert words(fingers.later(0.3) + fingers.release(*ALL).later(2.0)) == []
    assert words(fingers.press("2").later(0.1) + fingers.release("2").later(1.0)) == ["ronda"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_them_stuck_fit_the_display(language):
    fingers = Fingers().press(*ALL)
    assert words(fingers.later(STUCK_S + 0.2)) == []
    assert fingers.panel.hint(language).endswith("1234AB")
    assert len(fingers.panel.hint(language)) <= FOOTER
    fingers.release(*ALL).later(0.5)
    assert fingers.panel.hint(language) == ""


@pytest.mark.parametrize("name", ALL)
def test_a_button_held_through_a_start_means_nothing_until_it_is_released(name):
    fingers = Fingers()
    fingers.press(name).opened()
    said = fingers.later(2 * LONG_S) + fingers.release(name).later(1.0)
    assert said == []
    assert fingers.panel.hint("en") == ""
    fingers.press("0").later(0.1)
    assert words(fingers.release("0").later(1.0)) == ["ronda"]


def test_one_that_is_stuck_from_the_start_is_told():
    fingers = Fingers()
    fingers.press("a").opened()
    (said,) = fingers.later(STUCK_S + 0.2)
    assert isinstance(said, ButtonStuck)
    assert fingers.panel.hint("en") == "Stuck: A"


def test_a_release_that_nobody_heard_is_made_good_when_the_buttons_are_opened_again():
    fingers = Fingers().press("a")
    fingers.later(0.2)
    fingers.buttons.close()
    fingers.release("a").opened()
    assert fingers.later(STUCK_S + 1.0) == []
    assert fingers.panel.hint("en") == ""
    assert words(fingers.press("0").later(0.1) + fingers.release("0").later(1.0)) == ["ronda"]


def test_a_press_that_began_before_other_choices_were_shown_answers_nothing():
    fingers, board = Fingers(), Referee(SETUP).scoreboard
    cards = ((Card.parse("7O"), 0.6), (Card.parse("3O"), 0.3), (Card.parse("2O"), 0.1), (None, 0.0))
    asked = Doubt(0, 1, 0, cards)
    fingers.panel.see(SETUP, replace(board, question=asked), fingers.now)
    fingers.later(1.0)
    fingers.press("a").later(0.1)
    other = replace(asked, candidates=(*cards[2:], *cards[:2]))
    fingers.panel.see(SETUP, replace(board, question=other), fingers.now)
    assert words(fingers.release("a").later(0.3)) == []
    fingers.later(1.0)
    fingers.press("a").later(0.1)
    assert words(fingers.release("a").later(0.3)) == ["a"]
