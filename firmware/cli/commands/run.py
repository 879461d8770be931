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
from firmware.presentation.live_output import Stage
from firmware.presentation.presenter import Speaker
from firmware.presentation.sinks import Listener, in_json, on_display, on_lamps, on_terminal, with_sound
from firmware.referee import MatchSetup
from firmware.replaying.match_setup import match_setup
from firmware.runtime.appliance import Watchman
from firmware.runtime.camera_feed import Watch
from firmware.runtime.device_factory import buttons_for, buzzer_for, camera_for, display_for, is_pi, lamps_for
from firmware.runtime.eyes import eyes_for
from firmware.runtime.live_match import LiveMatch
from firmware.runtime.loop import Live
from firmware.runtime.match_loop import Evening
from firmware.runtime.watchdog import Vigil
from firmware.settings.model import Settings, journal_path, load_settings
from firmware.settings.session_file import SessionFile
from firmware.storage.journal import Journal, Picture
from firmware.storage.pruning import Pruner
from hardware.camera_worker import Lookout
from hardware.display_worker import Easel
from hardware.optional_device import P, Part
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
        self._audience: list[Listener] = []
        self._parts: list[Part[Any]] = []
        setup = match_setup(SessionFile(asked.players, asked.dealer, asked.rules, asked.deck), SessionFile(), settings)
        self._watchman = watchman = Watchman(eyes_for(settings, asked.deck), settings)
        evening = Evening(
            journal,
            self._match(journal, setup),
            prove=lambda moment, referee: watchman.evidence.pictures(moment, referee.plays),
            begun=self._pruner().begin,
        )
        pressing = Pressing(settings, time.monotonic(), news=self._news.set)
        self._fit_display()
        self._fit_buttons(pressing)
        self._fit_lamps()
        self._fit_buzzer()
        watch = Watch(self._lookout(), watchman)
        self.live = Live(evening, watch, pressing, self._stage(setup), news=self._news, vigil=Vigil())

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

    def _lookout(self) -> Lookout:
        lookout = Lookout(camera_for(self._asked.camera or self._settings.camera, pi=self._pi), self._news.set)
        self._stack.callback(lookout.close)
        return lookout

    def _stage(self, setup: MatchSetup) -> Stage:
        language = self._asked.lang or self._settings.language
        speaker = Speaker(Seating(setup.players), language)
        return Stage(speaker, self._audience, language, self._parts, self._reporter())

    def _reporter(self) -> Reporter:
        tail = LogTail()
        logging.getLogger().addHandler(tail)
        self._stack.callback(logging.getLogger().removeHandler, tail)
        reporter = Reporter(lambda: self._watchman.evidence.kept, lambda looks: self._report(tail, looks))
        self._stack.callback(reporter.close)
        return reporter

    def _report(self, tail: LogTail, looks: tuple[Picture, ...]) -> Path:
        """Write a report, in whatever thread; beside the journal there are only the last ones."""
        beside = self._journal.parent / "reports"
        path = place_in(stick() or beside)
        checks = health(self._journal.parent, self._parts, self._watchman.stopwatch.took_ms)
        write_bundle(path, self._journal, Material(self._settings, tuple(examine(checks)), tail.lines, looks))
        if path.parent == beside:
            tidy(path)
        return path

    def _fit_display(self) -> None:
        terminal = TerminalDisplay()
        self._audience.append(in_json(_write) if self._asked.json else on_terminal(terminal))
        display = display_for(self._settings, terminal, pi=self._pi)
        if display and display is not terminal:
            easel = Easel(display)
            self._stack.callback(easel.close)
            self._audience.append(on_display(easel.show))

    def _fit_buttons(self, pressing: Pressing) -> None:
        open_buttons = buttons_for(self._settings, pi=self._pi)
        if open_buttons:
            self._fit(Part("buttons", lambda: _listening(open_buttons(), pressing)))

    def _fit_lamps(self) -> None:
        open_lamps = lamps_for(self._settings, pi=self._pi)
        if open_lamps:
            lamps = self._fit(Part("lamps", open_lamps))
            self._audience.append(on_lamps(lambda lit: lamps.use(lambda part: part.show(lit))))

    def _fit_buzzer(self) -> None:
        open_buzzer = buzzer_for(self._settings, pi=self._pi)
        if open_buzzer:
            buzzer = self._fit(Part("buzzer", open_buzzer))
            self._audience.append(with_sound(lambda tones: buzzer.use(lambda part: part.play(tones))))

    def _fit(self, part: Part[P]) -> Part[P]:
        self._parts.append(part)
        self._stack.callback(part.close)
        return part


def _listening(buttons: Buttons, pressing: Pressing) -> Buttons:
    buttons.listen(pressing.heard)
    return buttons


def _write(line: str) -> None:
    print(line, flush=True)
