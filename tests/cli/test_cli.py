"""The command line: exit 0 done, 1 could not and why in one sentence, 2 wrong usage; nothing is left half-written."""

import json
import subprocess
import sys

import pytest

from firmware.rules.notation.guide import EXAMPLE
from tests.support.sentence import sentence


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
        ("replay", "--players", "2", "--first-dealer", "3"),
        ("replay", "--first-dealer", "0"),
        ("replay", "--dealer", "0", "--first-dealer", "1"),
        ("replay", "--names", "1,2"),
        ("replay", "--names", "Amina,Amina"),
        ("replay", "--names", "Amina,"),
        ("replay", "--players", "2", "--names", "Amina,Omar,Youssef"),
        ("replay", "--rules", "belote"),
        ("replay", "--speed", "0"),
        ("replay", "--speed", "inf"),
        ("replay", "--speed", "abc"),
        ("replay", "--report", ""),
        ("sessions", "--journal", ""),
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


def test_players_have_names_on_the_terminal_in_the_report_and_in_json(hakam, kept, home):
    named = ("replay", 1, "--journal", kept, "--names", "Amina, Youssef")
    status, out, err = hakam(*named, "--report", home / "named.html")
    assert (status, err) == (0, "")
    assert "Amina plays" in out
    assert "Final score: Amina 0, Youssef 0" in out
    assert "Player 1" not in out + (home / "named.html").read_text()
    assert json.loads(hakam(*named, "--json")[1].splitlines()[-1])["names"] == ["Amina", "Youssef"]


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


def test_score_tells_points_that_are_put_right(hakam, home):
    (home / "game.txt").write_text("deal 2O 5C 7E 12B\nscores 20 3\nA 6O  B 6C\n")
    told = hakam("score", home / "game.txt")[1].splitlines()
    assert [line for line in told if "[" in line] == [
        "The score is put right   [20 – 3]",
        "Player 2: caida +1   [20 – 4]",
    ]


def test_ctrl_c_ends_with_130_and_leaves_no_half_report(hakam, kept, home, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupted)
    assert hakam("replay", 1, "--json", "--journal", kept, "--report", home / "report.html")[0] == 130
    assert hakam("export", 1, home / "evening.jsonl", "--journal", kept)[0] == 130
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("option", [("--players", 3), ("--dealer", 1), ("--rules", "quick")])
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
