"""The report: one page that needs nothing else, in which every point can be traced to a play and its picture."""

import random
import re
from base64 import b64decode
from dataclasses import replace
from io import BytesIO
from itertools import cycle

import numpy as np
import pytest
from PIL import Image

from firmware.announce.clock import clock
from firmware.announce.texts import LANGUAGES, keys
from firmware.cards import Card
from firmware.events import DeckCompared
from firmware.referee import MatchSetup, Scoreboard, TimedPlay
from firmware.report.ledger import NEW_ROUND, WIN_REVOKED, FactKey
from firmware.report.page import page
from firmware.report.pictures import drawn, embedded
from firmware.report.reading import final_reading
from firmware.report.tables import dispute_rows, retold_facts
from firmware.rules.events import CardPlayed, CardsCaptured, Reason
from firmware.rules.game import Game
from firmware.rules.presets import PRESETS
from firmware.signals import DeckComparison, Tick
from firmware.storage.evidence import EvidenceBuffer
from firmware.storage.moment import Moment
from tests.support.deal import play_deal
from tests.support.html_page import Page
from tests.support.reported_table import ReportedTable, asked, played
from vision.frame import Frame

SEVEN, OTHER = Card.parse("7O"), Card.parse("7B")
SOURCE = "a table <in> Tangier & Fez"
EVIL = "<script>alert('x')</script>\"'&"


@pytest.fixture(scope="module")
def html():
    return page(played().close().record(source=SOURCE, facts=(("Speed", "fast"),)))


@pytest.fixture(scope="module")
def disputed():
    return asked().close().record()


# -- one file without a network


def test_the_page_is_whole_and_asks_nothing_of_the_network(html):
    read = Page(html)
    assert not read.open
    assert not re.search(r"(?:src|href)=\"(?!data:|#)", html)
    assert not re.search(r"url\(|@import|<link|https?:(?!//www.w3.org/2000/svg\")|fetch\(|import\(|XMLHttp", html)
    assert {name for name, _ in read.seen} >= {"svg", "table", "script", "style"}


def test_every_link_leads_somewhere(html):
    read = Page(html)
    anchors = [found["id"] for _, found in read.seen if "id" in found]
    links = {found["href"][1:] for name, found in read.seen if name in ("a", "use")}
    assert links <= {*anchors}
    assert len(anchors) == len({*anchors})


def test_the_head_tells_result_and_setup(html):
    text = Page(html).text
    for words in ("0 Player 1 1 Player 2", "The match goes on.", "Rules pagat", "First dealer Player 2", "Speed fast"):
        assert words in text
    assert SOURCE in text


def test_every_point_has_its_reason_its_play_and_the_score_after_it(html):
    (row,) = Page(html).rows("points")
    assert row[1:] == ["+1", "Player 2", "caida: the card just played was taken with its equal", "2. 12", "0 – 1"]


# -- the plays, step by step


def test_every_play_is_in_the_list_and_a_point_leads_to_its_play(html):
    read = Page(html)
    assert len(read.all("details", **{"class": "deal"})) == 1
    contents = html[html.index('id="contents"') : html.index('class="legend"')]
    assert re.findall(r'<li id="([\w-]+)"', contents) == ["deal-1", "play-1", "play-2", "play-3"]
    assert re.findall(r'<a href="#([\w-]+)"', html[html.index('id="points"') :]) == ["play-2"]


def test_the_numbers_and_cards_of_plays_are_those_of_the_final_reading():
    table = played()
    table.press("insert 2 1 5?")
    table.press("card 3 10E")
    record = table.close().record()
    plays = [(fact.play, fact.seat, fact.cards[0]) for fact in final_reading(record).facts if fact.play]
    assert plays == [(number, play.seat, play.card) for number, play in enumerate(table.referee.plays, 1)]
    assert [str(card) for *_, card in plays] == ["12O", "5?", "10E", "7C"]


def test_what_was_said_is_a_step_of_its_own_with_its_points():
    table = ReportedTable().lay()
    table.press("ronda", 0)
    table.table.put(s5="12O").wait(2500)
    read = Page(page(table.close().record()))
    assert read.all("li", id="said-1")
    assert "Player 1 announces ronda" in read.text


# -- what is worth another look


def test_what_was_said_all_the_same_stands_with_what_was_said():
    table = ReportedTable().lay()
    table.press("ronda", 0)
    table.table.put(s5="12O").wait(2500)
    for word in ("undo", "undo", "redo", "redo"):
        table.press(word)
    (said,) = [row for row in dispute_rows(final_reading(table.close().record())) if row.fact and row.fact.said]
    lines = [note.line for note in said.notes]
    assert lines == [
        "Player 1 takes back: ronda; the score is 0 – 0",
        "Player 1 says it all the same: ronda; the score is 0 – 0",
    ]


def test_a_question_and_its_answer_stand_with_the_play_that_they_are_about(disputed):
    (row,) = dispute_rows(final_reading(disputed))
    assert (row.fact.play, row.fact.seat, str(row.fact.cards[0])) == (2, 1, "10C")
    text = " ".join(note.line for note in row.notes)
    assert "What did Player 2 play" in text
    assert "Corrected: 10, not 12" in text


def test_disputed_plays_stand_behind_the_replay_with_what_it_may_have_been(disputed):
    html = page(disputed)
    assert html.index('id="replay"') < html.index('id="disputes"')
    assert re.search(r"What did Player 2 play after \d+: 12 or 10.*? 12 \d\d% 10 \d\d%", Page(html).text)


@pytest.mark.parametrize(("fits", "count"), [(True, 0), (False, 1)])
def test_that_the_deck_is_the_one_that_was_named_is_no_reason_to_look_again(fits, count):
    table = played()
    table.feed(DeckComparison(table.table.t_ms, "house", fits))
    assert len(list(dispute_rows(final_reading(table.close().record())))) == count


def test_a_play_that_was_taken_back_is_told_beside_the_play_before_it():
    table = played()
    table.press("remove 3")
    (row,) = dispute_rows(final_reading(table.close().record()))
    assert row.fact.play == 2
    assert [note.line for note in row.notes] == ["Player 1 plays 7", "Corrected: nothing, not 7; the score is 0 – 1"]


def test_a_play_that_was_told_otherwise_says_how():
    table = played()
    table.press("seat 3 1")
    text = Page(page(table.close().record())).text
    assert "Told first: Player 1 plays 7" in text


def test_plays_that_are_read_otherwise_since_a_correction_are_listed_together():
    table = played()
    table.press("remove 1")
    reading = final_reading(table.close().record())
    assert [(fact.play, fact.seat) for fact in retold_facts(reading)] == [(1, 0), (2, 1)]
    assert "Read otherwise since then: 1. 12 2. 7" in Page(page(table.record())).text


def test_a_picture_that_shows_another_card_than_the_play_says_so(disputed):
    shown = [drawn(fact.picture, fact).misread for fact in final_reading(disputed).facts if fact.picture]
    assert [str(one.face) for one in shown if one] == ["12C"]
    assert "In this one picture it looks like 12 of copas (55%); all looks together say 10 of copas." in page(disputed)
    assert "The picture alone shows another card: 2. 10" in Page(page(disputed)).text


def test_a_refused_press_without_any_play_is_told():
    table = ReportedTable(pictures=False)
    table.press("remove 1")
    assert "Not possible" in Page(page(table.close().record())).text


def test_a_session_without_questions_points_or_pictures_says_so():
    read = Page(page(ReportedTable(pictures=False).lay().close().record()))
    for words in ("Nothing was asked, and nothing was taken back.", "Nobody has scored yet.", "The match goes on."):
        assert words in read.text


# -- size


def noise(number):
    """A picture that hardly compresses, as a camera's may be."""
    rng = np.random.default_rng(number)
    out = BytesIO()
    Image.fromarray(rng.integers(0, 255, (180, 320, 3), np.uint8)).save(out, "JPEG", quality=70)
    return out.getvalue()


def test_pictures_are_kept_as_they_are_while_there_is_room(html):
    for found in re.findall(r"data:image/jpeg;base64,([^\"]+)", html):
        with Image.open(BytesIO(b64decode(found))) as picture:
            assert picture.size == (64, 36)


@pytest.mark.parametrize("room", [120_000, 60_000, 30_000])
def test_pictures_are_made_smaller_until_all_have_room(room):
    proven = [fact.picture for fact in final_reading(played().close().record()).facts]
    large = [replace(one, picture=replace(one.picture, jpeg=noise(number))) for number, one in enumerate(proven)]
    made = embedded(large, room)
    assert all(address.startswith("data:image/webp;base64,") for address in made)
    assert sum(map(len, made)) <= room + len("data:image/webp;base64,") * len(made)


def repeated(record, times, pictures):
    """A session as long as that many of it, each play under a picture."""
    facts = {fact.key: number for number, fact in enumerate(final_reading(record).facts)}

    def later(key, n):
        return key and FactKey(key.t_ms + n * record.end_ms, (n * 10_000 + facts.get(key, 9999),))

    def entry_of(entry, n):
        key = later(FactKey.of(entry.fact), n)
        return replace(entry, fact=replace(entry.fact, t_ms=key.t_ms, track_ids=key.track_ids))

    def moment_of(moment, n):
        shown = [replace(one, picture=replace(one.picture, jpeg=next(pictures))) for one in moment.pictures]
        about, t_ms = tuple(later(key, n) for key in moment.about), moment.t_ms + n * record.end_ms
        return replace(moment, t_ms=t_ms, about=about, pictures=tuple(shown))

    history = [entry_of(entry, n) for n in range(times) for entry in record.history]
    moments = [moment_of(moment, n) for n in range(times) for moment in record.moments]
    return replace(record, history=tuple(history), moments=tuple(moments), end_ms=times * record.end_ms)


def test_pictures_are_counted_while_they_are_made_smaller(disputed):
    kept, counted = [fact.picture for fact in final_reading(disputed).facts if fact.picture], []
    embedded(kept, progress=lambda pictures: counted.extend(pictures) or pictures)
    assert counted == []  # there is room for all of them
    small = embedded(kept, room=1, progress=lambda pictures: counted.extend(pictures) or pictures)
    assert len(counted) == len(small) > 0


def test_ten_deals_stay_under_5_mb():
    table, game = ReportedTable(), Game(PRESETS["pagat"], 2, 1)
    play_deal(random.Random(4), table.table, game)
    drawings = cycle([noise(number) for number in range(8)])
    html = page(repeated(table.close().record(), 10, drawings))
    assert html.count("data:image/webp") == 10 * 37
    assert 1_000_000 < len(html.encode()) < 5_000_000


# -- languages, players


@pytest.mark.parametrize(("players", "sides"), [(3, ("Player 1", "Player 2", "Player 3")), (4, ("1+3", "2+4"))])
def test_three_and_four_players(players, sides):
    read = Page(page(ReportedTable(MatchSetup(players, 0), pictures=False).close().record()))
    for side in sides:
        assert side in read.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_its_language(language):
    html = page(played(language=language).close().record())
    direction = "rtl" if language == "ary-Arab" else "ltr"
    assert f'<html lang="{language}" dir="{direction}">' in html
    english = {"Worth another look", "Play by play", "Every point", "Session report", "Player 1"}
    assert all((text in Page(html).text) == (language == "en") for text in english)


def test_every_reason_is_told_in_a_sentence():
    assert keys("why", "en") == {*Reason, NEW_ROUND, WIN_REVOKED}


# -- safety


def test_whatever_names_a_session_is_escaped():
    html = page(played().close().record(source=EVIL, deck=DeckCompared(EVIL, True), facts=((EVIL, EVIL),)))
    assert "<script>alert" not in html
    assert Page(html).text.count(EVIL) == 4
    assert not Page(html).open


def test_what_people_did_is_escaped():
    table = played()
    table.press(EVIL)
    html = page(table.close().record())
    assert "<script>alert" not in html
    assert "alert" in Page(html).text


# -- evidence


def board(scores):
    return Scoreboard(scores, 0, 1, 1, 1, 6, (), (), None)


PLAYS = (TimedPlay(2000, 0, SEVEN), TimedPlay(6000, 1, Card.parse("10C")))


def test_a_moment_knows_the_picture_taken_when_the_card_lay_still():
    evidence = EvidenceBuffer(64, 60)
    for t_ms in (1000, 2000, 2200, 3000):
        evidence.keep(Frame(t_ms, np.zeros((36, 64, 3), np.uint8)), 640.0)
    moment = Moment(3000, Tick(3000), (CardPlayed(0, SEVEN), CardsCaptured(0, (SEVEN, OTHER))), board((0, 0)))
    assert [picture.t_ms for picture in evidence.pictures(moment, PLAYS)] == [2000]
    late = (TimedPlay(9000, 0, SEVEN),)
    assert [picture.t_ms for picture in evidence.pictures(moment, late)] == [3000]


def test_no_look_no_picture():
    moment = Moment(3000, None, (CardPlayed(0, SEVEN),), board((0, 0)))
    assert EvidenceBuffer(64, 60).pictures(moment, PLAYS) == ()


def test_evidence_is_never_enlarged_and_its_memory_is_bounded():
    evidence = EvidenceBuffer(1920, 60)
    for t_ms in range(200):
        evidence.keep(Frame(t_ms, np.zeros((36, 64, 3), np.uint8)), 640.0)
    moment = Moment(500, None, (CardPlayed(0, SEVEN),), board((0, 0)))
    (picture,) = evidence.pictures(moment, (TimedPlay(0, 0, SEVEN),))
    with Image.open(BytesIO(picture.jpeg)) as opened:
        assert opened.size == (64, 36)
    assert picture.t_ms == 200 - 64


@pytest.mark.parametrize(
    ("t_ms", "text"), [(0, "0:00"), (81_999, "1:21"), (3_599_999, "59:59"), (3_727_000, "1:02:07")]
)
def test_times_read_like_a_clock(t_ms, text):
    assert clock(t_ms) == text
