"""Which ranks explain when the cards of a deal left the table."""

import pytest

from firmware.cards import ES40
from firmware.decoding import weights
from firmware.devices.capture_evidence import NO_RANK, UNSEEN_RUN, DealCourse
from firmware.rules.presets import preset
from tests.support.laid_deals import laid_card

PAGAT = preset("pagat")
ANY = ES40.cards[0]
LONG = 60_000
LAYOUT = [(0, LONG, 0), (0, LONG, 2), (0, LONG, 4), (0, LONG, 8)]
"""Of four cards when they came, when they went, milliseconds, and the place of their rank."""


def told(*cards, ruleset=PAGAT):
    """The log-likelihood of cards with these times and ranks, without what each card costs."""
    course = DealCourse([laid_card(ANY, since_ms, gone_ms) for since_ms, gone_ms, _ in cards], ruleset)
    ranks = [rank for _, _, rank in cards]
    return course.log_likelihood(ranks) - weights.SEEN_PLAY * sum(rank != NO_RANK for rank in ranks)


def gone(place, gone_ms):
    """The layout of which one card goes then."""
    return [
        (since_ms, gone_ms if number == place else until_ms, rank)
        for number, (since_ms, until_ms, rank) in enumerate(LAYOUT)
    ]


LAST = (50_000, LONG, 9)
"""A card that is played last and takes nothing."""


@pytest.mark.parametrize(
    ("cards", "cost"),
    [
        ([*LAYOUT, (10_000, LONG, 6), LAST], 0.0),
        ([*gone(1, 11_500), (10_000, 11_500, 2), LAST], 0.0),  # it takes its equal
        (
            [*gone(1, 11_500), (10_000, 11_500, 3), LAST],
            UNSEEN_RUN,
        ),  # its neighbours went together
        (
            [*gone(1, 11_500), (10_000, 11_500, 6), LAST],
            2 * UNSEEN_RUN,
        ),  # two went that nobody was seen to take
        ([*LAYOUT, (10_000, LONG, 2), LAST], weights.FORGOTTEN),  # equals lie on beside each other
        ([*LAYOUT, (10_000, 11_500, 2), LAST], weights.FORGOTTEN + weights.LEFT_BEHIND),
        ([*LAYOUT, (10_000, 11_500, NO_RANK), LAST], 0.0),  # no card of the game
        ([*gone(1, 16_000), (10_000, 15_000, 2), LAST], weights.LINGERS * 3),
        (
            [(0, LONG, 0), (0, LONG, 2), (0, LONG, 2), (0, LONG, 8), LAST],
            weights.MIN_LOG_LIKELIHOOD,
        ),  # layouts have no pair
        ([*LAYOUT, (50_000, LONG, 2)], 0.0),  # what the last card leaves is gathered with it
    ],
)
def test_cards_go_with_their_equals_and_lie_on_without(cards, cost):
    assert told(*cards) == pytest.approx(cost)


def test_the_run_above_goes_with_its_equal_where_runs_are_taken():
    cards = [(0, LONG, 0), (0, 11_500, 2), (0, 11_500, 3), (0, LONG, 8), (10_000, 11_500, 2), LAST]
    assert told(*cards) == pytest.approx(0.0)
    without = preset("pagat").with_options({"run_sweep": "no"})
    assert told(*cards, ruleset=without) == pytest.approx(UNSEEN_RUN)


def test_the_third_card_of_a_rank_answers_a_caida_and_goes_too():
    caida = [*LAYOUT, (10_000, 13_000, 6), (12_000, 13_500, 6), (14_500, 16_000, 6), LAST]
    plain = [*gone(1, 13_500), (12_000, 13_500, 2), (14_500, 16_000, 2), LAST]
    assert told(*caida) == pytest.approx(0.0)
    assert told(*plain) == pytest.approx(UNSEEN_RUN)  # it answers nothing: somebody took it later


def test_of_no_card_nothing_is_told():
    assert DealCourse([], PAGAT).log_likelihood([]) == 0.0
