"""The list of changes and the version say the same."""

import re
import tomllib

from docs.tools.links import ROOT

CHANGES = (ROOT / "CHANGELOG.md").read_text()
HEADINGS = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", CHANGES, re.MULTILINE)


def test_the_newest_version_is_the_projects() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert HEADINGS[0][0] == project["version"]


def test_versions_fall_from_top_to_bottom() -> None:
    versions = [tuple(map(int, version.split("."))) for version, _ in HEADINGS]
    assert versions == sorted(set(versions), reverse=True)
    assert [date for _, date in HEADINGS] == sorted((date for _, date in HEADINGS), reverse=True)


def test_what_is_not_released_yet_has_a_place() -> None:
    assert CHANGES.index("## [Unreleased]") < CHANGES.index(f"## [{HEADINGS[0][0]}]")
