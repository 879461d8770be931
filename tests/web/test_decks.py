"""The owner's decks on the page: listed with their cards, enrolled by hand, said to lie on the table."""

import re
import threading

import numpy as np
import pytest

from firmware.announce.texts import LANGUAGES, text
from firmware.cards import ES40
from firmware.decks.enrolment_state import SHEET
from firmware.decks.store import DeckStore
from firmware.phones.inbox import PhoneInbox
from firmware.phones.live_picture import picture_path
from firmware.phones.messages import BegunAnew, PictureWish
from firmware.settings.model import decks_path, house_path, load_settings
from firmware.web.app import build_app
from firmware.web.deck_table import deck_name, listed_deck
from firmware.web.helping import Helper
from tests.support.shown_tables import end_in_a_thread, in_a_thread, table
from vision.enrolled import EnrolledDeck

ORIGIN = {"origin": "http://127.0.0.1", "accept": "text/html"}


@pytest.fixture
def site(site):
    site.helper = Helper(in_a_thread)
    yield site
    end_in_a_thread(site.helper)


@pytest.fixture
def owner(owner):
    owner.headers.update(ORIGIN)
    return owner


@pytest.fixture
def referee(journal_path):
    referee = Listener(journal_path)
    yield referee
    referee.close()


class Listener:
    """Hears what the page sends, which comes in a thread of its own."""

    def __init__(self, journal):
        self._news = threading.Semaphore(0)
        self._inbox = PhoneInbox(journal, self._news.release)
        self.take, self.close = self._inbox.take, self._inbox.close

    def until(self, is_wanted=lambda _message: True):
        """The first message that is wanted, as soon as it comes."""
        while True:
            assert self._news.acquire(timeout=20), "it did not come"
            for message in self._inbox.take():
                if is_wanted(message):
                    return message


def enrol(site, name):
    crops = np.full((40, 192, 128, 3), 200, np.uint8)
    return DeckStore(decks_path(site.settings)).keep(name, EnrolledDeck(ES40.cards, crops))


PATHS = ["/decks", "/decks/new", "/decks/new/here", "/decks/new/seen.jpg", "/decks/cafe/cards.jpg"]


@pytest.mark.parametrize("role", ["guest", "player", "screen"])
def test_nobody_else_sees_or_does_anything(client, site, role):
    enrol(site, "cafe")
    client.headers.update(ORIGIN)
    if role != "guest":
        seat = 0 if role == "player" else None
        client.cookies.set("hakam_session", site.doors.join(site.doors.code()[0], seat, "127.0.0.1"))
    assert {client.get(path).status_code for path in PATHS} == {403}
    assert {client.post(path, data={"do": "begin"}).status_code for path in ("/decks/new", "/decks/lies")} == {403}
    assert client.post("/decks/remove", data={"deck": "cafe"}).status_code == 403
    assert listed_deck(decks_path(site.settings) / "cafe.deck")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_deck_is_listed_with_all_its_cards(owner, site, language):
    enrol(site, "cafe")
    page = owner.get(f"/decks?lang={language}").text
    assert page.count('class="photo"') == 40
    assert text("deck_page", "cards", language).format(count=40) in page


def test_the_cards_of_a_deck_are_one_picture_made_once(owner, site):
    enrol(site, "cafe")
    answer = owner.get("/decks/cafe/cards.jpg")
    assert (answer.status_code, answer.content[:2]) == (200, b"\xff\xd8")
    assert owner.get("/decks/other/cards.jpg").status_code == 404
    assert SHEET.endswith(".jpg")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 nothing", b"\x00" * 5000])
def test_a_damaged_file_is_left_out_of_the_list(owner, site, content):
    folder = decks_path(site.settings)
    folder.mkdir(parents=True)
    (folder / "broken.deck").write_bytes(content)
    assert owner.get("/decks").status_code == 200
    assert "broken" not in owner.get("/decks").text


def test_the_deck_that_lies_there_is_kept_and_told_to_the_referee(owner, site, referee):
    enrol(site, "cafe")
    owner.post("/decks/lies", data={"deck": "cafe"})
    assert load_settings().deck == "cafe"
    assert referee.until() == BegunAnew(match=False)
    owner.post("/decks/lies", data={"deck": ""})
    assert load_settings().deck is None


def test_without_a_referee_it_counts_when_he_begins(owner, site):
    enrol(site, "cafe")
    assert owner.post("/decks/lies", data={"deck": "cafe"}).headers["location"] == "/decks?told=deck_later"
    assert load_settings().deck == "cafe"


@pytest.mark.parametrize("deck", ["other", "../../etc/passwd", "<script>"])
def test_no_other_deck_can_be_named(owner, site, referee, deck):
    enrol(site, "cafe")
    owner.post("/decks/lies", data={"deck": deck})
    owner.post("/decks/remove", data={"deck": deck})
    assert (house_path().exists(), referee.take()) == (False, [])
    assert [one.name for one in decks_path(site.settings).iterdir()] == ["cafe.deck"]


def test_what_else_was_set_stays(owner, site, referee):
    enrol(site, "cafe")
    form = {"players": "2", "name_0": "Amina", "name_1": "Youssef", "preset": "pagat", "preset_was": "pagat"}
    owner.post("/house", data=form)
    owner.post("/decks/lies", data={"deck": "cafe"})
    found = load_settings()
    assert (found.deck, found.players, found.names) == ("cafe", 2, ("Amina", "Youssef"))


def test_a_deck_is_forgotten_unless_it_lies_there(owner, site, referee):
    for name in ("cafe", "old"):
        enrol(site, name)
    owner.post("/decks/lies", data={"deck": "cafe"})
    for name in ("cafe", "old"):
        owner.post("/decks/remove", data={"deck": name})
    assert [one.name for one in decks_path(site.settings).iterdir()] == ["cafe.deck"]


@pytest.mark.parametrize(
    ("typed", "known", "name"),
    [
        ("Café bleu", (), "cafe-bleu"),
        ("  ", (), "deck-1"),
        ("الكارطة", ("deck-1",), "deck-2"),
        ("../../x", (), "x"),
        ("A" * 80, (), "a" * 30),
    ],
)
def test_whatever_somebody_types_is_a_name(tmp_path, typed, known, name):
    assert deck_name(typed, known) == name
    DeckStore(tmp_path).check(name)


@pytest.fixture
def shown(owner, site, referee, journal_path):
    """The page with a helper whose eyes know these tables; puts tables before the camera."""
    shown = Shown(owner, picture_path(journal_path))
    yield shown
    shown.act(do="end")


class Shown:
    def __init__(self, owner, picture):
        self.owner, self.picture = owner, picture

    def lay(self, number):
        fresh = self.picture.with_suffix(".new")
        fresh.write_bytes(table(number))
        fresh.replace(self.picture)
        for _ in range(200):
            told = self.owner.get("/decks/new/here").json()
            if told.get("fits"):
                return
            self.owner.portal.call(nap)

    def act(self, **words):
        answer = self.owner.post("/decks/new", data=words)
        assert answer.status_code == 303
        return self.owner.get("/decks/new").text


async def nap():
    import anyio

    await anyio.sleep(0.02)


def test_a_deck_is_enrolled_from_the_first_table_to_its_name(shown, site, referee):
    page = shown.act(do="begin")
    assert referee.until() == PictureWish(20.0, holds=True)
    assert page.count('class="lacks"') == 40
    for number in range(4):
        shown.lay(number)
        page = shown.act(do="keep")
        assert f"Known: {min(10 * number + 10, 40) - (2 if number > 1 else 0)} of 40" in page
    page = shown.act(do="settle")
    number, card = re.search(r'name="number" value="(\d+)">\s*<button name="card" value="(\w+)"', page).groups()
    assert shown.owner.get("/decks/new/asked.jpg").content[:2] == b"\xff\xd8"
    assert "All cards are there" in shown.act(do="answer", number=number, card=card)
    shown.act(do="save", name="Café 2")
    assert set(DeckStore(decks_path(site.settings)).load("cafe-2").cards) == set(ES40.cards)
    assert "The deck cafe-2 is known" in shown.owner.get("/decks/new").text
    shown.act(do="end")
    assert referee.until(lambda wish: wish.for_s < 1), "the match goes on at once"
    assert shown.owner.get("/decks/new/here").json() == {"gone": True}


def test_why_something_was_not_done_is_told_in_the_readers_language(shown):
    shown.act(do="begin")
    page = shown.act(do="keep")
    assert text("deck_page", "not_kept", "en") in page
    shown.owner.cookies.set("hakam_language", "ary-Arab")
    assert text("deck_page", "not_kept", "ary-Arab") in shown.owner.get("/decks/new").text


def test_without_a_referee_nothing_begins(owner):
    assert owner.post("/decks/new", data={"do": "begin"}).headers["location"] == "/decks/new?told=nobody_listens"
    assert owner.post("/decks/new", data={"do": "keep"}).headers["location"] == "/decks/new?told=nobody_listens"


def test_the_application_has_these_pages(site):
    assert {"/decks", "/decks/new"} <= {getattr(route, "path", "") for route in build_app(site).routes}
