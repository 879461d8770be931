"""The pages of the API reference: one for each package, from its docstrings."""

import ast
from pathlib import Path

from docs.tools.links import ROOT

ROOTS = ("firmware", "vision", "hardware", "models")
HIDDEN = ("models.training", "models.benchmarks")
"""Packages of the workshop, which nobody imports at run time."""


def packages() -> list[str]:
    """The dotted names of all packages that the reference tells of, each before those within it."""
    found = sorted(path.parent for root in ROOTS for path in (ROOT / root).rglob("__init__.py"))
    names = (".".join(path.relative_to(ROOT).parts) for path in found)
    return [name for name in names if not name.startswith(HIDDEN)]


def pages() -> dict[str, str]:
    """The Markdown of each page by its path on the site."""
    return {f"reference/{name}.md": _page(name) for name in packages()}


def _page(package: str) -> str:
    folder = ROOT / package.replace(".", "/")
    blocks = (f"::: {name}\n" for name in [package, *_modules(package, folder)])
    return "\n".join((f"# {package}\n", *blocks))


def _modules(package: str, folder: Path) -> list[str]:
    return [f"{package}.{path.stem}" for path in sorted(folder.glob("*.py")) if not path.stem.startswith("__")]


def index() -> str:
    """A page that lists all packages with the first line of what they say of themselves."""
    rows = (f"| [`{name}`]({name}.md) | {_first_line(name)} |" for name in packages())
    return "\n".join(("# API reference\n", "| package | what it is |", "|---|---|", *rows, ""))


def _first_line(package: str) -> str:
    text = (ROOT / package.replace(".", "/") / "__init__.py").read_text()
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
