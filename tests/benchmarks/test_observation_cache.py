"""Facts about what the eyes saw of a session when it is kept: the same comes back, and only of the same film."""

from dataclasses import replace

import pytest

from models.benchmarks.observation_cache import fingerprint_of, load_or_make, observe_session
from models.synthetic.cards.own_deck import own_deck
from models.synthetic.films.recipe import Recipe, make_session

SHORT = 12  # frames


def short(seed):
    session = make_session(Recipe(own_deck(), seed, deals=1, size_px=(480, 270), fps=4.0, pace=2.0))
    return replace(session, times_ms=session.times_ms[20 : 20 + SHORT])


@pytest.fixture(scope="module")
def looked():
    return observe_session(short(31))


def test_every_frame_is_timed_and_not_every_one_is_looked_at(looked):
    assert len(looked.took_ms) == SHORT
    assert 0 < len(looked.looks) <= SHORT


def test_what_was_seen_once_is_not_looked_at_again(looked, tmp_path):
    path = tmp_path / "new" / "one.jsonl.gz"
    first = load_or_make(lambda: looked, path)
    again = load_or_make(pytest.fail, path)
    assert again.looks == first.looks == looked.looks
    assert again.took_ms == pytest.approx(looked.took_ms, abs=0.01)


def test_a_film_is_known_again_by_its_mark_and_another_one_is_not():
    assert fingerprint_of(short(31)) == fingerprint_of(short(31)) != fingerprint_of(short(32))
