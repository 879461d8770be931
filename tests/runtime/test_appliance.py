"""The composition root: what is opened is given back, and the options count more than the settings."""

import json
import logging
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

import firmware.runtime.table_devices as table_devices_module
from firmware.announce.seating import Seating
from firmware.announce.texts import text
from firmware.errors import HakamError
from firmware.referee import MatchSetup
from firmware.runtime.appliance import ApplianceOptions, build_appliance
from firmware.runtime.live_match import LiveMatch
from firmware.settings.model import Settings
from firmware.settings.session_file import SessionFile
from firmware.storage.journal import Journal
from hardware.fake import FakeDisplay
from tests.support.live_table import LOOKS, SETUP

NOTHING = Settings(display="none", buttons="none", buzzer=False)


@pytest.fixture
def bare_table(tmp_path):
    """A recording of a table on which nothing lies."""
    (tmp_path / "bare" / "frames").mkdir(parents=True)
    for t_ms in range(0, 400, 100):
        cv2.imwrite(str(tmp_path / "bare" / "frames" / f"{t_ms:05d}.jpg"), np.full((360, 640, 3), 120, np.uint8))
    return str(tmp_path / "bare")


def setups(journal):
    with Journal(Path(journal)) as opened:
        return [json.loads(one.header.setup) for one in opened.sessions()]


def test_it_runs_until_its_recording_is_over_and_gives_everything_back(bare_table, tmp_path, capsys):
    handlers, threads = list(logging.getLogger().handlers), threading.active_count()
    options = ApplianceOptions(camera=bare_table, journal=str(tmp_path / "journal.db"), json=True)
    with build_appliance(NOTHING, options) as appliance:
        appliance.run()
    assert json.loads(capsys.readouterr().out)["event"] == "SessionClosed"
    assert logging.getLogger().handlers == handlers
    assert threading.active_count() == threads


def test_what_was_opened_is_given_back_where_the_rest_fails(tmp_path):
    handlers, threads = list(logging.getLogger().handlers), threading.active_count()
    options = ApplianceOptions(camera="/nowhere/film.mp4", journal=str(tmp_path / "journal.db"))
    with pytest.raises(HakamError, match="does not exist"), build_appliance(NOTHING, options):
        pytest.fail("built without its camera")
    assert logging.getLogger().handlers == handlers
    assert threading.active_count() == threads


@pytest.mark.parametrize(("new", "sessions"), [(False, 1), (True, 2)])
def test_a_match_that_was_cut_off_goes_on_unless_a_new_one_is_wanted(bare_table, tmp_path, new, sessions):
    journal = str(tmp_path / "journal.db")
    for begins in (True, new):
        with build_appliance(NOTHING, ApplianceOptions(camera=bare_table, journal=journal, new=begins)) as appliance:
            appliance.run()
    assert len(setups(journal)) == sessions


def test_the_table_of_the_options_comes_before_that_of_the_settings(bare_table, tmp_path):
    journal, table = str(tmp_path / "journal.db"), SessionFile(players=4, rules="cafe")
    with build_appliance(NOTHING, ApplianceOptions(table, camera=bare_table, journal=journal)):
        pass
    (setup,) = setups(journal)
    assert (setup["players"], setup["dealer"]) == (4, 3)


class Hanging(FakeDisplay):
    """Takes no picture before the end."""

    def __init__(self, let_go):
        super().__init__()
        self.let_go = let_go

    def show(self, picture):
        assert self.let_go.wait(60.0)


def test_a_display_that_hangs_and_a_buzzer_that_fails_hold_up_neither_the_match_nor_its_end(
    bare_table, tmp_path, capsys, monkeypatch
):
    let_go, opened = threading.Event(), threading.Event()

    def open_buzzer():
        opened.set()
        raise RuntimeError("no words of ours")

    monkeypatch.setattr(table_devices_module, "display_for", lambda _settings, pi: lambda: Hanging(let_go))
    monkeypatch.setattr(table_devices_module, "buzzer_for", lambda _settings, pi: open_buzzer)
    options = ApplianceOptions(camera=bare_table, journal=str(tmp_path / "journal.db"), json=True)
    with build_appliance(NOTHING, options) as appliance:
        appliance.run()
    assert json.loads(capsys.readouterr().out)["event"] == "SessionClosed"
    assert opened.is_set()
    assert not let_go.is_set()
    let_go.set()


def resumed_in_other_rules(journal, camera, **how):
    """The match of a table at which something was played, while the settings say other rules by now."""
    with Journal(Path(journal)) as opened:
        match = LiveMatch.begin(opened, SETUP)
        for look in LOOKS[:260]:
            match.feed(look)
        match.write()
        assert match.referee.plays
    wanted = Settings(display="none", buttons="none", buzzer=False, rules="cafe", grace_ms=1, **how)
    return build_appliance(wanted, ApplianceOptions(camera=camera, journal=journal, json=True))


def test_a_running_match_is_kept_though_the_settings_say_other_rules_and_that_is_said(bare_table, tmp_path, caplog):
    journal = str(tmp_path / "journal.db")
    with resumed_in_other_rules(journal, bare_table) as appliance:
        assert appliance._output.opening == text("missing", "as_begun", "en")
        appliance.run()
    assert [one["rules"] for one in setups(journal)] == [SETUP.rules]
    assert f"session 1 goes on by {SETUP.rules} with 2 players" in caplog.text


@pytest.mark.parametrize(("evidence", "shown"), [("pictures", True), ("none", False)])
def test_the_display_shows_whether_pictures_are_kept(bare_table, tmp_path, evidence, shown):
    options = ApplianceOptions(camera=bare_table, journal=str(tmp_path / "journal.db"))
    wanted = Settings(display="none", buttons="none", buzzer=False, evidence=evidence)
    with build_appliance(wanted, options) as appliance:
        assert appliance._output._presenter.recording == shown


def test_the_next_match_is_shown_with_the_players_it_has(bare_table, tmp_path):
    """After a match of two that was begun before the settings said three."""
    journal = str(tmp_path / "journal.db")
    options = ApplianceOptions(SessionFile(players=2), camera=bare_table, journal=journal)
    with build_appliance(NOTHING, options) as appliance:
        matches, output = appliance.matches, appliance._output
        matches._wanted = MatchSetup(3, 2, SETUP.rules, names=("Amina", "Brahim", "Chaima"))
        matches._looks.append(LOOKS[0])
        output.tell(matches._next_match())
        assert output._presenter._seating == Seating(3, ("Amina", "Brahim", "Chaima"))
    assert [one["players"] for one in setups(journal)] == [2, 3]
