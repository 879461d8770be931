"""What cannot be done ends with 1 and one sentence why, and leaves nothing half-written."""

import json
import sqlite3
from contextlib import closing

import cv2
import numpy as np
import pytest

from firmware.storage.journal import Journal
from firmware.storage.schema import SCHEMA
from tests.support.sentence import sentence


def no_journal(home):
    return ("sessions",), "there is no journal yet"


def no_session(home):
    with Journal(home / "journal.db"):
        return ("export", 3, "--journal", home / "journal.db"), "there is no session 3"


def other_schema(home):
    with Journal(home / "journal.db"):
        pass
    with closing(sqlite3.connect(home / "journal.db")) as file:
        file.execute("PRAGMA user_version = 99")
    return ("sessions", "--journal", home / "journal.db"), f"schema 99, this version knows schema {SCHEMA}"


def strange_journal(home):
    (home / "journal.db").write_text("dear diary")
    return ("replay", 1, "--journal", home / "journal.db"), "is no journal of Hakam"


def missing_source(home):
    return ("replay", home / "nothing.mp4"), "does not exist"


def empty_folder(home):
    (home / "empty").mkdir()
    return ("replay", home / "empty"), "holds no recording"


def empty_frames(home):
    (home / "empty" / "frames").mkdir(parents=True)
    return ("replay", home / "empty"), "holds no pictures"


def no_video(home):
    (home / "evening.mp4").write_bytes(b"this is no video at all" * 100)
    return ("replay", home / "evening.mp4"), "cannot be opened as a video"


def truncated_video(home):
    path = home / "evening.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10, (80, 45))
    for grey in range(60):
        writer.write(np.full((45, 80, 3), grey * 4, np.uint8))
    writer.release()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    return ("replay", path), "cannot be opened as a video: it is truncated"


def unknown_deck(home):
    return ("replay", home, "--deck", "grandmother"), "no deck 'grandmother' is enrolled"


def unknown_recorded_deck(home):
    session(home, {"deck": "grandmother"})
    return ("replay", home / "table"), "no deck 'grandmother' is enrolled"


def dealer_without_seat(home):
    session(home, {"players": 2})
    return ("replay", home / "table", "--dealer", 3), "player 4 cannot deal"


def session_no_json(home):
    session(home, {})
    (home / "table" / "session.json").write_text("{")
    return ("replay", home / "table"), "cannot be read as JSON"


def meaningless_input(home):
    session(home, {"inputs": [{"t_ms": 0, "seat": None, "input": "frobnicate"}]})
    return ("replay", home / "table"), "inputs[0].input: 'frobnicate' means nothing here"


def empty_record(home):
    (home / "game.txt").write_text("")
    return ("score", home / "game.txt"), "a deal begins with a line `deal`"


def record_without_a_deal(home):
    (home / "game.txt").write_text("A 6O\n")
    return ("score", home / "game.txt"), "a deal begins with a line `deal`, as in 'deal 2O 5C 7E 12B'"


def damaged_export(home):
    (home / "evening.jsonl").write_text('{"hakam_session":1}\n')
    return ("replay", home / "evening.jsonl"), "export it again"


def no_record(home):
    return ("score", home / "game.txt"), "the record cannot be read"


def binary_record(home):
    (home / "game.txt").write_bytes(b"\xff\xfe\x00")
    return ("score", home / "game.txt"), "the record cannot be read"


def illegal_record(home):
    (home / "game.txt").write_text("deal 2O 5C 7E 12B\nA 2O\n")
    return ("score", home / "game.txt"), "line 2, 'A 2O'"


def session(home, said):
    (home / "table" / "frames").mkdir(parents=True)
    cv2.imwrite(str(home / "table" / "frames" / "0.jpg"), np.full((45, 80, 3), 90, np.uint8))
    (home / "table" / "session.json").write_text(json.dumps(said))


CANNOT = [
    no_journal,
    no_session,
    other_schema,
    strange_journal,
    missing_source,
    empty_folder,
    empty_frames,
    no_video,
    truncated_video,
    unknown_deck,
    unknown_recorded_deck,
    dealer_without_seat,
    session_no_json,
    meaningless_input,
    empty_record,
    record_without_a_deal,
    damaged_export,
    no_record,
    binary_record,
    illegal_record,
]


@pytest.mark.parametrize("case", CANNOT, ids=[case.__name__ for case in CANNOT])
def test_what_cannot_be_done_is_one_sentence_and_leaves_nothing(hakam, home, case):
    arguments, words = case(home)
    assert words in sentence(hakam(*arguments))
    assert not (home / "data").exists()


def test_all_faults_of_a_session_are_told_one_a_line(hakam, home):
    session(home, {"players": 7, "rules": "belote", "dealer": "me", "inputs": [{"t_ms": -1}]})
    status, out, err = hakam("replay", home / "table")
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 6
    for fault in ("players: 7", "rules 'belote'", "dealer: 'me'", "t_ms: -1", "seat: is missing", "input: is missing"):
        assert fault in err


def test_a_correction_that_cannot_be_made_is_told_when_all_else_is_done(hakam, tmp_path):
    session(tmp_path, {"inputs": [{"t_ms": 0, "seat": None, "input": "card 99 7O"}]})
    status, out, err = hakam("replay", tmp_path / "table")
    assert status == 1
    assert "Final score" in out
    refused = "'card 99 7O' at 0:00 was refused: there is no play 99; 0 were played"
    assert err == f"hakam: session.json: {refused}; put it right there\n"
