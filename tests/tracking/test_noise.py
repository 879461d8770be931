"""Whatever the eyes make of single looks: a play is told right, or it is in question."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.cards import ES40
from firmware.referee import MatchSetup, Referee
from tests.support.scene import look

pytestmark = pytest.mark.untraced  # many games, which reach no branch that the tables do not

LAYOUT = {0: "1O", 1: "4C", 2: "6E", 3: "11B"}
HAND = [str(card) for card in ES40.cards if str(card.rank.value) not in {"1", "4", "6", "11"}]
CLEAR, UNSURE, BLIND, WRONG = "clear", "unsure", "blind", "wrong"
LOOKS = 10


def rank_of(play):
    """The rank of the card of a play: no two of a rank, so that none captures another."""
    return play[0][:-1]


noise = st.lists(st.sampled_from([CLEAR, CLEAR, CLEAR, UNSURE, BLIND, WRONG]), min_size=LOOKS, max_size=LOOKS)
plays = st.lists(st.tuples(st.sampled_from(HAND), noise), min_size=1, max_size=3, unique_by=rank_of)


def seen_as(card, how, other):
    """The card as one look names it: right, hardly, not at all, or for another."""
    return {CLEAR: f"{card}:0.95", UNSURE: f"{card}:0.5 {other}:0.3", WRONG: f"{other}:0.6 {card}:0.3"}[how]


def other_than(card):
    """The card that is most like it: the next rank of its suit, as classifiers err."""
    ranks = [str(each) for each in ES40.cards if str(each)[-1] == card[-1]]
    return ranks[(ranks.index(card) + 1) % len(ranks)]


@settings(max_examples=60)
@given(plays)
def test_of_a_noisy_stream_each_play_is_told_right_or_in_question(cards):
    referee, t_ms, lying = Referee(MatchSetup(2, 1)), 0, dict(LAYOUT)
    for _ in range(8):
        t_ms += 200
        referee.feed(look(t_ms, lying))
    for slot, (card, looks) in enumerate(cards, 5):
        for how in (*looks, *[CLEAR] * (how_many_clear(looks) < LOOKS // 2) * LOOKS):
            t_ms += 200
            shown = {} if how == BLIND else {slot: seen_as(card, how, other_than(card))}
            referee.feed(look(t_ms, lying | shown))
        lying[slot] = card
    told = [str(play.card)[:-1] for play in referee.plays]
    assert told == [card[:-1] for card, _ in cards] or referee.scoreboard.provisional


def how_many_clear(looks):
    """How many looks showed the card as it is."""
    return sum(how == CLEAR for how in looks)
