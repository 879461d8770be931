"""Facts about result files: their intervals, what they say of a run, and the page that is made of them."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.benchmarks import rules
from models.benchmarks.figures import Figure, events, per_thousand, quantile, share
from models.benchmarks.intervals import bootstrap, order_statistics, poisson, wilson
from models.benchmarks.results import NOWHERE, BenchmarkRun, networks, read, write
from models.benchmarks.runner import run
from models.benchmarks.tables import page, results_in

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "docs" / "benchmarks" / "results"

WILSON = [  # share, cases, from, to: to three digits as R's prop.test(correct=FALSE) gives them
    (0.0, 10, 0.0, 0.278),
    (0.5, 10, 0.237, 0.763),
    (0.9, 10, 0.596, 0.982),
    (1.0, 10, 0.722, 1.0),
    (0.975, 200, 0.943, 0.989),
]


@pytest.mark.parametrize(("of", "n", "low", "high"), WILSON)
def test_the_interval_of_a_share_is_wilsons(of, n, low, high):
    assert wilson(of, n) == pytest.approx((low, high), abs=0.0005)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_share_lies_in_its_interval_which_stays_between_nought_and_one(counted):
    count, n = counted
    low, high = wilson(count / n, n)
    assert 0 <= low <= count / n <= high <= 1


@given(st.integers(0, 10_000))
def test_a_count_lies_in_its_interval(count):
    low, high = poisson(count)
    assert 0 <= low <= count < high


MEDIANS = [  # values, the ranks between which the median lies with 95 %: Conover, table A3
    (5, None),
    (6, (1, 6)),
    (10, (2, 9)),
    (20, (6, 15)),
    (100, (40, 61)),
]


@pytest.mark.parametrize(("n", "ranks"), MEDIANS)
def test_the_interval_of_a_median_are_two_of_the_values(n, ranks):
    assert order_statistics(range(n, 0, -1)) == ranks


def test_a_far_quantile_of_few_values_has_no_interval():
    assert order_statistics(range(50), 0.95) is None
    assert order_statistics(range(1000), 0.95) is not None


def test_the_bootstrap_draws_the_same_each_time():
    first, again = (bootstrap(range(30), lambda drawn: sum(drawn) / len(drawn)) for _ in range(2))
    assert first == again
    assert first[0] < 14.5 < first[1]


TARGETS = [("at least", 2.0, True), ("at least", 2.1, False), ("at most", 2.0, True), ("under", 2.0, False)]


@pytest.mark.parametrize(("aim", "target", "met"), TARGETS)
def test_a_figure_knows_whether_it_is_what_was_aimed_at(aim, target, met):
    assert Figure(name="two", value=2.0, aim=aim, target=target).met is met


def test_without_a_target_nothing_is_met():
    assert Figure(name="two", value=2.0).met is None


def test_a_run_is_written_with_all_that_is_needed_to_repeat_it(tmp_path):
    path, words = tmp_path / "new" / "one.json", ["--result", "x.json", "--games", "3"]
    figures = [share("right", 9, 10, target=0.5), quantile("a look", [3.0, 1.0, 2.0], "ms")]
    write(path, BenchmarkRun("one", "One", "models.one", words, "1 to 3"), figures)
    result = read(path)
    assert (result.command, result.seeds, result.title) == ("python -m models.one --games 3", "1 to 3", "One")
    assert result.networks == networks() and len(result.networks) == 3
    assert result.machine.cores >= 1 and result.machine.python
    assert [(one.value, one.n) for one in result.figures] == [(0.9, 10), (2.0, 3)]
    assert result.entered == ""


def test_a_result_that_nobody_wants_is_not_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(Path(NOWHERE), BenchmarkRun("one", "One", "models.one"), [])
    assert not list(tmp_path.iterdir())


def test_a_bench_writes_what_it_prints(tmp_path, capsys):
    rules.main(["--deals", "2", "--result", str(tmp_path / "rules.json")])
    written = read(tmp_path / "rules.json").figures
    printed = re.findall(r"([\d,]+) cards a second", capsys.readouterr().out)
    assert [f"{one.value:,.0f}" for one in written] == printed


def test_cases_run_in_order_in_one_process_or_several():
    cases = list(range(20))
    expected = [(case, -case) for case in cases]
    assert list(run(int.__neg__, cases)) == list(run(int.__neg__, cases, batch=3)) == expected
    assert list(run(int.__neg__, cases, jobs=2, batch=3)) == expected


def test_no_batch_is_begun_after_the_time():
    assert list(run(int.__neg__, range(20), batch=3, minutes=0)) == [(0, 0), (1, -1), (2, -2)]


def test_a_page_tells_each_figure_in_a_row(tmp_path):
    figures = [
        share("plays", 195, 200, target=0.97),
        per_thousand("silent", 12, 7200, unit="plays", target=2),
        events("questions", 40, 200, unit="a game", each=9.6, target=1),
    ]
    write(tmp_path, BenchmarkRun("a", "Sessions", "models.a", (), "7"), figures)
    told = page(results_in(tmp_path))
    assert "| plays | 97.5 % | 94.28 to 98.93 (Wilson) | 195 of 200 | at least 97 % | yes |" in told
    assert (
        "| silent | 1.67 in 1,000 plays | 0.954 to 2.91 (Wilson) | 12 of 7,200 | under 2 in 1,000 plays | yes |" in told
    )
    assert "| questions | 1.92 a game | 1.41 to 2.61 (Poisson) | 40 of 200 | under 1 a game | **no** |" in told


def test_the_committed_page_is_made_of_the_committed_results():
    assert (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8") == page(results_in(COMMITTED))


@pytest.mark.parametrize("path", sorted(COMMITTED.glob("*.json")), ids=lambda path: path.stem)
def test_a_committed_result_says_where_it_comes_from(path):
    result = read(path)
    assert result.figures and result.command and result.date
    assert result.entered or (result.networks and result.machine and result.commit != "unknown")
    assert not re.search(r"(^|\W)/(tmp|home|work|root)/", json.dumps(json.loads(path.read_text())))
