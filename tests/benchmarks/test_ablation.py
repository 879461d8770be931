"""The reader without a part: it reads worse where the part is needed, and has it again afterwards."""

import pytest

from firmware.decoding import likelihood, weights
from firmware.decoding.proposals import appearances, renamings
from models.benchmarks.ablation import Reading, known, read_all, switched_off, words

PARTS = {
    "a weight": ("FACE", lambda: weights.FACE),
    "a bound": ("FORGOTTEN", lambda: weights.FORGOTTEN),
    "a rule": ("_passed_over", lambda: likelihood._passed_over),
    "a proposal where it is": ("relabelled", lambda: renamings.relabelled),
    "a proposal where it is used": ("without_card", lambda: appearances.without_card),
}


@pytest.mark.parametrize(("name", "now"), PARTS.values(), ids=PARTS.keys())
def test_a_part_is_there_again_after_it_was_switched_off(name, now):
    before = now()
    with switched_off([name]):
        assert now() is not before
    assert now() is before


def test_without_plays_a_deal_is_misread_and_what_came_is_kept(tmp_path):
    with_all, without = read_all(tmp_path, "", [0], 1.0), read_all(tmp_path, "_plays", [0], 1.0)
    assert (with_all[0].exact, with_all[0].wrong) == (1, 0)
    assert without[0].wrong > 0
    assert "_plays" in with_all[0].by
    assert known(tmp_path, "_plays") == without


def test_the_worth_is_what_is_worse_without():
    whole, without = Reading(3, 1, 0, 0, 1, 0, 0, 2.0), Reading(3, 0, 2, 1, 1, 0, 50, 3.0)
    told = words("FACE", {3: whole, 4: whole}, {3: without})
    assert "1 deals: exact -1 (1 lost, 0 won), wrong +2, silent +1, questions +0" in told
    assert told.endswith("wrong_ms +50, time x1.50")
