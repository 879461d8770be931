"""Films of a deck that were looked at before, and a network that misnames some of its cards on purpose."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.cards import ES40, Card
from firmware.signals import SeenCard, TableObservation
from models.benchmarks.deck_films import DeckFilm, load_or_film
from models.benchmarks.film_eyes import FIRST_FIGURE, FilmEyes, crop_with, misnamed, misnaming, number_in
from tests.support.looks import chances_of, description_of
from vision.frame import Frame
from vision.identify import FACES, Appearance
from vision.learned_deck import LearnedClassifier, learned, played
from vision.sightings import Sighting

SIX, SEVEN = Card.parse("6O"), Card.parse("7O")
CORNERS = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
BLANK = np.zeros((1, 1, 3), np.uint8)


def film():
    """A six and a seven, one after the other."""
    seen = {
        number: Sighting(t_ms, t_ms + 900, (3.0, 4.0), Appearance(chances_of(card), description_of(number)), True, None)
        for number, t_ms, card in ((4, 0, SIX), (9, 1000, SEVEN))
    }
    looks = tuple(
        TableObservation(one.since_ms, (SeenCard(CORNERS, ((SIX, 0.5),), number),)) for number, one in seen.items()
    )
    turned = {number: description_of(number, turned=True) for number in seen}
    return DeckFilm((0, 500, 1000), looks, seen, turned)


@given(st.integers(0, 10), st.integers(0, 10_000))
def test_so_many_cards_in_ten_are_taken_for_another_of_their_suit_and_kind(in_ten, seed):
    wrong = misnaming(in_ten, seed)
    assert len(wrong) == 4 * in_ten
    assert wrong == misnaming(in_ten, seed)
    for card, other in wrong.items():
        assert card != other
        assert (card.suit, card.rank >= FIRST_FIGURE) == (other.suit, other.rank >= FIRST_FIGURE)


@given(st.integers(0, 10), st.integers(0, 100))
def test_what_is_misnamed_is_as_sure_as_before(in_ten, seed):
    row = np.random.default_rng(seed).random(len(FACES)).astype(np.float32)
    assert misnamed(row, misnaming(in_ten, seed)).sum() == pytest.approx(row.sum(), rel=1e-5)


@given(st.integers(0, 2**31 - 1))
def test_a_crop_holds_its_number_whichever_end_is_up(number):
    assert number_in(crop_with(number)[::-1, ::-1]) == number


def test_a_card_is_named_by_what_is_known_of_the_deck_when_it_comes_to_the_table():
    eyes = FilmEyes(film(), {SIX: SEVEN, SEVEN: SIX})
    first = eyes.observe(Frame(0, BLANK))
    eyes.sightings.turn(eyes.plain)
    assert eyes.observe(Frame(500, BLANK)) is None
    cards = [[played([description_of(9)], [chances_of(SIX)], [one == SEVEN for one in ES40.cards], clear=True)]]
    eyes.read_by(LearnedClassifier(eyes.plain, learned(cards)))
    second = eyes.observe(Frame(1000, BLANK))
    assert [look.cards[0].face for look in (first, second)] == [SEVEN, SEVEN]
    assert [one.other_end is None for one in eyes.sightings] == [False, True]


def test_a_film_comes_back_as_it_was_seen(tmp_path):
    kept = load_or_film(tmp_path / "film.npz", film)
    again = load_or_film(tmp_path / "film.npz", pytest.fail)
    assert (again.times_ms, again.looks) == (kept.times_ms, kept.looks)
    for number, one in kept.sightings.items():
        other = again.sightings[number]
        assert (other.since_ms, other.until_ms, other.centre) == (one.since_ms, one.until_ms, one.centre)
        assert other.still
        assert np.array_equal(other.appearance.chances, one.appearance.chances)
        assert np.array_equal(again.turned[number], kept.turned[number])
