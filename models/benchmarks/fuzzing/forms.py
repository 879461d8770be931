"""Files with a structure of their own, changed inside so that the outside still holds: lengths, checksums, packing."""

import gzip
import io
import random
import sqlite3
import struct
import tempfile
import warnings
import zipfile
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from firmware.storage.checkpoint import SUM_BYTES, sum_of
from firmware.storage.row_sums import row_sum
from models.benchmarks.fuzzing.mutation import changed_bytes, changed_json
from models.benchmarks.fuzzing.values import NUMBERS, TEXTS, changed_value

SIZES = (0, 1, 7, 65_535, 40_000, 13_000, 0xFFFFFFFF, 0x7FFFFFFF)
"""Sides of pictures and lengths of parts that are not true."""
SUMS = {
    "session": "number, started, source, setup, outcome, entries, last_ms, pruned",
    "signal": "session, place, t_ms, body, events, pictures",
    "event": "session, place, turn, body",
    "picture": "session, place, t_ms, width_mm, jpeg",
    "snapshot": "session, place, build, state",
}
"""The columns of each table that its checksum is of."""


def changed_picture(data: bytes, rng: random.Random) -> bytes:
    """A picture whose head lies about its size, or with other bytes."""
    at = next((at for at in (data.find(mark) for mark in (b"\xff\xc0", b"\xff\xc2")) if at > 0), -1)
    if rng.random() < 0.3 and data.startswith(b"\x89PNG"):
        head = bytearray(data[12:29])
        struct.pack_into(">I", head, rng.choice((4, 8)), rng.choice(SIZES))
        head[rng.randrange(12, 17)] ^= rng.choice((0, 0, 1, 16))
        return data[:12] + head + struct.pack(">I", zlib.crc32(head)) + data[33:]
    if rng.random() < 0.3 and at > 0:
        sides = struct.pack(">HH", rng.choice(SIZES) & 0xFFFF, rng.choice(SIZES) & 0xFFFF)
        return data[: at + 5] + sides + data[at + 9 :]
    return changed_bytes(data, rng)


def changed_zip(data: bytes, rng: random.Random) -> bytes:
    """A ZIP with a changed file in it, another name, a bomb, one too many, or a lie in its table of contents."""
    if rng.random() < 0.3:
        return changed_bytes(data, rng)
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        parts = [(entry.filename, file.read(entry)) for entry in file.infolist()]
    at, out = rng.randrange(len(parts)), io.BytesIO()
    name, content = parts[at]
    kind = rng.randrange(6)
    if kind < 3:
        change = changed_json if name.endswith(".json") else changed_picture
        content = change(content, rng)
    elif kind == 3:
        name = rng.choice(("../x.png", "/tmp/x", "00.png", "deck.json", "a\\b", "x" * 300))
    elif kind == 4:
        content = bytes(rng.choice((10_000, 3_000_000)))
    parts[at : at + (kind != 5)] = [(name, content)]
    packing = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    with (
        warnings.catch_warnings(action="ignore"),
        zipfile.ZipFile(out, "w", packing) as file,
    ):  # names may be there twice
        for one, inside in parts:
            file.writestr(zipfile.ZipInfo(one), inside, file.compression)
    return out.getvalue() if rng.random() < 0.8 else changed_bytes(out.getvalue(), rng)


def changed_export(data: bytes, rng: random.Random) -> bytes:
    """An exported session with a line that is changed, gone or there twice; packed or not."""
    lines = gzip.decompress(data).split(b"\n")
    at, kind = rng.randrange(len(lines)), rng.randrange(10)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines[at:at] = [lines[rng.randrange(len(lines))]] * rng.choice((1, 30))
    elif lines[at]:
        lines[at] = changed_json(lines[at], rng)
    text = b"\n".join(lines)
    if rng.random() < 0.5:
        return text
    packed = gzip.compress(text, 1, mtime=0)
    return packed if rng.random() < 0.7 else changed_bytes(packed, rng)


def changed_journal(data: bytes, rng: random.Random) -> bytes:
    """A journal with a row that says something else and bears the right checksum, or with other bytes."""
    if rng.random() < 0.4:
        return changed_bytes(data, rng)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        path.write_bytes(data)
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            _change_row(file, rng)
        return path.read_bytes()


def _change_row(file: sqlite3.Connection, rng: random.Random) -> None:
    table = rng.choice(list(SUMS))
    row = file.execute(f"SELECT rowid_, {SUMS[table]} FROM (SELECT *, {_key(table)} AS rowid_ FROM {table})").fetchall()
    if not row:
        return
    columns = SUMS[table].split(", ")
    one = list(rng.choice(row))
    at = rng.randrange(1, len(one))
    one[at] = _changed_column(one[at], rng)
    names = ", ".join(f"{name} = ?" for name in (*columns, "sum"))
    try:
        total = row_sum(*one[1:])
        file.execute(f"UPDATE {table} SET {names} WHERE {_key(table)} = ?", (*one[1:], total, one[0]))
    except (sqlite3.Error, OverflowError, UnicodeError):  # what no table holds
        pass


def _key(table: str) -> str:
    return "place || ' ' || session" if table == "signal" else "place || ' ' || turn" if table == "event" else "rowid"


def _changed_column(value: Any, rng: random.Random) -> Any:
    if isinstance(value, str):
        is_json = value.startswith("{") and rng.random() < 0.9
        return changed_json(value.encode(), rng).decode("utf-8", "replace") if is_json else rng.choice(TEXTS)
    return changed_table(value, rng) if isinstance(value, bytes) else rng.choice(NUMBERS[:10])


def changed_table(data: bytes, rng: random.Random) -> bytes:
    """A referee put aside, of whom something is otherwise, with the right checksum."""
    try:
        table = msgspec.msgpack.decode(zlib.decompress(data[SUM_BYTES:]))
    except (zlib.error, msgspec.MsgspecError):
        return changed_bytes(data, rng)
    rows = table[1]
    for _ in range(rng.choice((1, 2, 5))):
        at = rng.randrange(len(rows))
        rows[at] = changed_value(rows[at], rng, _small)
    try:
        packed = zlib.compress(msgspec.msgpack.encode(table), 1)
    except (OverflowError, UnicodeError, RecursionError):
        return changed_bytes(data, rng)
    return sum_of(packed) + packed


def _small(rng: random.Random) -> Any:
    return rng.choice((rng.choice(NUMBERS[:8]), rng.randrange(400), [rng.randrange(9)], [None, 1], "x", 0.5))


def changed_profile(data: bytes, rng: random.Random) -> bytes:
    """A learned deck with an array of another shape, kind or claim."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        parts = {entry.filename: file.read(entry) for entry in file.infolist()}
    name = rng.choice(list(parts))
    head, sign, rest = parts[name].partition(b"}")
    claims = (b"(99999999999,)", b"()", b"(1, 1, 1)", b"(0,)", b"(-1,)", b"(" * 200)
    kinds = (b"'|O'", b"'<f2'", b"'<U9'", b"'>i8'", b"[('a', '<i4')]", b"'|V9999'")
    if rng.random() < 0.5:
        at = head.find(b"'shape': ") + 9
        head = head[:at] + rng.choice(claims) + b", "
    else:
        at = head.find(b"'descr': ") + 9
        head = head[:at] + rng.choice(kinds) + head[head.find(b",", at) :]
    parts[name] = head + sign + rest if rng.random() < 0.7 else changed_bytes(parts[name], rng)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for one, inside in parts.items():
            file.writestr(one, inside)
    return out.getvalue()
