"""Facts about judging a session: what counts as right, missed, invented and silent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.benchmarks.score import Result, align, compare, compared_plays

TRUE = ["0 7O", "1 7C", "0 1E", "1 12B", "0 3O", "1 5C"]


def plays(lines):
    return [{"t_ms": 0, "seat": int(line[0]), "card": line[2:]} for line in lines]


def truth(lines=TRUE, scores=(3, 1), winner=None):
    return {"plays": plays(lines), "deals": [{"scores": list(scores)}], "scores": list(scores), "winner": winner}


def closed(lines, scores=(3, 1), winner=None, doubts=0):
    return {"plays": plays(lines), "scores": list(scores), "winner": winner, "doubts": doubts}


CASES = [  # what was read: right, rank right, missed, invented, silent
    ("all", TRUE, (6, 6, 0, 0, 0)),
    ("a suit wrong", ["0 7E", *TRUE[1:]], (5, 6, 0, 0, 0)),
    ("a suit unknown", ["0 7?", *TRUE[1:]], (5, 6, 0, 0, 0)),
    ("a rank wrong", ["0 6O", *TRUE[1:]], (5, 5, 0, 0, 1)),
    ("a seat wrong", ["1 7O", *TRUE[1:]], (5, 5, 0, 0, 1)),
    ("the first missed", TRUE[1:], (5, 5, 1, 0, 1)),
    ("one in the middle missed", TRUE[:3] + TRUE[4:], (5, 5, 1, 0, 1)),
    ("the last missed", TRUE[:-1], (5, 5, 1, 0, 1)),
    ("one invented", [*TRUE[:2], "1 4B", *TRUE[2:]], (6, 6, 0, 1, 1)),
    ("nothing read", [], (0, 0, 6, 0, 6)),
]


@pytest.mark.parametrize(("read", "wanted"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_plays_are_judged_one_by_one(read, wanted):
    result = compare(truth(), closed(read))
    assert (result.right, result.rank_right, result.missed, result.invented, result.silent) == wanted
    assert result.plays == 6


def test_an_error_with_an_open_question_is_not_silent():
    result = compare(truth(), closed(["0 6O", *TRUE[1:]], doubts=1), asked=[0])
    assert (result.silent, result.questions, result.rank_right) == (0, 1, 5)


def test_an_error_beside_an_open_question_is_silent_of_its_own_but_people_were_asked():
    result = compare(truth(), closed(["0 6O", *TRUE[1:]], doubts=1), asked=[3])
    assert (result.silent, result.unasked) == (1, 0)


def test_an_error_where_nothing_is_asked_is_silent_altogether():
    result = compare(truth(), closed(["0 6O", *TRUE[1:]]))
    assert (result.silent, result.unasked, result.unmarked) == (1, 1, 1)


def test_an_error_where_the_score_is_marked_is_not_hidden():
    assert compare(truth(), closed(["0 6O", *TRUE[1:]]), marked=True).unmarked == 0


@pytest.mark.parametrize(
    ("scores", "winner", "deals", "games"), [((3, 1), None, 1, 1), ((3, 2), None, 0, 0), ((3, 1), 0, 1, 0)]
)
def test_a_session_is_exact_in_scores_and_winner(scores, winner, deals, games):
    result = compare(truth(), closed(TRUE, scores, winner))
    assert (result.deals_exact, result.games_exact) == (deals, games)


def test_each_deal_is_judged_by_the_score_after_it():
    true = truth() | {"deals": [{"scores": [1, 0]}, {"scores": [2, 0]}, {"scores": [3, 1]}]}
    read = closed(TRUE) | {"deal_scores": [[1, 0], [1, 1], [3, 1]]}
    assert (compare(true, read).deals, compare(true, read).deals_exact) == (3, 2)


def test_results_add_up():
    one = compare(truth(), closed(TRUE[1:]))
    assert one + one == Result(12, 10, 10, 2, 0, 2, 2, 0, 2, 2, 2, 2, 2)
    assert (one + one).right_share == pytest.approx(10 / 12)
    assert (one + one).per_1000(2) == pytest.approx(2000 / 12)
    assert Result().right_share == 1.0 and Result().per_1000(0) == 0.0


line = st.builds("{} {}{}".format, st.integers(0, 1), st.sampled_from([1, 7, 12]), st.sampled_from("OC"))


@given(st.lists(line, max_size=8), st.lists(line, max_size=8))
def test_every_play_of_both_lists_is_in_one_pair_and_order_is_kept(true, read):
    pairs = align(compared_plays(plays(true)), compared_plays(plays(read)))
    assert [t for t, _ in pairs if t is not None] == list(range(len(true)))
    assert [r for _, r in pairs if r is not None] == list(range(len(read)))


@given(st.lists(line, max_size=8))
def test_a_list_read_right_is_all_right(true):
    result = compare(truth(true), closed(true))
    assert result.right == len(true) and result.silent == 0
