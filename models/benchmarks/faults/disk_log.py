"""What a program did to the files of a folder, call by call, as a layer between it and the system noted it."""

import os
import struct
import subprocess
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).with_name("disk_log.c")
HEAD = struct.Struct("=IIQQ")
"""``struct head`` of the layer."""
INDEX = "-shm"
"""How the index of SQLite's log ends, which lives in memory that programs share: after a power cut it is made anew."""


class CallKind(StrEnum):
    """What a call does."""

    CREATE = "C"
    WRITE = "W"
    SYNC = "S"
    TRUNCATE = "T"
    UNLINK = "U"
    RENAME = "R"
    LINK = "L"


class DiskCall(NamedTuple):
    """One call.

    Attributes:
        kind: what it does.
        path: the file or folder.
        offset: where it writes, or the length to which it cuts, bytes.
        data: what it writes, or the other name.
    """

    kind: CallKind
    path: str
    offset: int
    data: bytes


def compiled(folder: Path) -> Path:
    """The layer, made with the C compiler of this machine.

    Raises:
        OSError: if there is none.
        subprocess.CalledProcessError: if it cannot.
    """
    library = folder / "disk_log.so"
    command = ["cc", "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl", "-lpthread"]
    subprocess.run(command, check=True, capture_output=True)
    return library


def logged(library: Path, command: Sequence[str], folder: Path, log: Path) -> list[DiskCall]:
    """What a command did in a folder.

    Args:
        library: the layer.
        command: the program and its arguments.
        folder: whose files are watched.
        log: a file for the calls.

    Raises:
        subprocess.CalledProcessError: if the command failed.
    """
    watched = {"LD_PRELOAD": str(library), "DISK_LOG": str(log), "DISK_LOG_FOLDER": str(folder)}
    environment: Mapping[str, str] = {**os.environ, **watched}
    subprocess.run(command, check=True, env=environment)
    return parsed(log.read_bytes())


def parsed(log: bytes) -> list[DiskCall]:
    """The calls in a log, without those to the shared index."""
    calls, at = [], 0
    while at < len(log):
        kind, name, offset, data = HEAD.unpack_from(log, at)
        start = at + HEAD.size
        path, at = log[start : start + name].decode(), start + name + data
        if not path.endswith(INDEX):
            calls.append(DiskCall(CallKind(chr(kind)), path, offset, log[at - data : at]))
    return calls
