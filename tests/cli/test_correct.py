"""A kept session is put right from the command line, as often as needed, and stays as it was beside."""

import json

import pytest

from firmware.referee import Referee
from firmware.replaying.correcting import keep, replay_to_end
from firmware.signals import ButtonPress
from firmware.storage.journal import Journal
from firmware.storage.moment import SETUPS, closed, fed
from tests.support.html_page import Page

REMEDY = "card, seat, insert, remove, layout, undo and redo put one right; nothing was changed"


def closing(hakam, number, kept):
    return json.loads(hakam("replay", number, "--json", "--journal", kept)[1].splitlines()[-1])


def test_without_words_the_plays_are_listed_with_their_numbers(hakam, kept):
    status, out, err = hakam("correct", 1, "--journal", kept)
    plays = closing(hakam, 1, kept)["plays"]
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()[:-1]] == [str(n) for n in range(1, len(plays) + 1)]
    assert [line.split()[-1] for line in out.splitlines()[:-1]] == [play["card"] for play in plays]


def test_a_card_is_put_right_and_kept_as_another_session(hakam, kept):
    before = closing(hakam, 1, kept)
    status, out, err = hakam("correct", 1, "card 1 12C", "--journal", kept)
    assert (status, err) == (0, "")
    number = int(out.split()[-1])
    after = closing(hakam, number, kept)
    assert [play["card"] for play in after["plays"]] == ["12C", *(play["card"] for play in before["plays"][1:])]
    assert after["corrections"] == before["corrections"] + 1
    assert closing(hakam, 1, kept) == before


def test_a_corrected_session_is_corrected_once_more(hakam, kept):
    first = json.loads(hakam("correct", 1, "remove 1", "--json", "--journal", kept)[1])
    number = max(json.loads(line)["session"] for line in hakam("sessions", "--json", "--journal", kept)[1].splitlines())
    again = json.loads(hakam("correct", number, "undo", "--json", "--journal", kept)[1])
    assert len(first["plays"]) == len(closing(hakam, 1, kept)["plays"]) - 1
    assert len(again["plays"]) == len(first["plays"]) + 1  # what was put right last is taken back


def test_player_1_is_1_where_a_correction_is_written_and_seat_0_where_it_is_stored(hakam, kept):
    was = closing(hakam, 1, kept)["plays"][0]["seat"]
    other = 2 - was  # the other player's number from 1
    status, out, err = hakam("correct", 1, f"seat 1 {other}", "--journal", kept)
    assert (status, err) == (0, "")
    number = int(out.split()[-1])
    assert closing(hakam, number, kept)["plays"][0]["seat"] == other - 1
    assert f"Player {other}" in hakam("correct", number, "--journal", kept)[1].splitlines()[0]
    with Journal(kept) as journal:
        pressed = [one.signal.input for one in journal.entries(number) if isinstance(one.signal, ButtonPress)]
    assert pressed[-1] == f"seat 1 {other - 1}"


def test_a_player_who_does_not_play_is_refused_by_his_number(hakam, kept):
    status, out, err = hakam("correct", 1, "seat 1 0", "--journal", kept)
    assert (status, out) == (1, "")
    assert "there is no player 0, only 1, 2" in err


def test_a_card_that_lies_there_already_is_refused_with_the_swap_that_may_have_been_meant(hakam, kept):
    sessions = hakam("sessions", "--json", "--journal", kept)[1]
    first, second = (play["card"] for play in closing(hakam, 1, kept)["plays"][:2])
    status, out, err = hakam("correct", 1, f"card 1 {second}", "--journal", kept)
    assert (status, out, len(err.splitlines())) == (1, "", 1)
    assert f"deal 1 would have {second} 2 times (play 1, play 2), and the pack has one" in err
    assert f"say 'card 2 {first}' as well; nothing was changed" in err
    assert hakam("sessions", "--json", "--journal", kept)[1] == sessions
    status, out, err = hakam("correct", 1, f"card 1 {second}", f"card 2 {first}", "--journal", kept)
    assert (status, err) == (0, "")
    swapped = closing(hakam, int(out.split()[-1]), kept)["plays"]
    assert [play["card"] for play in swapped[:2]] == [second, first]


def test_a_session_in_which_a_card_was_once_doubled_is_still_played_and_corrected_as_it_was(hakam, kept):
    with Journal(kept) as journal:
        referee = Referee(SETUPS.parse(journal.session(1).header.setup))
        before = replay_to_end(journal.entries(1), referee)
        doubled = fed(referee, ButtonPress(before[-1].t_ms, None, f"card 1 {referee.plays[1].card}"))
        old = keep(journal, journal.session(1).header, [*before, doubled, closed(referee, doubled.t_ms)], referee)
    first, second, *_ = closing(hakam, old, kept)["plays"]
    assert first["card"] == second["card"]
    assert hakam("correct", old, "card 3 1B", "--journal", kept)[0] == 0


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("layout 1 6C 6C 11B 1C", "would have 6C 2 times"),
        ("layout 1 1O 2C 3E 4B", "cannot open a deal: it has a sequence"),
        ("card 1 8O", "is not in the pack"),
        ("ronda", f"'ronda' is said by a player, and no seat can be named here: {REMEDY}"),
        ("challenge 2", f"'challenge 2' is said by a player, and no seat can be named here: {REMEDY}"),
        ("score", f"'score' changes no session: {REMEDY}"),
        ("why", f"'why' changes no session: {REMEDY}"),
    ],
)
def test_what_no_table_can_have_is_refused(hakam, kept, words, fault):
    status, out, err = hakam("correct", 1, words, "--journal", kept)
    assert (status, out, len(err.splitlines())) == (1, "", 1)
    assert fault in err


@pytest.mark.parametrize("words", ["card 99 7O", "belote", "remove 99"])
def test_what_cannot_be_put_right_changes_nothing(hakam, kept, words):
    sessions = hakam("sessions", "--json", "--journal", kept)[1]
    status, out, err = hakam("correct", 1, words, "--journal", kept)
    assert (status, out) == (1, "")
    assert words in err
    assert hakam("sessions", "--json", "--journal", kept)[1] == sessions


@pytest.mark.parametrize("words", [[], ["remove 2"], ["card 1 12C", "seat 3 1"]])
def test_a_session_in_notation_scores_as_it_did(hakam, kept, tmp_path, words):
    number = int(hakam("correct", 1, *words, "--journal", kept)[1].split()[-1]) if words else 1
    file = tmp_path / "session.txt"
    status, out, err = hakam("export", number, file, "--notation", "--journal", kept)
    assert (status, err) == (0, "")
    assert f"`hakam score {file}`" in out
    scored = json.loads(hakam("score", file, "--json")[1].splitlines()[-1])
    before = closing(hakam, number, kept)
    assert [scored["scores"], scored["winner"]] == [before["scores"], before["winner"]]
    assert hakam("export", number, "-", "--notation", "--journal", kept)[1] == file.read_text()


def test_a_session_in_notation_replaces_only_one_of_its_kind(hakam, kept, tmp_path):
    file = tmp_path / "poem.txt"
    file.write_text("A rose is a rose\n")
    status, out, err = hakam("export", 1, file, "--notation", "--journal", kept)
    assert (status, out, len(err.splitlines())) == (1, "", 1)
    assert file.read_text() == "A rose is a rose\n"


def test_a_session_in_notation_has_a_name_of_its_own(hakam, kept, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert hakam("export", 1, "--notation", "--journal", kept)[1].startswith("session-1.txt: ")
    assert (tmp_path / "session-1.txt").read_text().startswith("# session 1, ")


@pytest.mark.parametrize("words", ["card 1 12C", "remove 1", "seat 2 1", "insert 1 1 7B"])
def test_the_report_of_a_corrected_session_adds_up(hakam, kept, tmp_path, words):
    number = int(hakam("correct", 1, words, "--journal", kept)[1].split()[-1])
    hakam("replay", number, "--report", tmp_path / "r.html", "--journal", kept)
    rows = Page((tmp_path / "r.html").read_text()).rows("points")
    sums = [sum(int(row[1]) for row in rows if row[2] == player) for player in ("Player 1", "Player 2")]
    assert sums == closing(hakam, number, kept)["scores"]
