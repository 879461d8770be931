"""The referee as it stands, in bytes: after a power cut only what came later is told again, not the whole evening.

What goes on with a referee read back is the same, to the bit, as if there had been no cut. The bytes are Python's own
(pickle), which only the very program that wrote them may read: they bear the mark of its sources.
"""

import gc
import hashlib
import pickle
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from firmware.referee import Referee
from firmware.storage.journal import Checkpoint, Journal

LEVEL = 1
"""Of zlib: 175 kB of a referee in its first deal become 49 in a millisecond; 6 makes 42 of them in three times as long.
In the eighth deal of a match it is 650 kB, put aside in 140 ms and read back in 130 (measured beside other work)."""


@cache
def build() -> str:
    """The mark of this program: a hash of all sources of the brain."""
    here, digest = Path(__file__).parents[1], hashlib.sha256()
    for file in sorted(here.rglob("*.py")):
        digest.update(file.relative_to(here).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def freeze(referee: Referee) -> bytes:
    """The referee in bytes; not while it :attr:`~firmware.referee.Referee.busy`."""
    with _without_collecting():
        return zlib.compress(pickle.dumps(referee, pickle.HIGHEST_PROTOCOL), LEVEL)


def thaw(snapshot: Checkpoint) -> Referee | None:
    """The referee of a snapshot; ``None`` where another build of the program wrote it."""
    if snapshot.build != build():
        return None
    with _without_collecting():
        referee = pickle.loads(zlib.decompress(snapshot.state))
    return referee if isinstance(referee, Referee) else None


def resume(journal: Journal, session: int, fresh: Referee) -> Referee:
    """The referee of a session that was never closed, with all that the journal holds of it.

    Args:
        journal: where it is kept.
        session: its number.
        fresh: a referee of the same setup, which is fed everything where no snapshot can be read.
    """
    snapshot = journal.kept(session)
    kept = thaw(snapshot) if snapshot else None
    referee = kept or fresh
    for entry in journal.entries(session, snapshot.place if snapshot and kept else 0):
        if entry.signal is not None:
            referee.feed(entry.signal)
    return referee


@contextmanager
def _without_collecting() -> Iterator[None]:
    """No cycles are looked for meanwhile: among so many objects that takes longer than the work itself."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
