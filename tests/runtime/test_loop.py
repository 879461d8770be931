"""The live loop, step by step: a recorded session seen through a window, buttons, faults, cuts of the power."""

import math
import threading
import zipfile
from dataclasses import replace

import pytest

from firmware.announce.texts import fault_text
from firmware.announce.tones import PATTERNS, Sound
from firmware.care.bundle import Material, write_bundle
from firmware.care.reporting import Reporter, new_report_path
from firmware.referee import Referee
from firmware.replaying.replay import play_back
from firmware.runtime.live_match import LiveMatch
from firmware.settings.model import Settings
from firmware.storage.export import read_export
from firmware.storage.journal import Journal
from hardware.camera_status import CameraStatus
from tests.support.live_table import RECORDED, SETUP, Table, begun, ranks, resumed


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        yield journal


def test_what_is_seen_through_the_window_is_read_like_the_recording(journal):
    table, referee = begun(journal).go(60.0), Referee(SETUP)
    for entry in RECORDED.entries:
        if entry.signal and entry.t_ms <= 60_000:
            referee.feed(entry.signal)
    assert ranks(table.referee) == ranks(referee)
    assert len(table.referee.plays) > 5


def test_what_was_announced_is_in_the_journal_when_it_is_heard(journal):
    table = begun(journal)
    written = []

    def check(moment, _presentation):
        if moment.events:
            written.append(moment.texts == list(journal.entries(1))[-1].events)

    table.live._output._sinks = (check,)
    table.go(30.0)
    assert len(written) > 3
    assert all(written)


def test_the_session_plays_back_to_the_very_same_events(journal):
    table = begun(journal).go(40.0).press("a", 1.0).press("b", 1.0)
    table.matches.close()
    kept = list(journal.entries(1))
    assert len(list(play_back(kept, Referee(SETUP)))) == len(kept)


@pytest.mark.parametrize("cut_s", [5.0, 20.0, 33.3, 47.1])
def test_after_a_cut_the_same_match_goes_on(journal, cut_s):
    table = begun(journal).go(cut_s)
    before, scores = ranks(table.referee), table.referee.scoreboard.scores
    again = resumed(journal, table, away_s=0.0)
    assert ranks(again.referee)[: len(before)] == before
    assert again.referee.scoreboard.scores == scores
    assert ranks(again.go(60.0 - cut_s).referee) == ranks(begun(journal).go(60.0).referee)


def test_what_was_undone_before_the_cut_can_be_done_again_after_it(journal):
    table = begun(journal).go(40.0)
    whole = ranks(table.referee)
    table.press("a", 1.0)
    assert ranks(table.referee) != whole
    again = resumed(journal, table, away_s=0.0)
    assert ranks(again.referee) == ranks(table.referee)
    again.press("b", 1.0)
    assert ranks(again.referee) == whole


OTHER_GAMES = [replace(SETUP, rules="cafe"), replace(SETUP, players=3, dealer=0, names=("A", "B", "C"))]


@pytest.mark.parametrize("wanted", OTHER_GAMES)
def test_a_match_by_other_rules_goes_on_as_it_was_begun_once_something_was_played(journal, wanted):
    begun(journal).go(5.0)
    assert LiveMatch.resume(journal, wanted) is None
    table = begun(journal).go(30.0)
    again = LiveMatch.resume(journal, wanted)
    assert again.referee.setup == SETUP
    assert again.referee.plays == table.referee.plays


@pytest.mark.parametrize("field", ["patience_ms", "ask_ms", "grace_ms", "accept_ms"])
def test_a_setting_that_changes_no_rule_replaces_no_match(journal, field):
    table = begun(journal).go(30.0)
    wanted = replace(SETUP, pace=replace(SETUP.pace, **{field: 1234}))
    again = LiveMatch.resume(journal, wanted)
    assert (again.number, again.referee.setup) == (1, SETUP)
    assert again.referee.scoreboard.scores == table.referee.scoreboard.scores


def test_without_any_match_there_is_none_to_resume(journal):
    assert LiveMatch.resume(journal, SETUP) is None


def test_a_lost_camera_is_shown_and_the_score_comes_back_with_it(journal):
    table = begun(journal).go(20.0)
    score = table.pictures[-1]
    shot = table.glass.status.shot
    table.glass.looks, table.glass.status = [], CameraStatus(shot, table.now[0], "no picture for 2 s")
    table.go(2.0)
    assert table.pictures[-1] == score or table.live._output._presenter.fault == ""
    table.go(2.0)
    assert table.live._output._presenter.fault == fault_text("camera_lost", "en")
    table.glass.status = CameraStatus(shot)
    table.go(6.0)
    assert table.live._output._presenter.fault == ""


def test_a_camera_that_is_never_opened_is_shown_and_the_referee_is_ready_without_it(journal):
    table = Table(journal, LiveMatch.begin(journal, SETUP), looks=[])
    table.glass.status = CameraStatus(opening_s=table.now[0])
    table.go(10.0)
    assert table.live._output._presenter.fault == "" and table.alive == []
    table.go(10.0)
    assert table.live._output._presenter.fault == fault_text("camera_lost", "en") and table.alive[0] == "READY=1"


def test_a_table_in_the_dark_is_shown(journal):
    table = begun(journal)
    table.glass.bright = 10
    table.go(10.0)
    assert table.live._output._presenter.fault == fault_text("too_dark", "en")


def test_a_lamp_that_goes_out_is_shown_till_it_is_lit_and_scores_nothing(journal):
    table = begun(journal).go(60.0)
    plays, scores = ranks(table.referee), table.referee.scoreboard.scores
    table.glass.bright = 10
    table.go(0.5)
    assert table.live._output._presenter.fault == ""
    table.go(15.0)
    assert table.live._output._presenter.fault == fault_text("too_dark", "en")
    assert (ranks(table.referee), table.referee.scoreboard.scores) == (plays, scores)
    table.glass.bright = 128
    assert table.go(3.0).live._output._presenter.fault == ""


def test_a_held_button_shows_what_it_will_do_and_says_it_when_it_is_let_go(journal):
    table = begun(journal).go(40.0)
    plays = len(table.referee.plays)
    table.panel.heard("a", True, table.now[0])
    table.go(1.0)
    assert table.live._output._presenter.hint == "Let go: undo"
    table.panel.heard("a", False, table.now[0])
    table.go(1.0)
    assert (table.live._output._presenter.hint, len(table.referee.plays)) == ("", plays - 1)


def test_both_buttons_held_switch_the_sound_off_and_on(journal):
    table = begun(journal).go(10.0)
    for quiet in (True, False):
        for name in "ab":
            table.panel.heard(name, True, table.now[0])
        table.go(1.0)
        for name in "ab":
            table.panel.heard(name, False, table.now[0])
        table.go(1.0)
        assert table.live._output.quiet is quiet
    quiet_table = begun(journal)
    quiet_table.live._output.quiet = True
    assert not quiet_table.go(30.0).tones


def test_both_buttons_held_longer_write_a_report_while_looks_go_on(journal, tmp_path):
    table, go, settings = begun(journal).go(30.0), threading.Event(), Settings()

    def write(looks):
        assert go.wait(600.0)  # set below
        path = new_report_path(tmp_path)
        write_bundle(path, journal.path, Material(settings, looks=looks))
        return path

    kept = []
    remember = lambda: kept.extend(journal.entries(1)) or ()  # noqa: E731
    reporter = table.live._output.reporter = Reporter(remember, write, clock=lambda: table.now[0])
    for name in "ab":
        table.panel.heard(name, True, table.now[0])
    table.go(1.0)
    hints = [table.live._output._presenter.hint]
    table.go(2.5)
    hints.append(table.live._output._presenter.hint)
    for name in "ab":
        table.panel.heard(name, False, table.now[0])
    seen, plays = table.go(0.5).glass.seen, len(table.referee.plays)
    hints.append(table.live._output._presenter.hint)
    table.go(20.0)
    assert (table.glass.seen > seen + 20, len(table.referee.plays) > plays, reporter.busy) == (True, True, True)
    assert kept[-1].signal.input == "report"
    go.set()
    reporter.close()
    table.go(0.5)
    assert hints == ["Let go: sound", "Let go: report", "Writing a report"]
    assert table.live._output.quiet is False
    (path,) = tmp_path.glob("hakam-report-*.zip")
    assert path.stem.endswith(table.live._output._presenter.notice.removeprefix("Report written: "))
    assert_same_score(path, tmp_path, table.referee)
    assert table.go(7.0).live._output._presenter.notice == ""


def assert_same_score(path, folder, referee):
    """The session in a report gives another referee the same game."""
    with zipfile.ZipFile(path) as opened:
        opened.extract("session-1.jsonl.gz", folder)
    again = Referee(SETUP)
    moments = list(play_back(read_export(folder / "session-1.jsonl.gz").entries, again))
    assert any(getattr(one.signal, "input", "") == "report" for one in moments)
    assert again.scoreboard.scores == referee.scoreboard.scores
    assert ranks(again) == ranks(referee)[: len(again.plays)]
    assert len(again.plays) > 5


def test_a_press_that_means_nothing_sounds_like_a_fault(journal):
    table = begun(journal).go(10.0)
    before = len(table.tones)
    for name in ("0", "a"):
        table.panel.heard(name, True, table.now[0])
    table.go(0.2)
    for name in ("0", "a"):
        table.panel.heard(name, False, table.now[0])
    table.go(1.0)
    assert PATTERNS[Sound.FAULT] in table.tones[before:]


def test_the_watchdog_is_fed_while_pictures_come(journal):
    table = begun(journal).go(20.0)
    assert table.alive[0] == "READY=1"
    assert table.alive.count("WATCHDOG=1") >= 4


def test_it_ends_with_its_recording(journal):
    table = begun(journal)
    table.glass.status = CameraStatus(None, table.now[0], "the recording is over", over=True)
    table.live.run()
    assert LiveMatch.resume(journal, SETUP) is not None


def test_the_loop_waits_for_no_longer_than_a_button_needs(journal):
    table = begun(journal).go(1.0)
    table.panel.heard("0", True, table.now[0])
    table.live.step()
    assert 0.0 <= table.live._patience_s() < 0.25
    assert math.isfinite(table.live._patience_s())


def test_a_camera_that_repeats_its_picture_is_told_as_such(journal):
    table = begun(journal).go(2.0)
    shot = table.glass.status.shot
    table.glass.looks = []
    table.glass.status = CameraStatus(shot, table.now[0], "the same again", frozen=True)
    assert table.go(3.0).live._output._presenter.fault == fault_text("camera_frozen", "en")


def test_after_a_time_without_pictures_the_referee_takes_it_that_anything_may_have_happened(journal):
    table = begun(journal).go(5.0)
    table.glass.status = replace(table.glass.status, lost_s=table.now[0])
    table.glass.looks, left = [], table.glass.looks
    table.go(4.0)
    assert table.matches.match.referee._look.unseen == "camera_lost", "the referee knows as soon as players do"
    table.glass.looks = left
    table.go(1.0)
    table.matches.close()
    unseen = [entry.signal for entry in journal.entries(1) if getattr(entry.signal, "unseen", "")]
    assert [(one.unseen, one.hand_present, one.cards) for one in unseen] == [("camera_lost", True, ())]
    assert table.glass.anew, "what rests meanwhile is looked at, too"


@pytest.mark.parametrize("fault", [MemoryError(), RuntimeError("bad allocation"), ValueError("a picture of no shape")])
def test_a_look_that_fails_costs_that_picture_alone_and_is_shown(journal, fault, caplog):
    table = begun(journal).go(2.0)
    observe, failures = table.glass.observe, iter([fault] * 3)

    def failing(frame):
        for one in failures:
            raise one
        return observe(frame)

    table.glass.observe = failing
    table.go(1.0)
    assert table.live._output._presenter.fault == fault_text("look_failed", "en")
    assert caplog.text.count("could not be looked at") == 1
    assert table.glass.anew, "the eyes have taken that picture for seen"
    assert table.go(6.0).live._output._presenter.fault == ""
    assert table.glass.status.shot and table.live._feed.sees


def test_a_machine_without_memory_for_any_look_lets_the_watchdog_bite(journal):
    table = begun(journal).go(2.0)

    def failing(_frame):
        raise MemoryError

    table.glass.observe = failing
    fed = len(table.go(5.0).alive)
    assert len(table.go(30.0).alive) == fed
