"""Every point of the acceptance, on devices that are well and devices that are not; time goes on when told."""

import itertools

import numpy as np
import pytest

from firmware.announce.screens import text_screen
from firmware.announce.tones import PATTERNS, Sound
from firmware.cards import Card
from firmware.care.acceptance import faults, senses, views
from firmware.care.acceptance.course import Progress
from firmware.care.aim_state import TO_PLAY
from firmware.storage.journal import Journal
from hardware.fake import FakeButtons, FakeBuzzer, FakeCamera, FakeDisplay, FakeLamps
from hardware.optional_device import BACK_OFF_S, OptionalDevice
from hardware.ports import DisplayLost
from tests.support.acceptance import SETTINGS, Somebody, passed
from tests.support.settled import settled
from vision.stills import PictureReading, ReadCard


@pytest.mark.parametrize(("answer", "well"), [("4711", True), ("4771", False), ("", False)])
def test_the_display_is_read_by_the_person(answer, well):
    display = FakeDisplay()
    assert passed(senses.check_display(display, Somebody(answer), "4711")) is well
    assert display.pictures[0].tobytes() == text_screen("4711").tobytes()


@pytest.mark.parametrize(("answer", "well"), [("3", True), ("2", False), ("three?", False)])
def test_the_beeps_are_counted(answer, well):
    buzzer = FakeBuzzer()
    assert passed(senses.check_buzzer(buzzer, Somebody(answer), 3)) is well
    assert sum(tone in PATTERNS[Sound.POINT] for tone in buzzer.played[0]) == 3


@pytest.mark.parametrize(
    ("answers", "well", "said"),
    [
        (("2", "A", "0"), True, "all 3 shine in their buttons"),
        (("2", "", "0"), False, "lit: referee A, none was seen"),
        (("0", "a", "2"), False, "lit: seat 2, 0 was seen; seat 0, 2 was seen"),
    ],
)
def test_the_person_says_which_lamp_shines(answers, well, said):
    lamps = FakeLamps(("0", "2", "a"))
    result = senses.check_lamps(lamps, ["2", "a", "0"], Somebody(*answers))
    assert (passed(result), result.words) == (well, said)
    assert not lamps.lit


@pytest.mark.parametrize(
    ("contacts", "well", "said"),
    [
        ([(3.0, "1", True), (3.1, "1", False)], True, "heard: seat 1 (2 contacts)"),
        ([(3.0, "1", True), (3.002, "1", False), (3.004, "1", True), (3.1, "1", False)], True, "(4 contacts)"),
        ([(3.0, "1", True), (3.1, "1", False), (3.3, "1", True), (3.4, "1", False)], False, "seat 1, seat 1"),
        ([(3.0, "2", True), (3.1, "2", False)], False, "heard: seat 2"),
        ([(3.0, "1", True), (3.01, "a", True), (3.1, "1", False), (3.1, "a", False)], False, "referee A"),
        ([(3.0, "1", True)], False, "it stays down"),
        ([(3.0, "1", True), (3.004, "1", False)], False, "a spark"),
        ([(25.0, "1", True), (25.1, "1", False)], False, "nothing was heard"),
    ],
)
def test_a_button_is_heard_once_and_no_other_is(time, contacts, well, said):
    buttons = FakeButtons(clock=time.monotonic)
    for seconds, name, closes in contacts:
        time.later(seconds, lambda name=name, closes=closes: (buttons.press if closes else buttons.release)(name))
    result = senses.check_button(buttons, "1", Somebody(), time, SETTINGS)
    assert passed(result) is well
    assert said in result.words


def flat(grey):
    return np.full((72, 128, 3), grey, np.uint8)


def film(time, pictures, step_s=1 / 30, gaps=()):
    """A camera whose pictures come at their time; ``gaps`` are numbers of pictures before which it stalls for 0.8 s."""

    def come():
        for number, picture in enumerate(pictures):
            time.sleep(step_s + 0.8 * (number in gaps))
            yield picture

    return FakeCamera(come(), clock=time.monotonic)


def with_hand(number):
    picture = flat(120)
    if number % 500 == 400:
        picture[20:60, 30:90] = 220
    return picture


@pytest.mark.parametrize(
    ("pictures", "options", "well", "said"),
    [
        (lambda _: flat(120), {}, True, "30.0 pictures a second"),
        (lambda _: flat(120), {"step_s": 1 / 20}, False, "20.0 pictures a second"),
        (lambda _: flat(120), {"gaps": (900,)}, False, "0.83 s at most"),
        (lambda number: flat(120 + 4 * (number % 3)), {}, False, "within 8.0 of 255"),
        (lambda number: flat(100 + number // 60), {}, False, "within 30"),
        (with_hand, {}, False, "pictures with movement"),
    ],
)
def test_a_camera_is_watched_for_a_minute(time, pictures, options, well, said):
    result = views.check_stream(film(time, map(pictures, itertools.count()), **options), Somebody(""), time)
    assert passed(result) is well
    assert said in result.words
    assert views.WATCHED_S <= time.monotonic() - 100.0 < views.WATCHED_S + 10


@pytest.mark.parametrize(
    ("colour", "well", "said"),
    [((40, 50, 180), True, "red 180"), ((180, 50, 40), False, "exchanged"), ((120, 120, 122), False, "red 122")],
)
def test_red_must_come_as_red(time, colour, well, said):
    picture = flat(90)
    picture[25:46, 48:80] = colour
    result = views.check_colours(film(time, itertools.repeat(picture)), Somebody(""), time)
    assert passed(result) is well
    assert said in result.words


class Reader:
    """Eyes that see one more card at each look, of ``most``."""

    def __init__(self, most):
        self.most, self.looks = most, 0

    def read(self, _picture):
        self.looks += 1
        return PictureReading(tuple(card(number) for number in range(min(self.looks, self.most))), {})


def card(number):
    left, top = 200 + 400 * (number % 3), 150 + 300 * (number // 3)
    corners = np.array([(left, top), (left + 70, top), (left + 70, top + 110), (left, top + 110)], np.float32)
    return ReadCard(Card.parse(f"{number + 1}O"), 0.99, corners)


@pytest.mark.parametrize(("most", "well"), [(TO_PLAY + 1, True), (TO_PLAY, False), (0, False)])
def test_five_cards_are_read_or_the_time_is_over(time, most, well):
    camera = film(time, itertools.repeat(np.full((720, 1280, 3), 120, np.uint8)), step_s=1.0)
    result = views.check_card_reading(camera, Reader(most).read, Somebody(), time, 95.0)
    assert passed(result) is well
    assert ("2O 3O 4O 5O 6O" in result.words) is well


class Cable:
    """Something that is pulled and put back when the person is told to, and noticed after a while."""

    def __init__(self, time, noticed_s=2.0, back_s=3.0):
        self.gone, self.touched = False, 0
        self.person = Somebody(
            does={
                "Pull": lambda: time.later(noticed_s, lambda: setattr(self, "gone", True)),
                "The": lambda: time.later(back_s, lambda: setattr(self, "gone", False)),
            }
        )

    def touch(self):
        self.touched += 1


@pytest.mark.parametrize(
    ("takes_s", "silent_s", "well", "said"),
    [
        ((2.0, 3.0), 2.1, True, "missed after 2.1 s without a picture, there again 3 s after"),
        ((2.0, 3.0), 0.0, True, "there again 3 s"),
        ((2.0, 3.0), 4.2, False, "missed after 4.2 s"),
        ((40.0, 3.0), 0.0, False, "was not missed"),
        ((2.0, 40.0), 0.0, False, "did not come back"),
    ],
)
def test_what_is_pulled_is_missed_and_comes_back(time, takes_s, silent_s, well, said):
    cable = Cable(time, *takes_s)
    part = faults.Pluggable("camera", lambda: cable.gone, lambda: silent_s, cable.touch)
    result = faults.check_reconnection(part, cable.person, time)
    assert passed(result) is well
    assert said in result.words
    assert cable.touched > 3


def test_what_was_never_there_cannot_be_pulled(time):
    result = faults.check_reconnection(faults.Pluggable("camera", lambda: True), Somebody(), time)
    assert not passed(result)
    assert "from the beginning" in result.words


@pytest.mark.parametrize(("told", "well"), [("7", True), ("9", True), ("10", False), ("", False), ("many", False)])
def test_what_was_told_before_the_power_cut_is_kept(time, tmp_path, told, well):
    def cut():
        raise KeyboardInterrupt  # the power goes, as near as a test can come

    progress, person = Progress(tmp_path / "acceptance.json"), Somebody("", does={"9": cut})
    with pytest.raises(KeyboardInterrupt):
        faults.check_power_cut(tmp_path, progress, "first boot", person, time)
    again = Progress(tmp_path / "acceptance.json")
    result = faults.check_power_cut(tmp_path, again, "second boot", Somebody(told), time)
    assert passed(result) is well
    assert "9 numbers are kept" in result.words


def test_in_the_same_run_of_the_machine_there_was_no_power_cut(time, tmp_path):
    progress = Progress(tmp_path / "acceptance.json")
    progress.expect_cut("first boot")
    result = faults.check_power_cut(tmp_path, progress, "first boot", Somebody(""), time)
    assert not passed(result)
    assert "was not pulled" in result.words


def test_numbers_that_are_missing_are_told(tmp_path, time):
    test_what_was_told_before_the_power_cut_is_kept(time, tmp_path, "7", True)
    with Journal(tmp_path / faults.FILE) as journal:
        journal._file.execute("DELETE FROM signal WHERE place = 3")
    result = faults.check_kept_numbers(tmp_path, Somebody("7"))
    assert not passed(result)
    assert "with gaps" in result.words


class Module(FakeDisplay):
    """A display whose cable can come off."""

    def __init__(self):
        super().__init__()
        self.off = False

    def show(self, picture):
        if self.off:
            raise DisplayLost("it does not answer")
        super().show(picture)


def test_the_easel_of_a_display_that_is_pulled_off_misses_it_and_finds_it_again(time):
    module = Module()
    now = [0.0]
    worker = OptionalDevice("display", lambda: module, keeps=True, clock=lambda: now[0])

    def touch():
        """Draw on it once more, and wait until that is done; a display that is lost is tried again by then."""
        now[0] += BACK_OFF_S[-1]
        worker.use(lambda display: display.show(text_screen("7")))
        settled(worker)

    off = {"Pull": lambda: setattr(module, "off", True), "The": lambda: setattr(module, "off", False)}
    part = faults.Pluggable("display", lambda: bool(worker.lost), touch=touch)
    assert passed(faults.check_reconnection(part, Somebody(does=off), time))
    worker.close()
