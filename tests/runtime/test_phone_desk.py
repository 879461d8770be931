"""What phones say becomes presses while the game is as they saw it; the journal has it, and plays it again."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pytest

from firmware.announce.texts import fault_text
from firmware.announce.view import CodeOnDisplay
from firmware.phones.inbox import ask_page
from firmware.phones.messages import DisplayWish, PictureWish, SaidInput, ShownCodes, ShownLine
from firmware.referee import Referee
from firmware.replaying.replay import play_back
from firmware.runtime.phone_desk import NO_PAGE_S, PhoneDesk
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


WIFI, JOIN = CodeOnDisplay(("Wi-Fi",), 21, b"\x80"), CodeOnDisplay(("Join",), 21, b"\x40")


def desk_with(*messages, **named):
    desk = PhoneDesk(Letters(*messages), **named)
    desk.take(Referee(SETUP), 100.0)
    return desk


def titles(desk, *times_s):
    return [shown.lines[0] if (shown := desk.code(at)) else "" for at in times_s]


def test_codes_take_turns_as_long_as_the_page_says_so():
    desk = desk_with(ShownCodes(7, (WIFI, JOIN), 6.0))
    assert titles(desk, 100.0, 105.9, 106.0) == ["Wi-Fi", "Wi-Fi", ""]
    for now_s in (104.0, 108.0):
        desk._inbox.messages.append(ShownCodes(7, (WIFI, JOIN), 6.0))
        desk.take(Referee(SETUP), now_s)
    assert titles(desk, 107.9, 108.0, 113.9, 114.1) == ["Wi-Fi", "Join", "Join", ""]


def test_the_way_back_to_the_score_ends_them_until_somebody_asks_again():
    desk = desk_with(ShownCodes(7, (JOIN,), 6.0))
    desk.put_away()
    desk._inbox.messages.append(ShownCodes(7, (JOIN,), 6.0))
    desk.take(Referee(SETUP), 101.0)
    assert desk.code(101.0) is None
    desk._inbox.messages.append(ShownCodes(8, (JOIN,), 6.0))
    desk.take(Referee(SETUP), 102.0)
    assert titles(desk, 102.0) == ["Join"]


def test_no_more_codes_ends_them_too():
    desk = desk_with(ShownCodes(7, (JOIN,), 6.0), ShownCodes(7, (), 1.0))
    assert desk.code(100.0) is None


def test_a_win_is_seen_at_once():
    desk, referee = desk_with(ShownCodes(7, (JOIN,), 60.0)), Referee(SETUP)
    desk.take(replace_board(referee, winners=(0,)), 101.0)
    assert desk.code(101.0) is None


def replace_board(referee, **values):
    return SimpleNamespace(scoreboard=replace(referee.scoreboard, **values), setup=referee.setup)


def test_the_page_is_asked_for_what_the_buttons_want():
    wishes = []
    desk = desk_with(ask=wishes.append)
    desk.wish("owner", "en", 100.0)
    assert (wishes, desk.line(100.0)) == ([DisplayWish("owner")], "")


def test_where_no_page_is_open_that_is_said(tmp_path):
    desk = desk_with(ask=partial(ask_page, tmp_path / "journal.db"))
    desk.wish("phones", "fr", 100.0)
    assert [desk.line(100.0), desk.line(100.0 + NO_PAGE_S)] == ["Pas de page", ""]


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


def held(table, *words):
    """Both buttons were held, and let go when these words stood on the display."""
    for word in words:
        table.live._mean(ButtonPress(0, None, word))
    table.go(1)


def test_both_buttons_show_the_codes_and_the_game_hears_nothing(journal):
    table, wishes = begun(journal, LOOKS[:60]), []
    table.live.phones = PhoneDesk(Letters(ShownCodes(7, (JOIN,), 60.0)), ask=wishes.append)
    held(table, "phones", "owner")
    assert wishes == [DisplayWish("phones"), DisplayWish("owner")]
    assert table.live._output._presenter.code.lines == ("Join",)
    held(table, "score")
    assert table.live._output._presenter.code is None
    table.matches.close()
    pressed = [one.signal.input for one in journal.entries(1) if isinstance(one.signal, ButtonPress)]
    assert pressed == ["score"]


def test_what_is_missing_comes_before_the_code_of_a_guest(journal):
    table = begun(journal, LOOKS[:60])
    table.live.phones = PhoneDesk(Letters(ShownLine("Code 123456", 60)))
    table.live._output.trouble = lambda: "disk_full"
    table.go(2)
    presenter = table.live._output._presenter
    assert (presenter.hint, presenter.invitation) == ("Card is full!", "Code 123456")
    table.live._output.trouble = str
    table.go(2)
    assert (presenter.hint, presenter.invitation) == ("", "Code 123456")


def test_a_fault_is_told_to_those_who_look_on_and_its_end_too(journal):
    table = begun(journal, LOOKS[:60])
    seen = []
    with LiveReader(journal.path) as reader:
        for bright in (128, 2, 128):
            table.glass.bright = bright
            table.go(3)
            seen.append(read_standing(reader.standing().body).faults)
    assert seen == [(), ("fault.too_dark",), ()]


def test_while_a_deck_is_shown_the_match_sees_nothing_and_then_takes_it_that_anything_may_have_happened(journal):
    table = begun(journal).go(5.0)
    plays = len(table.referee.plays)
    table.live.phones = PhoneDesk(Letters(PictureWish(10.0, holds=True)))
    table.go(8.0)
    assert table.live._output._presenter.fault == fault_text("deck_shown", "en")
    assert len(table.referee.plays) == plays
    table.go(4.0)
    assert table.live._output._presenter.fault == ""
    table.matches.close()
    unseen = [entry.signal for entry in journal.entries(1) if getattr(entry.signal, "unseen", "")]
    assert [(one.unseen, one.hand_present, one.cards) for one in unseen] == [("deck_shown", True, ())]
    assert table.glass.anew, "what rests meanwhile is looked at, too"


def test_whoever_aims_does_not_keep_the_match_from_seeing():
    desk = PhoneDesk(Letters(PictureWish(10.0)))
    desk.take(Referee(SETUP), 100.0)
    assert not desk.holds(101.0)
    desk = PhoneDesk(Letters(PictureWish(20.0, holds=True), PictureWish(5.0)))
    desk.take(Referee(SETUP), 100.0)
    assert [desk.holds(now_s) for now_s in (101.0, 119.0, 121.0)] == [True, True, False]


def test_those_who_look_on_are_told_by_which_deck_cards_are_read(journal):
    table = begun(journal)
    table.live._feed._observer._deck = "cafe"
    table.go(5.0)
    with LiveReader(journal.path) as reader:
        told = read_standing(reader.standing().body)
    assert (told.deck, told.deck_fits) == ("cafe", None)
