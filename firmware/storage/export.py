"""A session as one file that can be sent: JSON lines, compressed where the name ends in ``.gz``.

The first line says what the session is, then comes one line per signal, and the last one counts them, so that a file
that was cut off is known as such. Pictures are base64 text.
"""

import base64
import binascii
import gzip
import json
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from io import BytesIO
from operator import eq
from pathlib import Path
from typing import Annotated, Any, BinaryIO, overload

import msgspec

from firmware.bounded.bounds import EXPORT_BYTES, EXPORT_LINE_BYTES, MOST_EVENTS, MOST_MS, NAME_LETTERS
from firmware.bounded.file import read_bounded
from firmware.errors import quoted
from firmware.storage.atomic_file import open_atomic
from firmware.storage.codec import CodecError, bounded, line
from firmware.storage.journal import SIGNALS, EvidencePicture, JournalEntry, SessionHeader
from firmware.storage.journal_errors import JournalError
from firmware.storage.look_check import checked
from firmware.storage.migrations import complete_setup, complete_signal
from firmware.storage.outputs import GZIP, OutputKind, written

FORMAT = 1  # raise it with every change of what a line means
Time = Annotated[int, msgspec.Meta(ge=0, le=MOST_MS)]
Width = Annotated[float, msgspec.Meta(gt=0, le=1e6)]  # of a picture on the table, millimetres
EXPORT = OutputKind("exported session", b'{"hakam_session"')


UNFIT = (LookupError, AttributeError, TypeError, ValueError, OverflowError, RecursionError, msgspec.MsgspecError)
"""What stumbles over a line that no export has."""


class _Format(msgspec.Struct):
    hakam_session: int | str


class _Head(msgspec.Struct):
    started: Annotated[str, msgspec.Meta(max_length=NAME_LETTERS)]
    source: Annotated[str, msgspec.Meta(max_length=NAME_LETTERS)]
    setup: dict[str, Any]


class _Line(msgspec.Struct):
    t_ms: Time
    signal: msgspec.Raw
    events: Annotated[list[msgspec.Raw], msgspec.Meta(max_length=MOST_EVENTS)]
    pictures: Annotated[list[tuple[Time, Width, str]], msgspec.Meta(max_length=MOST_EVENTS)]


class _End(msgspec.Struct):
    signals: int
    outcome: dict[str, Any] | None


class ExportedEntries(Sequence[JournalEntry]):
    """The entries of an exported session, made of its lines one after the other: all of them would fill the memory."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        """Take the ``lines``."""
        self._lines = lines

    def __len__(self) -> int:
        """How many."""
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> JournalEntry: ...
    @overload
    def __getitem__(self, index: slice) -> "ExportedEntries": ...
    def __getitem__(self, index: int | slice) -> "JournalEntry | ExportedEntries":
        """One entry, or some."""
        return ExportedEntries(self._lines[index]) if isinstance(index, slice) else _entry(self._lines[index])

    def __eq__(self, other: object) -> bool:
        """Whether the entries are equal to those of a sequence."""
        return isinstance(other, Sequence) and len(self) == len(other) and all(map(eq, self, other))

    def __repr__(self) -> str:
        """All of them."""
        return repr(tuple(self))

    __hash__ = None  # type: ignore[assignment]

    def check(self) -> None:
        """Make each once.

        Raises:
            Exception: one of :data:`UNFIT` or :class:`CodecError`, if one cannot be.
        """
        for one in self._lines:
            _entry(one)


@dataclass(frozen=True, slots=True)
class ExportedSession:
    """A whole session: its header, its entries and its closing line (``None``: never closed)."""

    header: SessionHeader
    entries: ExportedEntries
    outcome: str | None


def _entry(text: bytes) -> JournalEntry:
    read = msgspec.json.decode(text, type=_Line)
    data = json.loads(bounded(bytes(read.signal)))
    signal = None if data is None else checked(SIGNALS.parse(line(complete_signal(data))))
    pictures = tuple(EvidencePicture(t_ms, width_mm, _unpacked(coded)) for t_ms, width_mm, coded in read.pictures)
    return JournalEntry(
        read.t_ms, signal, tuple(line(json.loads(bounded(bytes(one)))) for one in read.events), pictures
    )


def write_export(path: Path, header: SessionHeader, entries: Iterable[JournalEntry], outcome: str | None) -> int:
    """Write a session to ``path`` and give the number of its signals; an error leaves no half file.

    Args:
        path: of the file; one that ends in ``.gz`` is compressed.
        header: what is known of the session before its first signal.
        entries: by time; gone through once.
        outcome: the closing line, if it was closed.

    Raises:
        NotWrittenError: if the file cannot be written, or holds something else.
    """
    with written(path), open_atomic(path, EXPORT) as raw:
        return _write_lines(raw, path.suffix == ".gz", _lines(header, entries, outcome))


def stream_export(raw: BinaryIO, header: SessionHeader, entries: Iterable[JournalEntry], outcome: str | None) -> int:
    """Write a session, compressed, into a file that is open, and give the number of its signals.

    Args:
        raw: the file.
        header: what is known of the session before its first signal.
        entries: by time; gone through once.
        outcome: the closing line, if it was closed.
    """
    return _write_lines(raw, True, _lines(header, entries, outcome))


def is_export(path: Path) -> bool:
    """Whether the file at ``path`` begins like an exported session."""
    try:
        with path.open("rb") as raw:
            head = raw.read(2)
        return head in (GZIP, b'{"')
    except OSError:
        return False


def read_export(path: Path) -> ExportedSession:
    """Read what :func:`write_export` wrote.

    Raises:
        JournalError: if it cannot be read, is not an exported session, has another format, is larger than any session,
            or was cut off.
    """
    try:
        return _recorded(path, _lines_of(path))
    except JournalError:
        raise
    except (OSError, EOFError, zlib.error) as fault:
        raise JournalError(f"{path}: the exported session cannot be read ({fault}); export it again") from fault
    except (*UNFIT, CodecError) as fault:
        raise JournalError(f"{path}: this is no exported session, or it is damaged; export it again") from fault


def _write_lines(raw: BinaryIO, packed: bool, lines: Iterable[str]) -> int:
    """Write the lines and give the number of signals: all lines but the first and the last."""
    # no name and no time in the gzip header: the same session gives the same bytes
    file: Any = gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) if packed else nullcontext(raw)
    count = -2
    with file as out:
        for text in lines:
            out.write(text.encode() + b"\n")
            count += 1
    return count


def _lines_of(path: Path) -> list[bytes]:
    """The lines, unpacked; those of a bomb are not."""
    data = read_bounded(path, EXPORT_BYTES)
    lines, size = list[bytes](), 0
    with gzip.open(BytesIO(data)) if data.startswith(GZIP) else BytesIO(data) as file:
        while one := file.readline(EXPORT_LINE_BYTES):
            size += len(one) + sys.getsizeof(b"")
            if len(one) == EXPORT_LINE_BYTES or size > EXPORT_BYTES:
                raise JournalError(f"{path}: there is more in it than in any session; export it again")
            lines.append(one)
    return lines


def _lines(header: SessionHeader, entries: Iterable[JournalEntry], outcome: str | None) -> Iterator[str]:
    yield line(
        {"hakam_session": FORMAT, "started": header.started, "source": header.source, "setup": json.loads(header.setup)}
    )
    count = 0
    for entry in entries:
        yield line(_entry_data(entry))
        count += 1
    yield line({"signals": count, "outcome": None if outcome is None else json.loads(outcome)})


def _entry_data(entry: JournalEntry) -> dict[str, object]:
    signal = None if entry.signal is None else json.loads(SIGNALS.text(entry.signal))
    events = [json.loads(event) for event in entry.events]
    pictures = [[one.t_ms, one.width_mm, base64.b64encode(one.jpeg).decode()] for one in entry.pictures]
    return {"t_ms": entry.t_ms, "signal": signal, "events": events, "pictures": pictures}


def _recorded(path: Path, lines: list[bytes]) -> ExportedSession:
    form = msgspec.json.decode(lines[0], type=_Format).hakam_session
    if form != FORMAT:
        found = f"the session has format {quoted(form)}"
        raise JournalError(f"{path}: {found}, this version reads format {FORMAT}; update hakam")
    header = msgspec.json.decode(lines[0], type=_Head)
    count = _signals(lines[-1]) if len(lines) > 1 else None
    if count != len(lines) - 2:
        raise JournalError(f"{path}: the end of the exported session is missing; export it again")
    outcome = msgspec.json.decode(lines[-1], type=_End).outcome
    entries = ExportedEntries(lines[1:-1])
    entries.check()
    setup = line(complete_setup(header.setup))
    told = None if outcome is None else line(outcome)
    return ExportedSession(SessionHeader(header.started, header.source, setup), entries, told)


def _signals(text: bytes) -> int | None:
    """How many signals there are by the last line; ``None``: it is another line."""
    try:
        return msgspec.json.decode(text, type=_End).signals
    except msgspec.ValidationError:
        return None


def _unpacked(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        raise CodecError("a picture is damaged") from None
