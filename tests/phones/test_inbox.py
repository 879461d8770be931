"""What phones say reaches the referee who keeps the journal, and nothing that he has to wait for."""

import json
import socket
import stat
import threading
from contextlib import nullcontext

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.announce.view import MOST_MODULES
from firmware.phones.inbox import WAITING, NobodyListensError, PhoneInbox, inbox_path, is_heard, send
from firmware.phones.messages import SaidInput, ShownLine, message_bytes, read_message

RONDA = SaidInput(0, "ronda")


@pytest.fixture
def news():
    return threading.Semaphore(0)


@pytest.fixture(params=["", "a/" * 60], ids=["here", "far down"])
def journal(tmp_path, request):
    (tmp_path / request.param).mkdir(parents=True, exist_ok=True)
    return tmp_path / request.param / "journal.db"


@pytest.fixture
def inbox(journal, news):
    inbox = PhoneInbox(journal, news.release)
    yield inbox
    inbox.close()


def test_messages_come_in_their_order(journal, inbox, news):
    sent = [RONDA, SaidInput(1, "a", asked="1-2-None", plays=3), ShownLine("Code 123456", 60)]
    for message in sent:
        send(journal, message)
        assert news.acquire(timeout=10)
    assert inbox.take() == sent
    assert inbox.take() == []


def test_nobody_waits_for_a_referee_who_is_not_there(journal):
    with pytest.raises(NobodyListensError):
        send(journal, RONDA)


def test_after_the_end_nobody_listens(journal, news):
    PhoneInbox(journal, news.release).close()
    with pytest.raises(NobodyListensError):
        send(journal, RONDA)


def test_what_a_killed_referee_has_left_is_in_nobodys_way(journal, news):
    left = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    if len(str(inbox_path(journal))) < 100:
        left.bind(str(inbox_path(journal)))
    left.close()
    inbox = PhoneInbox(journal, news.release)
    send(journal, RONDA)
    assert news.acquire(timeout=10)
    inbox.close()


def test_only_its_owner_may_send(journal, inbox):
    assert stat.S_IMODE(inbox_path(journal).stat().st_mode) == 0o600


def test_what_is_no_message_is_left_out(journal, inbox, news, caplog):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
        if len(str(inbox_path(journal))) >= 100:
            pytest.skip("its address is too long for a plain socket")
        for data in (b"x", b"{}", b'{"type":"input","seat":9,"input":"ronda"}', b"\xff" * 3000):
            other.sendto(data, str(inbox_path(journal)))
    send(journal, RONDA)
    assert news.acquire(timeout=10)
    assert inbox.take() == [RONDA]
    assert caplog.text.count("left out") == 4


def test_more_than_anybody_says_is_left_out(journal, inbox, news):
    for _ in range(WAITING):
        send(journal, RONDA)
        news.acquire(timeout=10)
    inbox._hear(message_bytes(RONDA))
    assert len(inbox.take()) == WAITING


def test_where_no_socket_can_be_the_referee_works_on(tmp_path, news, caplog):
    inbox = PhoneInbox(tmp_path / "nowhere" / "journal.db", news.release)
    assert inbox.take() == []
    assert "phones are not heard" in caplog.text
    inbox.close()


@given(st.one_of(st.builds(SaidInput, st.integers(0, 3), st.text(max_size=20), st.text(max_size=20), st.none())))
def test_every_message_is_read_as_it_was_written(message):
    assert read_message(message_bytes(message)) == message


CODE = {"lines": ["Join"], "size": 21, "modules": "gA=="}


@pytest.mark.parametrize(
    ("changed", "read"),
    [
        ({}, True),
        ({"size": MOST_MODULES}, True),
        ({"size": MOST_MODULES + 1}, False),
        ({"size": -1}, False),
        ({"lines": []}, False),
        ({"lines": ["x"] * 5}, False),
        ({"lines": ["x" * 101]}, False),
        ({"modules": "A" * 800}, False),
        ({"modules": "no bytes"}, False),
    ],
)
def test_a_code_that_the_display_has_no_room_for_is_no_message(changed, read):
    data = json.dumps({"type": "codes", "showing": 1, "codes": [CODE | changed], "for_s": 5}).encode()
    with nullcontext() if read else pytest.raises(msgspec.DecodeError):
        assert read_message(data).codes


def test_whether_a_referee_hears_is_known_without_saying_anything(tmp_path):
    journal, news = tmp_path / "journal.db", []
    assert not is_heard(journal)
    inbox = PhoneInbox(journal, lambda: news.append(1))
    assert is_heard(journal)
    inbox.close()
    assert not is_heard(journal)
    assert news == []
