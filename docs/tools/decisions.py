"""The list of all decisions, from the notes themselves."""

import re
from pathlib import Path

from docs.tools.links import ROOT

FOLDER = ROOT / "docs" / "decisions"


def notes() -> list[Path]:
    """The files of all notes in the order of their numbers."""
    return sorted(FOLDER.glob("0*.md"))


def table() -> str:
    """A row for each note: its number with a link, and its title."""
    rows = (f"| [{path.name[:4]}]({path.name}) | {_title(path.read_text())} |" for path in notes())
    return "\n".join(("| note | decision |", "|---|---|", *rows, ""))


def _title(text: str) -> str:
    return re.sub(r"^#\s*[\d.:\s-]*", "", text.partition("\n")[0])
