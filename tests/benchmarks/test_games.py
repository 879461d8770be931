"""The bench of whole matches: what is exact, silent, asked, and right at every moment."""

from dataclasses import replace

import pytest

from firmware.referee import MatchSetup, Referee
from models.benchmarks import games
from models.benchmarks.game_trial import GRACE_MS, ToldShare, TrueScores, judge, true_scores, watched
from models.synthetic.films.witnessed import witnessed_match
from models.synthetic.play.detection_simulator import PERFECT
from models.synthetic.play.mishaps import CALM

TRUE = TrueScores([0.0, 10_000.0, 30_000.0], [(0, 0), (1, 0), (1, 5)])


@pytest.mark.parametrize(
    ("t_ms", "scores"),
    [
        (1000, {(0, 0)}),
        (10_000 - GRACE_MS + 1, {(0, 0), (1, 0)}),
        (10_000 + GRACE_MS - 1, {(0, 0), (1, 0)}),
        (20_000, {(1, 0)}),
        (60_000, {(1, 5)}),
    ],
)
def test_a_score_is_right_about_the_time_at_which_it_was_true(t_ms, scores):
    assert TRUE.about(t_ms) == scores


@pytest.fixture(scope="module")
def witnessed():
    return witnessed_match(11, rules="pagat", players=3, deals=1, mishaps=CALM, errors=PERFECT, fps=4.0)


@pytest.fixture(scope="module")
def refereed(witnessed):
    script = witnessed.match.script
    referee = Referee(MatchSetup(script.players, script.dealer, script.rules))
    return referee, list(watched(witnessed, referee))


@pytest.fixture(scope="module")
def trial(witnessed, refereed):
    return judge(witnessed, *refereed)


def test_a_match_seen_without_error_is_exact_at_every_moment(trial):
    assert trial.exact
    assert trial.always
    assert (trial.result.rank_right, trial.result.silent) == (trial.result.plays, 0)


def test_a_match_with_another_truth_is_not_exact_and_its_score_was_wrong_for_a_while(witnessed, refereed):
    scores = tuple((one[0] + 1, *one[1:]) for one in witnessed.match.scores)
    last = witnessed.timeline.deals[-1]
    false = replace(witnessed.timeline, deals=(replace(last, scores=(last.scores[0] + 1, *last.scores[1:])),))
    other = judge(replace(witnessed, match=replace(witnessed.match, scores=scores), timeline=false), *refereed)
    assert not other.exact
    assert other.wrong_ms > 10_000


def test_the_true_score_ends_as_the_match_does(witnessed):
    assert true_scores(witnessed).scores[-1] == witnessed.timeline.deals[-1].scores


def test_figures_count_games_and_plays(trial):
    found = {figure.name: figure.value for figure in games.figures([trial])}
    assert found["games exact at the end"] == 1.0
    assert found["silent errors, none about that play"] == 0.0
    assert games.line(trial).count("exact") == 1
    assert any("games exact" in words for words in games.summary([trial]))


def test_reliability_is_how_often_it_was_right_by_how_sure_it_was(trial):
    told = (ToldShare(0.72, right=True), ToldShare(0.78, right=False), ToldShare(1.0, right=True))
    rows = list(games.reliability([replace(trial, shares=told[:1]), replace(trial, shares=told[1:])]))
    spans = ("70% to 80%", "99% to 100%")
    assert [row.name for row in rows] == [f"{name} {span}" for span in spans for name in (games.MEAN, games.RIGHT)]
    assert [(row.count, row.n) for row in rows[1::2]] == [(1, 2), (1, 1)]
    drawn = games.points(games.figures([replace(trial, shares=told)]))
    assert [(sure, right) for sure, right, _ in drawn] == [(0.75, 0.5), (1.0, 1.0)]
