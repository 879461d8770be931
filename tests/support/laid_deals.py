"""Deals of a drawn game as the eyes remember them: which card lay there from when to when, and what it looked like."""

from dataclasses import replace

import numpy as np

from firmware.cards import ES40
from firmware.devices.laid_cards import LaidCard
from models.synthetic.cards.deck import Deck
from models.synthetic.films.recipe import Recipe, make_session
from tests.support.looks import chances_of, description_of
from vision.learned_deck import played

COLLECTED_MS = 1500
NO_DECK = Deck("none", "none", {})
UNNAMED = [1.0] * len(ES40.cards)


def timeline_of(seed=7, players=2, deals=1):
    return make_session(Recipe(NO_DECK, seed, players, 0, deals)).timeline


def deals_of(timeline, wrong):
    """The cards of each deal in order, named by a network that takes some for others, and what they truly are."""
    found = []
    for number, deal in enumerate(timeline.deals):
        plays = timeline.plays[36 * number : 36 * (number + 1)]
        gone = {card: play.t_ms + COLLECTED_MS for play in plays for card in (play.card, *play.took) if play.took}
        laid = sorted([*((t_ms, card) for t_ms, card in deal.layout), *((play.t_ms, play.card) for play in plays)])
        cards = [laid_card(card, t_ms, gone.get(card, deal.end_ms), wrong) for t_ms, card in laid]
        found.append((cards, [card for _, card in laid]))
    return [cards for cards, _ in found], [true for _, true in found]


def laid_card(card, since_ms, gone_ms, wrong=None, *, false_alarm=-16.0):
    """A card that lay there so long, and is taken for what ``wrong`` says."""
    looks = played(
        [description_of(ES40.cards.index(card))], [chances_of((wrong or {}).get(card, card))], UNNAMED, clear=True
    )
    return LaidCard(since_ms, gone_ms, gone_ms + 200, (0.0, 0.0), false_alarm, looks)


def unseen_by_network(card):
    """The same card, of which the network says nothing."""
    return replace(card, looks=replace(card.looks, seen=np.full(len(ES40.cards), 1 / len(ES40.cards))))
