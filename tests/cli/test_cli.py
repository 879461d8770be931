"""The command line: exit 0 done, 1 could not and why in one sentence, 2 wrong usage; nothing is left half-written."""

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import cv2
import numpy as np
import pytest

from firmware.rules.notation.record import EXAMPLE
from firmware.storage.journal import Journal
from firmware.storage.schema import SCHEMA


def sentence(result):
    """What a failure says: one line on standard error, none on standard output."""
    status, out, err = result
    assert (status, out) == (1, "")
    assert err.startswith("hakam: ")
    assert len(err.splitlines()) == 1
    return err


def test_help_has_an_example_for_every_command(hakam):
    for command in ((), ("replay",), ("read",), ("score",), ("rules",), ("sessions",), ("export",), ("correct",)):
        status, out, _ = hakam(*command, "--help")
        assert status == 0
        assert "example: hakam" in out


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("deal",),
        ("replay", "--bet", "10"),
        ("replay", "--players", "5"),
        ("replay", "--players", "2", "--dealer", "2"),
        ("replay", "--rules", "belote"),
        ("replay", "--speed", "0"),
        ("replay", "--speed", "inf"),
        ("replay", "--lang", "klingon"),
        ("read",),
        ("score",),
        ("export", "first"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what(hakam, arguments):
    status, out, err = hakam(*arguments)
    assert (status, out) == (2, "")
    assert "error:" in err


def test_replaying_a_kept_session_gives_its_events_as_json(hakam, kept):
    status, out, err = hakam("replay", 1, "--json", "--journal", kept)
    lines = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert [line["event"] for line in lines][:3] == ["DealOpened", "LayoutDealt", "BatchDealt"]
    played = next(line for line in lines if line["event"] == "CardPlayed")
    assert set(played) == {"t_ms", "event", "seat", "card"}
    assert isinstance(played["t_ms"], int)
    assert isinstance(played["card"], str)


def test_the_last_line_closes_the_session(hakam, kept):
    *events, last = hakam("replay", 1, "--json", "--journal", kept)[1].splitlines()
    closing_line = json.loads(last)
    assert list(closing_line) == ["event", "scores", "winner", "plays", "deals", "doubts", "corrections"]
    assert closing_line["event"] == "SessionClosed"
    assert closing_line["winner"] is None
    assert closing_line["deals"] == 1
    told = [json.loads(line) for line in events]
    cards = [(line["seat"], line["card"]) for line in told if line["event"] == "CardPlayed"]
    assert [(play["seat"], play["card"]) for play in closing_line["plays"]] == cards
    assert len(cards) >= 2


def test_replaying_for_people_ends_with_the_score_and_where_everything_lies(hakam, kept, home):
    report, screens = home / "deep" / "report.html", home / "screens"
    status, out, _ = hakam("replay", 1, "--journal", kept, "--report", report, "--screens", screens)
    assert status == 0
    assert "Player 1 plays" in out
    assert "Final score: Player 1 0, Player 2 0" in out
    assert f"Journal: session 1 of {kept}" in out
    assert f"Report: {report}" in out
    assert len(list(screens.glob("*.png"))) > 2
    assert "<!doctype html>" in report.read_text()


def test_the_language_can_be_chosen(hakam, kept, home):
    assert "Joueur 1" in hakam("replay", 1, "--journal", kept, "--lang", "fr")[1]
    (home / "own.toml").write_text('language = "fr"')
    assert "Joueur 1" in hakam("replay", 1, "--journal", kept, "--config", home / "own.toml")[1]


def test_an_exported_session_replays_alike_elsewhere(hakam, kept, home):
    file = home / "sent" / "evening.jsonl.gz"
    status, out, _ = hakam("export", 1, file, "--journal", kept)
    assert status == 0
    assert str(file) in out
    here, there = hakam("replay", 1, "--json", "--journal", kept), hakam("replay", file, "--json")
    assert here == there


def test_a_session_that_this_version_judges_otherwise_is_an_error(hakam, kept, home):
    file = home / "evening.jsonl"
    hakam("export", 1, file, "--journal", kept)
    file.write_text(file.read_text().replace('"kind":"DealOpened","deal":1', '"kind":"DealOpened","deal":9'))
    status, _, err = hakam("replay", file, "--json")
    assert status == 1
    assert "the journal has" in err
    assert len(err.splitlines()) == 1


def test_a_closing_line_that_differs_is_an_error(hakam, kept, home):
    file = home / "evening.jsonl"
    hakam("export", 1, file, "--journal", kept)
    file.write_text(file.read_text().replace('"scores":[0,0],"winner"', '"scores":[5,0],"winner"'))
    status, out, err = hakam("replay", file, "--json")
    assert status == 1
    assert "the journal closes with" in err
    assert json.loads(out.splitlines()[-1])["event"] == "SessionClosed"


def test_sessions_lists_what_the_journal_holds(hakam, kept):
    status, out, _ = hakam("sessions", "--journal", kept)
    head, row = out.splitlines()
    assert status == 0
    assert head.split()[:2] == ["session", "started"]
    assert row.endswith("a table in Tangier")
    assert "0 – 0" in row
    listed = json.loads(hakam("sessions", "--json", "--journal", kept)[1])
    assert listed["session"] == 1
    assert {name: listed["setup"][name] for name in ("players", "dealer", "rules")} == {
        "players": 2,
        "dealer": 1,
        "rules": "pagat",
    }
    assert listed["outcome"]["event"] == "SessionClosed"


def test_the_journal_can_be_named_in_the_environment(hakam, kept, monkeypatch):
    monkeypatch.setenv("HAKAM_JOURNAL", str(kept))
    assert hakam("sessions")[0] == 0


def test_score_tells_a_written_game(hakam, home):
    (home / "game.txt").write_text(EXAMPLE)
    status, out, _ = hakam("score", home / "game.txt")
    assert status == 0
    assert "caida" in out
    assert out.splitlines()[-1].startswith("Final score: Player 1")
    lines = [json.loads(line) for line in hakam("score", home / "game.txt", "--json")[1].splitlines()]
    assert lines[-1]["event"] == "RecordScored"
    assert next(line["reason"] for line in lines if line["event"] == "PointsScored") == "caida"


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
    return ("replay", home / "table", "--dealer", 3), "seat 3 cannot deal"


def session_no_json(home):
    session(home, {})
    (home / "table" / "session.json").write_text("{")
    return ("replay", home / "table"), "cannot be read as JSON"


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


def test_ctrl_c_ends_with_130_and_leaves_no_half_report(hakam, kept, home, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupted)
    assert hakam("replay", 1, "--json", "--journal", kept, "--report", home / "report.html")[0] == 130
    assert hakam("export", 1, home / "evening.jsonl", "--journal", kept)[0] == 130
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("option", [("--players", 3), ("--dealer", 0), ("--rules", "quick")])
def test_a_kept_session_is_not_given_another_table(hakam, kept, option):
    assert "has its own players, dealer, rules, deck" in sentence(hakam("replay", 1, "--journal", kept, *option))


def test_a_report_that_cannot_be_written_is_told(hakam, kept, home):
    (home / "file").write_text("")
    status, _, err = hakam("replay", 1, "--journal", kept, "--report", home / "file" / "report.html")
    assert status == 1
    assert "cannot be written" in err


def test_speed_keeps_the_pace_of_the_table(hakam, kept, monkeypatch):
    waited = []
    monkeypatch.setattr("time.sleep", waited.append)
    hakam("replay", 1, "--json", "--journal", kept, "--speed", "0.001")
    last_ms = json.loads(hakam("sessions", "--json", "--journal", kept)[1])["duration_ms"]
    assert last_ms / 0.001 / 1000 - 600 < waited[-1] <= last_ms / 0.001 / 1000


def test_heavy_libraries_wait_for_the_commands_that_need_them():
    script = (
        "import sys, firmware.cli.main as cli\n"
        "cli.main(['sessions'])\n"
        "print(sorted({'cv2', 'onnxruntime', 'torch', 'numpy'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_help_waits_for_no_model_of_the_settings():
    script = (
        "import contextlib, sys, firmware.cli.main as cli\n"
        "with contextlib.suppress(SystemExit): cli.main(['--help'])\n"
        "print('\\n' + str({'msgspec', 'firmware.settings.model'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "set()"


def test_wrong_settings_are_wrong_usage_and_all_faults_are_listed(hakam, home):
    (home / "own.toml").write_text("players = 9\ncolour = 3")
    status, out, err = hakam("sessions", "--config", home / "own.toml")
    assert (status, out) == (2, "")
    assert "players: 9 is not a whole number from 2 to 4" in err
    assert "colour: is not known" in err


@pytest.fixture
def bare_table(tmp_path):
    """Six tenths of a second of a table on which nothing lies."""
    (tmp_path / "bare" / "frames").mkdir(parents=True)
    for t_ms in range(0, 600, 100):
        cv2.imwrite(str(tmp_path / "bare" / "frames" / f"{t_ms:05d}.jpg"), np.full((360, 640, 3), 120, np.uint8))
    return tmp_path / "bare"


def test_a_live_referee_ends_with_its_recording_and_the_next_one_goes_on_with_the_match(hakam, bare_table):
    for _ in range(2):
        status, _, err = hakam("run", "--camera", bare_table, "--players", "2")
        assert (status, err) == (0, "")
    sessions = [json.loads(line) for line in hakam("sessions", "--json")[1].splitlines()]
    assert [(one["source"], one["outcome"]) for one in sessions] == [("the table", None)]


def test_a_new_match_is_begun_where_that_is_asked_for(hakam, bare_table):
    for _ in range(2):
        hakam("run", "--camera", bare_table, "--new")
    assert len(hakam("sessions", "--json")[1].splitlines()) == 2


def test_signals_of_the_system_end_a_live_referee_alone(hakam, bare_table):
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    hakam("run", "--camera", bare_table)
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)] == before
