"""Codes on the small display: those that lead here, while the page answers; the owner's for who holds the buttons."""

import asyncio
import stat
import threading

import pytest
from starlette.testclient import TestClient

from firmware.phones.inbox import NobodyListensError, PageInbox, PhoneInbox, ask_page
from firmware.phones.messages import DisplayWish, ShownCodes
from firmware.web.app import build_app
from firmware.web.codes import on_display, shortest, wifi
from firmware.web.site import SESSION_COOKIE
from firmware.web.small_display import AGAIN_S, LASTS_S, SmallDisplay
from firmware.web.wifi import NAME, WifiNetwork, keep_wifi, read_wifi, wifi_to_join

ADDRESS = "http://192.168.1.20:8080/"
ORIGIN = {"origin": "http://127.0.0.1", "accept": "application/json"}


class Answering:
    """A page that answers so many times."""

    def __init__(self, times=1):
        self.times, self.asked = times, []

    async def __call__(self, address):
        self.asked.append(address)
        self.times -= 1
        return self.times >= 0


@pytest.fixture
def heard(journal_path):
    """Waits for what the referee is told."""
    news = threading.Semaphore(0)
    inbox = PhoneInbox(journal_path, news.release)
    yield lambda: [*(inbox.take() if news.acquire(timeout=10) else [])]
    inbox.close()


@pytest.fixture
def site(site):
    site.where = lambda: ADDRESS
    return site


def shown(site, answers, heard, for_s=60.0):
    """What is said first of a showing, and whether one was begun."""

    async def ask():
        display = SmallDisplay(site, answers)
        begun = await display.show_codes(for_s)
        await asyncio.sleep(0)
        told = await asyncio.to_thread(heard)
        display._end()
        return begun, told

    return asyncio.run(ask())


def shown_to_the_end(site, answers, heard):
    """All that is said of a showing until nothing is shown any more."""

    async def ask():
        display, told = SmallDisplay(site, answers), []
        await display.show_codes(60.0)
        while not told or told[-1].codes:
            told += await asyncio.to_thread(heard)
        return told

    return asyncio.run(ask())


def test_the_code_of_the_page_has_address_and_code_of_the_table(site, heard):
    begun, (told,) = shown(site, Answering(9), heard)
    assert begun
    assert told.for_s == LASTS_S > AGAIN_S
    (page,) = told.codes
    code, _ = site.doors.code()
    assert page.lines == ("Join", "192.168.1.20:8080", code)
    assert page == on_display(f"HTTP://192.168.1.20:8080/J/{code}", page.lines)


def test_with_a_wifi_that_is_known_there_are_two(site, heard):
    keep_wifi(site.journal.parent, WifiNetwork("Café; Atlas", "secret,word"))
    _, (told,) = shown(site, Answering(9), heard)
    assert [one.lines[0] for one in told.codes] == ["Wi-Fi", "Join"]
    assert told.codes[0] == on_display(wifi("Café; Atlas", "secret,word"), ("Wi-Fi", "Café; Atlas", "secret,word"))


def test_the_wifi_of_the_device_itself_comes_before_the_cafes(site):
    folder = site.journal.parent
    keep_wifi(folder, WifiNetwork("Atlas", "secret99"))
    assert wifi_to_join(site.wifi_file, folder) == ("Atlas", "secret99")
    site.wifi_file.write_text("Hakam-x\nletters\n")
    assert wifi_to_join(site.wifi_file, folder) == ("Hakam-x", "letters")


@pytest.mark.parametrize(("address", "times"), [("", 9), (ADDRESS, 0)])
def test_a_page_that_no_phone_reaches_shows_no_code(site, heard, address, times):
    site.where = lambda: address
    begun, (told,) = shown(site, Answering(times), heard)
    assert not begun
    assert [one.size for one in told.codes] == [0]
    assert told.codes[0].lines == ("No code is shown: phones cannot reach this page.",)


def test_it_is_taken_away_once_the_page_answers_no_more(site, heard, monkeypatch):
    monkeypatch.setattr("firmware.web.small_display.AGAIN_S", 0.0)

    told = shown_to_the_end(site, Answering(3), heard)
    assert [len(one.codes) for one in told] == [1, 1, 0]
    assert len({one.showing for one in told}) == 1


def test_another_address_ends_it_too(site, heard, monkeypatch):
    monkeypatch.setattr("firmware.web.small_display.AGAIN_S", 0.0)
    addresses = iter([ADDRESS, ADDRESS, "http://10.0.0.9/"])
    site.where = lambda: next(addresses)

    assert [len(one.codes) for one in shown_to_the_end(site, Answering(9), heard)] == [1, 0]


def test_the_referee_asks_by_a_socket_that_only_he_may_use(site, heard):
    with TestClient(build_app(site, Answering(9)), base_url="http://127.0.0.1"):
        path = site.journal.parent / f"page-{site.journal.name}"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        ask_page(site.journal, DisplayWish("phones"))
        (told,) = heard()
        assert isinstance(told, ShownCodes)
        assert told.codes[0].size
        ask_page(site.journal, DisplayWish("owner"))
        (told,) = heard()
        assert told.codes[0].lines[0] == "The owner's code"
        assert site.doors.own(told.codes[0].lines[1], "10.0.0.2")
    with pytest.raises(NobodyListensError):
        ask_page(site.journal, DisplayWish("phones"))


@pytest.mark.parametrize("data", [b"", b"{}", b'{"word": "quiet"}', b"[]", b"\xff"])
def test_what_is_no_wish_is_left_out(journal_path, data, caplog):
    inbox = PageInbox(journal_path, lambda: None)
    inbox._hear(data)
    assert inbox.take() == []
    inbox.close()


@pytest.fixture
def guests(site):
    with TestClient(build_app(site, Answering(99)), base_url="http://127.0.0.1", client=("127.0.0.1", 5)) as client:
        client.portal.call(site.feed.look)
        client.headers.update(ORIGIN)
        yield client


def test_a_guest_covers_no_score(guests, heard):
    assert guests.post("/codes", data={"go": "yes"}).status_code == 403


@pytest.mark.parametrize("seat", [None, 0])
def test_who_was_let_in_shows_it_to_others_but_not_all_the_time(guests, site, heard, seat):
    guests.cookies.set(SESSION_COOKIE, site.doors.join(site.doors.code()[0], seat, "127.0.0.1"))
    assert guests.post("/codes", data={"go": "yes"}).status_code == 202
    assert heard()[0].codes
    assert guests.post("/codes", data={"go": "yes"}).status_code == 429


@pytest.mark.parametrize("path", ["/j/123456", "/J/123456"])
def test_what_the_code_leads_to_only_fills_the_form(guests, site, path):
    answer = guests.get(path)
    assert 'value="123456"' in answer.text
    assert site.doors.seats == frozenset()


def test_capitals_are_packed_closer():
    short, long = (on_display(one, ("x",)).size for one in (shortest(ADDRESS, "123456"), f"{ADDRESS}j/123456"))
    assert (short, long) == (25, 29)


def test_a_code_too_large_for_the_display_is_none():
    assert on_display("x" * 900, ("x",)) is None


def test_the_cafes_wifi_is_kept_where_nobody_else_reads_it(tmp_path):
    keep_wifi(tmp_path, WifiNetwork("Atlas", "a b c d e"))
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
    assert read_wifi(tmp_path / NAME) == ("Atlas", "a b c d e")
    keep_wifi(tmp_path, WifiNetwork("", ""))
    assert read_wifi(tmp_path / NAME) is None


@pytest.mark.parametrize("network", [("x" * 33, ""), ("x", "y" * 64), ("x\ny", ""), ("é" * 17, ""), ("x", "a\nb")])
def test_what_is_no_wifi_is_not_kept(tmp_path, network):
    assert not keep_wifi(tmp_path, WifiNetwork(*network))
    assert not (tmp_path / NAME).exists()
