"""What a Pi installs: our own sources, and the wheels that pip will ask for."""

import shutil
import sys
from pathlib import Path

from tools import ROOT, run

FOLDERS = ("hakam", "firmware", "vision", "models", "hardware", "systemd", "docs")
FILES = ("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE")
GLIBC = ("2014", "_2_17", "_2_27", "_2_28", "_2_31", "_2_34", "_2_36", "_2_39")
"""The platforms of wheels that there are, by the C library that they need at least."""


def sources(folder: Path) -> None:
    """Copy what git knows of our own into ``folder``, in the place of what was there."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in run("git", "ls-files", *FOLDERS, *FILES).splitlines():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)


def wheels(folder: Path, python: str, glibc: str, *more: str) -> None:
    """Fetch what a box installs and ``more``, for a Python and C library (``2_36``) on arm64."""
    fit = (name for name in GLIBC if name == "2014" or _number(name) <= _number(glibc))
    platforms = [f"--platform=manylinux{name}_aarch64" for name in fit]
    where = ("--only-binary", ":all:", "--python-version", python, "-d", str(folder))
    fetch = (sys.executable, "-m", "pip", "download", "--quiet", *platforms, *where)
    run(*fetch, "--require-hashes", "-r", str(ROOT / "locks" / "pi.txt"))
    if more:
        run(*fetch, *more)


def _number(glibc: str) -> int:
    return int(glibc.rpartition("_")[2])
