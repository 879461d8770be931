"""Where reports go, how many are kept, and that whoever asks for one never waits for it."""

import logging
import os
import threading
import zipfile

from firmware.announce.texts import text
from firmware.care.doctor import Health, examine
from firmware.care.reporting import (
    KEPT,
    LETTERS,
    LINES,
    SHOWN_S,
    LogTail,
    Reporter,
    health,
    new_report_path,
    tidy,
    writable_stick,
)
from firmware.replaying.sources import demo_folder
from firmware.runtime.appliance import ApplianceOptions, build_appliance
from firmware.settings.model import Settings
from firmware.storage.journal import EvidencePicture
from firmware.storage.outputs import NotWrittenError
from hardware.fake import FakeBuzzer
from hardware.optional_device import OptionalDevice
from hardware.ports import BuzzerLost
from tests.support.settled import settled

LOOKS = (EvidencePicture(1, 0.0, b"a look"),)


def reporter(write, now=(1.0,)):
    return Reporter(lambda: LOOKS, write, clock=lambda: now[0])


def ended(one):
    one.close()
    assert not one.busy
    return one


def test_asking_returns_while_it_is_being_written(tmp_path):
    go, given = threading.Event(), []
    one = reporter(lambda looks: (go.wait(5.0), given.append(looks), tmp_path / "hakam-report-7.zip")[-1])
    one.begin()
    assert one.hint("en") == text("report", "writing", "en")
    assert (one.notice("en"), given) == ("", [])
    one.begin()
    go.set()
    assert ended(one).notice("en") == "Report written: 7"
    assert (one.hint("en"), given) == ("", [LOOKS])


def test_the_end_is_shown_for_a_while(tmp_path):
    now = [1.0]
    one = reporter(lambda _looks: tmp_path / "hakam-report-7.zip", now)
    one.begin()
    assert ended(one).notice("fr") == "Rapport écrit : 7"
    now[0] += SHOWN_S + 0.1
    assert one.notice("fr") == ""


def test_why_there_is_none_is_shown():
    def full(_looks):
        raise NotWrittenError("it cannot be written there") from OSError(28, "No space left on device")

    one = reporter(full)
    one.begin()
    assert ended(one).notice("en") == "No report: No space left on device"


def test_a_fault_that_nobody_thought_of_is_shown_too():
    one = reporter(lambda _looks: 1 / 0)
    one.begin()
    assert ended(one).notice("en") == "No report: ZeroDivisionError"


def test_names_differ_though_the_clock_stands_still(tmp_path):
    first = new_report_path(tmp_path)
    first.touch()
    assert new_report_path(tmp_path) != first


def test_only_the_last_are_kept_and_the_newest_is_whatever_the_clock_says(tmp_path):
    files = [tmp_path / f"hakam-report-{n}.zip" for n in range(KEPT + 2)]
    for second, file in enumerate(files):
        file.touch()
        os.utime(file, (second, second))
    (tmp_path / ".hakam-cut.zip").touch()
    (tmp_path / "letter.txt").touch()
    tidy(files[0])
    kept = {file.name for file in tmp_path.iterdir()}
    assert kept == {files[0].name, files[-1].name, files[-2].name, "letter.txt"}


def test_a_stick_is_a_mounted_folder_that_can_be_written_to(tmp_path):
    (tmp_path / "pi" / "USB").mkdir(parents=True)
    assert writable_stick(tmp_path) is None
    assert writable_stick(tmp_path, lambda place: place.name == "USB") == tmp_path / "pi" / "USB"
    assert writable_stick(tmp_path / "nowhere") is None


def test_the_last_lines_of_the_log_are_remembered():
    tail = LogTail()
    for number in range(LINES + 5):
        tail.handle(logging.LogRecord("hardware", logging.WARNING, "", 0, "camera lost %d", (number,), None))
    tail.handle(logging.LogRecord("hardware", logging.WARNING, "", 0, "x" * 9999, (), None))
    assert len(tail.lines) == LINES
    assert tail.lines[0].endswith("hardware camera lost 6")
    assert len(tail.lines[-1]) == LETTERS


def test_what_the_referee_knows_of_his_body_is_found(tmp_path):
    def none_there():
        raise BuzzerLost("no pins here")

    devices = [settled(OptionalDevice("buttons", FakeBuzzer)), settled(OptionalDevice("buzzer", none_there))]
    found = {one.what: one for one in examine(health(tmp_path, devices, [20.0, 30.0, 90.0]))}
    assert (found["buttons"].state, found["buzzer"].state) == (Health.WELL, Health.BAD)
    assert found["buzzer"].words == "no pins here"
    assert found["looks"].words == "the last 3 pictures took 30 ms each, 90 at most"
    assert found["disk"]
    for device in devices:
        device.close()


def test_the_referee_over_a_table_writes_its_report_beside_its_journal(tmp_path, monkeypatch):
    monkeypatch.setattr("firmware.care.reporting.writable_stick", lambda: None)
    journal = str(tmp_path / "journal.db")
    options = ApplianceOptions(camera=str(demo_folder()), journal=journal, json=True, new=True)
    with build_appliance(Settings(buttons="none"), options) as appliance:
        reporter = appliance._output.reporter
        logging.getLogger("hardware").warning("the cable is loose")
        reporter.begin()
        assert ended(reporter).notice("en").startswith("Report written: ")
    (path,) = (tmp_path / "reports").iterdir()
    with zipfile.ZipFile(path) as opened:
        assert b"hardware the cable is loose" in opened.read("log.txt")
        assert b"a line is written for good" in opened.read("findings.txt")
