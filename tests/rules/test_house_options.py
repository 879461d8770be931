"""House rules of which no worked case tells, and what they refuse."""

import pytest

from firmware.cards import Card, Rank
from firmware.rules.errors import (
    IllegalAnnouncementError,
    NotationError,
    PositionError,
    RulesetError,
)
from firmware.rules.events import (
    AnnouncementFalse,
    GameWon,
    PointsScored,
    Reason,
)
from firmware.rules.game import Game
from firmware.rules.match import Match
from firmware.rules.notation.position import parse_position
from firmware.rules.play import Announce, Challenge, Decline, Redeal
from firmware.rules.presets import PAGAT, PRESETS
from firmware.rules.voice import Announcement
from tests.support.positions import at, kinds, play


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (at("rules pagat table_cards=0; players 4; turn A"), "by these rules"),
        (at("rules pagat table_cards=0 four_kind_redeal=yes; players 2; turn A"), "by these rules"),
        (at("rules pagat table_cards=0 four_kind_redeal=yes; players 4; batch 2; turn A"), "only a first hand"),
        (at("rules pagat table_cards=0 four_kind_redeal=yes; players 4; hands 3 4 4 4; turn B"), "only a first hand"),
    ],
)
def test_other_hands_do_not_go_back(game, why):
    with pytest.raises(IllegalAnnouncementError, match=why):
        game.apply(Redeal(0))


def test_points_by_rank_are_those_of_the_cards_shown():
    rules = PRESETS["gamesite"].with_options({"rank_values": "10:2,12:4", "decl_pool": "sum"})
    game = Game.from_position(rules, 2)
    voices = parse_position(f"{game!s}; says A open; says B open")
    game = Game.at(*voices)
    game.apply(Announce(0, Announcement.RONDA, (Rank(12),)))
    game.apply(Announce(1, Announcement.RONDA, (Rank(5),)))
    assert game.scores == (5, 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pack": "es48"}, "Mark Steere"),
        ({"hand_pattern": "4,3,3", "first_hand": "4"}, "both say"),
        ({"rank_values": "12:4"}, "needs decl_mode=shown"),
        ({"chain_start": "any", "chain_len": "1"}, "more than one step"),
        ({"four_kind_redeal": "yes"}, "first hand of four"),
        ({"first_round": "cards", "scoring": "transfer"}, "pays with"),
        ({"decl_ranks": "8"}, "names the rank 8"),
        ({"match_rounds": "2"}, "1, 3, 5 or 7"),
        ({"first_hand": "0"}, "at least one card"),
        ({"luck": "good", "target": "x"}, "no option 'luck'.*; the option target"),
        ({"pack": "es48", "target": "0", "packs": "9"}, "at least 1 point.*packs is 9.*es48"),
    ],
)
def test_options_that_do_not_go_together_are_all_told_at_once(options, message):
    with pytest.raises(RulesetError, match=message):
        PAGAT.with_options(options)


@pytest.mark.parametrize(("players", "pattern"), [(2, (4, 3, 3, 3, 3, 2)), (3, (4, 3, 3, 2)), (4, (4, 3, 2))])
def test_a_first_hand_of_four_is_followed_by_threes(players, pattern):
    assert Match.of(PRESETS["wikipedia-it"], players).pattern == pattern


@pytest.mark.parametrize(("payer", "piles"), [("victim", (2, 3, 5)), ("each", (2, 4, 4))])
def test_in_card_transfer_a_caida_is_paid_by_its_victim_or_by_each(payer, piles):
    head = f"rules pagat scoring=transfer chain_payer={payer}; players 3"
    game = at(f"{head}; table 6 2; fresh 6; hands 2 3 3; turn B; pile A 3; pile C 5")
    play(game, "B6")
    assert game.pile_sizes == piles


def test_a_ronda_of_a_rank_that_is_not_in_the_pack_is_refused():
    game = at("rules gamesite; says A open; hands 3 3; turn A")
    with pytest.raises(IllegalAnnouncementError, match="no such rank"):
        game.apply(Announce(0, Announcement.RONDA, (Rank(8),)))


def test_nothing_is_announced_between_two_deals():
    game = Game(PAGAT, 2, 1)
    game.lay(tuple(map(Card.parse, ("2O", "5C", "7E", "12B"))))
    position = game.position._replace(turn=None)
    with pytest.raises(IllegalAnnouncementError, match="no hand is being played"):
        Game.at(game.match, position).apply(Decline(0))


def last_card(rules, rest):
    """What the very last card brings, played upon ``rest``."""
    return play(at(f"rules pagat {rules}; pile A 19; pile B 18; hands 0 1; turn B; batch 6; {rest}"), "B1")


def test_the_one_card_that_is_left_has_no_price_where_the_dealer_is_the_captor_and_it_is_no_king_or_ace():
    events = play(at("rules pagat last_card=wikipedia; pile B 38; hands 0 1; turn B; batch 6; last B; table"), "B7")
    assert not [event for event in events if isinstance(event, PointsScored) and event.reason is Reason.LAST_CARD]


def test_cards_may_be_worth_nothing_or_what_is_printed_on_them():
    def cards(count):
        events = last_card(f"count={count}", "table 6; last A")
        return [event.points for event in events if isinstance(event, PointsScored) and event.reason is Reason.CARDS]

    assert cards("none") == []
    assert cards("pip_sum") == [6 + 1]  # the faces of the other cards were not noted
    assert cards("per_card") == [21, 18]


def test_of_a_double_ronda_that_is_wholly_false_both_halves_fall_one_by_one():
    text = "rules pagat table_cards=0; says A open; says B nothing; hands 4 4; turn A"
    game = at(text)
    game.apply(Announce(0, Announcement.DOUBLE))
    events = play(game, "A1", "B10", "A2", "B11", "A3", "B12", "A4")
    assert [event for event in events if isinstance(event, AnnouncementFalse)] == [
        AnnouncementFalse(0, Announcement.RONDA)
    ] * 2
    assert game.scores == (0, 2)


def test_a_double_ronda_that_is_challenged_falls_whole():
    game = at("rules pagat table_cards=0; says A open; says B nothing; hands 4 4; turn A")
    game.apply(Announce(0, Announcement.DOUBLE))
    events = game.apply(Challenge(1, 0, (Rank(1), Rank(2), Rank(3), Rank(4))))
    assert AnnouncementFalse(0, Announcement.DOUBLE) in events
    assert game.scores == (0, 2)


@pytest.mark.parametrize(
    "text",
    [
        "debts A B",
        "ledger A C caida",
        "ledger A C luck 1",
        "held A unless B",
        "held D",
        "says D ronda; players 3",
        "says A hello",
        "says A ronda what 1",
        "says A ronda shown x",
        "rounds 1 0",
    ],
)
def test_a_clause_that_makes_no_sense_is_refused(text):
    with pytest.raises((NotationError, PositionError)):
        at(f"players 2; {text}" if "players" not in text else text)


def test_level_sides_at_the_end_of_a_deal_play_one_more():
    level = "rules pagat win=end_of_deal; scores 45 45; pile A 20; pile B 18; last B; table 6"
    game = at(f"{level}; hands 0 1; turn B; batch 6")
    assert GameWon not in kinds(play(game, "B7"))
    assert (game.scores, game.awaiting_layout) == ((45, 45), True)


def test_nothing_is_said_before_a_match_and_after_it():
    with pytest.raises(IllegalAnnouncementError, match="no match is being played"):
        Game(PAGAT, 2, 1).apply(Decline(0))
    with pytest.raises(IllegalAnnouncementError, match="no match is being played"):
        at("scores 41 0; won A; turn -").apply(Decline(0))
