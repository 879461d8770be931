"""House rules as options: reading, writing, refusing."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.bounded.bounds import FAULTS_TOLD
from firmware.rules.errors import NotationError, RulesetError
from firmware.rules.match import Match
from firmware.rules.notation.ruleset import parse_rules
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
        ({"luck": "good"}, "there is no option 'luck'; known are ace_high, "),
        ({"targt": "21"}, "there is no option 'targt'; did you mean 'target'?"),
        ({"target": "a lot"}, "a whole number is expected"),
        ({"chain_len": "both"}, "a whole number or players is expected"),
        ({"caida": "one"}, "numbers such as 1,5,10 is expected"),
        ({"first_hand": "-1"}, "a hand has at least one card"),
        ({"hand_pattern": "9,0"}, "hand_pattern is 9,0, but a hand has at least one card"),
        ({"rank_values": "ten"}, "10:2,12:4, or none is expected"),
        ({"run_sweep": "no!"}, "yes or no is expected"),
        ({"chain_points": "lst"}, "cannot be 'lst'; did you mean 'last'"),
        ({"target": "many"}, "the option target cannot be 'many'"),
        ({"run_sweep": "perhaps"}, "the option run_sweep cannot be 'perhaps'"),
        ({"chain_points": "first"}, "the option chain_points cannot be 'first'; did you mean|known are"),
        ({"target": "0"}, "at least 1 point"),
        ({"caida": "1,5"}, "caida is 1,5, but"),
        ({"chain_len": "4"}, "a chain has 1, 2 or 3 steps"),
        ({"table_cards": "3"}, "4 cards or with none"),
        ({"concealed": "1"}, "concealed is 1, but"),
        ({"packs": "3"}, "1 or 2 are played with"),
        ({"ronda": "-1"}, "cannot be fewer than none"),
        ({"packs": "0", "target": "0"}, "at least 1 point to win; packs is 0"),
    ],
)
def test_what_no_game_can_be_played_with_is_refused(options, message):
    with pytest.raises(RulesetError, match=message):
        PAGAT.with_options(options)


@pytest.mark.parametrize(
    ("name", "players", "why", "instead"),
    [
        ("pagat-notable", 3, "table_cards=0 cannot be had with 3 players: no source", "pagat-notable table_cards=4"),
        ("cafe", 3, "no source knows hands that share out 40 cards", "cafe table_cards=4"),
        ("pagat hand_pattern=3,3", 2, "hands of 3, 3 take 12 of 36 cards", "pagat"),
        ("pagat first_hand=20", 3, "first_hand=20 cannot be had with 3 players: hands of 20 take 60 of 36", "pagat"),
        ("long table_cards=0", 4, "packs=2 cannot be had with 4 players: hands of 4, 3, 3 take 40", "long"),
    ],
)
def test_hands_that_do_not_use_up_the_pack_are_told_with_rules_that_do(name, players, why, instead):
    with pytest.raises(RulesetError, match=why) as refusal:
        Match.of(parse_rules(name), players)
    proposed = str(refusal.value).split("'")[-2]
    assert proposed.startswith(instead)
    assert Match.of(parse_rules(proposed), players)


@given(
    st.sampled_from([2, 3, 4]),
    st.sampled_from(list(PRESETS)),
    st.sampled_from([1, 2]),
    st.sampled_from([0, 4]),
    st.one_of(
        st.none(),
        st.builds(lambda first: {"first_hand": first}, st.integers(1, 41)),
        st.builds(lambda hands: {"hand_pattern": tuple(hands)}, st.lists(st.integers(1, 41), min_size=1, max_size=9)),
    ),
)
def test_whatever_does_not_fit_is_told_with_rules_that_fit(players, name, packs, table_cards, hands):
    try:
        rules = replace(PRESETS[name], packs=packs, table_cards=table_cards, **(hands or {}))
    except RulesetError:
        return  # not even rules
    try:
        match = Match.of(rules, players)
    except RulesetError as refusal:
        proposed = str(refusal).split("'")[-2]
        match = Match.of(parse_rules(proposed), players)
    assert match.players == players


def test_an_option_is_said_once():
    with pytest.raises(NotationError, match="says target twice"):
        parse_rules("pagat target=21 target=31")


def test_presets_are_found_by_name():
    assert preset("pagat") == Ruleset()
    with pytest.raises(RulesetError, match="there are no rules 'whist'; known are pagat, "):
        preset("whist")


@pytest.mark.parametrize(("misspelt", "meant"), [("caffe", "cafe"), ("CAFE", "cafe"), ("pagat_25", "pagat-25")])
def test_a_misspelt_preset_is_told_with_the_one_that_was_meant(misspelt, meant):
    with pytest.raises(RulesetError, match=f"there are no rules '{misspelt}'; did you mean '{meant}'"):
        preset(misspelt)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_played_by_two_and_by_four(name):
    assert [Match.of(PRESETS[name], players).sides for players in (2, 4)] == [2, 2]


def test_of_faults_without_end_some_are_told():
    with pytest.raises(RulesetError) as told:
        PAGAT.with_options({f"x{number}": "1" for number in range(10 * FAULTS_TOLD)})
    assert FAULTS_TOLD <= str(told.value).count("x") < 3 * FAULTS_TOLD
