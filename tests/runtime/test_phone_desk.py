"""What phones say becomes presses while the game is as they saw it; the journal has it, and plays it again."""

from dataclasses import replace

import pytest

from firmware.phones.messages import SaidInput, ShownLine
from firmware.referee import Referee
from firmware.replaying.replay import play_back
from firmware.runtime.phone_desk import PhoneDesk
from firmware.signals import ButtonPress
from firmware.standing.message import read_standing
from firmware.standing.questions import open_question, question_key
from firmware.standing.writing import told_plays
from firmware.storage.journal import Journal
from firmware.storage.live_reader import LiveReader
from tests.support.live_table import LOOKS, SETUP, begun


class Letters:
    """An inbox with these messages in it."""

    def __init__(self, *messages):
        self.messages = list(messages)

    def take(self):
        taken, self.messages = self.messages, []
        return taken


@pytest.fixture(scope="module")
def referee():
    referee = Referee(SETUP)
    for look in LOOKS[:80]:
        referee.feed(look)
    referee.feed(ButtonPress(LOOKS[79].t_ms, 0, "challenge"))
    return referee


def taken(referee, message):
    return PhoneDesk(Letters(message)).take(referee, 0.0)


def test_what_is_said_becomes_a_press_of_that_seat(referee):
    assert taken(referee, SaidInput(1, "ronda")) == [ButtonPress(0, 1, "ronda")]


def test_a_seat_that_nobody_has_says_nothing(referee):
    assert taken(referee, SaidInput(3, "ronda")) == []


def test_an_answer_counts_while_its_question_is_open(referee):
    asked = question_key(open_question(referee.scoreboard))
    assert taken(referee, SaidInput(1, "a", asked=asked)) == [ButtonPress(0, 1, "a")]
    assert taken(referee, SaidInput(1, "a", asked="1-2-None")) == []


@pytest.mark.parametrize(("more", "said"), [(0, 1), (1, 0), (-1, 0)])
def test_undo_counts_while_no_other_play_was_told(referee, more, said):
    plays = told_plays(referee.history) + more
    assert len(taken(referee, SaidInput(1, "undo", plays=plays))) == said


def test_a_line_is_shown_as_long_as_it_was_asked_for():
    desk = PhoneDesk(Letters(ShownLine("Code 123456", 60)))
    desk.take(Referee(SETUP), 100.0)
    assert [desk.line(now_s) for now_s in (100.0, 159.0, 161.0)] == ["Code 123456", "Code 123456", ""]


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        yield journal


def test_the_journal_has_it_and_plays_it_again(journal):
    table = begun(journal, LOOKS[:60])
    table.live.phones = PhoneDesk(Letters(SaidInput(1, "ronda")))
    table.go(5)
    table.matches.close()
    entries = list(journal.entries(1))
    pressed = [one.signal for one in entries if isinstance(one.signal, ButtonPress)]
    assert [replace(one, t_ms=0) for one in pressed] == [ButtonPress(0, 1, "ronda")]
    assert len(list(play_back(entries, Referee(SETUP)))) == len(entries)


def test_a_fault_is_told_to_those_who_look_on_and_its_end_too(journal):
    table = begun(journal, LOOKS[:60])
    seen = []
    with LiveReader(journal.path) as reader:
        for bright in (128, 2, 128):
            table.glass.bright = bright
            table.go(3)
            seen.append(read_standing(reader.standing().body).faults)
    assert seen == [(), ("fault.too_dark",), ()]
