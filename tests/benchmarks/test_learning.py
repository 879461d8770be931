"""What the bench of learning says of its films."""

from dataclasses import replace
from itertools import islice

from models.benchmarks.film_eyes import misnaming
from models.benchmarks.latency import Latency
from models.benchmarks.learning import SETS, LearningCase, _by_deck, _figures
from models.benchmarks.learning_case import FILMS, LEARNED_FROM, MISHAP_FILMS
from models.benchmarks.learning_trial import LearningTrial, right_plays
from models.benchmarks.mistakes import Mistake
from models.benchmarks.oracle_player import OracleResult
from models.benchmarks.score import Result
from models.benchmarks.trial import Trial


def trial(*wrong, exact=2, corrections=0):
    """Two deals, in which these plays were misread."""
    result = Result(plays=72, rank_right=72 - len(wrong), questions=1, deals=2, deals_exact=exact)
    mistakes = tuple(Mistake(0, play) for play in wrong)
    return Trial(result, mistakes, Latency(), (), (), "", OracleResult(), corrections=corrections)


TRIALS = [
    (LearningCase(FILMS[0], 2, 1), LearningTrial(trial(0, 1, 40, exact=0), trial(71, exact=1, corrections=2), None)),
    (LearningCase(FILMS[1], 2, 1), LearningTrial(trial(), trial(), None)),
]


def test_plays_are_counted_by_the_deal_they_belong_to():
    assert right_plays(trial(0, 35, 36, None)) == [34, 35]


def test_each_deck_has_a_row_for_each_reading():
    assert [row.split(maxsplit=1)[0] for row in _by_deck(TRIALS)] == [
        film.deck for film in islice(FILMS, 2) for _ in "12"
    ]
    assert "69 of 72" in _by_deck(TRIALS)[0]
    assert "71 of 72" in _by_deck(TRIALS)[1]


def test_first_deals_and_later_ones_are_told_apart():
    figures = {one.name: one for one in _figures(TRIALS)}
    counts = [(figures[f"{name}: plays of {deals}"].count) for name in ("at first sight", "twice") for deals in DEALS]
    assert counts == [70, 71, 72, 71]
    assert figures["twice: deals exact"].count == 3
    assert figures["twice: corrections"].value == 0.5


def test_deals_that_were_doubted_in_vain_are_counted():
    figures = {one.name: one for one in _figures([(LearningCase(FILMS[0], 3, 1), DOUBTED)])}
    assert figures["twice: deals doubted"].count == 2
    assert figures["twice: of them without an error"].count == 1


DOUBTED = LearningTrial(trial(), replace(trial(0, exact=1), doubted=(1, 2)), None)
DEALS = ("the first deal", "later deals")


def test_what_the_classifier_learned_from_is_told_of_the_films():
    assert set(LEARNED_FROM) < {film.deck for film in FILMS}
    assert len({film.name for films in SETS.values() for film in films}) == sum(map(len, SETS.values()))
    assert not set(LEARNED_FROM) & {film.deck for film in MISHAP_FILMS}
    assert misnaming(0, 1) == {}
