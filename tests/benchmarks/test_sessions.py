"""Facts about the bench of whole sessions: what it plays, how a trial counts, what it says and what it keeps."""

import json
from collections import Counter
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from firmware.cards import Rank
from firmware.referee import Referee
from firmware.replaying.replay import play_back
from firmware.storage.export import read_export
from firmware.storage.moment import SETUPS
from models.benchmarks.decks import KNOWN, UNKNOWN, kind_of_decks
from models.benchmarks.failure_dump import dump_failure
from models.benchmarks.latency import Latency, latency, note_right, uncovered_ms
from models.benchmarks.mistakes import NONE_NEAR, Mistake, blamed, mistakes
from models.benchmarks.oracle_player import OracleResult
from models.benchmarks.score import Result
from models.benchmarks.session_case import SURFACES, cases
from models.benchmarks.session_report import by_group, line, mishap_line, summary
from models.benchmarks.sessions import main
from models.benchmarks.trial import Trial, through_simulator
from models.synthetic.cards.deck import Deck
from models.synthetic.films.recipe import Recipe, make_session
from models.synthetic.films.session_folder import truth_of
from models.synthetic.play.choreography import choreograph
from models.synthetic.play.mishaps import CAFE, CALM, Mishap, only
from models.synthetic.play.random_game import play_game
from models.synthetic.play.table_habits import TableHabits
from models.synthetic.play.timeline import TableView

VIEW = TableView(820.0, 461.0)


def test_twenty_sessions_are_ten_of_two_five_of_three_and_five_of_four():
    todo = list(cases(20, 500, 1, 10.0))
    assert Counter(case.players for case in todo) == {2: 10, 3: 5, 4: 5}
    assert Counter(case.surface for case in todo) == dict.fromkeys(SURFACES, 5)
    assert {case.deck for case in todo} == set(KNOWN)
    assert [case.seed for case in todo] == list(range(500, 520))
    assert {case.mishaps for case in todo} == {CALM}


def simulated(seed, fps=5.0):
    session = make_session(Recipe(Deck("none", "none", {}), seed, deals=1, fps=fps, pace=2.0, mishaps=CAFE))
    return session, through_simulator(session)


@pytest.fixture(scope="module")
def watched():
    """A session of which not all is read rightly: of 120 with twice as many looks a second every play is told."""
    return simulated(20_305, fps=2.5)


def test_of_a_session_that_is_read_rightly_all_plays_are_told():
    _, trial = simulated(20_002)
    assert trial.mistakes == () and trial.latency.plays > 10 and trial.latency.told_share == 1.0


def test_a_simulated_session_is_judged_play_by_play(watched):
    session, trial = watched
    assert trial.result.plays == 36 and trial.result.games == 1
    assert trial.took_ms == () and trial.mishaps == session.timeline.mishaps
    assert trial.latency.plays > 10 and 0 < trial.latency.told_share < 1
    wrong = trial.result.plays - trial.result.rank_right + trial.result.invented
    assert len(trial.mistakes) == wrong


def test_a_kept_session_replays_as_it_went_and_has_its_truth_beside_it(watched, tmp_path):
    session, trial = watched
    dump_failure(tmp_path / "new", "one", session.timeline, trial)
    recorded = read_export(tmp_path / "new" / "one.jsonl.gz")
    assert recorded.entries == trial.entries and recorded.outcome == trial.outcome
    referee = Referee(SETUPS.parse(recorded.header.setup))
    assert len(list(play_back(islice(recorded.entries, 200), referee))) == 200
    truth = json.loads((tmp_path / "new" / "one.truth.json").read_text(encoding="utf-8"))
    assert truth == json.loads(json.dumps(truth_of(session.timeline)))


TRIAL = Trial(
    Result(200, 196, 198, 1, 1, 3, 2, 4, 5, 4, 5, 4),
    (Mistake(9000, 3), Mistake(12_000, None), Mistake(90_000, 8)),
    Latency((100, 300, 700), 4),
    (Mishap(10_000, "slap"), Mishap(40_000, "lamp")),
    (),
    "{}",
    OracleResult(2, 1, 3, 1, 0),
    ((41, 0), (0, 41)),
    (1.0, 2.0, 9.0),
)


def test_the_summary_states_every_figure():
    words = "\n".join(summary([TRIAL]))
    for figure in (
        "196 of 200 (98.00%)",
        "15.00 per 1,000 plays with no question on that very play, 10.00 with no question open at all",
        "questions             4, 0.80 a deal, 0.8 a game to 41 of 1.0 such deals",
        "4 of 5 (80%)",
        "3 plays wrong (15.00 per 1,000), 1 where the table does not agree",
        "of 3 questions open at the end 2 had the truth; 0 of 1 scores right",
        "median 300, p95 300; told 75.0% of 4",
        "median 2.0",
    ):
        assert figure in words
    rows = [row.split() for row in words.splitlines() if row.startswith("  ")]
    assert rows == [["slap", "1", "2", "1"], ["none", "near", "0", "1", "0"], ["lamp", "1", "0", "0"]]


def test_decks_and_surfaces_are_told_apart_each_with_the_interval_of_its_plays():
    assert by_group(["own", "cadiz-501", "own"], [TRIAL] * 3) == [
        "own                           seat and rank 396 of 400 (97.5% to 99.6%), deals exact 8 of 10",
        "cadiz-501                     seat and rank 198 of 200 (96.4% to 99.7%), deals exact 4 of 5",
    ]
    assert by_group(["own", "own"], [TRIAL] * 2) == []


@pytest.mark.parametrize(("decks", "kind"), [(KNOWN, "learned from"), (UNKNOWN[:2], "no network"), (("x",), "choice")])
def test_what_the_networks_know_of_the_decks_is_said(decks, kind):
    assert kind in kind_of_decks(tuple(decks))


def test_a_session_is_told_in_a_line_and_its_mishaps_in_another():
    assert line("here", TRIAL.result).startswith("here  196 of 200 right, by rank 198, missed 1")
    assert mishap_line(TRIAL.mishaps) == "    slap 10.0, lamp 40.0"


def test_without_mishaps_the_summary_names_none():
    calm = replace(TRIAL, mishaps=(), mistakes=())
    assert not any("mishap" in row for row in summary([calm]))
    assert summary([]) == ["no session was played"]


def test_a_trial_is_exact_if_every_rank_seat_and_score_is():
    good = Result(36, 30, 36, 0, 0, 0, 0, 3, 1, 1, 1, 1)
    assert replace(TRIAL, result=good).exact
    for wrong in ({"rank_right": 35}, {"invented": 1}, {"deals_exact": 0}):
        assert not replace(TRIAL, result=replace(good, **wrong)).exact


@pytest.mark.parametrize(
    ("wish", "named"), [(["--decks", "no/such"], "castilian-1878"), (["--perfect", "--mishap", "flood"], "flood")]
)
def test_what_cannot_be_is_one_sentence_and_exit_1(capsys, wish, named):
    assert main([*wish, "--sessions", "1", "--jobs", "1"]) == 1
    assert named in capsys.readouterr().err


# -- mistakes


def plays(*lines):
    return [{"t_ms": 1000 * n, "seat": int(text[0]), "card": text[2:]} for n, text in enumerate(lines, start=1)]


def test_a_mistake_has_the_time_of_the_true_play_or_of_what_was_read():
    true = {"plays": plays("0 7O", "1 7C", "0 1E")}
    assert mistakes(true, {"plays": plays("0 7O", "1 6C", "0 1E")}) == (Mistake(2000, 1),)
    assert mistakes(true, {"plays": plays("0 7O", "0 1E")}) == (Mistake(2000, 1),)
    assert mistakes(true, {"plays": plays("0 7O", "1 7C", "0 1E", "1 4B")}) == (Mistake(4000, None),)
    assert mistakes(true, {"plays": plays("0 7O", "1 7E", "0 1E")}) == ()


def test_the_nearest_mishap_is_blamed_unless_all_are_far():
    struck = (Mishap(10_000, "slap"), Mishap(30_000, "lamp"))
    found = [Mistake(t_ms, 0) for t_ms in (9000, 19_000, 21_000, 41_000, 60_000)]
    assert blamed(found, struck) == {"slap": 2, "lamp": 2, NONE_NEAR: 1}


# -- latency


def acted(mishaps=CALM):
    rng = np.random.default_rng(4)
    return choreograph(play_game(rng, 2, 0, deals=1), rng, habits=TableHabits(), view=VIEW, mishaps=mishaps)


@pytest.fixture(scope="module")
def calm():
    return acted()


def test_a_card_is_uncovered_when_the_hand_has_left_it(calm):
    free = [play for play in calm.plays if not play.took]
    waits = [open_ms - play.t_ms for play in free if (open_ms := uncovered_ms(calm, play)) is not None]
    assert len(waits) > len(free) / 2 and all(0 <= wait < 2500 for wait in waits)


def test_a_slapped_card_is_hardly_ever_uncovered_and_an_unread_one_never():
    slapped, palmed = acted(only("slap")), acted(only("unread"))
    seen = [uncovered_ms(slapped, play) is not None for play in slapped.plays if play.took]
    assert sum(seen) < 0.4 * len(seen)
    times = {one.t_ms for one in palmed.mishaps}
    assert times and all(uncovered_ms(palmed, play) is None for play in palmed.plays if play.t_ms in times)


def test_waits_are_counted_from_the_open_card_until_its_play_is_told_rightly(calm):
    index, play = next((n, one) for n, one in enumerate(calm.plays) if uncovered_ms(calm, one) is not None)
    open_ms, before = uncovered_ms(calm, play), [(one.seat, one.card.rank) for one in calm.plays[:index]]
    other = next(rank for rank in Rank if rank != play.card.rank)
    right_ms = {}
    for wait_ms, rank in ((100, other), (400, play.card.rank), (900, play.card.rank)):
        note_right(right_ms, calm, [*before, (play.seat, rank)], open_ms + wait_ms)
    assert latency(calm, {index: right_ms[index]}).waits_ms == (400,)


def test_what_is_never_told_counts_as_a_play_that_waits_for_ever(calm):
    silence = latency(calm, {})
    assert silence.waits_ms == () and silence.plays > 10 and silence.told_share == 0.0


def test_latencies_add_up():
    both = Latency((100, 300), 3) + Latency((200,), 1)
    assert both == Latency((100, 300, 200), 4)
    assert (both.at(0.5), both.at(0.95), both.told_share) == (200, 200, 0.75)
    assert Latency().told_share == 1.0
