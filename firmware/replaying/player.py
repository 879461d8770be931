"""A replay for people and programs: the session goes through its sinks, and what came of it is told in the end."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from firmware.announce.closing import closing, final_score
from firmware.announce.seating import Seating
from firmware.announce.sentences import in_language
from firmware.announce.texts import text
from firmware.decks.store import DeckStore, deck_name, eyes_for
from firmware.devices.observer import Observer
from firmware.devices.rereader import Inline
from firmware.devices.stopwatch import Stopwatch
from firmware.errors import HakamError
from firmware.presentation.json_lines import closing_line, print_line
from firmware.presentation.presenter import Presentation, Presenter
from firmware.presentation.progress import with_progress
from firmware.presentation.recorder import ReportRecorder
from firmware.presentation.sinks import Sink, display_sink, json_sink, present, terminal_sink
from firmware.replaying.match_setup import SetupError, match_setup, refuse_options
from firmware.replaying.refused_inputs import RefusalRecorder
from firmware.replaying.screens import check_screens, screens_display
from firmware.replaying.second_reading import second_look
from firmware.replaying.session import ReplaySession, paced, replay_session, watch_film
from firmware.replaying.sources import FilmSource, open_replay_source
from firmware.replaying.taken_down import session_record
from firmware.report.page import REPORT, page
from firmware.report.record import SessionRecord
from firmware.report.words import PageWords
from firmware.settings.model import Settings, decks_path, journal_path
from firmware.settings.session_file import SessionFile
from firmware.storage.atomic_file import write_atomic
from firmware.storage.journal import Journal
from firmware.storage.moment import Moment
from firmware.storage.outputs import check_file
from hardware.terminal import TerminalDisplay

LOG = logging.getLogger(__name__)
MIDWAY = "%s begins in the middle of a match, after %d plays that are missing from the score"


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """What is to be replayed, and where it goes.

    Attributes:
        source: as :func:`firmware.replaying.sources.open_replay_source` takes it.
        table: who plays what, where the recording does not say it or says it wrongly.
        journal: where it is; ``None``: where the settings have it.
        language: of what is said and shown; ``None``: that of the settings.
        speed: so many times as fast as the table; ``None``: as fast as possible.
        once: a recording is read once and told as it goes, whatever its deck.
        report: file for the report page; ``None``: none is written.
        screens: folder for every screen as a PNG; ``None``: none is written.
        json: events go to standard output as lines of JSON.
        looked_on: how the match stands is kept in the journal as it goes, for a page about it.
    """

    source: str | None = None
    table: SessionFile = SessionFile()  # noqa: RUF009 - it is frozen
    journal: str | None = None
    language: str | None = None
    speed: float | None = None
    once: bool = False
    report: str | None = None
    screens: str | None = None
    json: bool = False
    looked_on: bool = False


def play(settings: Settings, options: ReplayOptions) -> None:
    """Replay what ``options`` names.

    Raises:
        HakamError: if it cannot be done.
    """
    if options.table.deck:
        DeckStore(decks_path(settings)).file(options.table.deck)  # told before anything is opened
    _check_outputs(options)
    source = open_replay_source(options.source, journal_path(settings, options.journal))
    if isinstance(source, FilmSource):
        _watch(settings, options, source)
    else:
        refuse_options(options.table)
        if source.exported and options.journal:
            raise SetupError(f"{source.name} is an exported session and goes into no journal: leave --journal out")
        _Player(settings, options, replay_session(source, options.speed), source.name).run(None)


def _check_outputs(options: ReplayOptions) -> None:
    if options.report:
        check_file(Path(options.report), REPORT)
    if options.screens:
        check_screens(Path(options.screens))


def _watch(settings: Settings, options: ReplayOptions, film: FilmSource) -> None:
    setup = match_setup(options.table, film.file, settings)
    if film.file.earlier_plays:
        LOG.warning(MIDWAY, film.name, film.file.earlier_plays)
    deck = deck_name(settings, options.table.deck or film.file.deck)
    bar = text("progress", "frames", options.language or settings.language)
    frames = with_progress(paced(film.source, options.speed), film.source.count, bar)
    eyes, stopwatch = eyes_for(settings, deck), Stopwatch()
    with Journal(journal_path(settings, options.journal)) as journal:
        observer = Observer(eyes, settings, deck, stopwatch, executor=Inline())
        if not (options.once or options.speed or deck):
            observer = Observer(second_look(film, setup, frames, eyes, stopwatch), settings)
            frames = iter(film.source)
        session = watch_film(film, setup, frames, observer, journal, looked_on=options.looked_on)
        _Player(settings, options, session, film.name).run(stopwatch, corrections := RefusalRecorder())
        corrections.check(session.referee)


class _Player:
    """A session with its sinks, and what is said when it is over."""

    def __init__(self, settings: Settings, options: ReplayOptions, session: ReplaySession, source: str) -> None:
        self._options, self._session, self._source = options, session, source
        setup = session.referee.setup
        self._setup = replace(setup, names=options.table.names or setup.names)
        self._seating = Seating(setup.players, self._setup.names)
        self._language = options.language or settings.language
        self._place = in_language(session.place, self._language)
        self._presenter = Presenter(self._seating, self._language)
        self._recorder, self._terminal = ReportRecorder(session.referee), TerminalDisplay()
        self._end_ms, self._ended = 0, False
        self._screens = screens_display(Path(options.screens)) if options.screens else None

    def run(self, stopwatch: Stopwatch | None, *others: Sink) -> None:
        """Go through the session; a recording that breaks off gets its score and its report before its error."""
        try:
            present(self._session.moments, self._presenter, [*self._sinks(), *others])
        except HakamError:
            if self._ended:
                self._finish(stopwatch)
            raise
        self._finish(stopwatch)

    def _sinks(self) -> list[Sink]:
        sinks: list[Sink] = [json_sink(print_line) if self._options.json else terminal_sink(self._terminal)]
        if self._screens:
            sinks.append(display_sink(self._screens.show))
        if self._options.report:
            sinks.append(self._recorder)
        return [*sinks, self._note]

    def _note(self, moment: Moment, _presentation: Presentation) -> None:
        self._end_ms, self._ended = moment.t_ms, moment.signal is None

    def _finish(self, stopwatch: Stopwatch | None) -> None:
        speed = stopwatch.says(self._end_ms, self._language) if stopwatch else None
        self._terminal.close()
        self._session.referee.setup = self._setup
        if self._options.json:
            print_line(closing_line(self._session.referee))
        else:
            for line in self._last_words(speed):
                self._terminal.say(line)
        if self._options.report:
            self._write_report(Path(self._options.report), speed)

    def _write_report(self, path: Path, speed: str | None) -> None:
        """Write it last: a disk that fills up costs the report and not the score."""
        write_atomic(path, page(self._taken_down(speed), self._progress).encode(errors="replace"), REPORT)
        if not self._options.json:
            self._terminal.say(closing("report", self._language, file=path))

    def _progress(self, pictures: Sequence[bytes]) -> Iterator[bytes]:
        return with_progress(pictures, len(pictures), text("progress", "report", self._language))

    def _last_words(self, speed: str | None) -> list[str]:
        referee, options = self._session.referee, self._options
        board = referee.scoreboard
        say = partial(closing, language=self._language)
        counts = len(referee.plays), referee.doubts, referee.corrections
        return [
            "",
            final_score(self._seating, board.scores, board.winners, self._language),
            say("counts", plays=counts[0], questions=counts[1], corrections=counts[2]),
            *([say("speed", speed=speed)] if speed else []),
            say("journal", place=self._place),
            *([say("screens", count=len(self._screens.paths), folder=options.screens)] if self._screens else []),
        ]

    def _taken_down(self, speed: str | None) -> SessionRecord:
        words = PageWords(self._language, self._seating)
        facts = ((words("journal"), self._place), (words("speed"), speed)) if speed else ()
        source = in_language(self._source, self._language)
        return session_record(self._session.referee, self._recorder, self._language, source, facts)
