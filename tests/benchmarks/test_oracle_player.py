"""Facts about the person who answers what the referee asks."""

import pytest

from firmware.cards import Card
from firmware.decoding.history import HistoryEntry, Layout, Step, TimedSaying
from firmware.events import Doubt
from firmware.rules.game import Game
from firmware.rules.play import Accept, Play
from firmware.rules.presets import PRESETS
from firmware.signals import ButtonPress
from models.benchmarks.oracle_player import (
    ANSWERS_MS,
    AnsweringPlayer,
    OraclePlayer,
    play_of_step,
)
from models.benchmarks.score import ComparedPlay
from models.benchmarks.true_choice import TimedTruth, true_choice, true_plays
from tests.support.scene import laid

PLAYED = [(0, "7O"), (1, "7C"), (0, "1E")]
TRUE = [
    TimedTruth(5000 * number, ComparedPlay(seat, Card.parse(card))) for number, (seat, card) in enumerate(PLAYED, 1)
]


def asks(*cards, step=2, seats=(), t_ms=10_000, seat=1, after=None):
    shares = tuple((card and Card.parse(card), 0.5) for card in cards)
    who = tuple((seat, 0.5) for seat in seats)
    return Doubt(t_ms, step, seat, shares, who, after=after and Card.parse(after))


def read(*cards):
    return [ComparedPlay(seat, Card.parse(card)) for seat, card in cards]


CASES = [
    ("the first", asks("7C", "6C"), read((0, "7O"), (1, "7C"), (0, "1E")), 0),
    ("the second", asks("6C", "7C"), read((0, "7O"), (1, "6C"), (0, "1E")), 1),
    ("another suit of its rank", asks("6C", "7B"), read((0, "7O"), (1, "6C"), (0, "1E")), 1),
    ("neither", asks("6C", "5C"), read((0, "7O"), (1, "6C"), (0, "1E")), None),
    ("no play", asks("6C", None), read((0, "7O"), (1, "6C"), (1, "7C"), (0, "1E")), 1),
    ("a missed one before", asks("1E", "7O", step=1, t_ms=5500), read((0, "3O")), 1),
    ("the next one", asks("1E", "7O", step=1, t_ms=14_000), read((0, "3O")), 0),
    ("no play of this player near", asks("6C", None, t_ms=7499), read((0, "7O"), (0, "6C"), (1, "7C"), (0, "1E")), 1),
    ("who", asks(seats=(0, 1)), read((0, "7O"), (0, "7C"), (0, "1E")), 1),
    ("which layout", asks("7C", "6C", step=0), read((0, "7O"), (1, "7C"), (0, "1E")), None),
]


SLAPPED = [(0, "6O"), (1, "7C"), (0, "12E"), (1, "1B"), (0, "4B")]
"""The second play was read as made with the card of the fourth one, and the other way round."""
READ_LATE = [(0, "6O"), (1, "1B"), (0, "12E"), (1, "7C"), (0, "4B")]


@pytest.mark.parametrize(
    ("after", "choice"),
    [("6O", 1), ("12E", 0), ("5O", 0), (None, 0)],
    ids=["after the card before", "after a later one", "after none that was played", "after none"],
)
def test_where_a_player_played_both_cards_that_is_true_which_followed_on_the_card_that_is_named(after, choice):
    times = (20_900, 22_800, 24_800, 26_400, 31_400)
    true = [TimedTruth(t_ms, play) for t_ms, play in zip(times, read(*SLAPPED), strict=True)]
    assert true_choice(asks("1B", "7C", t_ms=26_200, after=after), 1, true, read(*READ_LATE)) == choice


def test_of_two_cards_like_the_one_that_is_named_that_counts_which_a_choice_followed_on():
    times = (20_900, 22_800, 24_800, 26_400)
    true = [TimedTruth(*one) for one in zip(times, read((0, "6O"), (1, "7C"), (0, "6E"), (1, "5B")), strict=True)]
    doubt, told = asks("1B", "7C", t_ms=26_200, after="6O"), read((0, "6O"), (1, "1B"), (0, "6E"), (1, "7C"))
    assert true_choice(doubt, 1, true, told) == 1


@pytest.mark.parametrize(("doubt", "told", "choice"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_truth_is_chosen(doubt, told, choice):
    assert true_choice(doubt, doubt.step - 1 if doubt.step else None, TRUE, told) == choice


def told(*facts):
    return [HistoryEntry(game=Game(PRESETS["pagat"], 2, 1), fact=fact, events=()) for fact in facts]


LAYOUT, PLAY = Step(0, (), Layout(())), Step(0, (), Play(0, Card.parse("7O")))
SAID = TimedSaying(0, Accept(0))


@pytest.mark.parametrize(("number", "play"), [(0, None), (1, 0), (2, 1), (3, None), (4, 2), (5, None)])
def test_of_the_steps_of_a_history_layouts_and_words_are_no_plays(number, play):
    assert play_of_step(told(LAYOUT, PLAY, SAID, PLAY, LAYOUT, PLAY), number) == play


def truth(card, t_ms=2000):
    return {"plays": [{"seat": 0, "card": card, "t_ms": t_ms}]}


@pytest.mark.parametrize(("card", "pressed"), [("7O", "a"), ("3O", "b")])
def test_a_player_answers_truthfully_a_little_after_he_was_asked(card, pressed):
    referee, table = laid()
    player = AnsweringPlayer(referee, truth(card))
    table.put(s5="7O:0.5 3O:0.45").wait(24_000)
    asked_ms = table.t_ms
    assert [player.presses(t_ms, last=False) for t_ms in (asked_ms, asked_ms + ANSWERS_MS - 1)] == [(), ()]
    (press,) = player.presses(asked_ms + ANSWERS_MS, last=False)
    assert press.input == pressed
    referee.feed(press)
    assert referee.scoreboard.question is None
    assert str(referee.plays[0].card) == card


def test_where_neither_choice_is_true_he_asks_for_others_until_one_is():
    referee, table = laid()
    player = OraclePlayer(referee)
    table.put(s5="7O:0.5 3O:0.45").wait(24_000)
    pressed = []
    while word := player.word(true_plays(truth("5O"))):
        pressed.append(word)
        referee.feed(ButtonPress(table.t_ms + len(pressed), None, word))
    assert set(pressed[:-1]) == {"neither"}
    assert [play.card.rank.value for play in referee.plays] == [5]
    assert (player.answered, player.neither) == (0, 1)


def test_who_still_thinks_answers_when_the_session_ends():
    referee, table = laid()
    player = AnsweringPlayer(referee, truth("3O"))
    table.put(s5="7O:0.5 3O:0.45").wait(24_000)
    assert [len(player.presses(table.t_ms, last=last)) for last in (False, True)] == [0, 1]


def test_nobody_answers_where_nothing_is_asked():
    referee, table = laid()
    table.put(s5="7O")
    assert AnsweringPlayer(referee, truth("7O")).presses(table.t_ms, last=True) == ()
