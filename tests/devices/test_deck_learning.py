"""The deck on the table, learned from deals that are over."""

from dataclasses import replace

import pytest

from firmware.cards import ES40, Card
from firmware.decoding.identities import CardIdentity, IdentifiedDeal
from firmware.devices.deck_learning import DEALS, DeckLearner
from tests.support.looks import Misnaming, crop_of
from vision.learned_deck import LearnedClassifier
from vision.sightings import SightingMemory

SIX, SEVEN = Card.parse("6O"), Card.parse("7O")
WRONG = {card: ES40.cards[(number + 1) % 40] for number, card in enumerate(ES40.cards) if number % 3 == 0}
SLOT_MM = 100.0


class PlayedTable:
    """Deals played with one deck, each card lying for a second at a place of its own."""

    def __init__(self, wrong=WRONG):
        self.network, self.memory = Misnaming(wrong), SightingMemory()
        self.learner = DeckLearner(self.memory)
        self.t_ms = 0

    def lay(self, number, *, still=True, beside_mm=0.0, lasted_ms=1000):
        """Show a card, and say what the game knows of it."""
        begun, place = self.t_ms, (SLOT_MM * number, 0.0)
        self.t_ms += 1000
        sighting = self.memory.add(begun, self.network.seen(number), crop_of(number) if still else None)
        self.memory.see(begun + lasted_ms, [(sighting, (place[0] + beside_mm, 0.0))])
        return CardIdentity(begun, begun + 1000, place, {ES40.cards[number]: 1.0})

    def deal(self, number, cards=range(40), **how):
        """Play a deal to its end, and learn from it."""
        return self.learner.learn(IdentifiedDeal(number, tuple(self.lay(card, **how) for card in cards)), self.network)


def names(classifier):
    return [answer.face for card in range(40) for answer in classifier.identify(crop_of(card)[None])]


def test_after_a_deal_each_card_is_named_as_the_game_took_it():
    table = PlayedTable()
    assert names(table.network) != list(ES40.cards)
    assert names(table.deal(0)) == list(ES40.cards)


@pytest.mark.parametrize("wrong", [{}, {SIX: SEVEN}])
def test_a_deck_that_the_network_knows_is_left_to_it(wrong):
    table = PlayedTable(wrong)
    assert table.deal(0) is table.network


@pytest.mark.parametrize(
    "how",
    [
        {"still": False},  # seen in passing only
        {"lasted_ms": 0},
        {"beside_mm": 20.0},  # something that lay beside it
    ],
)
def test_what_was_not_seen_clearly_tells_nothing_of_the_deck(how):
    table = PlayedTable()
    assert table.deal(0, **how) is table.network


def test_a_deal_that_is_understood_otherwise_later_is_learned_anew():
    table = PlayedTable()
    found = [table.lay(number) for number in range(40)]
    swapped = [CardIdentity(one.since_ms, one.until_ms, one.anchor, {SEVEN: 1.0}) for one in found[5:6]]
    table.learner.learn(IdentifiedDeal(0, (*found[:5], *swapped, *found[7:])), table.network)
    assert names(table.learner.learn(IdentifiedDeal(0, tuple(found)), table.network)) == list(ES40.cards)


def test_a_deal_that_is_understood_as_before_is_not_learned_again():
    table = PlayedTable()
    found = [table.lay(number) for number in range(40)]
    less_sure = [replace(one, until_ms=one.until_ms + 200, chances={one.likeliest: 0.9}) for one in found]
    first, again = (table.learner.learn(IdentifiedDeal(0, tuple(cards)), table.network) for cards in (found, less_sure))
    assert again is first


def test_the_deck_stays_known_in_the_next_match_whose_time_begins_anew():
    table = PlayedTable()
    table.deal(0)
    table.learner.begin()
    table.t_ms = 0
    assert names(table.deal(0, cards=range(4))) == list(ES40.cards)


def test_only_the_last_deals_are_remembered():
    table = PlayedTable()
    for number in range(DEALS + 1):
        classifier = table.deal(number, cards=range(20) if number else range(40))
    assert isinstance(classifier, LearnedClassifier)
    assert names(classifier)[20:] == names(table.network)[20:]
