"""What the camera sees now, as a file beside the journal, while somebody aims it."""

from pathlib import Path


def picture_path(journal: Path) -> Path:
    """The picture of the referee who keeps a journal; there while it is wanted, and never part of the journal."""
    return journal.parent / f"live-{journal.name}.jpg"
