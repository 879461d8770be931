"""Facts about the bench of whole sessions: what it plays, and how a trial counts."""

from collections import Counter
from pathlib import Path

import pytest

from models.synthetic.bench_sessions import DECKS, SURFACES, cases, main, play, summary
from models.synthetic.score import Result
from models.synthetic.trial import play_of


def test_twenty_sessions_are_ten_of_two_five_of_three_and_five_of_four():
    todo = list(cases(20, 500, 1, 10.0))
    assert Counter(case.players for case in todo) == {2: 10, 3: 5, 4: 5}
    assert Counter(case.surface for case in todo) == dict.fromkeys(SURFACES, 5)
    assert {case.deck for case in todo} == set(DECKS)
    assert [case.seed for case in todo] == list(range(500, 520))


@pytest.mark.parametrize(("step", "play_index"), [(1, 0), (36, 35), (38, 36), (73, 71), (75, 72)])
def test_steps_of_the_story_count_the_layouts_and_plays_do_not(step, play_index):
    assert play_of(step) == play_index


def test_a_witness_session_is_judged_play_by_play():
    trial = play(next(cases(1, 20_000, 1, 8.0)), Path("unused"), "perfect")
    assert trial.result.plays == 36 and trial.result.games == 1
    assert trial.took_ms == ()


def test_the_summary_states_every_figure():
    words = "\n".join(summary(Result(200, 196, 198, 1, 1, 3, 4, 5, 4, 5, 4), [1.0, 2.0, 9.0]))
    for figure in ("196 of 200 (98.00%)", "15.00 per 1,000", "questions             4", "4 of 5 (80%)", "median 2.0"):
        assert figure in words


def test_missing_decks_are_one_sentence_and_exit_1(tmp_path, capsys):
    assert main(["--decks", str(tmp_path), "--sessions", "1", "--jobs", "1"]) == 1
    assert "castilian-1878" in capsys.readouterr().err
