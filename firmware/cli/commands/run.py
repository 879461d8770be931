"""``hakam run``: the referee over a real table, until it is stopped; a match that was cut off goes on."""

import argparse
import logging
import signal
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from firmware.announce.seating import Seating
from firmware.buttons.panel import Pressing
from firmware.care.bundle import Material, write_bundle
from firmware.care.doctor import examine
from firmware.care.reporting import LogTail, Reporter, health, place_in, stick, tidy
from firmware.presentation.json_lines import resumed_line
from firmware.presentation.live_output import LiveOutput
from firmware.presentation.presenter import Presenter
from firmware.presentation.sinks import Sink, display_sink, json_sink, lamp_sink, sound_sink, terminal_sink
from firmware.referee import MatchSetup
from firmware.replaying.match_setup import match_setup
from firmware.runtime.appliance import Observer
from firmware.runtime.camera_feed import CameraFeed
from firmware.runtime.device_factory import buttons_for, buzzer_for, camera_for, display_for, is_pi, lamps_for
from firmware.runtime.eyes import eyes_for
from firmware.runtime.live_match import LiveMatch
from firmware.runtime.loop import MainLoop
from firmware.runtime.match_loop import MatchLoop
from firmware.runtime.watchdog import Watchdog
from firmware.settings.model import Settings, journal_path, load_settings
from firmware.settings.session_file import SessionFile
from firmware.storage.journal import Journal, Picture
from firmware.storage.pruning import Pruner
from hardware.camera_worker import CameraWorker
from hardware.display_worker import DisplayWorker
from hardware.optional_device import D, OptionalDevice
from hardware.ports import Buttons
from hardware.terminal import TerminalDisplay


def run(asked: argparse.Namespace) -> None:
    """Do what ``asked`` says.

    Raises:
        HakamError: if it cannot be done: the settings are wrong, the journal cannot be written, a model is missing.
    """
    settings = load_settings(asked.config)
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(journal_path(settings, asked.journal)))
        live = _Fitted(asked, settings, journal, stack).live
        for number in (signal.SIGTERM, signal.SIGINT):
            stack.callback(signal.signal, number, signal.signal(number, lambda _number, _frame: live.stop()))
        live.run()


class _Fitted:
    """The referee with its body; the stack gives all of it back."""

    def __init__(self, asked: argparse.Namespace, settings: Settings, journal: Journal, stack: ExitStack) -> None:
        self._asked, self._settings, self._stack = asked, settings, stack
        self._news, self._pi, self._journal = threading.Event(), is_pi(), journal.path
        self._sinks: list[Sink] = []
        self._devices: list[OptionalDevice[Any]] = []
        setup = match_setup(SessionFile(asked.players, asked.dealer, asked.rules, asked.deck), SessionFile(), settings)
        self._observer = observer = Observer(eyes_for(settings, asked.deck), settings)
        matches = MatchLoop(
            journal,
            self._match(journal, setup),
            prove=lambda moment, referee: observer.evidence.pictures(moment, referee.plays),
            begun=self._pruner().begin,
        )
        pressing = Pressing(settings, time.monotonic(), news=self._news.set)
        self._fit_display()
        self._fit_buttons(pressing)
        self._fit_lamps()
        self._fit_buzzer()
        watch = CameraFeed(self._worker(), observer)
        self.live = MainLoop(matches, watch, pressing, self._output(setup), news=self._news, watchdog=Watchdog())

    def _match(self, journal: Journal, setup: MatchSetup) -> LiveMatch:
        """The match that was cut off, else a new one."""
        kept = None if self._asked.new else LiveMatch.resume(journal, setup)
        if kept and self._asked.json:
            _write(resumed_line(kept.number, kept.referee))
        return kept or LiveMatch.begin(journal, setup)

    def _pruner(self) -> Pruner:
        pruner = Pruner(self._journal, self._settings.evidence_mb)
        self._stack.callback(pruner.close)
        return pruner

    def _worker(self) -> CameraWorker:
        worker = CameraWorker(camera_for(self._asked.camera or self._settings.camera, pi=self._pi), self._news.set)
        self._stack.callback(worker.close)
        return worker

    def _output(self, setup: MatchSetup) -> LiveOutput:
        language = self._asked.lang or self._settings.language
        presenter = Presenter(Seating(setup.players), language)
        return LiveOutput(presenter, self._sinks, language, self._devices, self._reporter())

    def _reporter(self) -> Reporter:
        tail = LogTail()
        logging.getLogger().addHandler(tail)
        self._stack.callback(logging.getLogger().removeHandler, tail)
        reporter = Reporter(lambda: self._observer.evidence.kept, lambda looks: self._report(tail, looks))
        self._stack.callback(reporter.close)
        return reporter

    def _report(self, tail: LogTail, looks: tuple[Picture, ...]) -> Path:
        """Write a report, in whatever thread; beside the journal there are only the last ones."""
        beside = self._journal.parent / "reports"
        path = place_in(stick() or beside)
        checks = health(self._journal.parent, self._devices, self._observer.stopwatch.took_ms)
        write_bundle(path, self._journal, Material(self._settings, tuple(examine(checks)), tail.lines, looks))
        if path.parent == beside:
            tidy(path)
        return path

    def _fit_display(self) -> None:
        terminal = TerminalDisplay()
        self._sinks.append(json_sink(_write) if self._asked.json else terminal_sink(terminal))
        display = display_for(self._settings, terminal, pi=self._pi)
        if display and display is not terminal:
            worker = DisplayWorker(display)
            self._stack.callback(worker.close)
            self._sinks.append(display_sink(worker.show))

    def _fit_buttons(self, pressing: Pressing) -> None:
        open_buttons = buttons_for(self._settings, pi=self._pi)
        if open_buttons:
            self._fit(OptionalDevice("buttons", lambda: _listening(open_buttons(), pressing)))

    def _fit_lamps(self) -> None:
        open_lamps = lamps_for(self._settings, pi=self._pi)
        if open_lamps:
            lamps = self._fit(OptionalDevice("lamps", open_lamps))
            self._sinks.append(lamp_sink(lambda lit: lamps.use(lambda device: device.show(lit))))

    def _fit_buzzer(self) -> None:
        open_buzzer = buzzer_for(self._settings, pi=self._pi)
        if open_buzzer:
            buzzer = self._fit(OptionalDevice("buzzer", open_buzzer))
            self._sinks.append(sound_sink(lambda tones: buzzer.use(lambda device: device.play(tones))))

    def _fit(self, device: OptionalDevice[D]) -> OptionalDevice[D]:
        self._devices.append(device)
        self._stack.callback(device.close)
        return device


def _listening(buttons: Buttons, pressing: Pressing) -> Buttons:
    buttons.listen(pressing.heard)
    return buttons


def _write(line: str) -> None:
    print(line, flush=True)
