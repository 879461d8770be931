"""Who was let in and which corrections wait, kept beside the journal, so that a page that begins again knows them.

Of a secret only its hash is there, and no code: who has the file gets in nowhere with it. Times are those of the
machine's clock since it was switched on; after another start of the machine nothing in the file counts.
"""

import logging
from pathlib import Path

import msgspec
from msgspec import Struct

from firmware.web.doors import Admission, Doors
from firmware.web.private_file import read_private, write_private
from firmware.web.proposals import Proposal, Proposals

LOG = logging.getLogger(__name__)
BOOT = Path("/proc/sys/kernel/random/boot_id")
"""Another one after each start of the machine (random(4))."""


class KeptRoles(Struct, frozen=True):
    """What is kept.

    Attributes:
        boot: which start of the machine its times belong to.
        admitted: who was let in, by the hash of his secret.
        proposals: corrections that wait.
        count: how many there were.
    """

    boot: str
    admitted: dict[str, Admission]
    proposals: tuple[Proposal, ...]
    count: int


def roles_path(journal: Path) -> Path:
    """The file about a journal; not named like those that SQLite keeps beside it."""
    return journal.parent / f"roles-{journal.name}.json"


def keep_roles(journal: Path, doors: Doors, proposals: Proposals, boot: str | None = None) -> None:
    """Give doors and proposals what was kept, and keep from now on whatever changes.

    Args:
        journal: which the page is about.
        doors: let people in.
        proposals: corrections that wait.
        boot: which start of the machine this is; ``None``: it is asked; empty: nobody knows, and nothing is kept.
    """
    path, boot = roles_path(journal), _boot() if boot is None else boot
    if not boot:
        return
    kept = _read(path)
    if kept and kept.boot == boot:
        doors.restore(kept.admitted)
        proposals.restore(kept.proposals, kept.count)

    def keep() -> None:
        _write(path, KeptRoles(boot, doors.admitted, proposals.all, proposals.count))

    doors.changed = proposals.changed = keep


def _read(path: Path) -> KeptRoles | None:
    try:
        return msgspec.json.decode(read_private(path), type=KeptRoles)
    except (OSError, ValueError):
        return None


def _write(path: Path, kept: KeptRoles) -> None:
    try:
        write_private(path, msgspec.json.encode(kept))
    except OSError as fault:
        LOG.warning("who was let in is not kept: %s", fault)


def _boot() -> str:
    try:
        return BOOT.read_text().strip()
    except OSError:
        return ""
