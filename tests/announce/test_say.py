"""Of all that one card caused, the right thing is shown and heard."""

import pytest

from firmware.announce.say import highlight, question, sound
from firmware.announce.seating import Seating
from firmware.announce.tones import PATTERNS, Sound, duration_ms
from firmware.announce.view import Highlight, Question
from firmware.cards import Card
from firmware.events import Doubt
from firmware.rules.events import (
    BatchDealt,
    CardPlayed,
    CardsCaptured,
    CardsCounted,
    DealAbandoned,
    DealEnded,
    DealOpened,
    GameWon,
    LayoutDealt,
    PointsScored,
    Reason,
    WinRevoked,
)

SEVEN, OTHER, TEN = Card.parse("7O"), Card.parse("7C"), Card.parse("10B")
PLAYED, CAPTURED = CardPlayed(1, SEVEN), CardsCaptured(1, (SEVEN, OTHER, TEN))
CAIDA, MESA = PointsScored(1, 1, Reason.CAIDA, 1), PointsScored(1, 1, Reason.MESA, 1)
FIVE = PointsScored(0, 5, Reason.BKHAMSA, 0)
CARDS = PointsScored(0, 3, Reason.CARDS, None)
WON = GameWon((1,))
OPENED = (DealOpened(2, 0), LayoutDealt((SEVEN, TEN)), BatchDealt(1, last=False))
DOUBT = Doubt(1000, 4, 1, ((SEVEN, 0.55), (OTHER, 0.2), (TEN, 0.2), (None, 0.05)))


@pytest.mark.parametrize(
    ("happenings", "shown"),
    [
        ((), None),
        ((PLAYED,), Highlight("Player 2 plays 7")),
        ((CardPlayed(1, TEN),), Highlight("2 plays 10")),
        ((PLAYED, CAPTURED), Highlight("2 takes 7 10")),
        ((PLAYED, CAPTURED, BatchDealt(2, last=False)), Highlight("2 takes 7 10")),
        ((PLAYED, CAPTURED, BatchDealt(6, last=True)), Highlight("Last cards")),
        ((PLAYED, CAPTURED, CAIDA), Highlight("caida", 1, seat=1, side=1)),
        ((PLAYED, CAPTURED, CAIDA, MESA), Highlight("caida + mesa", 2, seat=1, side=1)),
        ((FIVE, CAIDA), Highlight("b'khamsa", 5, seat=0, side=0)),
        ((CAIDA, CardsCounted((23, 17)), CARDS, DealEnded(1, (9, 4))), Highlight("cards", 3, side=0)),
        ((CardsCounted((20, 20)), DealEnded(1, (9, 4))), Highlight("Deal 1: 9 – 4")),
        (OPENED, Highlight("Table: 7 10")),
        ((DealAbandoned(1), *OPENED, PLAYED), Highlight("Deal lost: score?")),
        ((WinRevoked((0,), (20, 3)), PLAYED), Highlight("Not won: score?")),
        ((DealOpened(2, 0), BatchDealt(1, last=False)), None),
        ((CAIDA, WON), Highlight("caida", 1, seat=1, side=1)),
        ((WON,), None),
    ],
)
def test_the_most_points_are_shown_or_else_the_last_line(happenings, shown):
    assert highlight(happenings, "en") == shown


def test_lines_call_players_by_name():
    assert highlight((PLAYED,), "fr", Seating(names=("Amina", "Omar"))) == Highlight("Omar joue 7")


@pytest.mark.parametrize(
    ("happenings", "heard"),
    [
        ((), None),
        ((PLAYED, CAPTURED), None),
        ((CAIDA,), Sound.POINT),
        ((CAIDA, MESA), Sound.POINT),
        ((FIVE,), Sound.BIG_POINT),
        ((FIVE, WON), Sound.WIN),
        ((DOUBT,), Sound.QUESTION),
        ((DOUBT, CAIDA), Sound.POINT),
        ((DealAbandoned(1), *OPENED), Sound.FAULT),
        ((WinRevoked((0,), (20, 3)), PLAYED), Sound.FAULT),
    ],
)
def test_one_sound_is_heard(happenings, heard):
    assert sound(happenings) == heard


@pytest.mark.parametrize(
    ("doubt", "asked"),
    [
        (DOUBT, Question("What did 2 play?", "7", "10")),
        (Doubt(0, 0, 0, ((SEVEN, 0.6), (None, 0.4))), Question("What did 1 play?", "7", "nothing")),
        (Doubt(0, 0, 0, ((SEVEN, 0.6), (OTHER, 0.4))), None),
    ],
)
def test_a_doubt_becomes_a_question_between_two_ranks(doubt, asked):
    assert question(doubt, "en") == asked


def rhythm(sound):
    """Notes and silences without their pitch."""
    return [(tone.frequency_hz > 0, tone.duration_ms) for tone in PATTERNS[sound]]


def test_the_classes_of_sound_differ_even_to_those_who_hear_no_pitch():
    rhythms = [rhythm(sound) for sound in Sound]
    assert all(rhythms.count(one) == 1 for one in rhythms)
    assert len({duration_ms(PATTERNS[sound]) for sound in Sound}) == len(Sound)


@pytest.mark.parametrize("sound", Sound)
def test_a_sound_is_short_and_within_the_buzzer(sound):
    assert duration_ms(PATTERNS[sound]) <= 2000
    assert all(tone.frequency_hz == 0 or 55 <= tone.frequency_hz <= 3520 for tone in PATTERNS[sound])
    assert all(tone.duration_ms >= 50 for tone in PATTERNS[sound])
