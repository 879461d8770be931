"""The options for which the rule book's cases are told in words only (H20 to H22), and a win that waits."""

import pytest

from firmware.cards import Card, Rank
from firmware.rules.errors import (
    IllegalAnnouncementError,
    IllegalPlayError,
    NotationError,
    PositionError,
    RulesetError,
)
from firmware.rules.events import (
    AnnouncementFalse,
    CaptureForgone,
    CardPlayed,
    GameWon,
    HandRedealt,
    PointsScored,
    Reason,
    RoundWon,
    WinHeld,
)
from firmware.rules.game import Game
from firmware.rules.match import Match
from firmware.rules.play import Accept, Announce, Challenge, Decline, Play, Redeal
from firmware.rules.position_text import parse_position
from firmware.rules.presets import PAGAT, PRESETS
from firmware.rules.voice import Kind

HELD = PAGAT.with_options({"unproven_win": "held"})


def at(text):
    return Game.at(*parse_position(text))


def play(game, *plays):
    """Play ``A6 B7`` and give all events."""
    events = []
    for text in plays:
        events += game.apply(Play("ABCD".index(text[0]), Card(Rank(int(text[1:])))))
    return events


def kinds(events):
    return [type(event) for event in events]


def test_h20_a_capture_forgone_is_reported_once_the_card_is_shown_and_costs_nothing():
    game = at("rules pagat must_capture=yes; table 6 12; hands 3 3; turn A")
    assert CaptureForgone not in kinds(play(game, "A2", "B11"))
    events = play(game, "A6")
    assert CaptureForgone(0, Card(Rank.SIX)) in events
    assert game.scores == (0, 0)


@pytest.mark.parametrize("later", [["A2", "B3", "A5"], ["A12", "B3", "A6"]])
def test_who_captured_or_had_no_equal_card_has_forgone_nothing(later):
    game = at("rules pagat must_capture=yes; table 6 12; hands 3 3; turn A")
    assert CaptureForgone not in kinds(play(game, *later))


def test_a_capture_is_not_held_against_a_player_in_the_next_batch():
    game = at("rules pagat must_capture=yes; table 6 12; hands 1 1; turn A")
    assert CaptureForgone not in kinds(play(game, "A2", "B11", "A6"))


def test_where_capturing_is_no_duty_nothing_is_reported():
    assert CaptureForgone not in kinds(play(at("table 6 12; hands 3 3; turn A"), "A2", "B11", "A6"))


def four_of_a_kind():
    game = Game(PAGAT.with_options({"table_cards": "0", "four_kind_redeal": "yes"}), 4, 3)
    game.lay(())
    return game


def test_h21_four_of_a_kind_goes_back_and_nobody_has_seen_it():
    game = four_of_a_kind()
    before = game.position
    assert game.apply(Redeal(3)) == (HandRedealt(3),)
    assert game.position == before
    game.apply(Announce(3, Kind.RONDA))


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


CARDS_WIN = "rules pagat first_round=cards match_rounds=3"


def test_h22_the_first_of_two_players_who_owns_twenty_cards_wins_the_first_round_whatever_the_points():
    game = at(f"{CARDS_WIN}; scores 7 40; taken 18 4; pile A 18; pile B 4; table 6; hands 2 2; turn A; batch 6")
    events = play(game, "A6")
    assert events[-1] == RoundWon((0,), (1, 0), (8, 40))
    assert (game.scores, game.awaiting_layout, game.dealer) == ((0, 0), True, 0)


def test_the_first_of_three_players_needs_thirteen():
    game = at(f"{CARDS_WIN}; players 3; taken 0 11 2; pile B 11; pile C 2; table 6; hands 1 2 2; turn B; batch 4")
    assert RoundWon((1,), (0, 1, 0), (0, 1, 0)) in play(game, "B6")


def test_of_four_players_one_has_to_capture_ten_himself():
    text = f"{CARDS_WIN}; players 4; pile A 17; table 5 7; hands 2 2 2 2; turn A; batch 3"
    assert RoundWon not in kinds(play(at(f"{text}; taken 7 0 9 0"), "A7"))  # nine and nine, eighteen together
    assert RoundWon((0,), (1, 0), (0, 0)) in play(at(f"{text}; taken 8 0 9 0"), "A7")


def test_an_open_packet_is_not_owned_before_the_next_card():
    text = f"{CARDS_WIN}; players 4; pile A 8; taken 8 0 0 0; table 7 1; fresh 7; hands 2 1 1 2; turn D; batch 3"
    game = at(text.replace("turn D", "turn A").replace("hands 2 1 1 2", "hands 2 2 2 2"))
    assert RoundWon not in kinds(play(game, "A7"))
    assert kinds(play(game, "B4"))[0] is RoundWon  # before his card counts
    assert game.table == (Card(Rank.ONE),)


def test_points_do_not_win_the_round_that_cards_win():
    game = at(f"{CARDS_WIN}; scores 40 0; table 6 1; fresh 6; hands 3 3; turn A")
    assert RoundWon not in kinds(play(game, "A6"))


def test_the_rest_may_bring_the_cards_that_win_the_round():
    text = f"{CARDS_WIN}; pile A 19; pile B 18; taken 19 18; last A; table 6 1; hands 0 1; turn B; batch 6"
    assert RoundWon((0,), (1, 0), (0, 0)) in play(at(text), "B2")


def test_a_match_of_three_rounds_is_over_once_the_lead_cannot_be_made_up():
    text = "rules pagat match_rounds=3; scores 40 3; table 6; hands 3 3; turn A"
    events = play(at(f"{text}; rounds 0 0"), "A6")
    assert events[-1] == RoundWon((0,), (1, 0), (41, 3))
    events = play(at(f"{text}; rounds 1 0"), "A6")
    assert events[-2:] == [RoundWon((0,), (2, 0), (41, 3)), GameWon((0,))]
    assert RoundWon((0,), (1, 1), (41, 3)) == play(at(f"{text}; rounds 0 1"), "A6")[-1]


def test_a_round_won_by_the_count_passes_the_deal_on_once():
    game = at(
        "rules pagat match_rounds=3; dealer B; scores 40 3; pile A 20; last A; table 6; hands 0 1; turn B; batch 6"
    )
    assert kinds(play(game, "B6"))[-1] is not RoundWon  # B captures: A has twenty cards and no more
    game = at(
        "rules pagat match_rounds=3; dealer B; scores 40 3; pile A 20; last A; table 6; hands 0 1; turn B; batch 6"
    )
    assert kinds(play(game, "B7"))[-1] is RoundWon
    assert game.dealer == 0


def test_points_by_rank_are_those_of_the_cards_shown():
    rules = PRESETS["gamesite"].with_options({"rank_values": "10:2,12:4", "decl_pool": "sum"})
    game = Game.from_position(rules, 2)
    voices = parse_position(f"{game!s}; says A open; says B open")
    game = Game.at(*voices)
    game.apply(Announce(0, Kind.RONDA, (Rank(12),)))
    game.apply(Announce(1, Kind.RONDA, (Rank(5),)))
    assert game.scores == (5, 0)


def one_short_of_winning():
    game = Game.at(Match.of(HELD, 2), at("scores 40 30; says A open; says B open; hands 3 3; turn A").position)
    game.apply(Announce(0, Kind.RONDA))
    return game, game.apply(Decline(1))


def test_a_win_by_what_nobody_has_seen_waits_and_is_accepted():
    game, events = one_short_of_winning()
    assert events[-1] == WinHeld(0)
    assert (game.winners, game.turn) == ((), 0)
    assert game.apply(Accept(1)) == (GameWon((0,)),)


def test_play_goes_on_while_a_win_waits_and_the_cards_prove_it():
    game, _ = one_short_of_winning()
    assert GameWon not in kinds(play(game, "A5", "B2"))
    assert play(game, "A5")[-1] == GameWon((0,))


def test_who_waited_wins_though_another_has_more_by_the_time_the_cards_prove_it():
    game = Game.at(
        Match.of(HELD, 2), at("scores 40 40; table 2 3; says A open; says B open; hands 3 3; turn A").position
    )
    for said in (Announce(0, Kind.RONDA), Decline(1)):
        game.apply(said)
    assert GameWon not in kinds(play(game, "A5", "B5"))  # a caida: 41 to 41, and more to come
    assert play(game, "A5")[-1] == GameWon((0,))


def test_a_win_that_waits_falls_with_what_was_announced():
    game, _ = one_short_of_winning()
    events = game.apply(Challenge(1, 0, (Rank(1), Rank(2), Rank(3))))
    assert AnnouncementFalse(0, Kind.RONDA) in events
    assert (game.scores, game.winners, game.position.held) == ((40, 31), (), None)


def test_another_side_at_the_target_wins_once_the_waiting_one_has_fallen():
    game = Game.at(Match.of(HELD, 2), at("scores 40 40; says A open; says B open; hands 3 3; turn A").position)
    game.apply(Announce(0, Kind.RONDA))
    game.apply(Decline(1))
    events = game.apply(Challenge(1, 0, (Rank(1), Rank(2), Rank(3))))
    assert events[-1] == GameWon((1,))


def test_a_doubt_about_the_truth_loses_while_a_win_waits():
    game, _ = one_short_of_winning()
    assert game.apply(Challenge(1, 0, (Rank(5), Rank(5), Rank(3))))[-1] == GameWon((0,))


def test_of_three_players_both_others_accept():
    position = at("players 3; scores 40 3 3; says A open; says B open; says C open; hands 3 3 3; turn A").position
    game = Game.at(Match.of(HELD, 3), position)
    for said in (Announce(0, Kind.RONDA), Decline(1), Decline(2)):
        game.apply(said)
    assert game.apply(Accept(2)) == game.apply(Accept(2)) == ()
    assert game == Game.at(*parse_position(str(game)))
    assert game.apply(Accept(1)) == (GameWon((0,)),)


def test_what_was_not_won_cannot_be_accepted():
    game, _ = one_short_of_winning()
    with pytest.raises(IllegalAnnouncementError, match="his own win"):
        game.apply(Accept(0))
    with pytest.raises(IllegalAnnouncementError, match="no win waits"):
        at("hands 3 3; turn A").apply(Accept(0))


def test_points_made_by_play_win_at_once():
    game = Game.at(Match.of(HELD, 2), at("scores 40 30; table 6; hands 3 3; turn A").position)
    assert play(game, "A6")[-1] == GameWon((0,))


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


def test_nothing_is_played_after_a_round_before_the_next_layout():
    game = at("rules pagat match_rounds=3; scores 40 3; table 6; hands 3 3; turn A; rounds 0 0")
    events = play(game, "A6")
    assert PointsScored(0, 1, Reason.MESA, 0) in events
    with pytest.raises(IllegalPlayError, match="nobody is to play"):
        play(game, "B7")
    game.lay(tuple(map(Card.parse, ("2O", "5C", "7E", "12B"))))
    assert CardPlayed(1, Card(Rank.ONE)) in play(game, "B1")


@pytest.mark.parametrize(("payer", "piles"), [("victim", (2, 3, 5)), ("each", (2, 4, 4))])
def test_in_card_transfer_a_caida_is_paid_by_its_victim_or_by_each(payer, piles):
    head = f"rules pagat scoring=transfer chain_payer={payer}; players 3"
    game = at(f"{head}; table 6 2; fresh 6; hands 2 3 3; turn B; pile A 3; pile C 5")
    play(game, "B6")
    assert game.pile_sizes == piles


def test_a_ronda_of_a_rank_that_is_not_in_the_pack_is_refused():
    game = at("rules gamesite; says A open; hands 3 3; turn A")
    with pytest.raises(IllegalAnnouncementError, match="no such rank"):
        game.apply(Announce(0, Kind.RONDA, (Rank(8),)))


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
    game.apply(Announce(0, Kind.DOUBLE))
    events = play(game, "A1", "B10", "A2", "B11", "A3", "B12", "A4")
    assert [event for event in events if isinstance(event, AnnouncementFalse)] == [AnnouncementFalse(0, Kind.RONDA)] * 2
    assert game.scores == (0, 2)


def test_a_double_ronda_that_is_challenged_falls_whole():
    game = at("rules pagat table_cards=0; says A open; says B nothing; hands 4 4; turn A")
    game.apply(Announce(0, Kind.DOUBLE))
    events = game.apply(Challenge(1, 0, (Rank(1), Rank(2), Rank(3), Rank(4))))
    assert AnnouncementFalse(0, Kind.DOUBLE) in events
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
