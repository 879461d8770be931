"""The table of a model in ``models/model.toml``."""

import json
import re
from pathlib import Path


def write_table(path: Path, table: dict[str, object], name: str = "identify") -> None:
    """Put ``[name]`` into the TOML file ``path``, in place of the one that is there."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    kept = re.sub(rf"^\[{name}\]\n(?:(?!\[).*\n?)*", "", text, flags=re.MULTILINE).rstrip()
    lines = [f"{key} = {json.dumps(value)}" for key, value in table.items()]
    path.write_text("\n".join([kept, "", f"[{name}]", *lines, ""]).lstrip(), encoding="utf-8")
