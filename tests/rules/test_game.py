"""The door to the rules: opening deals, refusing plays, undo, the end of a deal, positions set up by hand."""

import pytest

from firmware.cards import ES40, Card, Rank
from firmware.errors import HakamError
from firmware.rules.errors import (
    IllegalLayoutError,
    IllegalPlayError,
    NothingToUndoError,
    PositionError,
    RulesetError,
)
from firmware.rules.events import (
    BatchDealt,
    CardPlayed,
    CardsCounted,
    DealEnded,
    DealOpened,
    GameWon,
    LayoutDealt,
    PointsScored,
    Reason,
    RestTaken,
)
from firmware.rules.game import Game
from firmware.rules.play import Play
from firmware.rules.position import Chain
from firmware.rules.presets import PAGAT, PRESETS


def cards(text):
    return tuple(Card.parse(word) for word in text.split())


LAYOUT = cards("2O 5C 7E 12B")


def opened(players=2, rules=PAGAT, layout=LAYOUT):
    game = Game(rules, players, players - 1)
    game.lay(layout)
    return game


@pytest.mark.parametrize(("players", "batches"), [(2, 6), (3, 4), (4, 3)])
def test_a_layout_opens_the_deal_and_its_first_batch(players, batches):
    game = Game(PAGAT, players, 1)
    assert game.lay(LAYOUT) == (DealOpened(1, 1), LayoutDealt(LAYOUT), BatchDealt(1, last=False))
    assert (game.table, game.turn, game.hands) == (LAYOUT, 2 % players, (3,) * players)
    assert (game.deal, game.batch, game.batches, game.sides) == (1, 1, batches, 2 if players == 4 else players)
    assert (game.players, game.ruleset, game.dealer, game.played) == (players, PAGAT, 1, LAYOUT)


@pytest.mark.parametrize(
    ("layout", "reason"),
    [
        ("2O 5C 7E", "3 cards were laid out, but a deal opens with 4"),
        ("2O 2C 7E 12B", "it has a pair, so 2C goes back"),
        ("6O 7C 11E 10B", "it has a sequence, so 10B goes back"),
        ("2O 5C 8E 12B", "holds a card that is not in the pack es40"),
    ],
)
def test_an_illegal_layout_is_refused(layout, reason):
    game = Game(PAGAT, 2, 1)
    with pytest.raises(IllegalLayoutError, match=reason):
        game.lay(cards(layout))
    assert game == Game(PAGAT, 2, 1)


def test_no_layout_while_a_deal_is_played_or_after_the_end():
    with pytest.raises(IllegalLayoutError, match="before this one is over"):
        opened().lay(LAYOUT)
    with pytest.raises(IllegalLayoutError, match="before this one is over"):
        Game.from_position(PAGAT, 2, turn=None, winners=(0,)).lay(LAYOUT)


def test_a_game_without_table_cards_opens_with_none():
    game = opened(4, PRESETS["pagat-notable"], ())
    assert (game.table, game.hands, game.batches) == ((), (4, 4, 4, 4), 3)


@pytest.mark.parametrize(
    ("seat", "card", "reason"),
    [
        (1, "3O", "another player's turn"),
        (0, "8O", "the pack es40 has no such rank"),
        (0, "2O", "were already played in this deal"),
        (0, "9?", "the pack es40 has no such rank"),
    ],
)
def test_an_illegal_play_is_refused_with_the_position_in_the_message(seat, card, reason):
    game = opened()
    before = game.position
    with pytest.raises(IllegalPlayError, match=reason) as refusal:
        game.apply(Play(seat, Card.parse(card)))
    assert f"(position: {game})" in str(refusal.value)
    assert game.position is before


def test_nobody_plays_before_the_layout():
    with pytest.raises(IllegalPlayError, match="nobody is to play"):
        Game(PAGAT, 2, 0).apply(Play(0, Card(Rank(3))))


@pytest.mark.parametrize("fifth", ["6?", "6B"])
def test_there_is_no_fifth_card_of_a_rank(fifth):
    game = Game.from_position(PAGAT, 2, table=cards("2O"), piles=[cards("6O 6? 6C 6?"), ()])
    with pytest.raises(IllegalPlayError, match="four of its rank"):
        game.apply(Play(0, Card.parse(fifth)))
    assert not any(play.card.rank == 6 for play in game.legal_plays())


def test_cards_without_a_suit_are_played_like_others():
    game = opened(layout=cards("2? 5? 7? 12?"))
    game.apply(Play(0, Card.parse("5?")))
    assert game.piles == (cards("5? 5?"), ())
    assert len(game.legal_plays()) == 40


def test_undo_without_a_past_is_refused():
    with pytest.raises(NothingToUndoError, match="no play to take back"):
        Game(PAGAT, 2, 0).undo()


def test_games_are_equal_by_what_stands_on_the_table():
    assert opened() == opened().fork()
    assert opened() != opened(3)
    assert opened() != "a game"
    with pytest.raises(TypeError, match="unhashable"):
        hash(opened())


def test_the_last_card_ends_the_deal_and_the_deal_passes_to_the_right():
    game = Game.from_position(
        PAGAT, 2, table=cards("2O 11C"), batch=6, hands=(0, 1), turn=1, earlier=(17, 20), last_captor=1
    )
    assert game.apply(Play(1, Card.parse("7B"))) == (
        CardPlayed(1, Card.parse("7B")),
        RestTaken(1, cards("2O 11C 7B")),
        CardsCounted((17, 23)),
        PointsScored(1, 3, Reason.CARDS, None),
        DealEnded(1, (0, 3)),
    )
    assert (game.awaiting_layout, game.dealer, game.table, game.pile_sizes) == (True, 0, (), (17, 23))
    game.lay(LAYOUT)
    assert (game.deal, game.dealer, game.turn, game.pile_sizes) == (2, 0, 1, (0, 0))


def test_the_count_can_win_after_the_deal_has_ended():
    game = Game.from_position(
        PAGAT, 3, scores=(40, 39, 0), batch=4, hands=(0, 0, 1), turn=2, earlier=(15, 24, 0), last_captor=0
    )
    *_, ended, won = game.apply(Play(2, Card.parse("7B")))
    assert (ended, won) == (DealEnded(1, (43, 50, 0)), GameWon((1,)))  # W4: the higher total


def test_sides_that_are_level_above_the_target_play_until_one_is_ahead():
    game = Game.from_position(
        PAGAT, 3, scores=(35, 35, 0), batch=4, hands=(0, 0, 1), turn=2, earlier=(20, 19, 0), last_captor=1
    )
    game.apply(Play(2, Card.parse("4?")))
    assert (game.scores, game.winners, game.awaiting_layout) == ((42, 42, 0), (), True)
    game.lay(LAYOUT)
    for card in ("3?", "11?", "11?"):
        game.apply(Play(game.turn, Card.parse(card)))
    assert (game.scores, game.winners) == ((43, 42, 0), (0,))


def test_nobody_plays_after_the_win():
    game = Game.from_position(PAGAT, 2, scores=(40, 0), table=cards("6O"))
    game.apply(Play(0, Card.parse("6C")))
    with pytest.raises(IllegalPlayError, match="nobody is to play"):
        game.apply(Play(1, Card.parse("1C")))
    assert (game.winners, game.legal_plays(), game.awaiting_layout) == ((0,), (), False)


def test_a_rest_that_nobody_can_claim_stays_where_it_lies():
    game = Game.from_position(PAGAT, 2, table=cards("2O"), batch=6, hands=(0, 1), turn=1)
    game.apply(Play(1, Card.parse("7B")))
    assert (game.table, game.scores) == (cards("2O 7B"), (0, 0))


@pytest.mark.parametrize(("players", "dealer"), [(1, 0), (5, 0), (2, 2), (3, -1)])
def test_a_game_needs_players_and_a_dealer_among_them(players, dealer):
    with pytest.raises(RulesetError):
        Game(PAGAT, players, dealer)


SIXES = cards("6O 6C")
FAULTS = [
    ({"scores": (1, 2, 3)}, "scores needs one entry for each of 2 sides"),
    ({"piles": [()]}, "piles needs one entry"),
    ({"earlier": (1,)}, "earlier needs one entry"),
    ({"hands": (3,)}, "hands needs one entry for each of 4 players"),
    ({"dealer": 4}, "the dealer is seat 4"),
    ({"turn": 7}, "the turn is seat 7"),
    ({"last_captor": -1}, "the last captor is seat -1"),
    ({"batch": 4}, "batch is 4, but a deal has batches 1 to 3"),
    ({"table": SIXES}, "two cards of a rank lie on the table"),
    ({"piles": [cards("6O 6O"), ()]}, "6O is there 2 times"),
    ({"piles": [cards("6? 6? 6? 6? 6?"), ()]}, "there are 5 cards of rank 6"),
    ({"table": cards("8O")}, "rank 8 is not in the pack es40"),
    ({"winners": (0,)}, "there is a winner, so nobody is to play"),
    ({"winners": (5,), "turn": None}, "a winner is no side"),
    ({"hands": (0, 1, 1, 1)}, "do not run out together when seat 0 plays next"),
    ({"hands": (3, 3, 1, 1)}, "do not run out together"),
    ({"hands": (2, 3, 2, 2)}, "do not run out together"),
    ({"fresh": Card.parse("6O")}, "the card just played, 6O, does not lie on the table"),
    ({"chain": Chain(Rank.SIX, 1, 0, SIXES, False, ())}, "the packet is not at the end of its holder's pile"),
    ({"chain": Chain(Rank.SIX, 1, 0, (), False, ())}, "the packet is not at the end of its holder's pile"),
    ({"chain": Chain(Rank.SIX, 1, 9, SIXES, False, ())}, "the holder of the packet is seat 9"),
    ({"piles": [SIXES, ()], "chain": Chain(Rank.TEN, 1, 0, SIXES, False, ())}, "does not begin with a card of rank 10"),
    ({"piles": [SIXES, ()], "chain": Chain(Rank.SIX, 3, 0, SIXES, False, ())}, "a chain at step 3 is not open"),
]


@pytest.mark.parametrize(("given", "fault"), FAULTS)
def test_a_position_that_cannot_be_is_refused(given, fault):
    with pytest.raises(PositionError, match=fault):
        Game.from_position(PAGAT, 4, **given)


def test_all_faults_of_a_position_are_told_at_once():
    with pytest.raises(PositionError, match=r"two cards of a rank.*does not lie on the table"):
        Game.from_position(PAGAT, 2, table=SIXES, fresh=Card.parse("1O"))


def test_errors_are_of_the_program_and_built_in():
    for error in (IllegalPlayError, IllegalLayoutError, NothingToUndoError, PositionError, RulesetError):
        assert issubclass(error, HakamError)
        assert issubclass(error, ValueError)


def test_a_set_up_game_plays_on_from_an_open_chain():
    chain = Chain(Rank.SIX, 1, 1, SIXES, False, ())
    game = Game.from_position(PAGAT, 3, piles=[(), SIXES, ()], hands=(2, 2, 3), turn=2, chain=chain, table=cards("2O"))
    game.apply(Play(2, Card.parse("6E")))
    assert (game.scores, game.pile_sizes) == ((0, 0, 5), (0, 0, 3))


def test_the_pack_has_forty_cards_and_a_game_knows_its_sides():
    assert len(ES40.cards) == 40
    assert [opened(4).side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [opened(3).side_of(seat) for seat in range(3)] == [0, 1, 2]
