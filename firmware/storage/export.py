"""A session as one file that can be sent: JSON lines, compressed where the name ends in ``.gz``.

The first line says what the session is, then comes one line per signal, and the last one counts them, so that a file
that was cut off is known as such. Pictures are base64 text.
"""

import base64
import binascii
import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from firmware.storage.atomic_file import open_atomic
from firmware.storage.codec import CodecError, line
from firmware.storage.journal import SIGNALS, EvidencePicture, JournalEntry, SessionHeader
from firmware.storage.migrations import complete_setup, complete_signal
from firmware.storage.outputs import GZIP, OutputKind, written
from firmware.storage.schema import JournalError

FORMAT = 1  # raise it with every change of what a line means
EXPORT = OutputKind("exported session", b'{"hakam_session"')


@dataclass(frozen=True, slots=True)
class ExportedSession:
    """A whole session: its header, its entries and its closing line (``None``: never closed)."""

    header: SessionHeader
    entries: tuple[JournalEntry, ...]
    outcome: str | None


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
        JournalError: if it cannot be read, is not an exported session, has another format or was cut off.
    """
    try:
        lines = [json.loads(text) for text in _text(path).removesuffix("\n").split("\n")]
        return _recorded(path, lines)
    except JournalError:
        raise
    except (OSError, EOFError, zlib.error) as fault:
        raise JournalError(f"{path}: the exported session cannot be read ({fault}); export it again") from fault
    except (LookupError, AttributeError, TypeError, ValueError, RecursionError) as fault:
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


def _text(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if data.startswith(GZIP) else data).decode()


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


def _recorded(path: Path, lines: list[Any]) -> ExportedSession:
    form = lines[0]["hakam_session"]
    if form != FORMAT:
        raise JournalError(f"{path}: the session has format {form}, this version reads format {FORMAT}; update hakam")
    header, *middle, end = lines
    if "signals" not in end or end["signals"] != len(middle):
        raise JournalError(f"{path}: the end of the exported session is missing; export it again")
    outcome = None if end["outcome"] is None else line(end["outcome"])
    return ExportedSession(
        SessionHeader(header["started"], header["source"], line(complete_setup(header["setup"]))),
        tuple(_entry(data) for data in middle),
        outcome,
    )


def _entry(data: dict[str, Any]) -> JournalEntry:
    signal = None if data["signal"] is None else SIGNALS.parse(line(complete_signal(data["signal"])))
    pictures = tuple(EvidencePicture(t_ms, width_mm, _unpacked(text)) for t_ms, width_mm, text in data["pictures"])
    return JournalEntry(data["t_ms"], signal, tuple(line(event) for event in data["events"]), pictures)


def _unpacked(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        raise CodecError("a picture is damaged") from None
