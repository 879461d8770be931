"""The report adds up: the points listed sum to the score shown, at every moment, whatever is put right and when."""

import copy
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.book.tally import points_by_reason
from firmware.cards import ES40
from firmware.referee import MatchSetup
from firmware.report.curve import score_curve
from firmware.report.ledger import NEW_ROUND, BookedPoints, FactKey, booked, changes
from firmware.report.page import page
from firmware.report.reading import final_reading
from firmware.report.tables import point_rows
from firmware.report.words import PageWords
from firmware.rules.game import Game
from firmware.rules.match import Match
from firmware.rules.notation.ruleset import parse_rules
from tests.support.deal import play_deal
from tests.support.html_page import Page
from tests.support.reported_table import ReportedTable


def rows_of(record):
    return point_rows(record.moments, final_reading(record), PageWords("en", record.seating))


def summed(rows, sides):
    counted = [row for row in rows if not row.booked.in_cards]
    return tuple(sum(row.points for row in counted if row.booked.side == side) for side in range(sides))


def assert_adds_up(record):
    rows, sides = rows_of(record), len(record.scores)
    for moment in record.moments:
        until = [row for row in rows if row.t_ms <= moment.t_ms]
        last = [other for other in record.moments if other.t_ms == moment.t_ms][-1]
        assert summed(until, sides) == last.scores
    assert summed(rows, sides) == record.scores
    assert summed([row for row in rows if not (row.withdrawn or row.withdraws)], sides) == record.scores
    assert [row.scores for row in rows] == [summed(rows[: n + 1], sides) for n in range(len(rows))]
    assert [line.score for line in score_curve(record).lines] == [*record.scores]
    assert_the_book_has_it(record)


def assert_the_book_has_it(record):
    """The book counts the same points as the report, for the same reasons."""
    match = Match.of(parse_rules(record.setup.rules), record.setup.players)
    wanted = [Counter() for _ in record.scores]
    for item in booked(record.history):
        wanted[item.side][str(item.reason)] += item.counted if item.reason != NEW_ROUND else 0
    events = [event for entry in record.history for event in entry.events]
    assert [Counter(side) for side in points_by_reason(match, events)] == [
        Counter({reason: points for reason, points in side.items() if points}) for side in wanted
    ]


def listed(html, sides):
    """The sum of each side over the rows of the table "Every point" as the page has it."""
    table = Page(html).rows("points")
    points = [(int(cells[1]), cells[2], cells[3]) for cells in table]
    return {name: sum(n for n, who, why in points if who == name and "paid in cards" not in why) for name in sides}


CARDS = st.sampled_from([str(card) for card in ES40.cards])
WORDS = st.one_of(
    CARDS,
    st.builds("insert {} {} {}".format, st.integers(1, 14), st.integers(0, 1), CARDS),
    st.builds("card {} {}".format, st.integers(1, 12), CARDS),
    st.builds("card {}".format, CARDS),
    st.builds("seat {} {}".format, st.integers(1, 12), st.integers(0, 1)),
    st.builds("remove {}".format, st.integers(1, 12)),
    st.sampled_from(["undo", "redo", "why", "a", "b"]),
    st.builds("layout 1 {} {} {} {}".format, CARDS, CARDS, CARDS, CARDS),
)
SPOKEN = st.sampled_from(["ronda", "tringa", "nothing", "claim", "challenge true", "challenge false"])
PRESSES = st.tuples(WORDS | SPOKEN, st.integers(0, 1))


RULES = ("pagat", "cafe", "pagat-transfer", "pagat target=3 match_rounds=3")


@pytest.fixture(scope="module", params=RULES)
def laid(request):
    """A table in its first deal, under rules that lay four cards or none, pay in cards, or play rounds."""
    return ReportedTable(MatchSetup(2, 1, request.param), pictures=False).lay()


@settings(max_examples=25)
@given(steps=st.lists(PRESSES, max_size=20))
def test_the_points_sum_to_the_score_whatever_people_press(laid, steps):
    table = copy.deepcopy(laid)
    for word, seat in steps:
        board, number = table.referee.scoreboard, len(table.referee.plays) + 1
        table.press(f"insert {number} {board.turn or 0} {word}" if word[0].isdigit() else word, seat)
        table.table.wait(200)
    assert_adds_up(table.close().record())


def evening(rules, seed, deals):
    """Deals played at random, of which every tenth card is put right in the middle: wrongly, and not always undone."""
    rng, table = random.Random(seed), ReportedTable(MatchSetup(2, 1, rules), pictures=False)
    game = Game(parse_rules(rules), 2, 1)

    def read(card, pack):
        plays = len(table.referee.plays)
        if plays and rng.random() < 0.1:
            number, other = rng.randint(1, plays), rng.choice(pack)
            words = (f"card {number} {other}", f"remove {number}", f"seat {number} {rng.randint(0, 1)}", "undo", "redo")
            table.press(rng.choice(words))
        return str(card)

    for _ in range(deals):
        if not game.winners:
            play_deal(rng, table.table, game, read)
            table.table.wait(1500).take(*list(table.table.lying)).wait(2500)
    return table.close()


@pytest.mark.parametrize(("rules", "seed", "deals"), [("pagat", 1, 2), ("pagat-transfer", 3, 1)])
def test_deals_that_are_put_right_in_the_middle_add_up(rules, seed, deals):
    record = evening(rules, seed, deals).record()
    assert_adds_up(record)
    assert [row for row in rows_of(record) if row.withdraws]
    names = [f"Player {side + 1}" for side in range(2)]
    assert listed(page(record), names) == dict(zip(names, record.scores, strict=True))


def test_a_correction_takes_the_points_of_a_play_back_and_gives_those_of_the_next():
    table = ReportedTable().lay()
    for slot, text in ((5, "12O"), (6, "12C")):
        table.table.put(**{f"s{slot}": text}).wait(1500)
    table.press("card 2 7C")
    record = table.close().record()
    rows = [(row.points, row.booked.reason, row.withdrawn, row.withdraws) for row in rows_of(record)]
    assert rows == [(1, "caida", True, False), (-1, "caida", False, True)]
    assert record.scores == (0, 0)
    told, back = Page(page(record)).rows("points")
    assert told[1:] == ["+1", "Player 2", "caida: the card just played was taken with its equal", "2. 7", "0 – 1"]
    assert back[1:] == ["-1", *told[2:3], "caida: taken back, since the game is read otherwise now", "2. 7", "0 – 0"]


def test_a_false_announcement_gives_its_points_back_and_says_why():
    table = ReportedTable(MatchSetup(2, 0, "pagat"), pictures=False).lay()
    table.press("ronda", 1)
    for slot, text in ((5, "12O"), (6, "10C"), (7, "11C"), (8, "1B"), (9, "2E"), (10, "3B")):
        table.table.put(**{f"s{slot}": text}).wait(1500)
    rows = rows_of(table.close().record())
    assert [(row.points, row.why) for row in rows if row.booked.taken_back] == [
        (-1, "given back, since what was announced was false")
    ]


def test_of_points_that_are_withdrawn_at_once_the_last_go_first():
    """The score goes back the way it came, and not below nil where points had been given back in between."""
    call, back = BookedPoints(FactKey(1), 0, 1, "call"), BookedPoints(FactKey(2), 0, -1, "call", taken_back=True)
    assert [*changes((call, back), ())] == [(back, True), (call, True)]


def test_points_of_a_round_that_is_over_are_written_off():
    table = ReportedTable(MatchSetup(2, 1, "pagat target=1 match_rounds=3"), pictures=False).lay()
    for slot, text in ((5, "12O"), (6, "12C"), (7, "7C")):
        table.table.put(**{f"s{slot}": text}).wait(1500)
    record = table.close().record()
    assert [(row.points, row.booked.reason) for row in rows_of(record)] == [(1, "caida"), (-1, NEW_ROUND)]
    assert record.scores == (0, 0)
