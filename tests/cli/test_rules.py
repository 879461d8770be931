"""The rules that a person names: on the command line, in the settings, in a session."""

import json
from dataclasses import fields

import pytest

from firmware.cards import ES48
from firmware.cli.main import main
from firmware.replaying.match_setup import match_setup
from firmware.rules.errors import RulesetError
from firmware.rules.presets import PRESETS
from firmware.rules.ruleset import Ruleset
from firmware.settings.house_rules import named_rules, rules_fault, rules_text
from firmware.settings.model import Settings, load_settings
from firmware.settings.session_file import SessionFile


@pytest.fixture
def house(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('extends = "cafe"\ntarget = 31\n')
    return str(file)


def told(capsys, *arguments):
    try:
        status = main(list(arguments))
    except SystemExit as wrong_usage:
        status = wrong_usage.code
    return status, *capsys.readouterr()


def test_the_rules_of_a_preset_are_told_with_what_differs_on_top(capsys):
    status, out, err = told(capsys, "rules", "cafe", "--players", "4")
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "Ronda by the rules of cafe, 4 players"
    assert "chain_points: last, not literal" in out


def test_the_rules_of_the_house_are_told_from_their_file(capsys, house):
    assert "wins at once" in told(capsys, "rules", house)[1]
    assert "The first at 31 points" in told(capsys, "rules", house)[1]
    assert "The first at 7 points" in told(capsys, "rules", "pagat target=7")[1]


def test_without_a_name_all_presets_are_listed(capsys):
    assert "\nsteere           Ronda by Mark Steere, 2022" in told(capsys, "rules")[1]
    assert "tricks" in told(capsys, "rules", "steere")[1]


def test_presets_are_told_in_the_language_that_was_asked_for_or_set(capsys, tmp_path):
    (tmp_path / "hakam.toml").write_text('language = "es"\n')
    assert "Como pagat, pero a 25 puntos" in told(capsys, "rules", "--config", str(tmp_path / "hakam.toml"))[1]
    assert "Comme pagat, mais en 25 points" in told(capsys, "rules", "--lang", "fr")[1]


def test_all_options_are_listed_with_their_values(capsys):
    lines = told(capsys, "rules", "--options")[1].splitlines()
    assert lines[0] == "target = 41 / ...: points that win"
    assert "run_sweep = yes / no: whether a capture takes the run above it" in lines
    assert "chain_points = literal / last / all: which points of an answered caida stand: literal," in lines
    assert len([line for line in lines if line[0] != " "]) == len(fields(Ruleset))


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("belote", "there are no rules 'belote'"),
        ("pagat target=none", "the option target cannot be 'none'"),
        ("pagat target", "are no rules"),
        ("nowhere.toml", "the house rules cannot be read (No such file or directory)"),
    ],
)
def test_rules_that_cannot_be_are_one_sentence(capsys, name, fault):
    status, out, err = told(capsys, "rules", name)
    assert (status, out) == (1, "")
    assert fault in err
    assert told(capsys, "replay", "--rules", name)[0] == 2


def test_a_preset_that_is_not_for_so_many_players_is_told(capsys):
    assert "table_cards=0 cannot be had with 3 players" in told(capsys, "rules", "cafe", "--players", "3")[2]


def test_rules_that_are_not_for_so_many_players_are_told_before_anything_is_opened(capsys, tmp_path):
    journal = tmp_path / "journal.db"
    status, out, err = told(capsys, "replay", "--rules", "cafe", "--players", "3", "--journal", str(journal))
    assert (status, out) == (1, "")
    assert "play by 'cafe table_cards=4'" in err
    assert not journal.exists()


@pytest.mark.parametrize(("name", "meant"), [("caffe", "cafe"), ("pagat targt=21", "target")])
def test_a_misspelt_name_is_told_with_the_one_that_was_meant(capsys, name, meant):
    assert f"did you mean '{meant}'?" in told(capsys, "rules", name)[2]


def test_house_rules_with_faults_are_told_with_their_file(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text("luck = 7\ntarget = 0\n")
    with pytest.raises(RulesetError, match=r"bad\.toml: there is no option 'luck'"):
        named_rules(str(file))
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(RulesetError, match="it is no text"):
        named_rules(str(file))


def test_a_session_keeps_house_rules_as_text_that_needs_no_file(house):
    setup = match_setup(SessionFile(rules=house), SessionFile(), Settings())
    assert setup.rules == "pagat target=31 chain_points=last chain_len=3 table_cards=0 last_card=dealer_duty"
    assert named_rules(setup.rules) == named_rules(house)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_keeps_its_name(name):
    assert rules_text(name) == name


def test_the_settings_may_name_house_rules(tmp_path, house):
    file = tmp_path / "hakam.toml"
    file.write_text(f"rules = {json.dumps(house)}\n")
    assert load_settings(str(file), {}).rules == house
    assert rules_fault(house) is None
    assert "belote" in rules_fault("belote")


def test_mark_steeres_game_is_scored_by_tricks(capsys, tmp_path):
    file = tmp_path / "tricks.txt"
    file.write_text("rules steere\nhands 1\nA 7O  B 12C  C 3E\n")
    status, out, _ = told(capsys, "score", str(file))
    assert (status, out.splitlines()[0]) == (0, "Ronda by Mark Steere, 2022")
    assert "Trick 1: Player 1 leads 7O 12C 3E; Player 2 takes it" in out
    last = json.loads(told(capsys, "score", str(file), "--json")[1].splitlines()[-1])
    assert last == {"event": "RecordScored", "scores": [0, 1, 0], "winner": None}


def test_who_took_most_tricks_has_won(capsys, tmp_path):
    file = tmp_path / "tricks.txt"
    file.write_text(f"rules steere\nhands 1\n{' '.join(map(str, ES48.cards))}\n")
    assert told(capsys, "score", str(file))[1].splitlines()[-1].endswith(" wins")
