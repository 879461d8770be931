"""What is over can be looked back at: the list of games, a replay, its view, the game as text, the book."""

import base64
import gzip
from concurrent.futures import Executor, Future
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image
from starlette.testclient import TestClient

from firmware.replaying.sources import SessionSource
from firmware.replaying.taken_down import take_down
from firmware.report.match_view import FORMAT
from firmware.report.page import report_page
from firmware.rules.notation.record import score_record
from firmware.settings.model import Settings
from firmware.signals import Tick
from firmware.storage.journal import Journal, JournalEntry
from firmware.web.app import build_app
from firmware.web.looking_back import AT, shelf_routes
from firmware.web.shelf import NotPreparedError, Shelf, ShelfKey
from firmware.web.site import SESSION_COOKIE, Site
from tests.support.html_page import Page

REPLAY = ("/back/1", f"{AT}page.css", f"{AT}viewer.js")
"""All that a browser is sent for a replay, but the pictures of the plays that are looked at."""


class Waiting(Executor):
    """Does what is submitted when it is told to."""

    def __init__(self):
        self.steps = []

    def submit(self, step, /, *arguments):
        work = Future()
        self.steps.append(lambda: work.set_result(step(*arguments)))
        return work


class AtOnce(Executor):
    """Does what is submitted at once, and keeps what goes wrong, as executors do."""

    def submit(self, step, /, *arguments):
        work = Future()
        try:
            work.set_result(step(*arguments))
        except Exception as fault:
            work.set_exception(fault)
        return work


@pytest.fixture(scope="session")
def played(tmp_path_factory, played):
    """The same journal with pictures that can be shown."""
    path, out = tmp_path_factory.mktemp("shown") / "journal.db", BytesIO()
    Image.new("RGB", (32, 18)).save(out, "JPEG")
    with Journal(played) as journal, Journal(path) as shown:
        number = shown.begin(journal.session(1).header)
        entries = [
            replace(one, pictures=tuple(replace(p, jpeg=out.getvalue()) for p in one.pictures))
            for one in journal.entries(1)
        ]
        shown.write_all(number, entries)
    return path


def let_in(site, executor):
    """A client that was let in as a display."""
    app = build_app(site)
    app.router.routes[:0] = shelf_routes(Shelf(site.journal, AT, executor))
    client = TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 5), follow_redirects=False)
    client.cookies.set(SESSION_COOKIE, site.doors.join(site.doors.code()[0], None, "127.0.0.1"))
    return client


@pytest.fixture(scope="module")
def looking(played):
    """All tests look at what is made once."""
    site = Site.of(played, Settings())
    with let_in(site, AtOnce()) as client:
        client.portal.call(site.feed.look)
        yield client


def test_everybody_sees_the_list_of_evenings_with_their_games(client):
    answer = client.get("/back")
    assert answer.status_code == 200
    text = Page(answer.text).text
    assert "Amina" in text
    assert "Youssef" in text
    assert 'href="/back/1"' in answer.text


@pytest.mark.parametrize(
    "path", ["/back/1", "/back/1/match.json", "/back/1/game.txt", "/back/1/clip/1.gif", "/back/book", "/back/book.csv"]
)
def test_who_was_not_let_in_is_sent_to_the_door(client, path):
    answer = client.get(path)
    assert (answer.status_code, answer.headers["location"]) == (303, "/join?told=join_first")


def test_a_replay_is_a_page_without_inline_script_or_style(looking):
    answer = looking.get("/back/1")
    assert answer.status_code == 200
    page = Page(answer.text)
    assert not page.open
    scripts = page.all("script")
    assert [one.get("src") for one in scripts if one.get("type") != "application/json"] == [f"{AT}viewer.js"]
    assert "<style" not in answer.text
    assert 'style="' not in answer.text
    assert page.all("link", rel="stylesheet") == [{"rel": "stylesheet", "href": f"{AT}page.css"}]


def sent(client, path, **headers):
    """Bytes of a body as they go over the line."""
    with client.stream("GET", path, headers=headers) as answer:
        return answer.headers, b"".join(answer.iter_raw())


@pytest.mark.parametrize("path", ["/back/1", "/back/book", f"{AT}page.css", f"{AT}viewer.js"])
def test_what_is_sent_packed_is_the_same(looking, path):
    headers, packed = sent(looking, path, **{"accept-encoding": "gzip, br"})
    assert headers["content-encoding"] == "gzip"
    assert headers["content-length"] == str(len(packed))
    bare, plain = sent(looking, path, **{"accept-encoding": "identity"})
    assert "content-encoding" not in bare
    assert headers["vary"] == bare["vary"] == "Accept-Encoding"
    assert gzip.decompress(packed) == plain
    assert len(packed) < len(plain) / 2


@pytest.mark.parametrize(
    "told",
    ["br, gzip", "gzip;q=0.5", "gzip ; q=0.001", "br;q=1.0, GZIP;Q=1", "deflate;q=0, gzip", "*", "br;q=0.1, *;q=0.5"],
)
def test_who_takes_it_however_little_gets_it_packed(looking, told):
    assert sent(looking, "/back/1", **{"accept-encoding": told})[0]["content-encoding"] == "gzip"


@pytest.mark.parametrize(
    "told",
    [
        "",
        "br",
        "gzip;q=0",
        "gzip; q=0.000",
        "gzip;q=0, *",
        "*;q=0",
        "x-gzip2",
        "gzip;q=",
        "gzip;q=2",
        "gzip;q=-1",
        ";q=1",
    ],
)
def test_who_does_not_take_it_gets_it_as_it_is(looking, told):
    assert "content-encoding" not in sent(looking, "/back/1", **{"accept-encoding": told})[0]


def test_a_served_replay_of_a_deal_weighs_less_than_100_kb(looking):
    weight = sum(len(sent(looking, path, **{"accept-encoding": "gzip"})[1]) for path in REPLAY)
    assert weight < 100_000


def test_its_screens_are_those_of_the_file(looking, played):
    view = looking.get("/back/1/match.json").json()
    with Journal(played, create=False, read_only=True) as journal:
        found = journal.session(1)
        source = SessionSource("", found.header, tuple(journal.entries(1)), found.signals, found.outcome)
    shown = report_page(take_down(source, "en"), lambda pictures: [""] * len(pictures)).view
    assert [*map(pixels, view["screens"])] == [*map(pixels, shown.screens)]


def pixels(address):
    with Image.open(BytesIO(base64.b64decode(address.partition(",")[2]))) as opened:
        return opened.size, opened.convert("L").tobytes()


def test_its_pictures_are_served_by_the_page(looking):
    view = looking.get("/back/1/match.json").json()
    sources = [stop["picture"]["source"] for stop in view["stops"] if "picture" in stop]
    assert view["format"] == FORMAT
    assert sources
    assert all(looking.get(source).headers["content-type"] == "image/jpeg" for source in sources[:2])


def test_a_play_is_a_film_of_the_plays_around_it(looking):
    answer = looking.get("/back/1/clip/2.gif")
    assert answer.headers["content-type"] == "image/gif"
    with Image.open(BytesIO(answer.content)) as film:
        assert film.n_frames > 1
    assert 'data-clips="/back/1/clip/"' in looking.get("/back/1").text


def test_of_a_play_that_was_not_there_is_no_film(looking):
    assert looking.get("/back/1/clip/999.gif").status_code == 500


def test_a_game_is_text_that_scores_the_same(looking, site):
    answer = looking.get("/back/1/game.txt")
    assert "content-disposition" not in answer.headers  # it is read, and copied, on the page
    view = looking.get("/back/1/match.json").json()
    assert [*score_record(answer.text).scores] == [side["score"] for side in view["sides"]]


def test_a_sheet_that_was_waited_for_is_offered_by_a_page(looking):
    waiting = looking.get("/back/book.csv")  # a file would leave the page as it was
    ready = looking.get("/back/book.csv?waited")
    assert waiting.headers["content-type"].startswith("text/csv")
    assert "It is ready." in ready.text and 'href="/back/book.csv"' in ready.text


def test_the_book_is_a_page_and_a_sheet(looking):
    assert "Amina" in Page(looking.get("/back/book").text).text
    assert "Youssef" in looking.get("/back/book.csv").text


@pytest.mark.parametrize("path", ["/back/99", "/back/0", f"/back/{2**70}", "/back/assets/page.html"])
def test_what_is_not_there_is_not_found(looking, path):
    assert looking.get(path).status_code == 404


@pytest.mark.parametrize(("name", "kind"), [("page.css", "text/css"), ("viewer.js", "text/javascript")])
def test_style_and_script_are_served(client, name, kind):
    assert client.get(f"{AT}{name}").headers["content-type"].startswith(kind)


def test_while_it_is_made_the_page_asks_again_and_what_has_grown_is_made_again(site):
    executor = Waiting()
    with let_in(site, executor) as client:
        answer = client.get("/back/1")
        assert answer.status_code == 202
        assert Page(answer.text).all("meta", **{"http-equiv": "refresh"})
        assert client.get("/back/1").status_code == 202
        assert len(executor.steps) == 1  # it was asked for once
        with Journal(site.journal) as journal:
            journal.write(1, JournalEntry(999_000, Tick(999_000)))
        client.get("/back/1")
        assert len(executor.steps) == 2


def test_each_language_is_made_for_itself(site):
    executor = Waiting()
    with let_in(site, executor) as client:
        for language in ("en", "fr", "fr"):
            client.get(f"/back/1?lang={language}")
        assert len(executor.steps) == 2


def test_what_cannot_be_made_is_said_and_tried_again(tmp_path):
    shelf = Shelf(tmp_path / "none.db", AT, AtOnce())
    for _ in range(2):
        with pytest.raises(NotPreparedError, match="there is no journal"):
            shelf.find(ShelfKey("prepare_match", (1, "en"), 1))


def test_a_page_that_cannot_be_made_is_an_error_in_words(site):
    with Journal(site.journal) as journal:
        journal.write(1, JournalEntry(999_000, Tick(999_000), ('{"kind":"TableAgrees"}',)))  # nobody answers so
    with let_in(site, AtOnce()) as client:
        answer = client.get("/back/1")
    assert answer.status_code == 500
    assert "This game cannot be shown." in Page(answer.text).text
