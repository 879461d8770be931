"""The referee as it stands, in bytes: after a power cut only what came later is told again, not the whole evening.

What goes on with a referee read back is the same, to the bit, as if there had been no cut. The bytes are a table of
plain values (:mod:`firmware.storage.object_table`) with a checksum: whoever wrote them, reading runs no code of theirs.
"""

import gc
import hashlib
import logging
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

from firmware.bounded.bounds import TABLE_BYTES
from firmware.referee import Referee
from firmware.signals import CardsRenamed
from firmware.storage.journal import Checkpoint, Journal
from firmware.storage.object_table import ObjectTable, ObjectTableError
from firmware.storage.session_store import SessionStore

LOG = logging.getLogger(__name__)
STATE = ObjectTable(
    f"firmware.{name}"
    for name in ("cards", "signals", "events", "rules", "tracking", "decoding", "dialogue", "referee")
)
"""The modules whose classes a referee consists of, and no others."""
LEVEL = 1
"""The level of zlib: 180 kB of a referee in his first deal become 100, 360 kB in the eighth 180. To put him aside took
65 and 145 ms of one core, to read him back 45 and 100 (medians of eight, while other programs kept two cores busy)."""
LOST = "session %d goes on without %d entries that are damaged: compare the score with the cards"
SUM_BYTES = 16
"""Bytes of SHA-256 before the packed table: what was damaged on the way is known before it is unpacked."""


@cache
def build() -> str:
    """The mark of this program: a hash of all its sources."""
    here, digest = Path(__file__).parents[1], hashlib.sha256()
    for file in sorted(here.rglob("*.py")):
        digest.update(file.relative_to(here).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def encode(referee: Referee) -> bytes:
    """The referee in bytes; not while it is :attr:`~firmware.referee.Referee.busy`.

    Raises:
        ObjectTableError: if its state holds what no table can.
    """
    with _without_collecting():
        packed = zlib.compress(STATE.encode(referee), LEVEL)
    return sum_of(packed) + packed


def save(journal: SessionStore, session: int, referee: Referee) -> None:
    """Put the referee aside as it stands after the last entry of a session; a match goes on where that fails.

    Args:
        journal: where the session is kept.
        session: its number.
        referee: who judges it; not while it is :attr:`~firmware.referee.Referee.busy`.

    Raises:
        JournalError: if the journal cannot be written.
    """
    try:
        state = encode(referee)
    except ObjectTableError as fault:  # a power cut would cost more, the match goes on
        LOG.warning("the referee cannot be put aside: %s", fault)
    else:
        journal.save_checkpoint(session, build(), state)


def decode(checkpoint: Checkpoint) -> Referee | None:
    """The referee of a checkpoint; ``None`` where another build of the program wrote it, or it is damaged or forged."""
    if checkpoint.build != build():
        LOG.warning("a checkpoint is not read: %s", "another version of hakam wrote it")
        return None
    return read_back(checkpoint.state)


def read_back(state: bytes) -> Referee | None:
    """The referee whom :func:`encode` put into bytes; ``None`` where they are damaged."""
    packed = state[SUM_BYTES:]
    if sum_of(packed) != state[:SUM_BYTES]:
        LOG.warning("a checkpoint is not read: %s", "it is damaged")
        return None
    try:
        with _without_collecting():
            referee = STATE.decode(_unpacked(packed))
    except (ObjectTableError, zlib.error) as fault:
        LOG.warning("a checkpoint is not read: %s", fault)
        return None
    return referee if isinstance(referee, Referee) else None


def resume(journal: Journal, session: int, fresh: Referee) -> Referee:
    """The referee of a session that was never closed, with all that the journal holds of it.

    Args:
        journal: where it is kept.
        session: its number.
        fresh: a referee of the same setup, which is fed everything where no checkpoint can be read.
    """
    checkpoint = journal.checkpoint(session)
    if checkpoint and not _renamed_since(journal, session, checkpoint.place):
        try:
            referee = decode(checkpoint)
            if referee is not None and replace(referee.setup, names=fresh.setup.names) == fresh.setup:
                referee.setup = fresh.setup
                return _caught_up(referee, journal, session, checkpoint.place)
        except Exception as fault:  # a forged state fits no game: what the journal itself holds counts
            LOG.warning("a checkpoint is of no use, the session is read from its beginning: %r", fault)
    return _caught_up(fresh, journal, session, 0)


def _renamed_since(journal: Journal, session: int, place: int) -> bool:
    """Whether cards were renamed since a place of the session: then all of it has to be heard once more."""
    later = journal.intact_entries(session, place, pictures=False)
    return any(one is not None and isinstance(one.signal, CardsRenamed) for one in later)


def _caught_up(referee: Referee, journal: Journal, session: int, since: int) -> Referee:
    """The referee after the signals of a session from place ``since`` on; it can say how the match stands.

    A signal that is damaged is left out: a match with a look less is worth more than none.
    """
    lost = 0
    for entry in journal.intact_entries(session, since, pictures=False):
        if entry is None:
            lost += 1
        elif entry.signal is not None:
            referee.feed(entry.signal)
    if lost:
        LOG.warning(LOST, session, lost)
    assert referee.scoreboard.scores is not None and referee.plays is not None
    return referee


def sum_of(packed: bytes) -> bytes:
    """The checksum that stands before a packed table."""
    return hashlib.sha256(packed).digest()[:SUM_BYTES]


def _unpacked(packed: bytes) -> bytes:
    """Unpack a table.

    Raises:
        zlib.error: if it is not packed, cut off or larger than any referee.
    """
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(packed, TABLE_BYTES)
    if not unpacker.eof:
        raise zlib.error("the table is cut off or too large")
    return data


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
