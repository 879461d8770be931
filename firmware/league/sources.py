"""Where a table's events come from: the file of its journal, or the stream of its page."""

import http.client
import json
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

import msgspec

from firmware.errors import HakamError
from firmware.storage.live_reader import JournalPlace, KeptEvents, LiveReader

BEGINNING = JournalPlace(0, 0)
ANSWER_S = 20.0
"""A page says something every ten seconds; one that is silent for longer does not answer."""
LINE_BYTES = 1_000_000
"""A line of a stream at most: a standing has 5 kB."""


class SourceLost(HakamError, OSError):  # noqa: N818 - a fact, not an "error"
    """A table cannot be asked now; the next time it goes on where it was."""


class TableStanding(NamedTuple):
    """How the newest match of a table stands.

    Attributes:
        session: its number.
        place: of the last entry that it knows of.
        body: as the journal keeps it.
    """

    session: int
    place: int
    body: str


class TableSource(Protocol):
    """Something that tells what happened at a table."""

    def updates_after(self, at: JournalPlace) -> Iterator[KeptEvents | TableStanding]:
        """All entries after a place, in order, and last how the newest match stands, if anybody knows.

        Raises:
            HakamError: if the table cannot be asked, or gives something else; what came before is good.
        """


@dataclass(frozen=True, slots=True)
class JournalSource:
    """The file of a journal; whoever writes it goes on.

    Attributes:
        path: of the file.
    """

    path: Path

    def updates_after(self, at: JournalPlace) -> Iterator[KeptEvents | TableStanding]:
        """All entries after a place, and how the newest match stands.

        Raises:
            JournalError: if the journal cannot be read.
        """
        with LiveReader(self.path) as reader:
            while new := reader.events_after(at):
                yield from new
                at = new[-1].at
            standing = reader.standing()
            if standing:
                yield TableStanding(*standing.at, standing.body)


@dataclass(frozen=True, slots=True)
class PageSource:
    """The page of another table.

    Attributes:
        address: of the page, such as ``http://192.168.1.13:8080/``.
    """

    address: str

    def updates_after(self, at: JournalPlace) -> Iterator[KeptEvents | TableStanding]:
        """All entries after a place, and how the newest match stands.

        Raises:
            SourceLost: if the page does not answer, or gives something else.
        """
        asked = f"{self.address.rstrip('/')}/api/events?since={at}"
        try:
            with urllib.request.urlopen(asked, timeout=ANSWER_S) as stream:
                yield from _read(stream)
        except (OSError, http.client.HTTPException) as fault:
            raise SourceLost(f"{self.address} does not answer: {fault}") from fault
        except (ValueError, KeyError, TypeError) as fault:
            raise SourceLost(f"{self.address} gives no events of Hakam: {fault}") from fault


def source_of(place: str) -> TableSource:
    """The source that is meant by a file or an address."""
    return PageSource(place) if urlsplit(place).scheme in ("http", "https") else JournalSource(Path(place))


def _read(stream: http.client.HTTPResponse) -> Iterator[KeptEvents | TableStanding]:
    """The messages of a stream until it has told all there is (HTML, chapter 9.2.6)."""
    kind, data = "", list[str]()
    while line := stream.readline(LINE_BYTES):
        words = line.decode().rstrip("\r\n")
        field, _, value = words.partition(":")
        if field == "event":
            kind = value.strip()
        elif field == "data":
            data.append(value.removeprefix(" "))
        elif not words:
            if kind == "moment":
                yield _moment("\n".join(data))
            elif kind == "standing":
                yield _standing("\n".join(data))
            if kind in ("standing", "ping"):
                return
            kind, data = "", []
    raise ValueError("the stream ended")


def _moment(data: str) -> KeptEvents:
    told = json.loads(data)
    if not all(isinstance(one["kind"], str) for one in told["events"]):
        raise ValueError("an event without its kind")
    events = tuple(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in told["events"])
    return KeptEvents(JournalPlace(int(told["session"]), int(told["place"])), int(told["t_ms"]), events)


def _standing(data: str) -> TableStanding:
    told = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    return TableStanding(int(bytes(told["session"])), int(bytes(told["place"])), bytes(told["standing"]).decode())
