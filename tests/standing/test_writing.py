"""How a match stands is told as the referee has it, in a message that can be read back."""

import json

import pytest

from firmware.decoding.lying import LyingCard
from firmware.referee import Referee
from firmware.rules.events import CardPlayed
from firmware.rules.play import Play
from firmware.signals import ButtonPress
from firmware.standing.message import NOTHING, MatchStanding, events_of, read_standing
from firmware.standing.writing import PLAYS, match_standing, standing_text
from tests.support.live_table import LOOKS, SETUP


@pytest.fixture(scope="module")
def referee():
    """Half a deal of the recorded table."""
    referee = Referee(SETUP)
    for look in LOOKS[:230]:
        referee.feed(look)
    return referee


def test_it_is_read_back_as_it_was_written(referee):
    told = read_standing(standing_text(match_standing(referee, 5000, faults=("fault.camera_lost",), width_mm=640.04)))
    assert (told.t_ms, told.faults, told.width_mm) == (5000, ("fault.camera_lost",), 640.0)
    assert told.scores == referee.scoreboard.scores
    assert told.turn == referee.scoreboard.turn


def test_of_a_match_that_has_not_begun_nothing_is_told():
    told = match_standing(Referee(SETUP), 0)
    assert (told.scores, told.turn, told.plays, told.cards, told.question) == ((0, 0), None, [], [], NOTHING)


def test_the_last_plays_have_their_numbers_and_events(referee):
    told = [one for one in match_standing(referee, 0).plays if one.play]
    played = [entry.fact for entry in referee.history if isinstance(getattr(entry.fact, "action", None), Play)]
    assert [one.play for one in told] == list(range(told[0].play, len(played) + 1))
    for one in told:
        step, (first, *_) = played[one.play - 1], events_of(one.events)
        assert (one.t_ms, one.seat) == (step.t_ms, step.action.seat)
        assert first == CardPlayed(step.action.seat, step.action.card)


def test_no_more_plays_are_told_than_people_argue_about(referee):
    assert len(match_standing(referee, 0).plays) == PLAYS < len(referee.history)


def test_every_card_of_the_table_has_its_place(referee):
    told = match_standing(referee, 0)
    in_game = [one for one in told.cards if one.in_game]
    assert sorted(one.card for one in in_game) == sorted(told.table)
    assert all(one.x_mm and one.y_mm for one in in_game)


def test_an_open_challenge_is_the_question():
    referee = Referee(SETUP)
    for look in LOOKS[:60]:
        referee.feed(look)
    referee.feed(ButtonPress(LOOKS[59].t_ms, 0, "challenge"))
    told = match_standing(referee, 0)
    assert json.loads(bytes(told.question))["kind"] == "ChallengeOpened"


def test_a_message_of_another_form_is_refused():
    with pytest.raises(ValueError, match="version"):
        read_standing("{}")


def test_a_card_is_open_in_the_game_unless_it_is_said_otherwise():
    assert LyingCard(None, None).in_game
    assert MatchStanding.__struct_fields__[0] == "version"
