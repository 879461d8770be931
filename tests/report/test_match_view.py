"""The view of a match: every stop as it was told, with table, picture and screen, and a way to each fact."""

import json
from dataclasses import replace
from io import BytesIO

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from firmware.referee import MatchSetup
from firmware.report.match_view import FORMAT, MatchView
from firmware.report.page import LABELS, report_page, script_json
from firmware.report.reading import final_reading
from firmware.report.stops import StopKind, kind_of, replay_stops
from firmware.report.tables import point_rows
from firmware.report.words import PageWords
from firmware.rules.events import DealOpened
from tests.support.reported_table import ReportedTable, asked, played


def numbered(pictures):
    return [f"{one.picture.t_ms}.jpg" for one in pictures]


def view_of(table, sources=numbered):
    return report_page(table.close().record(), sources).view


@pytest.fixture(scope="module")
def view():
    return view_of(played())


@pytest.fixture(scope="module")
def disputed():
    return view_of(asked("remove 9"))


def told(view):
    return [(stop.kind, stop.title.number, *stop.title.cards) for stop in view.stops]


def test_the_stops_are_what_was_told_one_thing_after_the_other(view):
    layout = ("layout", 0, "1O", "4C", "6E", "11B")
    assert told(view) == [layout, ("play", 1, "12O"), ("play", 2, "12C"), ("play", 3, "7C")]
    assert [stop.t_ms for stop in view.stops] == sorted(stop.t_ms for stop in view.stops)


def test_a_play_has_what_it_took_its_points_and_their_reason(view):
    stop = view.stops[2]
    assert (stop.took, stop.lines, stop.scores) == (True, ("Player 2 takes 12 with 12",), (0, 1))
    (badge,) = stop.badges
    assert (badge.words, badge.why, badge.side) == ("+1 caida", "the card just played was taken with its equal", 1)


def test_the_table_is_drawn_as_it_stood_each_card_in_its_place(view):
    marks = {one.card: one.mark for one in view.stops[2].table}
    assert marks == {"1O": "", "4C": "", "6E": "", "11B": "", "12O": "gone", "12C": "new"}
    left, top, width, height = view.field
    for stop in view.stops:
        for one in stop.table:
            assert all(left <= x <= left + width and top <= y <= top + height for x, y in one.corners)
            assert len(one.corners) == 4
    (new,) = [one for one in view.stops[2].table if one.mark == "new"]
    assert new.corners == ((239, 242), (301, 242), (301, 338), (239, 338))  # slot 6


def test_a_card_that_was_never_seen_has_no_place():
    table = played()
    table.press("insert 4 1 5?")
    stop = view_of(table).stops[-1]
    assert stop.kind == "correction"
    assert [(one.card, one.corners) for one in stop.table if one.mark == "new"] == [("5?", ())]


def test_a_stop_has_its_picture_with_what_was_seen_and_the_screen_of_its_moment(view):
    stop = view.stops[3]
    assert stop.picture.source.endswith(".jpg")
    assert [one.card for one in stop.picture.labels if one.marked] == ["7C"]
    assert (stop.picture.width, stop.picture.height) == (640, 360)
    assert view.screens[stop.screen].startswith("data:image/png;base64,")


def bomb():
    """A JPEG that says it has 60,000 by 60,000 pixels."""
    out = BytesIO()
    Image.new("RGB", (8, 8)).save(out, "JPEG")
    content = bytearray(out.getvalue())
    at = content.index(b"\xff\xc0") + 5  # the height in the frame header: ITU-T T.81, B.2.2
    content[at : at + 4] = (60_000).to_bytes(2, "big") * 2
    return bytes(content)


@pytest.mark.parametrize("content", [b"", b"\xff\xd8 a picture", bomb()], ids=["nothing", "no picture", "a bomb"])
def test_what_cannot_be_shown_as_a_picture_is_left_out(content):
    record = played().close().record()
    broken = [
        replace(one, pictures=tuple(replace(p, picture=replace(p.picture, jpeg=content)) for p in one.pictures))
        for one in record.moments
    ]
    page = report_page(replace(record, moments=tuple(broken)), numbered)
    assert all(stop.picture is None for stop in page.view.stops)


def test_questions_corrections_and_refusals_are_stops_of_their_own(disputed):
    kinds = [stop.kind for stop in disputed.stops]
    assert kinds == ["layout", "play", "play", "play", "question", "correction", "fault"]
    question, correction, fault = disputed.stops[4:]
    assert [(one.card, one.share > 0.4) for one in question.title.chances[:2]] == [("12C", True), ("10C", True)]
    assert correction.title.change == ("12C", "10C")
    assert "there is no play 9" in fault.title.words
    assert all(stop.disputed for stop in (question, correction, fault))


def test_what_was_told_otherwise_says_how_it_is_read_in_the_end_and_leads_there(disputed):
    stop = disputed.stops[2]
    assert (stop.title.cards, stop.read_as) == (("12C",), "Read in the end as: Player 2 plays 10")
    assert [disputed.stops[note.stop].kind for note in stop.notes] == ["question", "correction"]
    assert stop.disputed
    assert not disputed.stops[1].disputed


def test_a_play_that_was_taken_back_says_so():
    table = played()
    table.press("remove 3")
    gone = [stop for stop in view_of(table).stops if stop.kind == "play" and not stop.title.number]
    assert [(stop.title.cards, stop.read_as) for stop in gone] == [(("7C",), "taken back")]


def test_the_card_in_doubt_is_marked_on_the_table(disputed):
    assert [one.card for one in disputed.stops[4].table if one.mark == "asked"] == ["12C"]


def test_what_is_said_is_a_stop_with_the_fact_that_it_is():
    table = ReportedTable().lay()
    table.press("ronda", 0)
    table.table.put(s5="12O").wait(2500)
    view = view_of(table)
    stop = view.stops[view.anchors["said-1"]]
    assert (stop.kind, stop.anchor, stop.title.words) == ("said", "said-1", "Player 1 announces ronda")


def test_every_fact_and_every_point_leads_to_a_stop(disputed):
    record = asked("remove 9").close().record()
    reading = final_reading(record)
    assert {fact.anchor for fact in reading.facts} == {*disputed.anchors}
    assert all(0 <= number < len(disputed.stops) for number in disputed.anchors.values())
    for row in point_rows(record.moments, reading, PageWords("en", record.seating)):
        assert row.fact.anchor in disputed.anchors


def test_the_deals_are_told_with_their_first_stops():
    table = ReportedTable(MatchSetup(2, 1, "pagat"), pictures=False).lay()
    table.table.put(s5="12O").wait(1500)
    table.press("abandon")
    table.table.take(*list(table.table.lying)).wait(2500)
    view = view_of(table)
    first = view.deals[0]
    assert (first.deal, first.dealer, view.stops[first.stop].kind) == (1, "Player 2", "layout")
    assert view.stops[-1].scores == tuple(side.score for side in view.sides)


def test_it_is_json_that_reads_back(disputed):
    text = msgspec.json.encode(disputed)
    assert msgspec.json.decode(text, type=MatchView) == disputed
    assert json.loads(text)["format"] == FORMAT


@pytest.mark.parametrize("text", ["</script><script>alert(1)</script>", "<!--", "&lt;", '"\\\u2028'])
def test_json_in_a_page_never_ends_its_element(text):
    assert "<" not in script_json({"name": text})
    assert json.loads(str(script_json({"name": text}))) == {"name": text}


def test_the_viewer_asks_only_for_texts_that_it_is_given():
    words = PageWords("en", played().seating)
    assert all(words.unfilled(key) for key in LABELS)


PLAYED = ["12O", "12C", "7C"]
PRESSED = [
    "card 1 5O",
    "card 2 7C",
    "remove 1",
    "remove 3",
    "seat 2 0",
    "undo",
    "redo",
    "insert 1 0 5?",
    "why",
    "ronda",
]
WORDS = st.sampled_from([*PLAYED, *PRESSED, "a", "x", "layout 1 2O 3C 4E 5B"])


@settings(max_examples=15)
@given(st.lists(WORDS, max_size=5))
def test_whatever_is_pressed_all_that_was_said_is_in_one_stop_each(words):
    table = ReportedTable(pictures=False).lay()
    free = iter(range(5, 15))
    for word in words:
        if word[0].isdigit():
            table.table.put(**{f"s{next(free)}": word}).wait(1000)
        else:
            table.press(word, 0 if word == "ronda" else None)
    record = table.close().record()
    stops = replay_stops(record.moments, final_reading(record))
    assert [event for stop in stops for event in stop.events] == [e for one in record.moments for e in one.events]
    assert all(stop.head is None or kind_of(stop.head) is stop.kind for stop in stops)
    assert all(isinstance(stop.kind, StopKind) for stop in stops)


def test_the_first_stop_of_a_deal_tells_who_deals():
    record = played().close().record()
    (first, *_) = replay_stops(record.moments, final_reading(record))
    assert any(isinstance(event, DealOpened) for event in first.events)
