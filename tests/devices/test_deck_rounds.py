"""Readings compared by what none of them named: one that deceives itself is not taken over."""

from dataclasses import dataclass

import pytest

from firmware.cards import ES40, Card
from firmware.decoding.identities import CardIdentity, IdentifiedDeal
from firmware.devices.deck_rounds import EXPLAINED, best_reading, evidence, is_familiar
from firmware.rules.presets import preset
from firmware.signals import SeenCard, TableObservation
from tests.support.looks import Misnaming, description_of
from vision.sightings import Sighting

SIX, SEVEN = Card.parse("6O"), Card.parse("7O")
SWAPPED = {SIX: SEVEN, SEVEN: SIX}
WRONG = {card: ES40.cards[(number + 1) % 40] for number, card in enumerate(ES40.cards) if number % 3 == 0}
"""What the network takes some cards for."""
PAGAT = preset("pagat")
UNSEEN = {"looks": (), "ruleset": PAGAT}
"""No look at the table: its cards are not named together."""
DEAL_MS, SLOT_MM = 100_000, 100.0


@dataclass
class Reading:
    """What came of a reading."""

    deals: list
    log_likelihood: float
    plays: int = 72


def sightings(deals=2):
    """A look at each card of some deals, either end up, by a network that misnames a third of them."""
    network, seen = Misnaming(WRONG), {}
    for deal in range(deals):
        for number in range(40):
            since, place = deal * DEAL_MS + 1000 * number, (SLOT_MM * number, 0.0)
            other_end = description_of(number, turned=True)
            seen[len(seen) + 1] = Sighting(since, since + 900, place, network.seen(number), True, None, other_end)
    return seen


def deal_of(number, taken_for, log_prob):
    """What a reading makes of a deal: which card it takes each for, and what the names of one add."""
    cards = [
        CardIdentity(
            number * DEAL_MS + 1000 * place,
            number * DEAL_MS + 1000 * place + 900,
            (SLOT_MM * place, 0.0),
            {taken_for.get(card, card): 1.0},
            log_prob,
        )
        for place, card in enumerate(ES40.cards)
    ]
    return IdentifiedDeal(number, tuple(cards))


def reading(*deals, log_likelihood, log_prob=0.0, plays=72):
    """A reading that takes the cards of its deals so."""
    taken = [deal_of(number, taken_for, log_prob) for number, taken_for in enumerate(deals)]
    return Reading(taken, log_likelihood, plays)


RIGHT = reading({}, {}, log_likelihood=-450.0, log_prob=-1.0)
"""The game explains it better by 80 than its doubtful names do."""
DECEIVED = reading({}, SWAPPED, log_likelihood=-369.0)
"""Its sharp names explain themselves."""


def test_a_reading_whose_own_names_explain_more_is_not_the_likelier_one():
    assert RIGHT.log_likelihood < DECEIVED.log_likelihood
    assert evidence(RIGHT, sightings()) > evidence(DECEIVED, sightings())


@pytest.mark.parametrize(("first", "others"), [(RIGHT, [DECEIVED]), (DECEIVED, [RIGHT, DECEIVED])])
def test_the_reading_that_agrees_with_what_was_seen_is_taken(first, others):
    todo = iter(others)
    assert best_reading(first, sightings(), lambda _: next(todo), **UNSEEN) is RIGHT


def test_a_reading_goes_on_as_long_as_it_gets_likelier():
    begun = [reading({}, WRONG, log_likelihood=-800.0 + 50 * step, log_prob=-1.0) for step in range(4)]
    todo = iter([begun[1], begun[2], begun[3], begun[0]])
    assert best_reading(begun[0], sightings(), lambda _: next(todo), **UNSEEN) is begun[3]
    assert list(todo) == []


def test_a_reading_with_far_fewer_plays_is_left():
    short = reading({}, {}, log_likelihood=-1.0, plays=40)
    assert best_reading(DECEIVED, sightings(), lambda _: short, **UNSEEN) is DECEIVED


@pytest.mark.parametrize("nothing", [Reading([], -3.0, 0), Reading([IdentifiedDeal(0, ())], -3.0, 0)])
def test_where_no_card_was_seen_nothing_is_read_again(nothing):
    assert best_reading(nothing, {}, pytest.fail, **UNSEEN) is nothing


@pytest.mark.parametrize(
    ("taken_for", "a_card", "familiar"),
    [
        (WRONG, EXPLAINED + 1, True),  # network and game agree
        (WRONG, EXPLAINED - 1, False),  # they agree, and explain little
        ({}, EXPLAINED + 1, False),
    ],
)
def test_a_deck_is_known_to_the_network_where_it_agrees_with_a_game_that_explains_what_was_seen(
    taken_for, a_card, familiar
):
    assert is_familiar(reading(taken_for, taken_for, log_likelihood=80 * a_card), sightings()) is familiar


def test_a_reading_that_finds_no_card_is_left_also_where_nothing_was_played_yet():
    first = reading({}, log_likelihood=-40.0, plays=0)
    empty = Reading([IdentifiedDeal(0, ())], -20.0, 0)
    assert best_reading(first, sightings(1), lambda _names: empty, **UNSEEN) is first


def test_before_all_else_the_cards_are_named_together():
    seen, first, asked = two_cards(), reading({}, log_likelihood=-400.0), []
    best_reading(first, seen, lambda names: asked.append(names) or first, looks=looks_at(seen), ruleset=PAGAT)
    assert [set(names) for names in asked] == [set(seen)] * 3


def test_what_begins_better_may_end_worse():
    """It goes on from the names found together; since that explains too little, from the names as they are, too."""
    first, together, better, best = (reading({}, log_likelihood=200.0 * step) for step in (-7, -6, -5, -4))
    todo = iter((together, first, better, best, better))
    assert best_reading(first, two_cards(), lambda _: next(todo), looks=looks_at(two_cards()), ruleset=PAGAT) is best
    assert list(todo) == []


def test_where_one_beginning_explains_what_was_seen_the_other_is_not_gone_on_from():
    first, together = (reading({}, log_likelihood=40 * share) for share in (EXPLAINED - 1, EXPLAINED + 1))
    todo = iter((together, first))
    asked = {"looks": looks_at(two_cards()), "ruleset": PAGAT}
    assert best_reading(first, two_cards(), lambda _: next(todo), **asked) is together


def test_where_the_names_found_together_leave_no_card_only_the_first_reading_is_gone_on_from():
    first, todo = reading({}, log_likelihood=-40.0), iter([Reading([IdentifiedDeal(0, ())], -20.0, 72), DECEIVED])
    assert best_reading(first, two_cards(), lambda _: next(todo), looks=looks_at(two_cards()), ruleset=PAGAT) is first
    assert list(todo) == []


def two_cards():
    """They lie beside each other, and the network calls them the same."""
    return {number: one for number, one in sightings(1).items() if ES40.cards[number - 1] in (SIX, SEVEN)}


def looks_at(seen):
    return [look_at(seen, t_ms) for t_ms in range(5000, 8000, 200)]


def look_at(seen, t_ms):
    """What lies there then, by the network's names."""
    lying = [(number, one) for number, one in seen.items() if one.since_ms <= t_ms <= one.until_ms]
    return TableObservation(t_ms, tuple(card_at(number, one.centre[0]) for number, one in lying))


def card_at(number, x):
    corners = ((x - 30, -47), (x + 30, -47), (x + 30, 47), (x - 30, 47))
    return SeenCard(corners, ((ES40.cards[number - 1], 0.95),), number)
