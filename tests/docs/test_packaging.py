"""What is published: a wheel that adds one package to an environment, and a source archive with tests and pages."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email.message import Message
from email.parser import BytesParser
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from docs.tools.links import ROOT

OWN = ("firmware", "vision", "hardware", "models")
PRIVATE = "hakam/_packages"
WORKSHOP = {"synthetic", "training", "benchmarks", "mount"}
"""Folders that only a checkout needs: what draws, trains and measures, and what is printed."""


def build(kind: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as pip unpacks it."""
    folder = tmp_path_factory.mktemp("wheel")
    with zipfile.ZipFile(build("wheel", tmp_path_factory.mktemp("dist"))) as packed:
        packed.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    return BytesParser().parsebytes(next(wheel.glob("*.dist-info/METADATA")).read_bytes())


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def needed(package: str) -> set[str]:
    kinds = (".py",) if package == "hardware" else ("",)  # beside the code there are pages and drawings for hands
    inside = {path for path in files(ROOT / package) if not WORKSHOP & set(path.split("/"))}
    return {f"{package}/{path}" for path in inside if path.endswith(kinds) and not path.endswith(".pyc")}


def test_an_environment_gets_one_package_that_can_be_imported(wheel: Path) -> None:
    assert {path.name for path in wheel.iterdir() if not path.name.endswith(".dist-info")} == {"hakam"}
    assert {path.name for path in (wheel / "hakam").iterdir()} == {"__init__.py", "__main__.py", "_packages"}


def test_the_wheel_has_all_that_the_program_needs_unchanged_and_nothing_of_the_workshop(wheel: Path) -> None:
    assert files(wheel / PRIVATE) == set().union(*map(needed, OWN))
    for path in files(wheel / PRIVATE):
        assert (wheel / PRIVATE / path).read_bytes() == (ROOT / path).read_bytes()


def test_it_runs_in_an_empty_folder_beside_strangers_of_the_same_names(wheel: Path, tmp_path: Path) -> None:
    for name in OWN:
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a stranger')")
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}:{wheel}", "PYTHONDONTWRITEBYTECODE": "1"}
    code = "import sys, hakam.__main__ as m; sys.argv = ['hakam', 'rules', 'cafe']; print(m.main(), m.__file__)"
    call = [sys.executable, "-c", code]
    done = subprocess.run(call, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Ronda by the rules of cafe")
    assert done.stdout.endswith(f"\n0 {wheel / 'hakam' / '__main__.py'}\n")


def test_nothing_that_is_installed_with_it_is_called_like_one_of_its_packages() -> None:
    theirs = packages_distributions()
    assert {source for name in OWN for source in theirs.get(name, ())} <= {"hakam"}


def test_it_says_whose_it_is_and_what_it_is_for(metadata: Message) -> None:
    assert metadata["Author"]
    assert metadata["License-Expression"] == "Apache-2.0"
    assert "Topic :: Games/Entertainment :: Board Games" in metadata.get_all("Classifier")


def test_no_link_of_its_page_on_an_index_leads_into_a_checkout(metadata: Message) -> None:
    page = metadata.get_payload()
    assert "# Hakam" in page
    assert all(target.startswith(("https://", "#")) for target in re.findall(r"\]\(([^)\s]+)\)", page))


def test_the_source_archive_has_tests_pages_and_what_builds_it(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as packed:
        inside = {name.partition("/")[2] for name in packed.getnames()}
    wanted = {"Makefile", "CHANGELOG.md", "locks/dev.txt", "docs/guide/index.md", "docs/tools/index_page.py"}
    assert wanted | {"tests/conftest.py", "tests/docs/test_packaging.py", "models/training/__init__.py"} <= inside
    assert not {name for name in inside if name.startswith((".venv", ".git/", "out/"))}
