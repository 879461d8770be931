"""``hakam run``: the referee over a real table, until it is stopped; a match that was cut off goes on."""

import argparse
import signal
import threading
import time
from contextlib import ExitStack

from firmware.announce.seating import Seating
from firmware.app import Watchman
from firmware.audience import Listener, in_json, on_display, on_terminal, with_sound
from firmware.body import Part
from firmware.closing import resumed_line
from firmware.config import Settings, journal_path, load_settings
from firmware.evening import Evening
from firmware.eyes import eyes_for
from firmware.fitting import buttons_for, buzzer_for, camera_for, display_for, is_pi
from firmware.journal import Journal
from firmware.live import Live
from firmware.live_match import LiveMatch
from firmware.pressing import Pressing
from firmware.session_file import SessionFile
from firmware.setup import match_setup
from firmware.speaker import Speaker
from firmware.stage import Stage
from firmware.vigil import Vigil
from firmware.watching import Watch
from hardware.easel import Easel
from hardware.lookout import Lookout
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
    """The referee with its body."""

    def __init__(self, asked: argparse.Namespace, settings: Settings, journal: Journal, stack: ExitStack) -> None:
        setup = match_setup(SessionFile(asked.players, asked.dealer, asked.rules, asked.deck), SessionFile(), settings)
        kept = None if asked.new else LiveMatch.resume(journal, setup)
        match = kept or LiveMatch.begin(journal, setup)
        if kept and asked.json:
            _write(resumed_line(match.number, match.referee))
        watchman = Watchman(eyes_for(settings, asked.deck), settings)
        news, language = threading.Event(), asked.lang or settings.language
        pressing = Pressing(settings, time.monotonic(), news=news.set)
        stage = Stage(
            Speaker(Seating(setup.players), language), self._body(settings, pressing, stack, json=asked.json), language
        )
        lookout = Lookout(camera_for(asked.camera or settings.camera, pi=is_pi()), news.set)
        stack.callback(lookout.close)
        evening = Evening(journal, match, prove=lambda moment, judge: watchman.evidence.pictures(moment, judge.plays))
        self.live = Live(evening, Watch(lookout, watchman), pressing, stage, news=news, vigil=Vigil())

    def _body(self, settings: Settings, pressing: Pressing, stack: ExitStack, *, json: bool) -> tuple[Listener, ...]:
        """Open what is there of the body; whoever hears and shows what the referee says."""
        pi, terminal = is_pi(), TerminalDisplay()
        audience: list[Listener] = [in_json(_write) if json else on_terminal(terminal)]
        display, open_buttons, open_buzzer = (
            display_for(settings, terminal, pi=pi),
            buttons_for(settings, pi=pi),
            buzzer_for(settings, pi=pi),
        )
        if display and display is not terminal:
            easel = Easel(display)
            stack.callback(easel.close)
            audience = [on_display(easel.show), *audience]
        if open_buttons:
            buttons = Part(open_buttons)
            buttons.use(lambda part: part.listen(pressing.heard))
            stack.callback(buttons.close)
        if open_buzzer:
            buzzer = Part(open_buzzer)
            stack.callback(buzzer.close)
            audience.append(with_sound(lambda tones: buzzer.use(lambda part: part.play(tones))))
        return tuple(audience)


def _write(line: str) -> None:
    print(line, flush=True)
