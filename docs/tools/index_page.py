"""The README as a package index shows it, alone: a hook of hatchling, run when wheel and source archive are built."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGE = "README.md"


class IndexPage(MetadataHookInterface):  # type: ignore[misc, unused-ignore] # hatchling is there for building alone
    """Makes the README's links absolute, to the repository that ``[project.urls]`` names."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the page to the metadata of the project."""
        links = runpy.run_path(str(Path(self.root, "docs/tools/links.py")))  # the checkout is no import path here
        repository = metadata.get("urls", {}).get("Repository", "").rstrip("/")
        text = links["for_index"](PAGE, Path(self.root, PAGE).read_text(encoding="utf-8"), repository)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
