"""Odd commands end with a sentence; some of them here, all of them by `make odd-commands`."""

import subprocess
import sys

from firmware.cli.arguments import COMMANDS
from tests.support.odd_commands import LOCALES, OUTPUTS, SAME, THINGS, odd_commands
from tests.support.odd_world import SIGNALS, kept_signals, made_locales, make_world, restore, state

EVERY = 179  # a prime: each run meets other options with other things; thirteen commands


def test_every_option_that_takes_a_value_is_given_every_odd_thing():
    given = {one.arguments for one in odd_commands()}
    for name in ("--report", "--journal", "--bundle", "--draw", "--config", "--picture"):
        for thing in THINGS:
            assert any(name in words and words[words.index(name) + 1] == thing for words in given)


def test_outputs_are_given_the_same_place_as_other_outputs_and_as_inputs():
    given = {one.arguments for one in odd_commands()}
    for same in SAME:
        assert any(words[0] == "replay" and words.count(same) == 2 and "--report" in words for words in given)
        assert ("read", same, "--draw", same) in given


def test_every_command_meets_every_locale_and_every_output():
    met = {(one.arguments[0], one.locale, one.output) for one in odd_commands()}
    assert {(one.name, locale, "open") for one in COMMANDS for locale in LOCALES} <= met
    assert {(one.name, output) for one in COMMANDS for output in OUTPUTS} == {(name, out) for name, _, out in met}


def test_some_odd_commands_end_as_they_may():
    ran = subprocess.run(
        [sys.executable, "-m", "tests.support.odd_runs", str(EVERY)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "odd commands ended: " in ran.stdout


def test_what_is_replaced_or_lost_is_seen_and_put_back(tmp_path):
    world = tmp_path / "world"
    make_world(world)
    before = state(world)
    (world / "new.html").write_text("a report")
    (world / "home" / "journal.db").write_text("")
    assert (set(state(world)) - set(before), kept_signals(world)) == ({"new.html"}, 0)
    restore(world, before)
    assert (state(world), kept_signals(world)) == (before, SIGNALS)
    (world / "letter.txt").write_text("a report")
    assert [name for name, what in state(world).items() if before[name] != what] == ["letter.txt"]
    (world / "secrets").chmod(0o700)


def test_a_locale_that_cannot_be_made_is_left_out(tmp_path):
    assert made_locales(tmp_path, ("C", "C.UTF-8", "xx_YY.UTF-8")) == ["C", "C.UTF-8"]
