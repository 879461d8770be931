"""Links of Markdown pages: in the repository, on the site, on the page of a package index, and in a folder of pages.

In the repository a link is a path from the page's own folder. The site holds the pages under ``docs``, and those of
:data:`MOUNTS`, which lie elsewhere in the repository. It holds no code, but pages made from some of it (:data:`MADE`).
An index holds one page alone. A link that has no place becomes its words.
"""

import posixpath
import re
from collections.abc import Callable, Collection, Iterator
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
Place = Callable[[str], str | None]
"""Where what has a path in the repository is to be found; nothing: nowhere."""
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(([^()\s]+)\)")
_FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1[^\S\n]*$", re.MULTILINE | re.DOTALL)


def pages() -> list[str]:
    """The repository's paths of all pages of the documentation."""
    own = (path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
    return sorted({*own, *MOUNTS})


def targets(page: str, root: Path = ROOT) -> Iterator[str]:
    """Each link of a page that leads into the repository, or a folder of pages, as it is written."""
    prose = _FENCE.sub("", (root / page).read_text(encoding="utf-8"))
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
    here = posixpath.dirname(site_path(page) or "") or "."

    def place(path: str) -> str | None:
        found = site_path(path)
        return found and posixpath.relpath(found, here)

    return _led(page, text, place)


def for_index(page: str, text: str, repository: str) -> str:
    """The text of a page as it holds alone, on the page of a package index.

    Args:
        page: the repository's path of the page.
        text: its Markdown.
        repository: the public address of the repository; empty: there is none, so that links and pictures become words.

    Returns:
        The Markdown with absolute links.
    """
    return _led(page, text, lambda path: repository and f"{repository}/{_form(path)}/HEAD/{path}")


def for_folder(page: str, text: str, there: Collection[str]) -> str:
    """The text of a page in a folder that holds some of the repository's files at their own paths.

    Args:
        page: the repository's path of the page.
        text: its Markdown.
        there: the repository's paths of all files of that folder.

    Returns:
        The Markdown; a link to what is not there becomes its words.
    """
    here = posixpath.dirname(page) or "."
    return _led(page, text, lambda path: posixpath.relpath(path, here) if path in there else None)


def _form(path: str) -> str:
    """How a forge shows a file: a picture as it is, anything else on a page."""
    return "raw" if path.endswith(ASSETS) else "blob"


def _led(page: str, text: str, place: Place) -> str:
    """A page whose links go to the places of what they lead to."""
    return _outside_fences(text, lambda prose: _LINK.sub(lambda link: _rewritten(page, place, link), prose))


def _rewritten(page: str, place: Place, link: re.Match[str]) -> str:
    mark, words, target = link.groups()
    if _outside(target) or target.startswith("#"):
        return link[0]
    found = place(resolved(page, target))
    if not found:
        return words
    _, hash_, anchor = target.partition("#")
    return f"{mark}[{words}]({found}{hash_}{anchor})"


def _outside_fences(text: str, change: Callable[[str], str]) -> str:
    parts, end = [], 0
    for fence in _FENCE.finditer(text):
        parts += [change(text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, change(text[end:])])


def _outside(target: str) -> bool:
    return target.startswith(("http://", "https://", "mailto:"))
