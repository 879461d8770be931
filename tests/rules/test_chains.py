"""House rules of chains and mesas that the worked cases do not reach, and the events around pending points."""

import pytest

from firmware.cards import Card, Rank
from firmware.rules.events import (
    CardPlayed,
    CardsCaptured,
    GameWon,
    PacketTakenOver,
    PendingCancelled,
    PointsPended,
    PointsScored,
    Reason,
)
from firmware.rules.game import Game
from firmware.rules.play import Play
from firmware.rules.presets import PAGAT


def card(rank):
    return Card(Rank(rank))


def game_at(table, options=None, players=4, **given):
    rules = PAGAT.with_options(options or {})
    return Game.from_position(rules, players, table=[card(rank) for rank in table], **given)


def play(game, *ranks):
    """The events of each rank, played in turn."""
    return [game.apply(Play(game.turn, card(rank))) for rank in ranks]


def scored(events):
    return [(event.side, event.points, event.reason) for event in events if isinstance(event, PointsScored)]


FOUR = [6, 6, 6, 6]
ANY_CAPTURE_LAST_PAID = {"chain_start": "any", "chain_points": "last"}
CHAINS = [
    # name, options, table, players, ranks, final scores
    ("literal keeps the 1 and loses the five", {}, [2], 4, FOUR, (0, 11)),
    ("a cleared table pays every step that counts", {}, [], 4, FOUR, (0, 2 + 11)),
    ("all: every step and every mesa", {"chain_points": "all"}, [], 4, FOUR, (6, 2 + 11)),
    ("last: one mesa, with the last step", {"chain_points": "last"}, [], 4, FOUR, (0, 11)),
    ("a chain of one step is not answered", {"chain_len": "1"}, [2], 4, FOUR, (0, 2)),
    ("two steps for four players: the five is final", {"chain_len": "2"}, [2], 4, FOUR, (5, 1)),
    ("three steps for two players", {"chain_len": "3"}, [2], 2, FOUR, (0, 11)),
    ("any capture may be answered, it scores nothing itself", {"chain_start": "any"}, [6, 2], 4, FOUR[:3], (10, 0)),
    ("a plain capture that empties the table is a mesa", {"chain_start": "any"}, [6], 4, FOUR[:3], (1 + 11, 0)),
    ("last: the mesa of a plain capture travels", ANY_CAPTURE_LAST_PAID, [6], 4, [6, 6, 1], (0, 6)),
    ("last: a mesa nobody answers is paid", ANY_CAPTURE_LAST_PAID, [6], 4, [6, 1], (1, 0)),
]


@pytest.mark.parametrize(
    ("options", "table", "players", "ranks", "scores"), [row[1:] for row in CHAINS], ids=[row[0] for row in CHAINS]
)
def test_points_of_a_chain(options, table, players, ranks, scores):
    game = game_at(table, options, players)
    play(game, *ranks)
    assert game.scores == scores


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [(1, 5, Reason.BKHAMSA)]),  # M3
        ({"mesa_exception": "none"}, [(1, 5, Reason.BKHAMSA), (1, 1, Reason.MESA)]),  # M3b
        ({"chain_points": "last"}, [(1, 5, Reason.BKHAMSA), (1, 1, Reason.MESA)]),  # M3: the mesa made earlier travels
        ({"mesa_exception": "last_batch"}, [(1, 5, Reason.BKHAMSA)]),
    ],
)
def test_a_chain_over_a_cleared_table_ends_with_the_very_last_card(options, expected):
    game = game_at([], options, batch=3, hands=(0, 1, 1, 1), turn=1, earlier=(20, 17), last_captor=0)
    *_, last = play(game, 6, 6, 6)
    assert scored(last) == expected


@pytest.mark.parametrize(
    ("rule", "batch", "points"),
    [("very_last_card", 3, 1), ("last_batch", 3, 0), ("last_batch", 2, 1), ("none", 3, 1)],
)
def test_an_early_card_empties_the_table(rule, batch, points):
    game = game_at([6], {"mesa_exception": rule}, batch=batch)
    play(game, 6)
    assert game.scores == (points, 0)


@pytest.mark.parametrize(("rule", "points"), [("very_last_card", 0), ("last_batch", 0), ("none", 1)])
def test_the_very_last_card_empties_the_table(rule, points):
    game = game_at([6], {"mesa_exception": rule}, batch=3, hands=(0, 0, 0, 1), turn=3)
    play(game, 6)
    assert game.scores == (0, points)


def test_a_five_waits_and_is_paid_before_the_next_card():
    game = game_at([2])
    *_, third, fourth = play(game, 6, 6, 6, 11)
    assert third == (
        CardPlayed(2, card(6)),
        PacketTakenOver(2, 2, (card(6),) * 3),
        PointsPended(0, 5, Reason.BKHAMSA, 2),
    )
    assert fourth == (PointsScored(0, 5, Reason.BKHAMSA, 2), CardPlayed(3, card(11)))


def test_the_pending_five_is_known_while_it_waits():
    game = game_at([2])
    assert game.pending == ()
    play(game, 6, 6)
    assert (game.chain.step, game.pending) == (1, ())
    play(game, 6)
    assert (game.chain.step, game.pending) == (2, (PointsScored(0, 5, Reason.BKHAMSA, 2),))
    play(game, 12)
    assert (game.chain, game.pending) == (None, ())


def test_the_fourth_card_cancels_five_and_mesa():
    game = game_at([])
    *_, fourth = play(game, *FOUR)
    assert fourth == (
        CardPlayed(3, card(6)),
        PendingCancelled(0, 5, Reason.BKHAMSA, 2),
        PendingCancelled(0, 1, Reason.MESA, 2),
        PacketTakenOver(3, 3, (card(6),) * 4),
        PointsScored(1, 10, Reason.BACHRA, 3),
        PointsScored(1, 1, Reason.MESA, 3),
    )


def test_the_packet_moves_with_its_run_and_makes_the_last_captor():
    game = game_at([7, 10, 12], players=3)
    play(game, 6, 6)
    assert (game.pile_sizes, game.last_captor) == ((0, 4, 0), 1)
    play(game, 6)
    assert (game.pile_sizes, game.last_captor) == ((0, 0, 5), 2)
    assert game.table == (card(12),)


def test_a_five_that_wins_leaves_the_next_card_out():
    game = game_at([2], scores=(36, 39))
    *_, last = play(game, 6, 6, 6, 2)
    assert last == (PointsScored(0, 5, Reason.BKHAMSA, 2), GameWon((0,)))
    assert game.table == (card(2),)
    assert game.hands == (2, 2, 2, 3)


def test_a_caida_that_wins_ends_the_game_with_its_capture():
    game = game_at([2], scores=(0, 40))
    *_, last = play(game, 6, 6)
    assert last == (
        CardPlayed(1, card(6)),
        CardsCaptured(1, (card(6), card(6))),
        PointsScored(1, 1, Reason.CAIDA, 1),
        GameWon((1,)),
    )
    assert (game.turn, game.chain, game.awaiting_layout) == (None, None, False)


@pytest.mark.parametrize(("across", "points", "chain"), [("no", 0, False), ("yes", 1, True)])
def test_a_caida_on_the_dealers_last_card_of_a_batch(across, points, chain):
    game = game_at([2], {"caida_across_redeal": across}, hands=(0, 0, 0, 1), turn=3)
    play(game, 6, 6)
    assert (game.scores, game.chain is not None) == ((points, 0), chain)


def test_a_caida_never_crosses_from_deal_to_deal():
    game = game_at([2], {"caida_across_redeal": "yes"}, batch=3, hands=(0, 0, 0, 1), turn=3)
    play(game, 6)
    game.lay([card(rank) for rank in (6, 1, 3, 12)])
    play(game, 6)
    assert game.scores == (0, 0)


def test_the_end_of_the_deal_leaves_no_chain_open():
    game = game_at([2], {"caida_across_redeal": "yes"}, batch=3, hands=(0, 0, 1, 1), turn=2)
    *_, last = play(game, 6, 6)
    assert scored(last) == [(1, 1, Reason.CAIDA)]
    assert game.chain is None
