"""Who plays what: options before recording, recording before settings; people count from 1, files from 0."""

import json

import pytest

from firmware.presentation.json_lines import closing_line, resumed_line
from firmware.referee import MatchSetup, Referee
from firmware.replaying.correcting import NotCorrectedError, pressed_words
from firmware.replaying.match_setup import SetupError, match_setup, refuse_options
from firmware.runtime.live_match import LiveMatch
from firmware.settings.model import Settings
from firmware.settings.session_file import SessionFile
from firmware.storage.journal import Journal
from firmware.storage.moment import SETUPS

NAMED, NOBODY = SessionFile(names=("Amina", "Youssef")), SessionFile()
HOUSE = Settings(players=4, names=("Ali", "Badr", "Chama", "Driss"), first_dealer=2)


@pytest.mark.parametrize(
    ("options", "recorded", "settings", "names"),
    [
        (NOBODY, NOBODY, Settings(), ()),
        (NAMED, NOBODY, Settings(), ("Amina", "Youssef")),
        (NOBODY, NAMED, Settings(names=("Ali",)), ("Amina", "Youssef")),
        (NAMED, SessionFile(names=("Omar",)), HOUSE, ("Amina", "Youssef")),
        (NOBODY, NOBODY, HOUSE, ("Ali", "Badr", "Chama", "Driss")),
        (SessionFile(players=2), NOBODY, HOUSE, ("Ali", "Badr")),
    ],
)
def test_names_come_from_the_nearest_place(options, recorded, settings, names):
    assert match_setup(options, recorded, settings).names == names


def test_more_names_than_players_are_refused():
    with pytest.raises(SetupError, match="3 names are too many for 2 players"):
        match_setup(SessionFile(names=("Amina", "Youssef", "Omar")), NOBODY, Settings())


@pytest.mark.parametrize(
    ("options", "settings", "dealer"),
    [
        (SessionFile(dealer=0), Settings(first_dealer=2), 0),
        (NOBODY, Settings(first_dealer=2), 1),
        (NOBODY, Settings(first_dealer=1), 0),
        (NOBODY, Settings(dealer=1), 1),
        (NOBODY, Settings(), 1),
    ],
)
def test_the_dealer_of_the_settings_counts_from_1_and_that_of_a_session_file_from_0(options, settings, dealer):
    assert match_setup(options, NOBODY, settings).dealer == dealer


def test_a_dealer_beyond_the_players_is_refused_by_his_number():
    with pytest.raises(SetupError, match="player 3 cannot deal: the players are 1 to 2"):
        match_setup(NOBODY, NOBODY, Settings(players=2, first_dealer=3))


def test_of_a_kept_session_only_the_names_can_be_said():
    refuse_options(NAMED)
    with pytest.raises(SetupError, match="has its own players"):
        refuse_options(SessionFile(players=2, names=("Amina",)))


def test_a_setup_without_names_is_written_as_ever_and_one_with_names_is_read_back():
    assert "names" not in json.loads(SETUPS.text(MatchSetup(2, 1)))
    named = MatchSetup(2, 1, names=("Amina", "Youssef"))
    assert json.loads(SETUPS.text(named))["names"] == ["Amina", "Youssef"]
    assert [SETUPS.parse(SETUPS.text(one)) for one in (named, MatchSetup(2, 1))] == [named, MatchSetup(2, 1)]


def test_the_lines_of_json_have_names_where_somebody_has_given_them():
    named, nobody = Referee(MatchSetup(2, 1, names=("Amina", "Youssef"))), Referee(MatchSetup(2, 1))
    for told in (closing_line(named), resumed_line(1, named)):
        assert json.loads(told)["names"] == ["Amina", "Youssef"]
    assert "names" not in json.loads(closing_line(nobody))
    assert "names" not in json.loads(resumed_line(1, nobody))


@pytest.mark.parametrize(
    ("kept", "now", "names"),
    [((), ("Amina",), ("Amina",)), (("Amina",), (), ("Amina",)), (("Amina",), ("Omar",), ("Omar",))],
)
def test_a_match_that_was_cut_off_goes_on_whatever_its_players_are_called(tmp_path, kept, now, names):
    with Journal(tmp_path / "journal.db") as journal:
        match = LiveMatch.begin(journal, MatchSetup(2, 1, names=kept))
        match.save_checkpoint()
        resumed = LiveMatch.resume(journal, MatchSetup(2, 1, names=now))
    assert resumed is not None
    assert (resumed.number, resumed.referee.setup.names, resumed.next_setup().names) == (match.number, names, names)


SETUP = MatchSetup(2, 1, names=("Amina", "Youssef"))


@pytest.mark.parametrize(
    ("written", "pressed"),
    [
        ("seat 8 1", "seat 8 0"),
        ("seat 2", "seat 1"),
        ("seat 8 Youssef", "seat 8 1"),
        ("insert 20 2 4C", "insert 20 1 4C"),
        ("insert 20 Amina 4C", "insert 20 0 4C"),
        ("card 12 7O", "card 12 7O"),
        ("undo", "undo"),
        ("insert 20", "insert 20"),
        ("", ""),
    ],
)
def test_players_are_written_as_people_count_and_stored_as_files_do(written, pressed):
    assert pressed_words(written, SETUP) == pressed


@pytest.mark.parametrize("written", ["seat 8 0", "seat 8 3", "seat Omar", "insert 20 0 4C", "seat -1"])
def test_who_does_not_play_is_refused_with_those_who_do(written):
    with pytest.raises(NotCorrectedError, match="only Amina, Youssef, 1, 2; nothing was changed"):
        pressed_words(written, SETUP)
