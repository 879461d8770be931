"""Written games: golden matches, the example of the help, every way to write one, every fault with its line."""

from dataclasses import fields
from pathlib import Path

import pytest

from firmware.cards import Card
from firmware.errors import HakamError
from firmware.rules.errors import RecordError
from firmware.rules.events import PointsScored, Reason
from firmware.rules.game import Game
from firmware.rules.notation.record import (
    EXAMPLE,
    Record,
    RecordedLayout,
    RecordedPlay,
    format_record,
    parse_record,
    score_record,
)
from firmware.rules.presets import PAGAT, PRESETS

RECORDS = sorted(Path(__file__).with_name("records").glob("*.ronda"))


def told(value):
    return " ".join(map(told, value)) if isinstance(value, tuple) else str(value)


def told_line(event):
    return f"    {type(event).__name__}({', '.join(told(getattr(event, field.name)) for field in fields(event))})"


def told_moves(scored):
    return "".join(f"{line}\n" for move in scored.moves for line in [str(move.move), *map(told_line, move.events)])


@pytest.mark.parametrize("record", RECORDS, ids=[path.stem for path in RECORDS])
def test_a_whole_match_gives_the_events_that_were_kept(record):
    text = record.read_text(encoding="utf-8")
    assert told_moves(score_record(text)) == record.with_suffix(".events").read_text(encoding="utf-8")


@pytest.mark.parametrize("record", RECORDS, ids=[path.stem for path in RECORDS])
def test_a_whole_match_reads_back(record):
    parsed = parse_record(record.read_text(encoding="utf-8"))
    assert parse_record(format_record(parsed)) == parsed


def test_the_kept_matches_are_of_two_three_and_four_players():
    assert sorted(parse_record(path.read_text(encoding="utf-8")).start.players for path in RECORDS) == [2, 3, 4]


def test_the_example_of_the_help_is_scored():
    scored = score_record(EXAMPLE)
    assert [(move.seat, [point.reason for point in move.points]) for move in scored.moves] == [
        (0, []),
        (1, [Reason.CAIDA]),
        (0, [Reason.MESA]),
        (1, [Reason.CARDS]),
    ]
    assert [move.scores for move in scored.moves] == [(36, 30), (36, 31), (37, 31), (38, 31)]
    assert (scored.scores, scored.winners) == ((38, 31), ())
    assert parse_record(format_record(parse_record(EXAMPLE))) == parse_record(EXAMPLE)


def test_a_record_may_leave_out_its_head_players_and_suits():
    scored = score_record("deal 2 5 7 12\n6 6 # caida\n")
    assert scored.moves[2].points == (PointsScored(1, 1, Reason.CAIDA, 1),)
    assert [move.seat for move in scored.moves] == [None, 0, 1]


def test_a_head_in_any_order():
    record = parse_record("dealer c\nplayers 4\nrules pagat-notable\n\ndeal -\na 6O\n")
    assert record == Record(
        Game(PRESETS["pagat-notable"], 4, 2), (RecordedLayout(()), RecordedPlay(Card.parse("6O"), 0))
    )
    assert format_record(record) == "rules pagat-notable\nplayers 4\ndealer C\n\ndeal -\nA 6O\n"


def test_one_round_of_plays_stands_on_a_line():
    record = parse_record("deal 2O 5C 7E 12B\n3O 3C 4O\n4C A 6O\n")
    assert format_record(record) == "rules pagat\nplayers 2\ndealer B\n\ndeal 2O 5C 7E 12B\n3O  3C\n4O  4C\nA 6O\n"


def test_a_record_without_moves_is_a_game_that_waits():
    scored = score_record("# nothing yet\n")
    assert (scored.game, scored.moves) == (Game(PAGAT, 2, 1), ())
    assert format_record(parse_record("")) == "rules pagat\nplayers 2\ndealer B\n"


FAULTS = [
    ("A 6O", "line 1, 'A 6O': seat 0 cannot play 6O: nobody is to play"),
    ("6O", "line 1, '6O': nobody is to play: the deal is over or the match is won"),
    ("deal 1O 2O 3O 4O", "line 1, 'deal 1O 2O 3O 4O': 1O 2O 3O 4O cannot open a deal: it has a sequence"),
    ("deal 2O 5C 7E 12B\n\n  B 1O # no", "line 3, 'B 1O # no': seat 1 cannot play 1O: it is another player's turn"),
    ("deal 2O 5C 7E 12B\n1O 99X", "line 2, '1O 99X': '99X' is no card"),
    ("deal 2O 5C 7E 12B\nA", "line 2, 'A': '' is no card"),
    ("hello", "line 1, 'hello': 'hello' is no player"),
    ("players five", "line 1, 'players five': 'five' is no number"),
    ("# a\nplayers 5\n1O", "line 2, 'players 5': 5 players cannot play Ronda"),
    ("players 3\nplayers 3", "line 2, 'players 3': 'players' says what was said before"),
    ("players 3\nposition", "line 2, 'position': 'position' says what was said before"),
    ("position\nplayers 3", "line 2, 'players 3': 'players' says what was said before"),
    ("deal 2O 5C 7E 12B\nplayers 3", "line 2, 'players 3': 'players' belongs before the first deal"),
    ("position turn B; hands 3 2", "line 1, 'position turn B; hands 3 2': this is no position"),
    ("dealer D", "line 1, 'dealer D': the dealer is seat 3"),
]


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_a_fault_is_told_with_its_line(text, message):
    with pytest.raises(RecordError) as refusal:
        score_record(text)
    assert str(refusal.value).startswith(message)
    assert isinstance(refusal.value, HakamError)
    assert isinstance(refusal.value, ValueError)


SAID = """\
rules pagat
deal 2O 5C 7E 12B
A ronda  B nothing
A 6O  B 3C  A 6C  B 3E  A claims B
A 11O  B 10C
B tringa  A nothing  A challenges B=5,6,7
"""


def test_what_was_said_is_scored_as_what_was_played():
    scored = score_record(SAID)
    assert scored.scores == (7, 0)  # the ronda, the 3-3 that B concealed, the tringa that he does not hold
    record = parse_record(SAID)
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("A claims", "no player"),
        ("A challenges B=five", "no ranks"),
        ("A ronda=7", "0 ranks are shown"),
        ("A challenges B=5,5,10", "nothing that he announced stands"),
    ],
)
def test_what_cannot_be_said_is_told_with_its_line(line, why):
    with pytest.raises(RecordError, match=rf"line 2, '{line}'.*{why}"):
        score_record(f"deal 2O 5C 7E 12B\n{line}\n")
