"""A page about a journal with half a deal of the recorded table."""

from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from firmware.runtime.live_match import LiveMatch
from firmware.settings.model import Settings
from firmware.storage.journal import EvidencePicture, Journal
from firmware.web.app import build_app
from firmware.web.site import Site
from tests.support.live_table import LOOKS, SETUP

NAMES = ("Amina", "Youssef")


def proven(moment, _referee):
    return (EvidencePicture(moment.t_ms, 700.0, b"\xff\xd8 a picture"),)


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """A journal of a match that goes on; tests copy it before they write."""
    path = tmp_path_factory.mktemp("played") / "journal.db"
    with Journal(path) as journal:
        match = LiveMatch.begin(journal, replace(SETUP, names=NAMES))
        for look in LOOKS[:200]:
            match.feed(look, proven)
        match.write()
    return path


@pytest.fixture
def journal_path(played, tmp_path):
    path = tmp_path / "journal.db"
    path.write_bytes(played.read_bytes())
    return path


@pytest.fixture
def site(journal_path):
    return Site.of(journal_path, Settings())


@pytest.fixture
def client(site):
    where = {"base_url": "http://127.0.0.1", "client": ("127.0.0.1", 5)}
    with TestClient(build_app(site), follow_redirects=False, **where) as client:
        client.portal.call(site.feed.look)
        yield client


@pytest.fixture
def owner(client, site):
    """The browser of the owner, which asks as the page's script does."""
    site.doors._owner_code = "12345678"
    client.cookies.set("hakam_session", site.doors.own("12345678", "127.0.0.1"))
    client.headers.update({"origin": "http://127.0.0.1", "accept": "application/json"})
    return client
