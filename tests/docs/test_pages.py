"""The pages of the documentation lead to what is there."""

import ast
import re
from pathlib import Path

import pytest

from docs.tools import decisions, links, programs
from firmware.rules.presets import PRESETS

ROOT = links.ROOT
PAGES = links.pages()
LINES_OF_README = 200
CODE_PATH = re.compile(r"`((?:firmware|vision|hardware|models|systemd|tests|docs|locks)(?:/[\w.-]+)+/?)`")
MODULE = re.compile(r"python3? -m ((?:firmware|vision|hardware|models|docs)(?:\.\w+)*)")
TARGET = re.compile(r"(?:`|^)make ([\w-]+)", re.MULTILINE)
TARGETS = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
PAST = ("CHANGELOG.md", "docs/decisions/", "docs/benchmarks.md")
"""Pages that tell of the past, when files had other names."""


def heading_anchor(heading: str) -> str:
    """The anchor of a heading, as Markdown's extension ``toc`` makes it."""
    words = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", words, flags=re.ASCII)).strip("-")


def can_be_run(module: str) -> bool:
    path = ROOT / module.replace(".", "/")
    return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()


def anchors(page: str) -> set[str]:
    return {heading_anchor(line.lstrip("#")) for line in (ROOT / page).read_text().splitlines() if line.startswith("#")}


@pytest.mark.parametrize("page", PAGES)
def test_each_link_leads_to_a_file_and_to_a_heading_in_it(page: str) -> None:
    dead = []
    for target in links.targets(page):
        path, anchor = links.resolved(page, target), target.partition("#")[2]
        if not ((ROOT / path).exists() and (not anchor or anchor in anchors(path))):
            dead.append(target)
    assert not dead


@pytest.mark.parametrize("page", [page for page in PAGES if not page.startswith(PAST)])
def test_each_path_that_a_page_names_is_there(page: str) -> None:
    named = CODE_PATH.findall((ROOT / page).read_text())
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_each_command_that_a_page_names_can_be_called(page: str) -> None:
    text = (ROOT / page).read_text()
    assert [name for name in MODULE.findall(text) if not can_be_run(name)] == []
    assert set(TARGET.findall(text)) <= TARGETS


def test_the_readme_is_a_short_introduction() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) < LINES_OF_README


def test_the_readme_counts_the_presets() -> None:
    assert f"under {len(PRESETS)} presets" in (ROOT / "README.md").read_text()


def test_the_readme_names_every_package_of_the_referee() -> None:
    named = set(re.findall(r"\]\(([\w/]+)/\)", (ROOT / "README.md").read_text()))
    packages = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "firmware").glob("*/__init__.py")}
    assert packages <= named


def test_the_guide_tells_of_every_command() -> None:
    told = re.findall(r"^\| `hakam (\w+)", (ROOT / "docs/guide/index.md").read_text(), re.MULTILINE)
    assert sorted(told) == sorted(programs.commands())
    assert "replay" in told


@pytest.mark.parametrize("note", decisions.notes(), ids=lambda note: note.stem)
def test_a_decision_has_its_own_number_and_a_title(note: Path) -> None:
    number = note.name[:4]
    assert re.fullmatch(r"\d{4}-[a-z0-9-]+\.md", note.name)
    assert len(list(decisions.FOLDER.glob(f"{number}-*"))) == 1
    assert note.read_text().startswith(f"# {number} ")


def test_the_glossary_is_sorted_and_has_each_term_once() -> None:
    rows = [line for line in (ROOT / "docs/glossary.md").read_text().splitlines() if line.startswith("| ")][1:]
    terms = [row.split("|")[1].strip().lower() for row in rows]
    assert terms == sorted(set(terms))
    assert all(row.count("|") == 5 for row in rows)  # term, meaning, where, source


@pytest.mark.parametrize(
    "package", sorted(path.parent for path in ROOT.glob("firmware/*/__init__.py")), ids=lambda path: path.name
)
def test_a_package_says_what_comes_in_what_goes_out_and_who_may_know_it(package: Path) -> None:
    told = ast.get_docstring(ast.parse((package / "__init__.py").read_text())) or ""
    assert re.findall(r"^(In|Out|Known to): \S", told, re.MULTILINE) == ["In", "Out", "Known to"]
