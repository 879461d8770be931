"""House rules that people write: TOML that extends a preset."""

import pytest

from firmware.rules.errors import RulesetError
from firmware.rules.notation.ruleset import EXAMPLE, parse_house_rules
from firmware.rules.presets import PAGAT, PRESETS


def test_only_what_differs_is_written():
    rules = parse_house_rules('extends = "cafe"\ntarget = 31\nrun_sweep = false\ncaida = [1, 6, 15]\n')
    assert rules.differences(PRESETS["cafe"]) == {"target": "31", "run_sweep": "no", "caida": "1,6,15"}


def test_without_a_preset_pagat_is_extended():
    assert parse_house_rules("") == PAGAT
    assert parse_house_rules("decl_ranks = []\nlast_card = 'none'") == PAGAT


def test_points_by_rank_are_a_table():
    rules = parse_house_rules('extends = "gamesite"\nrank_values = {10 = 2, 12 = 4}\n')
    assert rules.rank_values == ((10, 2), (12, 4))
    assert parse_house_rules('extends = "gamesite"\nrank_values = {}\n') == PRESETS["gamesite"]


def test_the_example_can_be_played():
    assert parse_house_rules(EXAMPLE).target == 31


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("target = ", "no TOML"),
        ('extends = "whist"\ntarget = "many"\nluck = 7', "no rules 'whist'.*target cannot be 'many'.*no option 'luck'"),
        ('extends = "steere"', "another game"),
        ("target = 0\npacks = 3", "at least 1 point.*packs is 3"),
        ("run_sweep = 1", "run_sweep cannot be '1'"),
        ("target = true", "target cannot be 'yes'"),
        ("target = 2026-11-21", "target cannot be '2026-11-21'"),
    ],
)
def test_all_faults_of_house_rules_are_told_at_once(text, message):
    with pytest.raises(RulesetError, match=message):
        parse_house_rules(text)
