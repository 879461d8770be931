"""A deck learned from play: cards that the network misnames are named by what the game took their likes for."""

import numpy as np
import pytest

from firmware.cards import ES40, Card
from tests.support.looks import Misnaming, chances_of, crop_of, description_of
from vision.identify import FACES
from vision.learned_deck import LearnedClassifier, agreement, doubted, learned, played, reconciled

SIX, SEVEN, KING = (Card.parse(name) for name in ("6O", "7O", "12E"))
NETWORK = Misnaming({SIX: SEVEN})
NUMBER = {card: number for number, card in enumerate(ES40.cards)}


def card_of_deal(card, labels, *, clear=True):
    """A card as it was seen, both ends, and what the game takes it for."""
    number, row = NUMBER[card], [labels.get(one, 0.0) for one in ES40.cards]
    looks = [description_of(number), description_of(number, turned=True)]
    return played(looks, [NETWORK.seen(number).chances], row, clear=clear)


def whole_deal(**labels):
    told = {
        Card.parse(name[1:]): {Card.parse(one): share for one, share in row.items()} for name, row in labels.items()
    }
    return [card_of_deal(card, told.get(card, {card: 1.0})) for card in ES40.cards]


def named(classifier, card, *, turned=False):
    crop = crop_of(NUMBER[card])
    return classifier.identify(np.stack([crop[::-1] if turned else crop]))[0].face


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("card", [SIX, SEVEN, KING])
def test_every_card_is_named_as_the_game_took_it_whichever_end_is_up(card, turned):
    classifier = LearnedClassifier(NETWORK, learned([whole_deal()]))
    assert named(classifier, card, turned=turned) == card
    assert named(NETWORK, SIX) == SEVEN


def test_a_card_like_none_that_was_played_is_left_to_the_network():
    deck = learned([[card_of_deal(KING, {KING: 1.0})]])
    assert [named(LearnedClassifier(NETWORK, deck), card) for card in (SIX, SEVEN)] == [SEVEN, SEVEN]


def test_no_crops_have_no_names():
    assert LearnedClassifier(NETWORK, learned([whole_deal()])).identify(np.zeros((0, 192, 128, 3), np.uint8)) == []


def test_what_a_card_was_named_by_is_told_with_its_name():
    answer = LearnedClassifier(NETWORK, learned([whole_deal()])).identify(crop_of(NUMBER[SIX])[None])[0]
    assert answer.appearance.chances.argmax() == chances_of(SEVEN).argmax()


@pytest.mark.parametrize(
    ("deals", "label"),
    [
        ([{"_6O": {"7O": 1.0}, "_7O": {"6O": 1.0}}], SEVEN),  # one deal read wrongly is all there is
        ([{"_6O": {"7O": 1.0}, "_7O": {"6O": 1.0}}, {}, {}], SIX),  # two others know better
        ([{"_6O": {"6O": 0.6, "7O": 0.4}, "_7O": {"7O": 0.6, "6O": 0.4}}], SIX),
        ([{"_6O": {"6O": 0.5, "7O": 0.5}}], SIX),  # the seven is surely another card of that deal
    ],
)
def test_deals_put_together_what_they_know_of_a_card(deals, label):
    rows = reconciled([whole_deal(**deal) for deal in deals])
    assert rows.shape == (40 * len(deals), 40)
    assert [ES40.cards[row.argmax()] for row in rows[NUMBER[SIX] :: 40]] == [label] * len(deals)


@pytest.mark.parametrize(
    ("cards", "share"),
    [
        ([], 1.0),  # nothing tells against the network
        ([card_of_deal(KING, {KING: 1.0})], 1.0),
        ([card_of_deal(SIX, {SIX: 1.0})], 0.0),
        ([card_of_deal(SIX, {SIX: 3.0, SEVEN: 1.0})], 0.25),
        ([card_of_deal(SIX, {SIX: 1.0}, clear=False), card_of_deal(KING, {KING: 1.0})], 1.0),
    ],
)
def test_the_network_agrees_with_the_game_as_far_as_it_gives_clear_cards_their_rank(cards, share):
    assert agreement(cards) == pytest.approx(share)


def test_what_the_network_takes_for_no_card_agrees_with_nothing():
    row = np.zeros(50, np.float32)
    row[-1] = 1.0
    assert agreement([played([description_of(0)], [row], np.ones(40), clear=True)]) == 0.0


def test_a_network_that_does_not_know_the_deck_is_doubted_but_keeps_its_order():
    row = chances_of(SIX, 0.9)
    soft = doubted(row)
    assert soft.sum() == pytest.approx(row.sum())
    assert soft[-2:] == pytest.approx(row[-2:])
    assert soft.argmax() == row.argmax()
    assert soft.max() < 0.5
    assert soft[FACES.index(SEVEN)] > row[FACES.index(SEVEN)]


def test_what_is_no_card_stays_none_when_it_is_doubted():
    row = np.zeros(50, np.float32)
    row[-1] = 1.0
    assert doubted(row) == pytest.approx(row)


def test_a_card_is_called_the_same_in_two_deals_of_which_one_took_it_for_another():
    sure, doubtful = {}, {"_6O": {"6O": 0.3, "7O": 0.7}, "_7O": {"7O": 0.3, "6O": 0.7}}
    rows = reconciled([whole_deal(**sure), whole_deal(**doubtful)])
    assert [ES40.cards[row.argmax()] for row in rows[NUMBER[SIX] :: 40]] == [SIX, SIX]
