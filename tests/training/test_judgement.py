"""Fitting the reader: numbers that know of which weights they are made, and what makes the truth likeliest."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.decoding import likelihood, weights
from firmware.decoding.branching import rewrite
from models.synthetic.films.witnessed import witnessed_match
from models.synthetic.play.detection_simulator import PERFECT
from models.synthetic.play.mishaps import CALM
from models.synthetic.play.timeline import TruePlay
from models.training.judgement.__main__ import write_weights
from models.training.judgement.beams import KeptBeam, kept_beams, made_truth
from models.training.judgement.fit import calibration_error, chosen, fitted, scored
from models.training.judgement.store import read_beams, write_beams
from models.training.judgement.traced import Traced, traced_weights, weight_names
from tests.support.arms import told

NUMBERS = st.floats(-50, 50)
NAMES = weight_names()


@given(NUMBERS, NUMBERS, NUMBERS)
def test_a_traced_number_is_the_sum_of_its_features_times_their_weights(one, other, by):
    made = by * Traced.weight(one, "a") - Traced.weight(other, "b") / 4 + 3
    assert float(made) == pytest.approx(by * one - other / 4 + 3)
    assert made.parts == pytest.approx({"a": by, "b": -0.25})


def test_the_bound_of_two_traced_numbers_keeps_its_own_features():
    assert max(Traced.weight(-3.0, "a"), Traced.weight(-2.0, "b")).parts == {"b": 1.0}


def test_the_likelihood_of_a_hypothesis_is_nothing_but_features_times_weights():
    with traced_weights():
        _, tracker, hypothesis = told([(0, "2O"), (1, "12C"), (0, "7E")])
        value = likelihood.log_likelihood(hypothesis, tracker)
    assert sum(count * getattr(weights, name) for name, count in value.parts.items()) == pytest.approx(float(value))
    assert value.parts["SEEN_PLAY"] == 3
    assert likelihood.log_likelihood(hypothesis, tracker) == pytest.approx(float(value))


def test_weights_are_plain_numbers_again_afterwards():
    with traced_weights():
        assert isinstance(weights.SEEN_PLAY, Traced)
    assert type(weights.SEEN_PLAY) is float


def test_the_truth_is_made_of_the_tracks_where_no_hypothesis_has_it():
    _, tracker, hypothesis = told([(0, "2O"), (1, "12C")])
    layout, *steps = hypothesis.steps
    plays = [TruePlay(step.t_ms, step.action.seat, step.action.card, ()) for step in steps]
    bare = rewrite(hypothesis, (layout,))
    made = made_truth([bare], plays, tracker)
    assert [(step.action, step.track_ids) for step in made.steps[1:]] == [(one.action, one.track_ids) for one in steps]
    unseen = made_truth([bare], [replace(plays[0], t_ms=plays[0].t_ms + 60_000)], tracker)
    assert [(step.track_ids, step.log_likelihood) for step in unseen.steps[1:]] == [((), weights.UNSEEN_PLAY)]
    assert made_truth([], plays, tracker) is None


def beam(*features, true=0):
    rows = np.zeros((len(features), len(NAMES)))
    for row, counts in zip(rows, features, strict=True):
        for name, count in counts.items():
            row[NAMES.index(name)] = count
    told = np.arange(len(features)) == true
    return KeptBeam(1, rows, np.zeros(len(features)), told, made=False, over=True)


def test_a_weight_goes_to_the_odds_with_which_its_feature_is_true():
    start = np.zeros(len(NAMES))
    often, seldom = beam({"REFUSED": 1}, {}, true=1), beam({"REFUSED": 1}, {}, true=0)
    now = fitted([often] * 90 + [seldom] * 10, start, 1e-9)
    assert now[NAMES.index("REFUSED")] == pytest.approx(np.log(10 / 90), abs=0.02)
    assert np.count_nonzero(now) == 1


def test_what_no_beam_tells_apart_stays_and_straying_costs():
    start = np.array([getattr(weights, name) for name in NAMES])
    beams = [beam({"REFUSED": 1}, {}, true=0)]
    near, far = (fitted(beams, start, l2) for l2 in (10.0, 0.01))
    place = NAMES.index("REFUSED")
    assert start[place] < near[place] < far[place]
    assert np.delete(near, place) == pytest.approx(np.delete(start, place))
    assert scored(beams, far).loss < scored(beams, near).loss < scored(beams, start).loss


def test_a_weight_that_is_held_stays_and_the_others_bear_it():
    start = np.zeros(len(NAMES))
    beams = [beam({"REFUSED": 1, "MOVED": 1}, {}, true=0)]
    now = fitted(beams, start, 0.01, [NAMES.index("REFUSED")])
    assert now[NAMES.index("REFUSED")] == pytest.approx(0.0, abs=1e-6)
    assert now[NAMES.index("MOVED")] > 1


def test_the_fit_that_strays_least_is_taken_where_others_are_no_better_for_sure():
    start = np.zeros(len(NAMES))
    often, seldom = (replace(beam({"REFUSED": 1}, {}, true=true), deal=true) for true in (1, 0))
    far = start.copy()
    far[NAMES.index("REFUSED")] = -3.0
    assert chosen([start, far], [often, replace(often, deal=5), replace(often, deal=6)]) == 1
    assert chosen([start, far], [often, seldom]) == 0


def test_shares_that_come_true_as_often_as_they_say_have_no_error():
    shares = np.array([0.75] * 8 + [0.25] * 8)
    assert calibration_error(shares, np.array([1, 1, 1, 0] * 2 + [0, 0, 0, 1] * 2)) == 0.0
    assert calibration_error(np.array([0.9] * 10), np.zeros(10)) == pytest.approx(0.9)


def test_beams_are_read_as_they_were_written(tmp_path):
    one = beam({"REFUSED": 1}, {"FACE": -2.5})
    write_beams(tmp_path, 1, [one, one])
    write_beams(tmp_path, 2, [])
    read = read_beams(tmp_path)
    assert len(read) == 2
    assert np.array_equal(read[0].features, one.features)
    assert np.array_equal(read[0].true, one.true)
    assert (read[0].deal, read[0].made, read[0].over) == (1, False, True)


def test_beams_of_a_weight_that_is_fitted_no_more_are_refused(tmp_path, monkeypatch):
    write_beams(tmp_path, 1, [beam({"REFUSED": 1}, {})])
    monkeypatch.setattr(weights, "REFUSED", 0)  # no float: no weight
    with pytest.raises(ValueError, match="REFUSED: collect it anew"):
        read_beams(tmp_path)


def test_weights_are_written_where_they_stand_and_the_version_is_raised(tmp_path):
    path = tmp_path / "weights.py"
    shipped = Path(weights.__file__).read_text()
    path.write_text(shipped)
    now = np.array([getattr(weights, name) for name in NAMES])
    now[NAMES.index("UNSEEN_PLAY")] = -6.25
    write_weights(path, now)
    found: dict[str, object] = {}
    exec(path.read_text(), found)
    assert found["UNSEEN_PLAY"] == -6.25
    assert found["SEEN_PLAY"] == weights.SEEN_PLAY
    assert found["VERSION"] == weights.VERSION + 1
    assert path.read_text().count('"""') == shipped.count('"""')


def test_a_deal_seen_without_error_is_kept_with_its_truth():
    witnessed = witnessed_match(11, rules="pagat", players=2, deals=1, mishaps=CALM, errors=PERFECT, fps=2.0)
    with traced_weights():
        kept = list(kept_beams(witnessed))
    assert kept
    assert all(one.true.any() and not one.made for one in kept)
    assert np.abs(np.concatenate([one.rest for one in kept])).max() < 1e-6
