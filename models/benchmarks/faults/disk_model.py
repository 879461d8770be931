"""A disk as a power cut finds it: what was synced is there, of all else any part, and writes may be torn."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from models.benchmarks.faults.disk_log import CallKind, DiskCall

SECTOR = 512
"""What a disk writes whole or not at all, bytes; cards have larger ones."""
CONTENT = (CallKind.WRITE, CallKind.TRUNCATE)
SHARES = (0.0, 1.0, 0.5, 0.9, 0.1)
"""With what chance each write that was not synced is there, one after the other for the states of one moment."""


@dataclass(slots=True)
class _File:
    """The content of a file as it is on the disk for certain, and what was done to it since."""

    synced: bytearray = field(default_factory=bytearray)
    pending: list[DiskCall] = field(default_factory=list)

    def sync(self) -> None:
        for call in self.pending:
            _apply(self.synced, call)
        self.pending.clear()

    def content(self, share: float, torn: bool, rng: random.Random) -> bytes:
        content = bytearray(self.synced)
        kept = [call for call in self.pending if rng.random() < share]
        for call in kept:
            if torn and call is kept[-1] and call.kind is CallKind.WRITE:
                for part in _sectors(call, rng):
                    _apply(content, part)
            else:
                _apply(content, call)
        return bytes(content)


class Disk:
    """The files that a program writes, by what it did to them so far.

    Names come and go in the order in which that was done, as file systems with a journal of their own have it, and
    only when the folder is synced is it certain.
    """

    def __init__(self) -> None:
        """Begin with no file."""
        self._names: dict[str, _File] = {}
        self._synced: dict[str, _File] = {}
        self._pending: list[DiskCall | tuple[DiskCall, _File]] = []

    def do(self, call: DiskCall) -> None:
        """Take note of a call."""
        if call.kind is CallKind.SYNC:
            self._sync(call.path)
        elif call.kind in CONTENT:
            self._names.setdefault(call.path, _File()).pending.append(call)
        else:
            step = (call, _File()) if call.kind is CallKind.CREATE else call
            self._pending.append(step)
            _rename(self._names, step)

    @property
    def is_pending(self) -> bool:
        """Whether anything is not on the disk for certain."""
        return bool(self._pending) or any(file.pending for file in self._names.values())

    def states(self, count: int, rng: random.Random) -> Iterator[Mapping[str, bytes]]:
        """Files that a power cut may leave now, by their paths: nothing, all, and parts of what was not synced.

        Args:
            count: how many of them.
            rng: the chance.
        """
        for number in range(count):
            share = SHARES[number % len(SHARES)]
            names = dict(self._synced)
            done = {0.0: 0, 1.0: len(self._pending)}.get(share, rng.randint(0, len(self._pending)))
            for step in self._pending[:done]:
                _rename(names, step)
            torn = number >= 2
            yield {path: file.content(share, torn, rng) for path, file in names.items()}

    def _sync(self, path: str) -> None:
        file = self._names.get(path)
        if file:
            file.sync()
            return
        left: list[DiskCall | tuple[DiskCall, _File]] = []
        for step in self._pending:
            call = step if isinstance(step, DiskCall) else step[0]
            if str(Path(call.path).parent) == path or _parent(call) == path:
                _rename(self._synced, step)
            else:
                left.append(step)
        self._pending = left


def _parent(call: DiskCall) -> str:
    return str(Path(call.data.decode()).parent) if call.kind in (CallKind.RENAME, CallKind.LINK) else ""


def _rename(names: dict[str, _File], step: DiskCall | tuple[DiskCall, _File]) -> None:
    """Do what a step does to names."""
    call, file = (step, None) if isinstance(step, DiskCall) else step
    if file is not None:
        names[call.path] = file
    elif call.kind is CallKind.UNLINK:
        names.pop(call.path, None)
    elif call.path in names:
        names[call.data.decode()] = names.pop(call.path) if call.kind is CallKind.RENAME else names[call.path]


def _apply(content: bytearray, call: DiskCall) -> None:
    if call.kind is CallKind.TRUNCATE:
        del content[call.offset :]
    end = call.offset + len(call.data)
    content.extend(bytes(max(end - len(content), 0)))
    content[call.offset : end] = call.data


def _sectors(call: DiskCall, rng: random.Random) -> Iterator[DiskCall]:
    """Some sectors of a write."""
    edges = sorted({call.offset, call.offset + len(call.data), *_borders(call)})
    for start, end in pairwise(edges):
        if rng.random() < 0.5:
            yield call._replace(offset=start, data=call.data[start - call.offset : end - call.offset])


def _borders(call: DiskCall) -> range:
    first = -(-call.offset // SECTOR) * SECTOR
    return range(first, call.offset + len(call.data), SECTOR)
