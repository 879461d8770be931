"""Written games: golden matches, the example of the help, every way to write one, every fault with its line."""

from dataclasses import fields, replace
from pathlib import Path

import pytest

from firmware.cards import Card
from firmware.errors import QUOTED, HakamError
from firmware.rules.errors import RecordError
from firmware.rules.events import PointsScored, Reason
from firmware.rules.game import Game
from firmware.rules.notation.guide import EXAMPLE, GAME, LINES, how_to_write
from firmware.rules.notation.moves import RecordedLayout, RecordedPlay
from firmware.rules.notation.record import Record, format_record, parse_record, score_record
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
    scored = score_record("players 2 # nothing yet\n")
    assert (scored.game, scored.moves) == (Game(PAGAT, 2, 1), ())
    assert format_record(parse_record("players 2")) == "rules pagat\nplayers 2\ndealer B\n"


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n"])
def test_where_nothing_is_written_there_is_no_game(text):
    with pytest.raises(RecordError, match="no game is written there: a deal begins with a line `deal`, as in 'deal 2O"):
        score_record(text)


def test_the_game_of_the_help_is_scored():
    scored = score_record(GAME)
    assert [point.reason for move in scored.moves for point in move.points] == [Reason.ANNOUNCEMENT, Reason.CAIDA]
    assert parse_record(format_record(parse_record(GAME))) == parse_record(GAME)


@pytest.mark.parametrize("line", [line[2:26].strip() for line in LINES.splitlines()])
def test_every_line_that_the_help_explains_is_read(line):
    assert parse_record(f"{line}\n") == parse_record(format_record(parse_record(line)))


def test_the_help_fits_a_terminal_of_100_columns():
    assert max(map(len, how_to_write().splitlines())) <= 100


def test_keywords_may_be_written_large():
    assert parse_record("Players 3\nDeal 2O 5C 7E 12B\nTURN b") == parse_record("players 3\ndeal 2O 5C 7E 12B\nturn B")


def test_a_play_out_of_turn_and_a_deal_that_was_given_up_are_written_too():
    text = "rules pagat\nplayers 2\ndealer B\n\ndeal 2O 5C 7E 12B\nturn B\nB 6O  A 3C\nabandon B\n\ndeal 2O 5C 7E 12B\n"
    record = parse_record(text)
    assert format_record(record) == text
    scored = score_record(text)
    assert [move.seat for move in scored.moves] == [None, 1, 1, 0, None, None]
    assert (scored.game.dealer, scored.game.deal, scored.game.turn) == (1, 2, 0)


def test_points_that_were_counted_wrongly_are_written_on_a_line_of_their_own():
    text = "rules pagat\nplayers 2\ndealer B\n\ndeal 2O 5C 7E 12B\nscores 38 20\nA 6O  B 6C\n"
    assert format_record(parse_record(text)) == text
    assert score_record(text).scores == (38, 21)


def test_notes_stand_where_they_belong_and_count_nothing():
    record = parse_record("deal 2O 5C 7E 12B\nA 6O  B 3C  A 4O")
    noted = replace(record, notes=((1, "one"), (2, "two"), (2, "three"), (4, "end")))
    lines = ["", "deal 2O 5C 7E 12B", "# one", "A 6O", "# two", "# three", "B 3C  A 4O", "# end"]
    assert format_record(noted).splitlines()[3:] == lines
    assert parse_record(format_record(noted)) == record


LAID = "deal 2O 5C 7E 12B\n"
FAULTS = [
    ("A 6O", "line 1, 'A 6O': no deal is open here: a deal begins with a line `deal`, as in 'deal 2O 5C 7E 12B'"),
    ("6O", "line 1, '6O': no deal is open here: a deal begins with a line `deal`"),
    ("rules cafe\n6O", "line 2, '6O': no deal is open here: a deal begins with a line `deal`, as in 'deal -'"),
    ("rules pagat target=1\n" + LAID + "6 6 3", "line 3, '6 6 3': the match is won: no card is played any more"),
    (LAID + "A 6O\n" + LAID, "line 3, 'deal 2O 5C 7E 12B': 35 cards of the deal before are not played yet; if it was"),
    ("deal 1O 2O 3O 4O", "line 1, 'deal 1O 2O 3O 4O': 1O 2O 3O 4O cannot open a deal: it has a sequence"),
    (
        LAID + "\n  B 1O # no",
        "line 3, 'B 1O # no': it is the turn of A, not of B; if B did play, write 'turn B' before",
    ),
    (LAID + "C 1O", "line 2, 'C 1O': seat 2 cannot play 1O"),
    (LAID + "1O 99X", "line 2, '1O 99X': '99X' is no card"),
    (LAID + "A", "line 2, 'A': behind 'A' a card is missing, or what he says, as in 'A 6O' or 'A ronda'"),
    ("hello", "line 1, 'hello': 'hello' is no player: A, B, C or D is expected"),
    ("del 2O 5C 7E 12B", "line 1, 'del 2O 5C 7E 12B': 'del' is no player: did you mean 'deal', at the beginning of a"),
    ("player 3", "line 1, 'player 3': 'player' is no player: did you mean 'players'"),
    ("abandon", "line 1, 'abandon': '' is no player"),
    ("abandon A", "line 1, 'abandon A': no deal is being played that could be given up"),
    ("scores 38", "line 1, 'scores 38': no match of 2 sides goes on with points '38'"),
    ("scores 41 0", "line 1, 'scores 41 0': no match of 2 sides goes on with points '41 0'"),
    (LAID + "turn C", "line 2, 'turn C': seat 2 has no card to play"),
    ("players five", "line 1, 'players five': 'five' is no number"),
    ("# a\nplayers 5\n1O", "line 2, 'players 5': 5 players cannot play Ronda"),
    ("players 3\nplayers 3", "line 2, 'players 3': 'players' says what was said before"),
    ("players 3\nposition", "line 2, 'position': 'position' says what was said before"),
    ("position\nplayers 3", "line 2, 'players 3': 'players' says what was said before"),
    (LAID + "players 3", "line 2, 'players 3': 'players' belongs before the first deal"),
    ("position turn B; hands 3 2", "line 1, 'position turn B; hands 3 2': this is no position"),
    ("dealer D", "line 1, 'dealer D': D cannot deal: 2 players are A, B"),
    ("9" * 5000, f"line 1, '{'9' * QUOTED}...': "),
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
