"""Every continuation of a fixed deal to some depth, counted, as chess programs count moves ("perft").

The game is held against a second, plain telling of the rules: both must agree on how many ways there are to go on and
on the scores at the end of each, near the end of a match, where a point cuts a line short.
"""

import random
from collections import Counter
from copy import deepcopy

import pytest

from firmware.cards import ES40
from firmware.rules.errors import IllegalAnnouncementError
from firmware.rules.game import Game
from firmware.rules.layout import repair
from firmware.rules.play import Announce, Decline, Play
from firmware.rules.presets import PAGAT
from firmware.rules.voice import Announcement
from tests.support.plain_model import PlainModel

pytestmark = pytest.mark.untraced  # many games, which reach no branch that the tables do not


def fixed_deal(seed, players):
    """A layout, and the hands of each batch, seat by seat."""
    pack = list(ES40.cards)
    random.Random(seed).shuffle(pack)
    layout = repair(pack[:4], pack[4:]).layout
    stock = sorted((card for card in pack if card not in layout), key=lambda card: (card.rank, str(card)))
    random.Random(seed + 1).shuffle(stock)
    return layout, [[stock.pop() for _ in range(3)] for _ in range(36 // 3)]


def by_the_game(game, hands, depth):
    """Scores at the end of every line of play."""
    if depth == 0 or game.winners:
        return Counter([game.scores])
    seat = (game.batch - 1) * game.players + game.turn
    found = Counter()
    for card in hands[seat]:
        child = game.fork()
        child.apply(Play(child.turn, card))
        found += by_the_game(child, without(hands, seat, card), depth - 1)
    return found


def without(hands, seat, card):
    return [[one for one in hand if one != card] if place == seat else hand for place, hand in enumerate(hands)]


def by_the_plain_model(plain, hands, number, depth):
    if depth == 0 or plain.winner is not None:
        return Counter([tuple(plain.scores)])
    seat = number // (3 * plain.n) * plain.n + (plain.dealer + 1 + number) % plain.n
    found = Counter()
    for card in hands[seat]:
        child = deepcopy(plain)
        child.card(number, card.rank.value, 36)
        found += by_the_plain_model(child, without(hands, seat, card), number + 1, depth - 1)
    return found


@pytest.mark.parametrize(("seed", "score"), [(1, 40), (2, 39), (3, 36)])
@pytest.mark.parametrize(("players", "depth"), [(2, 12), (3, 11), (4, 11)])
def test_every_line_of_play_ends_as_the_plain_model_says(seed, score, players, depth):
    layout, hands = fixed_deal(seed, players)
    sides = 3 if players == 3 else 2
    game = Game.from_position(PAGAT, players, table=layout, scores=(score,) * sides)
    plain = PlainModel(players, players - 1)
    plain.lay([card.rank.value for card in layout])
    plain.scores = [score] * sides
    told, expected = by_the_game(game, hands, depth), by_the_plain_model(plain, hands, 0, depth)
    assert told == expected
    assert sum(told.values()) == sum(expected.values()) > 0


WORDS = [Decline, *(lambda seat, kind=kind: Announce(seat, kind) for kind in Announcement)]


def openings(game, seat=0):
    """How many ways the players from ``seat`` on have to say something, each once or not at all."""
    if seat == game.players:
        return 1
    return openings(game, seat + 1) + sum(openings(after, seat + 1) for after in said(game, seat))


def said(game, seat):
    """The game after each thing that the player may say; each closes his window."""
    for word in WORDS:
        child = game.fork()
        try:
            child.apply(word(seat))
        except IllegalAnnouncementError:
            continue
        with pytest.raises(IllegalAnnouncementError, match="the time for it is over"):
            child.apply(Decline(seat))
        yield child


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_may_say_one_of_three_things_or_keep_silent(players):
    layout, _ = fixed_deal(1, players)
    game = Game(PAGAT, players, players - 1)
    game.lay(layout)
    assert openings(game) == 4**players


def test_a_deal_to_depth_six_has_the_counts_that_hands_of_three_allow():
    layout, hands = fixed_deal(1, 2)
    game = Game.from_position(PAGAT, 2, table=layout)
    assert [sum(by_the_game(game, hands, depth).values()) for depth in range(1, 8)] == [3, 9, 18, 36, 36, 36, 108]
