"""What lies on the table after a cut, against what is remembered."""

from dataclasses import replace

import pytest

from firmware.cards import Card
from firmware.runtime.resume_check import ANSWER_MS, GONE_ON, OTHER_GAME, UNJUDGED_MS, ResumeCheck, difference
from firmware.signals import ButtonPress, SeenCard, TableObservation, Unnamed
from firmware.storage.journal import Journal
from tests.support.live_table import SETUP, begun, ranks, resumed

CORNERS = ((0.0, 0.0), (60.0, 0.0), (60.0, 95.0), (0.0, 95.0))


def cards(words):
    return [Card.parse(word) for word in words.split()]


def look(words, t_ms=0, hand=False):
    faces = [Unnamed(word) if word in ("back", "?") else Card.parse(word) for word in words.split()]
    return TableObservation(t_ms, tuple(SeenCard(CORNERS, ((face, 0.9),)) for face in faces), hand_present=hand)


@pytest.mark.parametrize(
    ("remembered", "there", "asked"),
    [
        ("4E 5C 6O", "4E 5C 6O", ""),
        ("4E 5C 6O", "4C 5C 6O", ""),  # a suit misread is no other card
        ("4E 5C 6O", "4E ? 6O back", ""),
        ("", "4E 5C 6O", ""),
        ("4E 5C 6O", "4E 5C", GONE_ON),
        ("4E 5C 6O", "4E 5C 6O 7B", ""),  # the next play, and the rules say whose it is
        ("4E 5C 6O", "4E 5C 6O 7B 1O", GONE_ON),
        ("4E 5C 6O", "4E 7B", GONE_ON),
        ("4E 5C 6O", "", GONE_ON),
        ("4E 5C 6O", "1E 2C 10O 12B", OTHER_GAME),
    ],
)
def test_the_table_is_compared_with_what_is_remembered(remembered, there, asked):
    assert difference(cards(remembered), look(there)) == asked


def test_cards_that_were_captured_and_still_lie_there_are_no_difference():
    lay = cards("4E 5C 4O 6O 7B")
    assert difference(cards("4E 5C"), look("4E 5C 4O 6O 7B")) == GONE_ON
    assert difference(cards("4E 5C"), look("4E 5C 4O 6O 7B"), lay) == ""
    assert difference(cards("4E 5C"), look("4E 5C"), lay) == "", "collected meanwhile"


def test_a_card_whose_face_is_hardly_seen_may_be_any():
    unsure = TableObservation(0, (*look("4E 5C").cards, SeenCard(CORNERS, ((Card.parse("2B"), 0.4),))))
    assert difference(cards("4E 5C 12B"), unsure) == ""


def test_a_press_comes_after_the_looks_that_were_held_back_before_it():
    check, press = ResumeCheck(cards("4E 5C")), ButtonPress(120, None, "undo")
    first = look("1E 2C 7B 6O", 0)
    assert (check.passed([first]), check.pressed(press)) == ([], [])
    assert check.answered("a") == [first, press]
    assert check.pressed(press) == [press]


def test_looks_are_held_back_till_the_question_is_answered_and_none_is_lost():
    check = ResumeCheck(cards("4E 5C"))
    first = [look("1E 2C", t_ms) for t_ms in (0, 120, 240)]
    assert [check.passed([one]) for one in first] == [[], [], []]
    assert check.question == OTHER_GAME
    assert check.answered("ronda") is None
    assert check.answered("a") == first
    assert (check.question, check.passed(first[:1])) == ("", first[:1])


def test_the_same_table_goes_on_without_a_word_once_nobody_reaches_over_it():
    check = ResumeCheck(cards("4E 5C"))
    looks = [look("4E", 0, hand=True), look("4E 5C", 120), look("4E 5C", 240)]
    assert [len(check.passed([one])) for one in looks] == [0, 2, 1]


def test_a_table_that_is_not_seen_for_long_goes_on_as_remembered():
    check = ResumeCheck(cards("4E 5C"))
    assert not check.passed([look("", 0, hand=True)])
    assert len(check.passed([look("", UNJUDGED_MS + 1, hand=True)])) == 2


def test_where_nobody_answers_the_match_goes_on_with_all_that_was_seen():
    check = ResumeCheck(cards("4E 5C"))
    held = [look("1E 2C", t_ms) for t_ms in (0, 120, 240, ANSWER_MS)]
    assert not check.passed(held)
    last = look("1E 2C", ANSWER_MS + 500)
    assert (check.passed([last]), check.question) == ([*held, last], "")


def test_at_the_end_of_the_program_nothing_stays_held_back():
    check = ResumeCheck(cards("4E 5C"))
    assert not check.passed([look("1E 2C", 0)])
    assert [one.t_ms for one in check.rest()] == [0]


@pytest.mark.parametrize(("button", "sessions"), [("a", 1), ("b", 2)])
def test_another_game_on_the_table_changes_nothing_before_people_say_which(tmp_path, button, sessions):
    with Journal(tmp_path / "journal.db") as journal:
        table = begun(journal).go(20.0)
        again = resumed(journal, table, away_s=0.0)
        again.live.check = ResumeCheck(cards("1E 2C 10O"))
        again.live.renewed = lambda held: renewed(again, held)
        before = ranks(again.referee)
        again.go(6.0)
        assert again.live._output._presenter.fault.startswith("Cards were played") or "Another game" in (
            again.live._output._presenter.fault
        )
        assert ranks(again.referee) == before
        again.press(button)
        assert again.live._output._presenter.fault == ""
        assert len(journal.sessions()) == sessions
        since_ms = again.matches.match.t_ms
        assert sessions == 1 or since_ms < 10_000, "a new match has a time of its own"
        assert again.go(3.0).matches.match.t_ms > since_ms


def renewed(table, held):
    following, moments = table.matches.match.succeed(
        SETUP, [replace(one, t_ms=one.t_ms - held[0].t_ms) for one in held]
    )
    table.matches = type(table.matches)(following, clock=lambda: table.now[0])
    return table.matches, moments
