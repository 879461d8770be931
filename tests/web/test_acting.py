"""What players say reaches the referee as presses of theirs; what changes the score with a nod of the other side."""

import re
import threading

import pytest
from msgspec import Raw, json, structs
from starlette.testclient import TestClient

from firmware.cards import Card
from firmware.events import Doubt
from firmware.phones.inbox import PhoneInbox
from firmware.phones.messages import SaidInput, ShownLine
from firmware.standing.questions import question_key
from firmware.storage.live_reader import KeptStanding
from firmware.storage.moment import EVENTS
from firmware.web.app import build_app
from firmware.web.asking import further_answers

HERE = ("127.0.0.1", 5)
ORIGIN = {"origin": "http://127.0.0.1", "accept": "application/json"}


@pytest.fixture
def inbox(journal_path):
    news = threading.Semaphore(0)
    inbox = PhoneInbox(journal_path, news.release)
    inbox.heard = lambda: [*(inbox.take() if news.acquire(timeout=10) else [])]
    yield inbox
    inbox.close()


@pytest.fixture
def app(site):
    return build_app(site)


def browser(app, seat=None):
    client = TestClient(app, base_url="http://127.0.0.1", follow_redirects=False, headers=ORIGIN, client=HERE)
    if seat is not None:
        code, _ = app.state.site.doors.code()
        assert client.post("/join", data={"code": code, "seat": str(seat)}).json()["to"] == "/?told=joined"
    return client


@pytest.fixture
def table(app, site):
    """Two players and somebody whom nobody knows."""
    site.feed.look()
    yield browser(app, 0), browser(app, 1), browser(app)
    site.feed.close()


def test_a_player_announces_for_his_own_seat(table, inbox):
    amina, _, _ = table
    assert amina.post("/say", data={"input": "ronda"}).status_code == 202
    assert inbox.heard() == [SaidInput(0, "ronda")]


@pytest.mark.parametrize("words", ["claim 1", "challenge 1", "nothing", "accept", "why", "redeal"])
def test_what_a_player_says_for_himself_needs_nobody(table, inbox, words):
    table[0].post("/say", data={"input": words})
    assert inbox.heard() == [SaidInput(0, words)]


def test_an_answer_says_which_question_was_seen(table, inbox):
    table[1].post("/say", data={"input": "b", "asked": "900-3-None"})
    assert inbox.heard() == [SaidInput(1, "b", "900-3-None")]
    assert table[1].post("/say", data={"input": "b"}).status_code == 400


def test_whom_nobody_knows_says_nothing(table, inbox):
    stranger = table[2]
    assert stranger.post("/say", data={"input": "ronda"}).status_code == 403
    assert stranger.post("/nod", data={"number": "1", "answer": "yes"}).status_code == 403
    assert inbox.take() == []


@pytest.mark.parametrize(
    "words",
    [
        "",
        "abracadabra",
        "quiet",
        "report",
        "score",
        "challenge 1 true",
        "challenge 1 7,7",
        "claim 9",
        "card 1",
        "x" * 3000,
    ],
)
def test_words_that_are_not_for_phones_are_refused(table, inbox, words):
    assert table[0].post("/say", data={"input": words}).status_code == 400
    assert inbox.take() == []


@pytest.mark.parametrize(
    "words", ["undo", "redo", "card 3 7O", "seat 3 1", "remove 3", "insert 3 1 4C", "layout 1 1O 2C 3E 4B"]
)
def test_a_correction_waits_for_the_other_side(table, inbox, site, words):
    amina, youssef, _ = table
    assert amina.post("/say", data={"input": words}).status_code == 202
    assert inbox.take() == []
    (number,) = re.findall(r'name="number" value="(\d+)"', youssef.get("/").text)
    assert amina.post("/nod", data={"number": number, "answer": "yes"}).status_code == 409
    assert inbox.take() == []
    youssef.post("/nod", data={"number": number, "answer": "yes"})
    assert inbox.heard() == [SaidInput(0, words, "", site.plays)]
    assert youssef.post("/nod", data={"number": number, "answer": "yes"}).status_code == 409


def test_the_other_side_may_say_no(table, inbox):
    amina, youssef, _ = table
    amina.post("/say", data={"input": "undo"})
    youssef.post("/nod", data={"number": "1", "answer": "no"})
    assert youssef.post("/nod", data={"number": "1", "answer": "yes"}).status_code == 409
    assert inbox.take() == []


def test_whether_a_challenge_was_right_is_not_said_by_one_side_alone(table, inbox):
    amina, youssef, _ = table
    amina.post("/say", data={"input": "b", "asked": "challenge-1-0"})
    assert inbox.take() == []
    youssef.post("/nod", data={"number": "1", "answer": "yes"})
    assert inbox.heard()[0].asked == "challenge-1-0"


def test_everybody_sees_what_waits_and_only_players_have_buttons(table):
    amina, youssef, stranger = table
    amina.post("/say", data={"input": "card 3 7O"})
    assert "it was 7 of oros" in stranger.get("/").text
    assert [one.get("/").text.count('action="/nod"') for one in table] == [1, 1, 0]
    assert youssef.get("/").text.count('value="yes"') == 1 and amina.get("/").text.count('value="yes"') == 0


def test_each_likely_answer_has_a_key_and_needs_no_nod(table, inbox, site):
    play = site.match.plays[-1]
    cards = tuple((Card.parse(card), 0.25) for card in ("7O", "10O", "12C", "12E", "2B"))
    asked = Doubt(play.t_ms, 4, 1, cards)
    standing = site.feed.standing
    body = structs.replace(site.match, question=Raw(EVENTS.text(asked).encode()))
    site.feed.standing = KeptStanding(standing.at, json.encode(body).decode())
    assert list(further_answers(site.match)) == [f"card {play.play} 12C", f"card {play.play} 2B"]
    said = {"input": f"card {play.play} 2B", "asked": question_key(asked)}
    assert table[0].post("/say", data=said).json()["text"] == "Told to the referee."
    assert inbox.heard() == [SaidInput(0, said["input"], said["asked"])]
    table[0].post("/say", data=said | {"input": f"card {play.play} 3B"})  # which nobody thinks likely
    assert [one.input for one in site.waiting] == [f"card {play.play} 3B"]


@pytest.mark.parametrize(("answer", "told"), [("yes", "agrees"), ("no", "says no")])
def test_everybody_is_told_what_came_of_a_correction(table, answer, told):
    table[0].post("/say", data={"input": "card 3 7O"})
    table[1].post("/nod", data={"number": "1", "answer": answer})
    assert all(f"it was 7 of oros — Youssef {told}" in one.get("/").text for one in table)


def test_what_a_player_takes_back_himself_is_told_to_nobody(table):
    table[0].post("/say", data={"input": "card 3 7O"})
    table[0].post("/nod", data={"number": "1", "answer": "no"})
    assert not any("it was 7 of oros" in one.get("/").text for one in table)


def test_who_knocks_in_vain_keeps_the_code_that_he_typed(app):
    with browser(app) as client:
        answer = client.post("/join", data={"code": "000111", "seat": "0"}, headers={"accept": "text/html"})
        assert answer.headers["location"] == "/j/000111?told=code_wrong"
        page = client.get(answer.headers["location"]).text
    assert 'value="000111" autofocus' in page and 'class="banner fault"' in page


def test_a_correction_can_be_chosen_play_by_play(table, inbox, site):
    amina, youssef, stranger = table
    page = amina.get(f"/correct/{site.plays}")
    assert "another card" in page.text
    assert (stranger.get(f"/correct/{site.plays}").status_code, amina.get("/correct/999").status_code) == (403, 404)
    amina.post("/correct", data={"play": "3", "what": "insert", "seat": "1", "rank": "4", "suit": "C"})
    youssef.post("/nod", data={"number": "1", "answer": "yes"})
    assert inbox.heard()[0].input == "insert 3 1 4C"


@pytest.mark.parametrize("what", ["", "card", "seat x", "shutdown"])
def test_a_correction_that_means_nothing_is_refused(table, what):
    assert table[0].post("/correct", data={"play": "3", "what": what}).status_code == 400


def test_where_no_referee_is_at_work_it_is_said(table):
    answer = table[0].post("/say", data={"input": "ronda"})
    assert (answer.status_code, answer.json()["text"]) == (503, "The referee is not at work.")


def test_the_code_is_shown_by_the_referee_and_told_to_nobody(table, inbox, site):
    answer = table[2].post("/code", data={"go": ""})
    (shown,) = inbox.heard()
    assert shown == ShownLine(f"Code {site.doors.code()[0]}", shown.for_s)
    assert site.doors.code()[0] not in answer.text + table[2].get("/join").text


def test_the_secret_of_a_player_is_for_his_browser_alone(app, site):
    client = TestClient(app, base_url="http://127.0.0.1", headers=ORIGIN, client=HERE)
    site.feed.look()
    answer = client.post("/join", data={"code": site.doors.code()[0], "seat": "screen"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    site.feed.close()


def test_who_leaves_is_a_stranger_again(table):
    amina = table[0]
    amina.post("/leave", data={"go": ""})
    assert amina.post("/say", data={"input": "ronda"}).status_code == 403


@pytest.mark.parametrize("seat", ["", "2", "9", "-1", "x", "0 "])
def test_a_seat_that_the_table_does_not_have_is_nobodys(table, app, seat):
    code, _ = app.state.site.doors.code()
    assert table[2].post("/join", data={"code": code, "seat": seat}).status_code == 400


def test_pictures_are_for_those_who_were_let_in(client, site):
    address = f"/picture/1/{site.match.plays[-1].t_ms}.jpg"
    assert client.get(address).status_code == 403
    client.cookies.set("hakam_session", site.doors.join(site.doors.code()[0], 0, "127.0.0.1"))
    assert address in client.get("/").text
    assert client.get(address).content == b"\xff\xd8 a picture"
    assert client.get("/picture/1/99999999.jpg").status_code == 404


def test_without_a_script_forms_lead_back_to_a_page_that_says_what_came_of_them(table, inbox):
    answer = table[0].post("/say", data={"input": "ronda"}, headers={"accept": "text/html"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/?told=said")
    assert "Told to the referee." in table[0].get("/?told=said").text
    assert "<b>x" not in table[0].get("/?told=<b>x").text


def test_a_language_is_remembered(table):
    table[2].post("/language", data={"language": "fr"})
    assert '<html lang="fr"' in table[2].get("/").text
    table[2].post("/language", data={"language": "<x>"})
    assert '<html lang="fr"' in table[2].get("/").text


def test_the_owner_is_let_in_by_his_own_code(journal_path, site):
    site.doors._owner_code = "12345678"
    client = browser(build_app(site))
    assert client.post("/own", data={"code": "000"}).status_code == 403
    assert client.post("/own", data={"code": "1234 5678"}).json()["to"] == "/house?told=joined"
