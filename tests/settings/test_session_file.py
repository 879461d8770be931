import json

import pytest

from firmware.settings.errors import BadValuesError
from firmware.settings.session_file import SessionFile, SessionInput, read_session_file
from firmware.signals import ButtonPress


def read(tmp_path, data):
    path = tmp_path / "session.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return read_session_file(path)


def test_the_documented_example_is_read(tmp_path):
    example = (
        '{"players": 2, "dealer": 1, "rules": "pagat", "deck": null,'
        ' "inputs": [{"t_ms": 1200, "seat": 0, "input": "ronda"}]}'
    )
    assert read(tmp_path, example) == SessionFile(2, 1, "pagat", None, (SessionInput(1200, 0, "ronda"),))


def test_what_is_not_said_stays_open(tmp_path):
    assert read(tmp_path, {}) == read_session_file(tmp_path / "missing.json") == SessionFile()


def test_inputs_come_by_time_and_may_be_the_referees_own(tmp_path):
    inputs = [{"t_ms": 9, "seat": None, "input": "undo"}, {"t_ms": 3, "seat": 2, "input": "claim"}]
    assert read(tmp_path, {"players": 3, "inputs": inputs}).presses == (
        ButtonPress(3, 2, "claim"),
        ButtonPress(9, None, "undo"),
    )


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({"players": 1}, "players: 1 is not a whole number from 2 to 4"),
        ({"players": True}, "players: True is not a whole number"),
        ({"players": 2.0}, "players: 2.0 is not a whole number"),
        ({"players": 2, "dealer": 2}, "dealer: 2 is not a seat of 2 players, whose seats are 0 to 1"),
        ({"dealer": -1}, "dealer: -1 is not a whole number"),
        ({"rules": "belote"}, "rules: there are no rules 'belote'; known are pagat"),
        ({"deck": 4}, "deck: 4 is not a non-empty text"),
        ({"stake": 100}, "stake: is not known; known are players, "),
        ({"player": 2}, "player: is not known; did you mean 'players'?"),
        ({"inputs": None}, "inputs: None is not a list"),
        ({"inputs": [3]}, "inputs[0]: 3 is not a set of named values"),
        ({"inputs": [{"t_ms": 1, "input": "ronda"}]}, "inputs[0].seat: is missing"),
        ({"inputs": [{"t_ms": -1, "seat": 0, "input": "ronda"}]}, "inputs[0].t_ms: -1 is not a whole number"),
        ({"players": 2, "inputs": [{"t_ms": 1, "seat": 2, "input": "x"}]}, "inputs[0].seat: 2 is not a seat of 2"),
        ({"inputs": [{"t_ms": 1, "seat": None, "input": "frobnicate"}]}, "inputs[0].input: 'frobnicate' means nothing"),
        ({"inputs": [{"t_ms": 1, "seat": None, "input": "card 9O9"}]}, "'card [PLAY] CARD' is expected"),
        (
            {"inputs": [{"t_ms": 1, "seat": None, "input": "ronda"}]},
            "'ronda' is said by a player, whose seat is missing",
        ),
        ({"players": 2, "inputs": [{"t_ms": 1, "seat": 0, "input": "claim 2"}]}, "there is no such seat"),
        ([], "[] is not a set of named values"),
        ("{", "cannot be read as JSON"),
        ("\x00", "cannot be read as JSON"),
    ],
)
def test_a_wrong_value_is_named(tmp_path, data, fault):
    with pytest.raises(BadValuesError) as caught:
        read(tmp_path, data)
    assert fault in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_wrong_players_make_no_seat_wrong(tmp_path):
    with pytest.raises(BadValuesError) as caught:
        read(tmp_path, {"players": 1, "dealer": 3, "inputs": [{"t_ms": 1, "seat": 2, "input": "score"}]})
    assert str(caught.value).endswith("players: 1 is not a whole number from 2 to 4")


def test_all_faults_are_listed_one_a_line(tmp_path):
    inputs = [{"t_ms": "soon", "seat": 7, "input": ""}]
    with pytest.raises(BadValuesError) as caught:
        read(tmp_path, {"players": 9, "dealer": 4, "rules": None, "deck": "", "inputs": inputs, "x": 1})
    names = [line.split(": ")[1] for line in str(caught.value).splitlines()]
    assert names == [
        "players",
        "dealer",
        "rules",
        "deck",
        "inputs[0].t_ms",
        "inputs[0].seat",
        "inputs[0].input",
        "x",
    ]
