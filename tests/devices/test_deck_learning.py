"""The deck on the table, learned from deals that are over."""

import os
from dataclasses import replace

import numpy as np
import pytest

from firmware.cards import ES40, Card
from firmware.decoding.identities import CardIdentity, IdentifiedDeal
from firmware.devices.deck_learning import DEALS, DeckLearner
from firmware.devices.deck_profiles import KEPT, DeckProfiles
from firmware.devices.deck_recognition import DECIDED, ENOUGH
from tests.support.looks import Misnaming, crop_of
from vision.learned_deck import LearnedCard, LearnedClassifier
from vision.sightings import SightingMemory

SIX, SEVEN = Card.parse("6O"), Card.parse("7O")
WRONG = {card: ES40.cards[(number + 1) % 40] for number, card in enumerate(ES40.cards) if number % 3 == 0}
SLOT_MM = 100.0
NETWORK, OTHER = "0" * 64, "1" * 64


class PlayedTable:
    """Deals played with one deck, each card lying for a second at a place of its own."""

    def __init__(self, wrong=WRONG, profiles=None):
        self.network, self.memory = Misnaming(wrong), SightingMemory()
        self.learner = DeckLearner(self.memory, profiles)
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


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "learned"


def known_again(folder, cards, wrong=WRONG, **how):
    """Who names the cards when some of them were seen on another evening."""
    table = PlayedTable(wrong, DeckProfiles(folder, NETWORK))
    for number in cards:
        table.lay(number, **how)
    return table.learner.recognise(table.network)


def test_a_deck_is_known_again_on_another_evening_by_its_first_cards(folder):
    PlayedTable(profiles=DeckProfiles(folder, NETWORK)).deal(0)
    assert known_again(folder, range(ENOUGH - 1)) is None
    assert names(known_again(folder, range(ENOUGH))) == list(ES40.cards)
    assert known_again(folder, range(ENOUGH), still=False) is None
    assert known_again(folder, range(DECIDED + 1)) is None


def test_another_deck_is_not_taken_for_it(folder):
    PlayedTable(profiles=DeckProfiles(folder, NETWORK)).deal(0, cards=range(20))
    assert known_again(folder, range(20, 30)) is None


def test_a_deck_that_the_network_knows_is_not_kept(folder):
    PlayedTable({}, DeckProfiles(folder, NETWORK)).deal(0)
    assert list(DeckProfiles(folder, NETWORK)) == []


def test_a_profile_that_the_game_contradicts_is_dropped(folder):
    """What was learned wrongly looks right to the network when the deck is known again."""
    PlayedTable(profiles=DeckProfiles(folder, NETWORK)).deal(0)
    table = PlayedTable({}, DeckProfiles(folder, NETWORK))
    seen = [table.lay(number) for number in range(ENOUGH)]
    assert table.learner.recognise(table.network)
    table.learner.learn(IdentifiedDeal(0, tuple(seen)), table.network)
    for number in range(1, DEALS):
        table.deal(number)
    assert table.deal(DEALS) is table.network
    assert list(DeckProfiles(folder, NETWORK)) == []


def test_one_profile_is_kept_of_a_deck_that_is_met_again(folder):
    PlayedTable(profiles=DeckProfiles(folder, NETWORK)).deal(0)
    table = PlayedTable(profiles=DeckProfiles(folder, NETWORK))
    for number in range(ENOUGH):
        table.lay(number)
    table.learner.recognise(table.network)
    table.deal(0)
    ((name, deals),) = DeckProfiles(folder, NETWORK)
    assert (name, len(deals)) == ("1", 2)


def test_a_profile_comes_back_as_it_was(folder):
    table = PlayedTable(profiles=DeckProfiles(folder, NETWORK))
    table.deal(0)
    table.deal(1, cards=range(12))
    ((_, deals),) = DeckProfiles(folder, NETWORK)
    assert [len(cards) for cards in deals] == [40, 12]
    for kept, card in zip(deals[0], table.learner._deals[0, 0], strict=True):
        assert np.array_equal(kept.descriptions, card.descriptions)
        assert np.array_equal(kept.chances, card.chances)
        assert (kept.rank_seen, kept.clear) == (card.rank_seen, card.clear)


def test_a_profile_of_another_network_is_told_and_left_to_that_one(folder, caplog):
    PlayedTable(profiles=DeckProfiles(folder, OTHER)).deal(0)
    assert known_again(folder, range(ENOUGH)) is None
    assert "the network of another release" in caplog.text
    assert [name for name, _ in DeckProfiles(folder, OTHER)] == ["1"]


def test_a_profile_that_does_not_say_by_which_network_it_was_made_is_left_out(folder, caplog):
    PlayedTable(profiles=DeckProfiles(folder, NETWORK)).deal(0)
    with np.load(folder / "1.npz") as table:
        np.savez_compressed(folder / "1.npz", **{name: table[name] for name in table.files if name != "network"})
    assert list(DeckProfiles(folder, NETWORK)) == []
    assert "the network of another release" in caplog.text


def test_a_deck_is_learned_anew_beside_a_profile_of_another_network(folder):
    PlayedTable(profiles=DeckProfiles(folder, OTHER)).deal(0)
    PlayedTable(profiles=DeckProfiles(folder, NETWORK)).deal(0)
    assert [name for name, _ in DeckProfiles(folder, NETWORK)] == ["2"]


@pytest.mark.parametrize("content", [b"", b"no profile", b"PK\x03\x04 cut off"])
def test_what_is_no_profile_is_told_and_left_out(folder, content, caplog):
    PlayedTable(profiles=DeckProfiles(folder, NETWORK)).deal(0)
    (folder / "7.npz").write_bytes(content)
    assert len(list(DeckProfiles(folder, NETWORK))) == 1
    assert "is no profile of a deck" in caplog.text


def test_the_newest_profiles_are_kept(folder):
    cards = PlayedTable().deal(0).deck
    profiles = DeckProfiles(folder, NETWORK)
    deals = [[LearnedCard(cards.descriptions[:1], None, cards.labels[0], clear=True)]]
    for number in range(KEPT + 2):
        profiles.keep(profiles.new_name(), deals)
        os.utime(folder / f"{number + 1}.npz", ns=(number, number))
    assert [name for name, _ in profiles] == [str(number) for number in range(KEPT + 2, 2, -1)]


def test_a_disk_that_takes_nothing_costs_the_profile_alone(tmp_path, caplog):
    (tmp_path / "file").write_text("in the way")
    table = PlayedTable(profiles=DeckProfiles(tmp_path / "file", NETWORK))
    assert names(table.deal(0)) == list(ES40.cards)
    assert "could not be kept" in caplog.text
