"""House rules as options: reading, writing, refusing."""

import pytest

from firmware.rules.errors import RulesetError
from firmware.rules.match import Match
from firmware.rules.presets import PAGAT, PRESETS, preset
from firmware.rules.ruleset import Ruleset

OPTIONS = {
    "target": "21",
    "caida": "1,6,15",
    "chain_points": "last",
    "chain_len": "3",
    "chain_start": "any",
    "caida_across_redeal": "yes",
    "run_sweep": "no",
    "mesa_exception": "last_batch",
    "table_cards": "0",
    "hand_pattern": "4,3,3",
}


def test_options_read_back_as_they_were_written():
    rules = PAGAT.with_options(OPTIONS)
    assert rules.differences(PAGAT) == OPTIONS
    assert PAGAT.with_options(rules.differences(PAGAT)) == rules
    assert rules.with_options(PAGAT.differences(rules)) == PAGAT


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"luck": "good"}, "there is no option 'luck'"),
        ({"target": "many"}, "the option target cannot be 'many'"),
        ({"run_sweep": "perhaps"}, "the option run_sweep cannot be 'perhaps'"),
        ({"chain_points": "first"}, "the option chain_points cannot be 'first'"),
        ({"target": "0"}, "at least 1 point"),
        ({"caida": "1,5"}, "caida has 2 values"),
        ({"chain_len": "4"}, "a chain has 1, 2 or 3 steps"),
        ({"table_cards": "3"}, "4 cards or with none"),
        ({"concealed": "1"}, "concealed has 1 values"),
        ({"packs": "3"}, "1 or 2 are played with"),
        ({"ronda": "-1"}, "cannot be fewer than none"),
        ({"packs": "0", "target": "0"}, "at least 1 point to win; packs is 0"),
    ],
)
def test_what_no_game_can_be_played_with_is_refused(options, message):
    with pytest.raises(RulesetError, match=message):
        PAGAT.with_options(options)


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (PRESETS["pagat-notable"], 3),
        (Ruleset(hand_pattern=(3, 3)), 2),
        (Ruleset(hand_pattern=(9, 0)), 4),
    ],
)
def test_hands_have_to_use_up_the_pack(rules, players):
    with pytest.raises(RulesetError, match="do not use up"):
        Match.of(rules, players)


def test_presets_are_found_by_name():
    assert preset("pagat") == Ruleset()
    with pytest.raises(RulesetError, match="there are no rules 'whist'; known are pagat, "):
        preset("whist")


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_played_by_two_and_by_four(name):
    assert [Match.of(PRESETS[name], players).sides for players in (2, 4)] == [2, 2]
