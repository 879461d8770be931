"""Each event of the journal reaches every listener once, in order, whenever he comes back."""

import asyncio
from functools import partial

import pytest

from firmware.signals import Tick
from firmware.storage.journal import Journal, JournalEntry, SessionHeader
from firmware.storage.live_reader import JournalPlace, KeptEvents, LiveReader
from firmware.web.feed import REMEMBERED, JournalFeed, updates

HEADER = SessionHeader("2026-11-25T00:00:00+00:00", "the table", "{}")


def entry(t_ms, *events):
    return JournalEntry(t_ms, Tick(t_ms), tuple(f'"{one}"' for one in events))


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        yield journal


def feed_of(journal):
    feed = JournalFeed(partial(LiveReader, journal.path))
    feed.look()
    return feed


def heard(feed, after, count):
    async def listen():
        found = []
        async for update in updates(feed, after, wait_s=0.0):
            if update is None or len(found) == count:
                break
            found.append(update)
        return found

    return asyncio.run(listen())


def told(updates):
    return [text for one in updates if isinstance(one, KeptEvents) for text in one.events]


def begun(journal, *entries, standing="{}"):
    number = journal.begin(HEADER)
    journal.write_all(number, entries, standing)
    return number


def test_who_comes_is_told_what_comes_after_him(journal):
    number = begun(journal, entry(1, "a"))
    feed = feed_of(journal)
    here = feed.here
    journal.write_all(number, [entry(2), entry(3, "b", "c")], "{}")
    feed.look()
    assert here == (number, 0)
    assert told(heard(feed, here, 9)) == ['"b"', '"c"']
    assert told(heard(feed, None, 9)) == []


@pytest.mark.parametrize("missed", [0, 3, REMEMBERED + 20])
def test_who_comes_back_is_told_all_that_he_missed_once(journal, missed):
    number = begun(journal, entry(1, "first"))
    feed = feed_of(journal)
    journal.write_all(number, [entry(2 + count, str(count)) for count in range(missed)], "{}")
    feed.look()
    assert told(heard(feed, JournalPlace(number, 0), 9999)) == [f'"{count}"' for count in range(missed)]


def test_the_next_session_follows_the_last_one(journal):
    first = begun(journal, entry(1, "a"))
    feed = feed_of(journal)
    second = begun(journal, entry(1, "b"))
    feed.look()
    assert [one.at for one in heard(feed, JournalPlace(first, 0), 9) if isinstance(one, KeptEvents)] == [(second, 0)]
    assert feed.standing.at == (second, 0)


def test_sessions_without_a_standing_are_nobodys(journal):
    begun(journal, entry(1, "a"))
    feed = feed_of(journal)
    begun(journal, entry(1, "of a correction"), standing="")
    feed.look()
    assert told(heard(feed, (0, 0), 9)) == ['"a"']


def test_a_standing_is_told_whenever_it_has_changed_and_only_then(journal):
    number = begun(journal, entry(1, "a"), standing='{"score":1}')
    feed = feed_of(journal)
    journal.write_all(number, [], '{"score":2}')
    feed.look()
    assert [one.body for one in heard(feed, None, 9)] == ['{"score":2}']


def test_a_journal_that_is_not_there_yet_is_waited_for(tmp_path):
    feed = JournalFeed(partial(LiveReader, tmp_path / "journal.db"))
    feed.look()
    assert "there is no journal yet" in feed.lost
    with Journal(tmp_path / "journal.db") as journal:
        begun(journal, entry(1, "a"))
    feed.look()
    assert (feed.lost, feed.standing.at) == ("", (1, 0))


def test_another_journal_in_its_place_is_begun_from_its_own_first_session(journal, tmp_path):
    begun(journal, entry(1, "a")), begun(journal, entry(1, "b"))
    feed = feed_of(journal)
    with Journal(tmp_path / "other.db") as other:
        begun(other, entry(1, "c"))
    for ending in ("", "-wal", "-shm"):
        journal.path.with_name(journal.path.name + ending).unlink()
    (tmp_path / "other.db").rename(journal.path)
    feed.look()
    assert feed.standing.at == (1, 0)
    assert feed.here == (1, 0)


def test_nothing_is_read_while_nobody_has_written(journal):
    begun(journal, entry(1, "a"))
    feed = feed_of(journal)
    assert not feed.reader.is_changed()


@pytest.mark.parametrize("text", ["", "3", "3-", "-3", "a-b", "3-4-5", "3--1", "9" * 50 + "-1", "٣-٤ "])
def test_what_is_no_place_is_refused(text):
    with pytest.raises(ValueError, match="no place in a journal"):
        JournalPlace.parse(text)


def test_a_place_is_read_as_it_is_written():
    assert JournalPlace.parse(str(JournalPlace(3, 1042))) == (3, 1042)
