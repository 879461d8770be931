"""The composition root: the appliance that settings and options ask for. Whoever reads this has read Hakam."""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from firmware.announce.seating import Seating
from firmware.announce.texts import text, variants
from firmware.buttons.panel import ButtonPanel
from firmware.care.bundle import Material
from firmware.care.doctor import examine
from firmware.care.reporting import LogTail, Reporter, file_report, health
from firmware.decks.store import deck_name, eyes_for
from firmware.devices.deck_profiles import DeckProfiles
from firmware.devices.factory import buttons_for, camera_for, display_for, is_pi, layout_for
from firmware.devices.observer import Observer
from firmware.devices.other_process import OtherProcess
from firmware.errors import HakamError
from firmware.phones.inbox import PhoneInbox, ask_page
from firmware.phones.live_picture import picture_path
from firmware.presentation.hearing import hearing_of
from firmware.presentation.json_lines import closing_line, print_line, resumed_line
from firmware.presentation.live_output import Faulty, LiveOutput
from firmware.presentation.presenter import Presenter
from firmware.presentation.sinks import json_sink, terminal_sink
from firmware.presentation.standing import ended, resumed
from firmware.referee import MatchSetup
from firmware.replaying.match_setup import match_setup
from firmware.runtime.background_journal import BackgroundJournal
from firmware.runtime.camera_feed import CameraFeed
from firmware.runtime.live_match import LiveMatch, is_same_game, looks_since_win
from firmware.runtime.look_guard import LookGuard
from firmware.runtime.loop import MainLoop
from firmware.runtime.match_loop import MatchLoop
from firmware.runtime.phone_desk import PhoneDesk
from firmware.runtime.picture_writer import PictureWriter
from firmware.runtime.recording import EveningRecording
from firmware.runtime.resume_check import HeldSignal, ResumeCheck
from firmware.runtime.start_failure import show_failure
from firmware.runtime.starting import more_time
from firmware.runtime.table_devices import TableDevices
from firmware.runtime.watchdog import Watchdog
from firmware.settings.model import Settings, decks_path, journal_path
from firmware.settings.session_file import SessionFile
from firmware.signals import TableObservation
from firmware.storage.journal import EvidencePicture, Journal, readable
from firmware.storage.journal_lock import JournalInUseError, kept_alone
from firmware.storage.moment import Moment
from firmware.storage.pruning import Pruner
from firmware.storage.temporary import remove_leftovers
from hardware.board import Board
from hardware.camera_worker import CameraWorker
from hardware.keyboard import Keyboard
from hardware.optional_device import OptionalDevice
from hardware.ports import Buttons
from hardware.terminal import TerminalDisplay
from vision.store import describe

LOG = logging.getLogger(__name__)
AS_BEGUN = "session %d goes on by %s with %d players, as it was begun, whatever the settings say now"
LEARNED = "learned"
"""Folder among the enrolled decks in which what is learned of others is kept."""
RECORD_MB = 4000.0
"""Room for a recording, megabytes."""


@dataclass(frozen=True, slots=True)
class ApplianceOptions:
    """What is said beside the settings, and counts more than they; ``None`` where nothing is.

    Attributes:
        table: who plays what.
        camera: its name, as :func:`firmware.devices.factory.camera_for` takes it.
        journal: where it is.
        language: of everything that is said and shown.
        json: events go to standard output as lines of JSON, instead of the terminal's text.
        new: a new match is begun, whatever was cut off.
        record: folder for a recording of the evening; ``None``: none is made.
        record_mb: megabytes that it may have.
    """

    table: SessionFile = SessionFile()  # noqa: RUF009 - it is frozen
    camera: str | None = None
    journal: str | None = None
    language: str | None = None
    json: bool = False
    new: bool = False
    record: str | None = None
    record_mb: float = RECORD_MB


@contextmanager
def build_appliance(settings: Settings, options: ApplianceOptions) -> Iterator[MainLoop]:
    """Open everything that the settings ask for, with the match that was cut off or a new one; give it back at the end.

    Raises:
        HakamError: if it cannot be done: the settings are wrong, the journal cannot be written, a model is missing.
    """
    with ExitStack() as stack:
        try:
            with more_time():
                appliance = _Builder(settings, options, stack).appliance()
        except JournalInUseError:  # the display is that of the other one, which is well
            raise
        except HakamError as fault:
            stack.close()  # the display is free then
            language = options.language or settings.language
            show_failure(fault, display_for(settings, pi=is_pi()), language)
            raise
        yield appliance


class _Builder:
    """Builds an appliance part by part; ``stack`` gives all of it back."""

    def __init__(self, settings: Settings, options: ApplianceOptions, stack: ExitStack) -> None:
        self._settings, self._options, self._stack = settings, options, stack
        self._news, self._pi = threading.Event(), is_pi()
        self._table = TableDevices(settings, stack, self._pi)
        self._terminal, self._language = TerminalDisplay(), options.language or settings.language
        self._recording = self._record(deck_name(settings, options.table.deck))
        self._faults: list[Faulty] = []
        self._reseat: Callable[[], None] = lambda: None
        self._journal = journal_path(settings, options.journal)
        stack.enter_context(kept_alone(self._journal))
        for folder in (self._journal.parent, decks_path(settings)):
            remove_leftovers(folder)
        deck = deck_name(settings, options.table.deck)
        other = OtherProcess()
        stack.callback(other.shutdown)
        profiles = DeckProfiles(decks_path(settings) / LEARNED, str(describe("identify")["sha256"]))
        self._guard = LookGuard()
        self._observer = Observer(eyes_for(settings, deck), settings, deck, executor=other, profiles=profiles)

    def appliance(self) -> MainLoop:
        wanted = match_setup(self._options.table, SessionFile(), self._settings)
        with readable(self._journal) as journal:
            self._store = BackgroundJournal(partial(Journal, self._journal, create=journal is None))
            self._stack.callback(self._store.close)
            matches = self._matches(wanted, journal)
        self._faults.append(self._store)
        referee = matches.match.referee
        setup, self._playing = referee.setup, matches
        self._stack.callback(lambda: self._tell_end(self._playing))
        panel = ButtonPanel(self._settings, time.monotonic(), news=self._news.set)
        self._table.sinks.append(json_sink(print_line) if self._options.json else terminal_sink(self._terminal))
        self._add_buttons(panel)
        self._table.open_outputs(self._language)
        board = self._board()
        feed, output = CameraFeed(self._camera(), self._observer, self._guard), self._output(setup, self._reporter())
        self._reseat = lambda: output.seat(self._playing.match.referee.setup)
        output.trouble = lambda: board.trouble
        output.opening = "" if is_same_game(setup, wanted) else text("missing", "as_begun", self._language)
        loop = MainLoop(matches, feed, panel, output, news=self._news, watchdog=Watchdog())
        loop.recording = self._recording
        loop.phones = self._phones()
        loop.check = ResumeCheck(() if referee.scoreboard.winners else referee.scoreboard.table, referee.seen_cards)
        loop.renewed = lambda held: self._renewed(loop.matches.match, wanted, held)
        return loop

    def _phones(self) -> PhoneDesk:
        inbox = PhoneInbox(self._journal, self._news.set)
        self._stack.callback(inbox.close)
        writer = PictureWriter(picture_path(self._journal))
        self._stack.callback(writer.close)
        return PhoneDesk(inbox, writer.show, partial(ask_page, self._journal))

    def _record(self, deck: str | None) -> EveningRecording | None:
        options = self._options
        if options.record is None:
            return None
        recording = EveningRecording(Path(options.record), options.record_mb, deck)
        self._stack.callback(recording.close)
        return recording

    def _matches(self, wanted: MatchSetup, journal: Journal | None) -> MatchLoop:
        pruner = Pruner(self._journal, self._settings.evidence_mb, self._settings.journal_mb)
        self._stack.callback(pruner.close)
        self._begun = partial(self._begin, pruner)
        match = self._match(wanted, journal)
        seen = looks_since_win(journal, match) if journal and match.number > 0 else ()
        return self._played(match, wanted, seen)

    def _played(self, match: LiveMatch, wanted: MatchSetup, seen: Sequence[TableObservation] = ()) -> MatchLoop:
        prove = self._guard.wrapped(self._observer.follow, ())
        return MatchLoop(match, wanted=wanted, seen=seen, prove=prove, begun=self._begun)

    def _renewed(
        self, match: LiveMatch, wanted: MatchSetup, held: Sequence[HeldSignal]
    ) -> tuple[MatchLoop, list[Moment]]:
        """A new match in the place of one that was resumed, which has seen what was held back, at times of its own."""
        told = [replace(one, t_ms=one.t_ms - held[0].t_ms) for one in held]
        following, moments = match.succeed(wanted, told)
        self._playing = self._played(following, wanted)
        self._reseat()
        return self._playing, moments

    def _begin(self, pruner: Pruner, session: int) -> None:
        pruner.begin(session)
        self._observer.begin()
        self._reseat()

    def _match(self, wanted: MatchSetup, journal: Journal | None) -> LiveMatch:
        """The match that was cut off, else a new one."""
        kept = LiveMatch.resume(journal, wanted, self._store) if journal and not self._options.new else None
        if kept is None:
            return LiveMatch.begin(self._store, wanted)
        if self._options.json:
            print_line(resumed_line(kept.number, kept.referee))
        else:
            self._terminal.say(resumed(kept.number, kept.referee, self._language))
        if not is_same_game(kept.referee.setup, wanted):
            LOG.warning(AS_BEGUN, kept.number, kept.referee.setup.rules, kept.referee.setup.players)
        return kept

    def _camera(self) -> CameraWorker:
        name = self._options.camera or self._settings.camera
        worker = CameraWorker(camera_for(name, pi=self._pi), self._news.set)
        self._stack.callback(worker.close)
        return worker

    def _output(self, setup: MatchSetup, reporter: Reporter) -> LiveOutput:
        language = self._language
        presenter = Presenter(Seating(setup.players, setup.names), language, *layout_for(self._settings))
        presenter.hearing = hearing_of(self._settings)
        presenter.recording = self._settings.evidence != "none" or self._recording is not None
        output = LiveOutput(presenter, self._table.sinks, language, (*self._faults, *self._table.devices), reporter)
        output.resting = lambda: presenter.hearing.is_quiet(datetime.now().time())
        return output

    def _reporter(self) -> Reporter:
        tail = LogTail()
        logging.getLogger().addHandler(tail)
        self._stack.callback(logging.getLogger().removeHandler, tail)
        reporter = Reporter(lambda: self._observer.evidence.kept, lambda looks: self._report(tail, looks))
        self._stack.callback(reporter.close)
        return reporter

    def _report(self, tail: LogTail, looks: tuple[EvidencePicture, ...]) -> Path:
        """Write a report, in whatever thread."""
        journal = self._journal
        checks = health(journal.parent, self._table.devices, self._observer.stopwatch.took_ms)
        return file_report(journal, Material(self._settings, tuple(examine(checks)), tail.lines, looks))

    def _add_buttons(self, panel: ButtonPanel) -> None:
        open_buttons = buttons_for(self._settings, pi=self._pi)
        if open_buttons is Keyboard and not self._options.json:
            self._terminal.footer = text("keys", "short", self._language)
            open_buttons = partial(Keyboard, help_wanted=self._tell_keys)
        if open_buttons:
            opened = partial(listening, open_buttons, panel)
            self._table.add(OptionalDevice("buttons", opened, check=lambda buttons: buttons.held))

    def _board(self) -> Board:
        """The board's supply and heat, read every two seconds from a thread of its own; on a Pi alone."""
        board = Board()
        if self._pi:
            self._table.add(OptionalDevice("board", lambda: board, check=Board.read))
        return board

    def _tell_end(self, matches: MatchLoop) -> None:
        """The score with which the program ends, beneath the last picture, or the line that closes the session."""
        self._terminal.close()
        if self._options.json:
            print_line(closing_line(matches.match.referee))
        else:
            self._terminal.say(ended(matches.match.referee, self._language))

    def _tell_keys(self) -> None:
        for line in variants("keys", "all", self._language):
            self._terminal.say(line)


def listening(open_buttons: Callable[[], Buttons], panel: ButtonPanel) -> Buttons:
    """Buttons that tell the panel what is pressed; those that are down already mean nothing."""
    buttons = open_buttons()
    buttons.listen(panel.heard)
    panel.begin(buttons.held, time.monotonic())
    return buttons
