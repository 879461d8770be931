"""Cards, plays, rules and positions as text."""

import pytest

from firmware.bounded.bounds import LINE
from firmware.cards import Card, Rank
from firmware.rules.errors import NotationError, PositionError, RulesetError
from firmware.rules.events import PointsScored, Reason
from firmware.rules.game import Game
from firmware.rules.notation.clauses import format_accounts, format_voices, parse_debts, parse_ledger, parse_voice
from firmware.rules.notation.position import parse_position
from firmware.rules.notation.ruleset import format_rules, parse_rules
from firmware.rules.notation.tokens import format_play, parse_card, parse_play
from firmware.rules.play import Play
from firmware.rules.position import Debt
from firmware.rules.presets import PAGAT, PRESETS
from firmware.rules.voice import Announcement, AnnouncingState


@pytest.mark.parametrize(("text", "card"), [("6O", "6O"), ("6o", "6O"), ("12?", "12?"), ("12", "12?")])
def test_a_card_may_be_written_by_hand(text, card):
    assert parse_card(text) == Card.parse(card)


@pytest.mark.parametrize("play", [Play(0, Card.parse("6O")), Play(3, Card.parse("12?"))])
def test_a_play_reads_back(play):
    assert parse_play(format_play(play)) == play


@pytest.mark.parametrize("text", ["6O", "A", "", "E 6O", "AB 6O", "A 66", "A 6X", "A 6O 7O", "- 6O"])
def test_what_is_no_play_is_refused(text):
    with pytest.raises(NotationError):
        parse_play(text)


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (PAGAT, "pagat"),
        (PRESETS["pagat-1615"], "pagat-1615"),
        (PAGAT.with_options({"target": "33", "run_sweep": "no"}), "pagat target=33 run_sweep=no"),
    ],
)
def test_rules_read_back(rules, text):
    assert format_rules(rules) == text
    assert parse_rules(text) == rules


FULL = (
    "rules pagat chain_start=any; players 4; scores 36 39; deal 2; dealer B; batch 2; hands 1 1 2 2; turn C; "
    "table 2O 12?; pile A 17 4O 4C; pile B 5 6O 6C 7E; last B; chain B 1 3 mesa; pending mesa 1"
)


def test_a_whole_position_reads_back_word_for_word():
    game = Game.at(*parse_position(FULL))
    assert str(game) == FULL
    assert game.pending == (PointsScored(1, 1, Reason.MESA, 1),)
    assert game.pile_sizes == (19, 8)


def test_an_empty_text_is_the_beginning_of_a_deal_with_an_empty_table():
    assert str(Game.at(*parse_position(""))) == (
        "rules pagat; players 2; scores 0 0; deal 1; dealer B; batch 1; hands 3 3; turn A; table -"
    )


@pytest.mark.parametrize("text", ["turn -; won A; players 4; hands 0 0 0 0", "turn -; won C; players 4; hands 0 0 0 0"])
def test_a_side_is_named_by_either_partner(text):
    assert Game.at(*parse_position(text)).winners == (0,)


def test_a_card_just_played_can_be_taken_with_a_caida():
    game = Game.at(*parse_position("table 6O 2C; fresh 6O; turn B; hands 2 3"))
    assert str(game).endswith("table 6O 2C; fresh 6O")
    game.apply(parse_play("B 6C"))
    assert game.scores == (0, 1)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("players 2; players 2", NotationError, "'players' is there twice"),
        ("pile A 2; pile A 3", NotationError, "'pile A' is there twice"),
        ("stock 3", NotationError, "'stock 3' is no part of a position"),
        ("players two", NotationError, "'two' is no number"),
        ("scores 1 -2", NotationError, "'-2' is no number"),
        ("turn Z", NotationError, "'Z' is no player"),
        ("pile C 3", NotationError, "'C' is no side of 2 players"),
        ("pile", NotationError, "'pile' is no part of a position"),
        ("table 6O 99C", NotationError, "'99C' is no card"),
        ("rules pagat fast", NotationError, "'pagat fast' are no rules"),
        ("rules", RulesetError, "there are no rules ''"),
        ("players 4; chain B 1", NotationError, "'B 1' is no chain"),
        ("players 4; chain B 1 2 meso", NotationError, "is no chain"),
        ("players 3; chain D 1 2", NotationError, "'D' cannot hold a packet"),
        ("players 4; chain B 1 2", NotationError, "a packet of 2 cards is not in a pile of 0 known cards"),
        ("players 4; pile B 6O 6C; chain B 1 2; pending mesa", NotationError, "is not a reason and its points"),
        ("players 4; pile B 6O 6C; chain B 1 2; pending luck 3", NotationError, "'luck' is no reason"),
        ("pending mesa 1", NotationError, "'pending mesa 1' is no part of a position"),
        ("hands 1 3", PositionError, "do not run out together"),
    ],
)
def test_what_is_no_position_is_refused(text, error, message):
    with pytest.raises(error, match=message):
        parse_position(text)


def test_debts_and_ledgers_are_read_back_as_they_are_written():
    debts = (Debt(0, 1, 2), Debt(1, 0, 1))
    ledger = (PointsScored(0, 1, Reason.CAIDA, 0), PointsScored(1, -3, Reason.CARDS, None))
    owed, booked = format_accounts(debts, ledger)
    assert owed == "debts A B 2 B A 1"
    assert parse_debts(owed.split()[1:]) == debts
    assert parse_ledger(booked.split()[1:]) == ledger


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (AnnouncingState(), "open"),
        (AnnouncingState(open=False, shown=(Rank(3),)), "nothing shown 3"),
        (AnnouncingState(open=False, said=Announcement.RONDA, claim=Announcement.RONDA), "ronda"),
        (AnnouncingState(open=False, said=Announcement.TRINGA, paid=5), "tringa false paid 5"),
        (AnnouncingState(open=False, said=Announcement.DOUBLE, claim=Announcement.RONDA), "double half"),
        (AnnouncingState(named=(Rank(7),), passed=(Rank(1), Rank(2))), "open of 7 passed 1 2"),
    ],
    ids=["open", "nothing", "ronda", "false tringa", "half a double", "named and passed"],
)
def test_the_state_of_a_players_announcing_is_read_back_as_it_is_written(state, words):
    assert list(format_voices("voice", (state,))) == [f"voice A {words}"]
    assert parse_voice(words.split()) == state


@pytest.mark.parametrize("read", [parse_rules, parse_position])
def test_a_line_longer_than_any_person_writes_is_refused_before_it_is_read(read):
    with pytest.raises(NotationError):
        read("pagat " + "x" * LINE)
