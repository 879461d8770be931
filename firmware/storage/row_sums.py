"""The checksum that each row of the journal bears: what was changed on the disk is noticed when it is read."""

from typing import TypeAlias
from zlib import crc32

Value: TypeAlias = str | bytes | int | float | None
"""What SQLite keeps in a column."""


def row_sum(*values: Value) -> int:
    """CRC-32 of the values of a row, in the order of its columns; a text and its bytes in UTF-8 have the same."""
    total = 0
    for value in values:
        data = _bytes(value)
        total = crc32(data, crc32(b"%d:" % len(data), total))
    return total


def summed(*values: Value) -> tuple[Value, ...]:
    """A row with its checksum behind it."""
    return (*values, row_sum(*values))


def is_intact(row: tuple[Value, ...]) -> bool:
    """Whether the last value of a row is the checksum of the others."""
    return row_sum(*row[:-1]) == row[-1]


def decoded(data: bytes) -> str:
    """A text from the disk; bytes that are none stay apart, so that the checksum is that of what lies there."""
    return data.decode(errors="surrogateescape")


def _bytes(value: Value) -> bytes:
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode(errors="surrogateescape")
    return repr(value + 0.0 if isinstance(value, float) else value).encode()  # SQLite keeps -0.0 as 0.0
