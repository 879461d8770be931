"""The documentation as a folder of pages whose links hold: ``python -m docs.tools.folder FOLDER``.

It needs nothing but Python; ``systemd/install.sh`` puts the pages beside the program with it.
"""

import shutil
import sys
from pathlib import Path

from docs.tools import decisions, links

CODE = ".py"


def write(folder: Path) -> None:
    """Write all pages, and what they show or lead to except code, at their paths of the repository."""
    there = _files()
    for name in there:
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(links.ROOT / name, place)
    for page in links.pages():
        (folder / page).write_text(links.for_folder(page, _text(page), there), encoding="utf-8")


def _files() -> set[str]:
    pages = links.pages()
    led_to = {links.resolved(page, target) for page in pages for target in links.targets(page)}
    return {path for path in (*pages, *led_to) if (links.ROOT / path).is_file() and not path.endswith(CODE)}


def _text(page: str) -> str:
    text = (links.ROOT / page).read_text(encoding="utf-8")
    return f"{text}\n{decisions.table()}" if page == "docs/decisions/index.md" else text


if __name__ == "__main__":
    write(Path(sys.argv[1]))
