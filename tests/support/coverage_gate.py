"""The branch coverage that the pure packages must reach: a pytest plugin, loaded by ``make test`` beside pytest-cov.

``[tool.coverage-gates]`` of ``pyproject.toml`` has the percent of statements and branches that tests must run, by
package or module, and ``[tool.coverage-tests]`` the ``paths`` whose tests count: counting makes the decoder half as
fast. What is below its gate fails the run; it is told before pytest's own closing line.
"""

import io
import sys
import threading
import tomllib
from functools import cache

import pytest
from coverage import Coverage
from coverage.exceptions import NoDataError

MISSED = pytest.StashKey[list[str]]()
REMEMBERING = pytest.StashKey[bool]()


@cache
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


def counts(item):
    """Whether the coverage of a test counts; the marker ``untraced`` takes out heavy ones that reach nothing new."""
    if item.get_closest_marker("untraced"):
        return False
    paths = (item.config.rootpath / path for path in configured(item.config, "coverage-tests")["paths"])
    return any(path in (item.path, *item.path.parents) for path in paths)


def forget(config):
    """Empty the caches of what is measured: a test that counts runs also what another one had worked out untraced."""
    measured = {place.split("/")[0] for place in configured(config, "coverage-gates")}
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] in measured]
    for kept in [value for module in modules for value in vars(module).values() if hasattr(value, "cache_clear")]:
        kept.cache_clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Run a test that does not count untraced; ``no_cover`` of pytest-cov 7.1 does not do it in a worker of xdist.

    There two collectors of coverage lie upon each other, and stopping one resumes the other.
    """
    tracer, of_threads = sys.gettrace(), threading.gettrace()
    if not counts(item):
        item.config.stash[REMEMBERING] = True
        sys.settrace(None)
        threading.settrace(None)
    elif item.config.stash.get(REMEMBERING, False):
        item.config.stash[REMEMBERING] = False
        forget(item.config)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
        threading.settrace(of_threads)


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
