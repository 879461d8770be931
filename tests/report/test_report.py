"""The report: one page that needs nothing else, in which every point can be traced to a play and its picture."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from firmware.announce.clock import clock
from firmware.announce.phrases import phrase
from firmware.announce.seating import Seating
from firmware.cards import Card
from firmware.events import Doubt, DoubtSettled, PressRefused, ReadingCorrected, SayingRefused
from firmware.presentation.presenter import Presenter
from firmware.presentation.sinks import ReportRecorder
from firmware.referee import MatchSetup, Scoreboard, TimedPlay
from firmware.report.blocks import blocks
from firmware.report.page import page
from firmware.report.record import SessionRecord
from firmware.report.tables import WHY
from firmware.rules.events import (
    BatchDealt,
    CardPlayed,
    CardsCaptured,
    CardsCounted,
    DealEnded,
    DealOpened,
    GameWon,
    LayoutDealt,
    PacketTakenOver,
    PendingCancelled,
    PointsPended,
    PointsScored,
    Reason,
    RestTaken,
)
from firmware.signals import TableObservation, Tick, Unnamed
from firmware.storage.evidence import EvidenceBuffer
from firmware.storage.moment import Moment
from vision.frame import Frame

SEVEN, OTHER, TEN = Card.parse("7O"), Card.parse("7B"), Card.parse("10C")
LAYOUT = (OTHER, TEN, Card.parse("1E"), Card.parse("4?"))
SETUP = MatchSetup(2, 1)
PLAYS = (TimedPlay(2000, 0, SEVEN), TimedPlay(6000, 1, TEN))


def board(scores, winners=()):
    return Scoreboard(scores, 0, 1, 1, 1, 6, (), winners, None)


SAID = [
    (1000, (0, 0), (DealOpened(1, 1), LayoutDealt(LAYOUT), BatchDealt(1, last=False))),
    (
        2500,
        (1, 0),
        (
            CardPlayed(0, SEVEN),
            CardsCaptured(0, (SEVEN, OTHER, TEN)),
            PointsScored(0, 1, Reason.MESA, 0),
            Doubt(2400, 1, 0, ((SEVEN, 0.8), (None, 0.199), (TEN, 0.001))),
        ),
    ),
    (3000, (1, 0), (CardPlayed(1, Card.parse("5E")), PointsPended(1, 5, Reason.BKHAMSA, 1))),
    (4000, (0, 0), (ReadingCorrected(2, Card.parse("5E"), None, (0, 0)), DoubtSettled(1, SEVEN))),
    (
        6500,
        (0, 9),
        (
            CardPlayed(1, TEN),
            PacketTakenOver(1, 2, (SEVEN, TEN)),
            PendingCancelled(0, 1, Reason.CAIDA, 0),
            RestTaken(1, (OTHER,)),
            CardsCounted((18, 22)),
            PointsScored(1, 9, Reason.CARDS, None),
            DealEnded(1, (0, 9)),
            GameWon((1,)),
        ),
    ),
]


class Page(HTMLParser):
    """The elements of a page and its text; complains about elements left open."""

    def __init__(self, html):
        super().__init__()
        self.seen, self.open, self.words = [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "input", "img"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    def all(self, tag, **wanted):
        return [found for name, found in self.seen if name == tag and wanted.items() <= found.items()]

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


SOURCE, FACTS = "a table <in> Tangier & Fez", (("Speed", "fast"),)


def session_record(
    said=SAID, *, setup=SETUP, plays=PLAYS, winner=1, source=SOURCE, deck=None, facts=FACTS, pictures=True
):
    evidence, recorder = EvidenceBuffer(64, 60), ReportRecorder()
    presenter = Presenter(Seating(setup.players), "en")
    rng = np.random.default_rng(3)
    for t_ms, scores, events in said:
        look = TableObservation(t_ms, (seen(SEVEN, 100), seen(Unnamed.BACK, 300), seen(Card.parse("4?"), 400)))
        if pictures:
            evidence.keep(Frame(t_ms, rng.integers(0, 255, (72, 128, 3), np.uint8)), 640.0)
        moment = Moment(t_ms, look, events, board(scores, (winner,) if t_ms > 6000 and winner is not None else ()))
        moment = replace(moment, pictures=evidence.pictures(moment, plays))
        recorder(moment, presenter.tell(moment))
    told = tuple(recorder.moments)
    scores = said[-1][1] if said else (0,) * setup.players
    return SessionRecord(setup, deck, source, facts, told, plays, scores, winner, 1, 1, recorder.end_ms)


def seen(face, x):
    from firmware.signals import SeenCard

    return SeenCard(((x, 50.0), (x + 61.5, 50.0), (x + 61.5, 145.0), (x, 145.0)), ((face, 0.9),))


@pytest.fixture(scope="module")
def html():
    return page(session_record())


def test_the_page_is_whole_and_asks_nothing_of_the_network(html):
    read = Page(html)
    assert not read.open
    assert not re.search(r"(?:src|href)=\"(?!data:|#)", html)
    assert not re.search(r"url\(|@import|<script|<link", html)
    assert {name for name, _ in read.seen} >= {"svg", "img", "table", "article", "style"}


def test_the_head_tells_result_and_setup(html):
    text = Page(html).text
    for words in ("0 Player 1 9 Player 2", "Player 2 wins the match.", "Rules pagat", "First dealer Player 2"):
        assert words in text
    assert "a table <in> Tangier & Fez" in text


def test_every_point_has_its_reason_and_its_play(html):
    text = Page(html).text
    assert "0:02 +1 Player 1 mesa : the capture left the table empty 1. 7" in text
    assert "0:06 +9 Player 2 cards : more cards than an even share at the end of the deal 2. 10" in text


def test_every_link_leads_somewhere(html):
    read = Page(html)
    anchors = {found["id"] for _, found in read.seen if "id" in found}
    links = {found["href"][1:] for name, found in read.seen if name in ("a", "use")}
    assert links
    assert links <= anchors


def test_every_play_has_its_picture_with_what_was_seen(html):
    read = Page(html)
    figures = read.all("figure", **{"class": "shot"})
    assert len(figures) == 5  # the layout, three plays, the correction
    assert len(read.all("polygon")) == 5 * 3
    assert len(read.all("g", **{"class": "card marked"})) >= 2
    assert "7 of oros, 90% sure" in html


def test_pictures_are_small_jpegs(html):
    from base64 import b64decode

    for found in re.findall(r"data:image/jpeg;base64,([^\"]+)", html):
        with Image.open(BytesIO(b64decode(found))) as picture:
            assert picture.size == (64, 36)


def test_the_screen_of_each_moment_is_shown(html):
    assert len(Page(html).all("img", **{"class": "oled"})) == 5


def test_questions_and_corrections_are_listed(html):
    text = Page(html).text
    assert "What did Player 1 play: 7 or nothing or 10? 7 80% none 20% play 1" in text
    assert "0:04 Settled: it was 7" in text
    assert "Corrected" in text


def test_a_play_that_was_taken_back_has_no_number():
    found = blocks(session_record())
    assert [block.play for block in found if isinstance(block.head, CardPlayed)] == [1, None, 2]
    assert "taken back later" in Page(page(session_record())).text


def test_a_deal_opened_again_has_one_heading_and_its_first_layout_is_taken_back():
    again = (1500, (0, 0), (DealOpened(1, 1), LayoutDealt((SEVEN, *LAYOUT[1:])), BatchDealt(1, last=False)))
    told = session_record([SAID[0], again, *SAID[1:]])
    layouts = [block for block in blocks(told) if isinstance(block.head, LayoutDealt)]
    assert [block.stands for block in layouts] == [False, True]
    read = Page(page(told))
    assert len(read.all("h3", **{"class": "deal"})) == 1
    assert len(read.all("h4", **{"class": "batch"})) == 1


def test_what_follows_from_the_last_card_is_told(html):
    text = Page(html).text
    for words in (
        "Player 2 takes the rest 7",
        "Cards counted: 18 – 22",
        "End of deal 1: 0 – 9",
        phrase(GameWon((1,)), "en"),
    ):
        assert words in text


def test_a_session_without_questions_points_or_pictures_says_so():
    read = Page(page(session_record(SAID[:1], plays=(), winner=None, pictures=False)))
    for words in ("The referee was sure of every play", "Nobody has scored yet.", "The match goes on."):
        assert words in read.text
    assert not read.all("figure")


@pytest.mark.parametrize(("players", "sides"), [(3, ("Player 1", "Player 2", "Player 3")), (4, ("1+3", "2+4"))])
def test_three_and_four_players(players, sides):
    read = Page(page(session_record([], setup=MatchSetup(players, 0), plays=(), winner=None)))
    for side in sides if players == 3 else ():
        assert side in read.text


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


EVIL = "<script>alert('x')</script>\"'&"


def test_whatever_names_a_session_is_escaped():
    html = page(session_record(source=EVIL, deck=EVIL, facts=((EVIL, EVIL),)))
    assert "<script" not in html
    assert Page(html).text.count(EVIL) == 4
    assert not Page(html).open


@pytest.mark.parametrize("event", [PressRefused(0, EVIL, EVIL), SayingRefused(0, EVIL, EVIL)])
def test_what_people_did_is_escaped(event):
    html = page(session_record([*SAID[:2], (2600, (1, 0), (event,))], winner=None))
    assert "<script" not in html
    assert EVIL in Page(html).text


def test_every_reason_is_told_in_a_sentence():
    assert WHY.keys() == set(Reason)


@pytest.mark.parametrize(
    ("t_ms", "text"), [(0, "0:00"), (81_999, "1:21"), (3_599_999, "59:59"), (3_727_000, "1:02:07")]
)
def test_times_read_like_a_clock(t_ms, text):
    assert clock(t_ms) == text
