"""Links of Markdown pages, in the repository and on the site.

In the repository a link is a path from the page's own folder. The site holds the pages under ``docs``, and those of
:data:`MOUNTS`, which lie elsewhere in the repository. It holds no code, but pages made from some of it (:data:`MADE`).
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOUNTS = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "hardware/README.md": "hardware/index.md",
    "models/MODEL_CARD.md": "model-card.md",
}
"""Pages that lie outside ``docs``, and where they stand on the site."""
MADE = {"systemd/hakam.toml": "reference/settings.md", "firmware/cli/arguments.py": "reference/commands.md"}
"""Files that a page of the site tells in full: a link to one of them is a link to that page there."""
ASSETS = (".png", ".jpg", ".svg")
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(([^()\s]+)\)")
_FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1[^\S\n]*$", re.MULTILINE | re.DOTALL)


def pages() -> list[str]:
    """The repository's paths of all pages of the documentation."""
    own = (path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
    return sorted({*own, *MOUNTS})


def targets(page: str) -> Iterator[str]:
    """Each link of a page that leads into the repository, as it is written."""
    prose = _FENCE.sub("", (ROOT / page).read_text())
    yield from (target for _, _, target in _LINK.findall(prose) if not _outside(target))


def resolved(page: str, target: str) -> str:
    """The repository's path that a link of a page leads to, without its anchor."""
    path = target.partition("#")[0]
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page


def site_path(path: str) -> str | None:
    """Where a file of the repository stands on the site; None for code, which the site does not hold."""
    if place := (MOUNTS | MADE).get(path):
        return place
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return path if path.endswith(ASSETS) else None


def for_site(page: str, text: str) -> str:
    """The text of a page with links as they hold on the site; a link to code becomes its words alone."""
    here = posixpath.dirname(site_path(page) or "")
    return _outside_fences(text, lambda prose: _LINK.sub(lambda link: _rewritten(page, here, link), prose))


def _rewritten(page: str, here: str, link: re.Match[str]) -> str:
    mark, words, target = link.groups()
    if _outside(target) or target.startswith("#"):
        return link[0]
    place = site_path(resolved(page, target))
    if place is None:
        return words
    _, hash_, anchor = target.partition("#")
    return f"{mark}[{words}]({posixpath.relpath(place, here or '.')}{hash_}{anchor})"


def _outside_fences(text: str, change: Callable[[str], str]) -> str:
    parts, end = [], 0
    for fence in _FENCE.finditer(text):
        parts += [change(text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, change(text[end:])])


def _outside(target: str) -> bool:
    return target.startswith(("http://", "https://", "mailto:"))
