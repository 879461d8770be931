"""What the program needs beside its code is in the wheel."""

import tomllib
from itertools import chain

import pytest

from docs.tools.links import ROOT

PACKAGED = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
LEFT_OUT = {"results"}
"""Folders of files that only the repository needs."""


@pytest.mark.parametrize("package", sorted(PACKAGED))
def test_all_data_of_a_package_are_in_the_wheel(package: str) -> None:
    root = ROOT / package
    found = {path for path in root.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    wanted = {path for path in found if not LEFT_OUT & set(path.relative_to(root).parts)}
    packed = set(chain.from_iterable(root.glob(pattern) for pattern in _plain(PACKAGED[package])))
    assert wanted <= packed


def _plain(patterns: list[str]) -> list[str]:
    """A closing ``**`` of setuptools means files, too; in Python 3.11 that of pathlib means folders alone."""
    return [f"{pattern}/*" if pattern.endswith("**") else pattern for pattern in patterns]


@pytest.mark.parametrize("what", ["announce/texts/en.toml", "announce/fonts/DejaVuSans-Bold.ttf"])
def test_texts_and_font_are_where_the_wheel_takes_them_from(what: str) -> None:
    assert (ROOT / "firmware" / what).is_file()
