"""The branch coverage that the pure packages must reach: a pytest plugin, loaded by ``make test`` beside pytest-cov.

``[tool.coverage-gates]`` of ``pyproject.toml`` has the percent of statements and branches that tests must run, by
package or module, and ``[tool.coverage-tests]`` the ``paths`` whose tests count: counting makes the decoder half as
fast. What is below its gate fails the run; it is told before pytest's own closing line.
"""

import io
import tomllib

import pytest
from coverage import Coverage
from coverage.exceptions import NoDataError

MISSED = pytest.StashKey[list[str]]()


def configured(config, table):
    """A table ``[tool.…]`` of the project's ``pyproject.toml``."""
    return tomllib.loads((config.rootpath / "pyproject.toml").read_text(encoding="utf-8"))["tool"][table]


def reached(coverage, place):
    """The percentage of a package or module; nought where nothing of it was run."""
    try:
        return coverage.report(include=[f"{place}.py", f"{place}/*"], file=io.StringIO())
    except NoDataError:
        return 0.0


def missed(config):
    """A sentence for each place that is below its gate."""
    gates = configured(config, "coverage-gates")
    coverage = Coverage()
    coverage.load()
    measured = ((place, reached(coverage, place), gate) for place, gate in gates.items())
    return [f"{place}: {got:.2f} % are run, {gate} % must be" for place, got, gate in measured if got < gate]


def pytest_collection_modifyitems(config, items):
    counted = {config.rootpath / path for path in configured(config, "coverage-tests")["paths"]}
    for item in items:
        if counted.isdisjoint((item.path, *item.path.parents)):
            item.add_marker("no_cover")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    if hasattr(session.config, "workerinput"):
        return  # a worker of xdist has run a part only
    session.config.stash[MISSED] = missed(session.config)
    if session.config.stash[MISSED] and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    for line in config.stash.get(MISSED, []):
        terminalreporter.write_line(f"FAILED branch coverage of {line}", red=True)
