"""The board of several tables as a page: who plays, how each stands, what needs a hand."""

import msgspec
import pytest
from starlette.testclient import TestClient

from firmware.announce.texts import LANGUAGES
from firmware.league.sources import JournalSource, TableStanding
from firmware.league.store import BoardStore
from firmware.league.watching import BoardWatch
from firmware.standing.message import VERSION, MatchStanding
from firmware.web.tables_app import TablesBoard, build_tables_app
from tests.support.html_page import Page
from tests.support.journals import NAMES, KeptTable

PLAYERS = ("Amina <b>", "Youssef")


def standing(**values):
    told = {"players": 2, "names": PLAYERS, "rules": "pagat", "target": 41, "turn": 1, "dealer": 0}
    told |= {"deal": 3, "batch": 1, "batches": 6, "scores": (12, 7)}
    return TableStanding(1, 10**9, msgspec.json.encode(MatchStanding(VERSION, 0, **(told | values))).decode())


@pytest.fixture
def store(tmp_path):
    with BoardStore(tmp_path / "board.db") as store:
        yield store


def board(store, standings, places=None, tables=None):
    with store.transaction():
        for name, one in standings.items():
            store.stand(name, one)
    return TablesBoard(BoardWatch(store, tables or {}), places or {}, "en")


@pytest.fixture
def shown(store):
    opened = []

    def show(standings, **named):
        client = TestClient(
            build_tables_app(board(store, standings, **named)), base_url="http://127.0.0.1", client=("127.0.0.1", 5)
        )
        opened.append(client.__enter__())
        return client

    yield show
    for client in opened:
        client.__exit__()


def test_who_plays_and_how_it_stands(shown):
    client = shown({"4": standing()}, places={"4": "http://192.168.1.14/"})
    page = Page(client.get("/").text)
    assert not page.open
    text = " ".join(page.text.split())
    assert "All 1 tables are well." in text
    assert "Amina <b> 12" in text and "Youssef to play 7" in text
    assert page.all("a", href="http://192.168.1.14/")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"faults": ("fault.too_dark",)}, "It is too dark to see the cards."),
        ({"faults": ("missing.disk_full",)}, "Card is full!"),
    ],
)
def test_what_a_table_needs_is_told_first(shown, values, said):
    text = " ".join(Page(shown({"4": standing(), "7": standing(**values)}).get("/").text).text.split())
    assert "Needs a hand: 7 " in text
    assert said in text


def test_a_table_that_cannot_be_asked_needs_a_hand(shown, tmp_path):
    client = shown({}, tables={"9": JournalSource(tmp_path / "nowhere.db")})
    text = ""
    while "cut off" not in text:
        text = client.get("/").text
    assert "Nothing was played there yet." in text


def test_totals_are_those_of_the_board(shown, tmp_path):
    table = KeptTable(tmp_path / "0.db", NAMES[1]).play(1.0)
    client = shown({}, tables={"1": JournalSource(table.path)})
    found = [{"plays": 0}]
    while not found[0]["plays"]:
        found = client.get("/api/tables").json()
    kinds = [event["kind"] for _, _, event in table.events()]
    assert found[0]["plays"] == kinds.count("CardPlayed")
    assert f"<dt>plays</dt><dd>{found[0]['plays']}</dd>" in client.get("/").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_board(shown, language):
    text = (
        shown({"4": standing(faults=("fault.too_dark",)), "5": standing(winners=(0,))}).get(f"/?lang={language}").text
    )
    assert f'lang="{language}"' in text


def test_nothing_that_is_told_becomes_markup(shown):
    client = shown({"<i>": standing()}, places={"<i>": 'http://h/?a="<x>'})
    text = client.get("/").text
    assert "<i>" not in text and "Amina <b>" not in text and '"<x>' not in text


@pytest.mark.parametrize("path", ["/", "/live", "/api/tables", "/static/page.css"])
def test_nothing_can_be_written(shown, path):
    form = {"origin": "http://127.0.0.1", "content-type": "application/x-www-form-urlencoded"}
    assert shown({}).post(path, headers=form, content=b"a=b").status_code in (404, 405)


def test_it_is_guarded_as_every_page(shown):
    client = shown({})
    assert client.get("/", headers={"host": "evil.example.com"}).status_code == 421
    assert "script-src 'self'" in client.get("/").headers["content-security-policy"]
