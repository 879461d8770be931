"""Odd commands end with a sentence; some of them here, all of them by `make odd-commands`."""

import subprocess
import sys

from firmware.cli.arguments import COMMANDS
from tests.support.odd_commands import THINGS, make_world, odd_commands, state

EVERY = 61  # a prime: each run meets other options with other things; twelve commands


def test_every_option_that_takes_a_value_is_given_every_odd_thing():
    given = {command.arguments for command in odd_commands()}
    assert len(given) >= 300
    for name in ("--report", "--journal", "--bundle", "--draw", "--config"):
        for thing in THINGS:
            assert any(name in one and one[one.index(name) + 1] == thing for one in given)
    assert {one[0] for one in given} == {command.name for command in COMMANDS}


def test_some_odd_commands_end_as_they_may():
    ran = subprocess.run(
        [sys.executable, "-m", "tests.support.odd_commands", str(EVERY)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_what_is_replaced_is_seen(tmp_path):
    make_world(tmp_path / "world")
    before = state(tmp_path / "world")
    (tmp_path / "world" / "letter.txt").write_text("a report")
    after = state(tmp_path / "world")
    assert [name for name in before if before[name] != after[name]] == ["letter.txt"]
    (tmp_path / "world" / "secrets").chmod(0o700)
