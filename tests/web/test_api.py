"""What other programs are given: how the match stands, and where a listener goes on."""

import pytest

from firmware.storage.journal import Journal, JournalEntry, SessionHeader
from firmware.storage.live_reader import JournalPlace, KeptEvents
from firmware.web.api import _message, since


@pytest.fixture
def journal_path(tmp_path):
    """A journal of this module's own, still empty."""
    with Journal(tmp_path / "journal.db"):
        return tmp_path / "journal.db"


def test_the_newest_standing_is_given_with_its_place(journal_path, client):
    with Journal(journal_path) as journal:
        number = journal.begin(SessionHeader("2026-11-25T00:00:00+00:00", "the table", "{}"))
        journal.write_all(number, [JournalEntry(5, None)], '{"scores":[3,4]}')
    client.portal.call(client.app.state.site.feed.look)
    assert client.get("/api/state").json() == {"session": number, "place": 0, "standing": {"scores": [3, 4]}}


def test_where_no_match_is_known_it_is_said(client):
    assert client.get("/api/state").status_code == 404


def test_a_moment_has_its_place_as_id_and_its_events_as_they_are_kept():
    message = _message(KeptEvents(JournalPlace(3, 1042), 77, ('{"kind":"a"}', '{"kind":"b"}')))
    assert message.event == "moment"
    assert message.id == "3-1042"
    assert message.data == '{"session": 3, "place": 1042, "t_ms": 77, "events": [{"kind":"a"}, {"kind":"b"}]}'


class Asked:
    def __init__(self, headers, query):
        self.headers, self.query_params = headers, query


@pytest.mark.parametrize(
    ("headers", "query", "place"),
    [
        ({}, {}, None),
        ({}, {"since": "3-4"}, (3, 4)),
        ({"last-event-id": "5-6"}, {"since": "3-4"}, (5, 6)),
        ({"last-event-id": "' OR 1=1"}, {}, None),
    ],
)
def test_a_listener_goes_on_where_he_was(headers, query, place):
    assert since(Asked(headers, query)) == place
