"""Arguments stand in any order; those that mean nothing beside each other are wrong usage, and nothing is done."""

import json

import pytest

PAIRS = {
    "calibrate --sheet new.pdf --camera 0": "argument --sheet: not allowed with argument --camera",
    "calibrate --sheet new.pdf --picture new.jpg": "argument --sheet: not allowed with argument --picture",
    "calibrate --sheet new.pdf --window": "argument --sheet: not allowed with argument --window",
    "calibrate --sheet new.pdf --deck cafe": "argument --sheet: not allowed with argument --deck",
    "enrol cafe --from a.jpg --keep new": "argument --from: not allowed with argument --keep",
    "rules cafe --options": "argument --options: not allowed with argument RULES",
    "rules --options --players 3": "argument --options: not allowed with argument --players",
    "rules --players 3": "argument --players: means nothing without RULES",
    "run --record-mb 10": "argument --record-mb: means nothing without --record",
    "replay --report new --screens new": "--report and --screens name the same place",
    "replay --report new --journal ./new": "--report and --journal name the same place",
    "replay new --screens new": "SOURCE and --screens name the same place",
    "enrol cafe --camera 0 --draw new --keep new": "--keep and --draw name the same place",
    "doctor --camera new --bundle new": "--camera and --bundle name the same place",
    "read a.jpg new --draw new": "PICTURE and --draw name the same place",
    "export 1 new --journal new": "FILE and --journal name the same place",
}


@pytest.fixture
def session(hakam, home, kept, monkeypatch):
    monkeypatch.chdir(home)
    monkeypatch.setenv("HAKAM_JOURNAL", str(kept))
    hakam("export", 1, "session.jsonl")
    return home / "session.jsonl"


@pytest.mark.parametrize(("words", "fault"), PAIRS.items())
def test_arguments_that_do_not_go_together_are_wrong_usage(hakam, home, monkeypatch, words, fault):
    monkeypatch.chdir(home)
    status, out, err = hakam(*words.split())
    assert (status, out) == (2, "")
    assert fault in err.splitlines()[-1]
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("replay session.jsonl --journal journal.db", "session.jsonl is an exported session and goes into no journal"),
        ("rules steere --players 4", "steere is for 3 players, not 4: leave --players out"),
        ("export 1 -", "- is standard output for --notation alone; name a file for the signals"),
    ],
)
def test_what_means_nothing_for_this_source_is_told(hakam, session, words, fault):
    home = session.parent
    before = sorted(home.iterdir())
    status, out, err = hakam(*words.split())
    assert (status, out, len(err.splitlines())) == (1, "", 1)
    assert fault in err
    assert sorted(home.iterdir()) == before


def test_two_outputs_may_go_to_one_device(hakam, kept):
    assert hakam("replay", 1, "--journal", kept, "--config", "/dev/null", "--report", "/dev/null")[0] == 0


@pytest.mark.parametrize(
    "words", ["1 {file} --notation", "1 --notation {file}", "--notation 1 {file}", "--notation -- 1 {file}"]
)
def test_options_stand_before_between_and_behind_arguments(hakam, home, kept, words):
    file = home / "game.txt"
    status, out, err = hakam("export", "--journal", kept, *words.format(file=file).split())
    assert (status, err, out.split(":")[0]) == (0, "", str(file))
    assert "deal" in file.read_text()


def test_what_is_put_right_may_stand_behind_an_option(hakam, kept):
    before = json.loads(hakam("correct", 1, "--json", "--journal", kept)[1])["plays"]
    status, out, err = hakam("correct", 1, "--json", "remove 1", "--journal", kept, "remove 1")
    assert (status, err) == (0, "")
    assert json.loads(out)["plays"] == before[2:]


def test_the_plays_of_a_session_can_be_listed_as_json(hakam, kept):
    listed = hakam("correct", 1, "--json", "--journal", kept)[1]
    assert listed == hakam("replay", 1, "--json", "--journal", kept)[1].splitlines(keepends=True)[-1]


@pytest.mark.parametrize("command", ["export", "correct"])
def test_only_what_must_be_there_is_called_missing(hakam, command):
    assert hakam(command)[2].splitlines()[-1].endswith("the following arguments are required: SESSION")
