"""A real browser before a real page about a match that goes on; ``make test-page`` runs these tests.

Where there is no Chromium they are skipped, in words; with ``HAKAM_BROWSER=required``, as in ``.ci/run``, they fail.
"""

import asyncio
import os
import shutil
import socket
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import uvicorn

from firmware.cards import Card
from firmware.phones.inbox import PhoneInbox
from firmware.runtime.live_match import LiveMatch
from firmware.runtime.phone_desk import PhoneDesk
from firmware.settings.model import Settings
from firmware.signals import TableObservation
from firmware.standing.writing import told_plays
from firmware.storage.export import read_export
from firmware.storage.journal import EvidencePicture, Journal
from firmware.storage.live_reader import LiveReader
from firmware.storage.moment import SETUPS
from firmware.web.feed import JournalFeed
from firmware.web.helping import Helper
from firmware.web.server import _config, open_port
from firmware.web.site import Site
from tests.support.shown_tables import end_in_a_thread, in_a_thread

RECORDED = read_export(Path(__file__).parents[1] / "sessions" / "211003-4-players.jsonl.gz")
ASKING = 410
"""So many entries, and the referee asks about a card, :data:`HARDLY_READ`."""
HARDLY_READ = ((Card.parse("4E"), 0.53), (Card.parse("10E"), 0.42))
"""What the looks at one card, which is laid at 1:01, say of it."""
NAMES = ("Amina", "Youssef", "Zineb", "Omar")
PICTURES = Path(__file__).parents[2] / "out" / "page"


def chromium():
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def signals(entries):
    """The recording, in which one card is hardly read."""
    return (hardly_read(entry.signal) for entry in entries if entry.signal is not None)


def hardly_read(signal):
    if not isinstance(signal, TableObservation):
        return signal
    (card, _), _ = HARDLY_READ
    cards = (replace(seen, faces=HARDLY_READ) if seen.face == card else seen for seen in signal.cards)
    return replace(signal, cards=tuple(cards))


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make .venv/dev")
    if chromium() is None:
        assert os.environ.get("HAKAM_BROWSER") != "required", "there is no Chromium: apt-get install chromium"
        pytest.skip("there is no Chromium here: apt-get install chromium")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def jpeg():
    import cv2
    import numpy as np

    picture = np.full((360, 640, 3), (70, 91, 28), np.uint8)
    cv2.rectangle(picture, (260, 120), (340, 240), (225, 240, 246), -1)
    return cv2.imencode(".jpg", picture)[1].tobytes()


@pytest.fixture(scope="session")
def asked(tmp_path_factory):
    """A journal of four players in which a question is open, with a checkpoint."""
    path, picture = tmp_path_factory.mktemp("asked") / "journal.db", jpeg()
    with Journal(path) as journal:
        match = LiveMatch.begin(journal, replace(SETUPS.parse(RECORDED.header.setup), names=NAMES))
        for signal in signals(RECORDED.entries[:ASKING]):
            match.feed(signal, lambda moment, _: (EvidencePicture(moment.t_ms, 700.0, picture),))
        assert match.referee.scoreboard.question
        match.save_checkpoint()
    return path


class Server:
    """The page in a thread, on one port as often as it is begun."""

    def __init__(self, journal):
        self.site = Site.of(journal, Settings(), "12345678")
        self.site.helper = Helper(in_a_thread)
        self.port = 0
        self.begin()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def begin_anew(self):
        """End, and begin as another process would, which knows what lies beside the journal."""
        self.end()
        self.site = Site.of(self.site.journal, Settings(), "12345678")
        self.begin()

    def begin(self):
        self.site.where = lambda: f"{self.address}/"
        self.site.feed = JournalFeed(partial(LiveReader, self.site.journal))  # as in a process of its own
        listening = open_port("127.0.0.1", self.port)
        self.port = listening.getsockname()[1]
        self._server = uvicorn.Server(_config(self.site))
        run = lambda: asyncio.run(self._server.serve(sockets=[listening]))  # noqa: E731
        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()
        socket.create_connection(("127.0.0.1", self.port), 10).close()

    def end(self):
        self._server.should_exit = True
        self._thread.join(10)
        end_in_a_thread(self.site.helper)


class Cafe:
    """A match that goes on when it is told, its page, and whoever looks at it."""

    def __init__(self, journal, browser):
        self.journal, self._browser, self._contexts = journal, browser, []
        self.match = LiveMatch.resume(journal, SETUPS.parse(RECORDED.header.setup))
        self._signals = signals(RECORDED.entries[ASKING:])
        self._heard = threading.Semaphore(0)
        self._inbox = PhoneInbox(journal.path, self._heard.release)
        self.desk = PhoneDesk(self._inbox)
        self.server = Server(journal.path)
        self.errors = []

    def play(self, plays=1):
        """Go on with the recording until so many more plays are told."""
        wanted = told_plays(self.match.referee.history) + plays
        self._go_on(lambda: told_plays(self.match.referee.history) >= wanted)

    def watch(self, ms):
        """Go on with the recording for so long."""
        until_ms = self.match.t_ms + ms
        self._go_on(lambda: self.match.t_ms >= until_ms)

    def _go_on(self, is_done):
        while not is_done():
            self.match.feed(next(self._signals))
        self.match.write()

    def hear(self):
        """Wait for what somebody says by his phone, and tell it to the referee."""
        assert self._heard.acquire(timeout=20), "nobody said anything"
        said = self.desk.take(self.match.referee, 0.0)
        for press in said:
            self.match.feed(press.__class__(self.match.t_ms, press.seat, press.input))
        self.match.write()
        return [press.input for press in said]

    def page(self, path="/", *, size=(768, 1024), language="en", seat=None):
        """A browser of somebody's own; ``seat`` may be ``"screen"`` or ``"owner"``, too."""
        context = self._browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=language)
        self._contexts.append(context)
        if seat is not None:
            secret = self._let_in(seat)
            context.add_cookies([{"name": "hakam_session", "value": secret, "url": self.server.address}])
        page = context.new_page()
        page.on("pageerror", lambda fault: self.errors.append(str(fault)))
        page.on("request", lambda request: self._request(request.url))
        page.goto(self.server.address + path)
        return page

    def _let_in(self, seat):
        doors = self.server.site.doors
        if seat == "owner":
            return doors.own("12345678", "127.0.0.1")
        return doors.join(doors.code()[0], None if seat == "screen" else seat, "127.0.0.1")

    def _request(self, url):
        if not url.startswith((self.server.address, "data:")):
            self.errors.append(f"another host: {url}")

    def events(self, since):
        """Places of the journal behind a place that have events, and how many each has."""
        rows = self.journal._file.execute(
            "SELECT place, events FROM signal WHERE session = 1 AND place > ? AND events > 0 ORDER BY place", (since,)
        )
        return [f"1-{place}" for place, count in rows for _ in range(count)]

    @property
    def last(self):
        """The place of the last entry."""
        return self.journal.session(1).signals - 1

    def close(self):
        for context in self._contexts:
            context.close()
        self.server.end()
        self._inbox.close()


@pytest.fixture
def cafe(asked, tmp_path, browser):
    path = tmp_path / "journal.db"
    shutil.copy(asked, path)
    with Journal(path) as journal:
        cafe = Cafe(journal, browser)
        yield cafe
        cafe.close()
    assert cafe.errors == []


@pytest.fixture(scope="session")
def pictures():
    PICTURES.mkdir(parents=True, exist_ok=True)
    return PICTURES
