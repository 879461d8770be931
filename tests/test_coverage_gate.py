"""The gate of branch coverage, on a small project of which the tests take one branch of two."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = """\
[tool.coverage.run]
branch = true
source = ["signs", "unused"]

[tool.coverage-tests]
paths = {counted}

[tool.coverage-gates]
{place} = {gate}
"""
SIGN = "def sign(number):\n    if number < 0:\n        return -1\n    return 1\n"
TEST = "from signs import sign\n\n\ndef test_sign():\n    assert sign(3) == 1\n"


def run(folder, workers, *tests):
    """Run tests of a project as ``make test`` runs this one's."""
    options = ("-q", "-n", workers, "--cov", "--cov-report=", "-p", "coverage_gate")
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, *tests],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent / "support")},
        capture_output=True,
        text=True,
        check=False,
    )


def write(folder, files):
    for name, text in files.items():
        (folder / name).write_text(text)


@pytest.mark.parametrize(
    ("place", "gate", "fails", "workers", "counted"),
    [
        ("signs", 66, False, "0", ["test_signs.py"]),
        ("signs", 100, True, "2", ["test_signs.py"]),
        ("signs", 66, True, "2", []),
        ("unused", 1, True, "0", ["test_signs.py"]),
    ],
    ids=["reached", "missed", "run by a test that does not count", "not run at all"],
)
def test_what_is_below_its_gate_fails_the_run_before_the_closing_line(
    tmp_path, *, place, gate, fails, workers, counted
):
    project = PROJECT.format(place=place, gate=gate, counted=counted)
    write(tmp_path, {"pyproject.toml": project, "signs.py": SIGN, "unused.py": SIGN, "test_signs.py": TEST})
    done = run(tmp_path, workers)
    assert (done.returncode, f"FAILED branch coverage of {place}" in done.stdout) == (int(fails), fails), done.stderr
    assert done.stdout.splitlines()[-1].startswith("1 passed in ")


@pytest.mark.parametrize("workers", ["0", "1"])
def test_what_another_test_has_had_worked_out_untraced_is_run_again(tmp_path, workers):
    project = PROJECT.format(place="signs", gate=66, counted=["test_signs.py"])
    remembered = "from functools import cache\n\n\n@cache\n" + SIGN
    tests = {"test_other.py": TEST, "test_signs.py": TEST}
    write(tmp_path, {"pyproject.toml": project, "signs.py": remembered, "unused.py": SIGN, **tests})
    done = run(tmp_path, workers, *tests)
    assert done.returncode == 0, done.stdout
