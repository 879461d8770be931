"""The socket beside the journal: the referee takes what is there whenever he comes by, and never waits for it."""

import logging
import os
import queue
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from firmware.errors import HakamError
from firmware.phones.messages import (
    MOST_BYTES,
    DisplayWish,
    PhoneMessage,
    message_bytes,
    read_message,
    read_wish,
)

LOG = logging.getLogger(__name__)

WAITING = 64
"""Messages that wait to be taken; more than eight phones send while one picture is looked at."""
OWNER_ALONE = 0o600
InboxMessage = TypeVar("InboxMessage")
SHORT = 100
"""A longer path fits no address of a socket (108 bytes, unix(7)); it is named by its open folder then."""


class NobodyListensError(HakamError, OSError):
    """No referee takes messages."""


def inbox_path(journal: Path) -> Path:
    """The socket of the referee who keeps a journal; not named like the files that SQLite keeps beside it."""
    return journal.parent / f"inbox-{journal.name}"


def send(journal: Path, message: PhoneMessage) -> None:
    """Send a message to the referee who keeps a journal, without waiting for him.

    Args:
        journal: which one he keeps.
        message: what he is told.

    Raises:
        NobodyListensError: if there is none, or he has too much to do.
    """
    _send(inbox_path(journal), message, "the referee is not at work")


def is_heard(journal: Path) -> bool:
    """Whether a referee keeps a journal now, and takes messages."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        try:
            with _address(inbox_path(journal)) as address:
                sender.connect(address)
        except OSError:
            return False
        return True


def page_inbox_path(journal: Path) -> Path:
    """The socket of the page about a journal, by which the referee asks it to let codes be shown."""
    return journal.parent / f"page-{journal.name}"


def ask_page(journal: Path, wish: DisplayWish) -> None:
    """Ask the page for something, without waiting for it.

    Args:
        journal: the one that it is about.
        wish: what somebody wants.

    Raises:
        NobodyListensError: if no page is open, or it has too much to do.
    """
    _send(page_inbox_path(journal), wish, "no page is open")


def _send(path: Path, message: PhoneMessage | DisplayWish, nobody: str) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)
        try:
            with _address(path) as address:
                sender.sendto(message_bytes(message), address)
        except OSError as fault:
            raise NobodyListensError(nobody) from fault


class Inbox(Generic[InboxMessage]):
    """Takes messages in a thread of its own."""

    def __init__(self, path: Path, read: Callable[[bytes], InboxMessage], news: Callable[[], object]) -> None:
        """Listen from now on; where that cannot be, it is told in the log, and nothing is heard.

        Args:
            path: of the socket.
            read: reads a message.
            news: called, from that thread, when something has come.
        """
        self._path, self._read, self._news = path, read, news
        self._messages: queue.Queue[InboxMessage] = queue.Queue(WAITING)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            self._bind()
        except OSError as fault:
            LOG.warning("phones are not heard: %s", fault)
            self._socket.close()
            return
        threading.Thread(target=self._listen, name="phones", daemon=True).start()

    def take(self) -> list[InboxMessage]:
        """What has come since this was asked last, oldest first."""
        found: list[InboxMessage] = []
        with suppress(queue.Empty):
            while len(found) < WAITING:
                found.append(self._messages.get_nowait())
        return found

    def close(self) -> None:
        """Hear nothing any more."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        with suppress(OSError):
            self._path.unlink()

    def _bind(self) -> None:
        self._path.unlink(missing_ok=True)  # of a referee who was killed: the journal is ours alone
        os.fchmod(self._socket.fileno(), OWNER_ALONE)
        with _address(self._path) as address:
            self._socket.bind(address)

    def _listen(self) -> None:
        with suppress(OSError):  # closed
            while data := self._socket.recv(MOST_BYTES):
                self._hear(data)

    def _hear(self, data: bytes) -> None:
        try:
            self._messages.put_nowait(self._read(data))
        except (msgspec.DecodeError, queue.Full) as fault:
            LOG.warning("a message of a phone was left out: %s", str(fault) or "too many wait")
            return
        self._news()


class PhoneInbox(Inbox[PhoneMessage]):
    """What phones say to the referee; whoever keeps the journal alone may open one."""

    def __init__(self, journal: Path, news: Callable[[], object]) -> None:
        """Listen from now on.

        Args:
            journal: the one that is kept.
            news: called, from a thread of its own, when something has come.
        """
        super().__init__(inbox_path(journal), read_message, news)


class PageInbox(Inbox[DisplayWish]):
    """What the referee asks the page for."""

    def __init__(self, journal: Path, news: Callable[[], object]) -> None:
        """Listen from now on.

        Args:
            journal: the one that the page is about.
            news: called, from a thread of its own, when something has come.
        """
        super().__init__(page_inbox_path(journal), read_wish, news)


@contextmanager
def _address(path: Path) -> Iterator[str]:
    """The address of a socket, however long its path is."""
    if len(os.fsencode(path)) <= SHORT:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
