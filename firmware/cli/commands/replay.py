"""``hakam replay``: watch a recorded table, or play a session of the journal again."""

import argparse
from pathlib import Path

from firmware.announce.seating import Seating
from firmware.decks.store import DeckShelf
from firmware.errors import HakamError
from firmware.presentation.json_lines import closing_line
from firmware.presentation.presenter import Presentation, Presenter
from firmware.presentation.progress import shown
from firmware.presentation.sinks import ReportRecorder, Sink, display_sink, json_sink, terminal_sink
from firmware.referee import MatchSetup
from firmware.replaying.match_setup import match_setup, refuse_options
from firmware.replaying.sources import FilmSource, SessionSource, open_replay_source
from firmware.report.chronicle import Chronicle
from firmware.report.page import page
from firmware.runtime.appliance import Observer, ReplaySession, perform, replay_session, watch_film
from firmware.runtime.eyes import eyes_for
from firmware.runtime.stopwatch import Stopwatch, paced
from firmware.settings.model import Settings, decks_path, journal_path, load_settings
from firmware.settings.session_file import SessionFile
from firmware.storage.atomic_file import write_atomic
from firmware.storage.journal import Journal
from firmware.storage.moment import Moment
from hardware.fake import PictureDisplay
from hardware.terminal import TerminalDisplay

ZOOM = 4  # a saved screen is 512 by 256: large enough to look at, still sharp


def replay(asked: argparse.Namespace) -> None:
    """Do what ``asked`` says.

    Raises:
        HakamError: if it cannot be done.
    """
    settings = load_settings(asked.config)
    if asked.deck:
        DeckShelf(decks_path(settings)).file(asked.deck)  # what is not enrolled is told before anything is opened
    source = open_replay_source(asked.source, journal_path(settings, asked.journal))
    options = SessionFile(asked.players, asked.dealer, asked.rules, asked.deck)
    if isinstance(source, FilmSource):
        _watch(asked, settings, source, match_setup(options, source.file, settings))
    else:
        refuse_options(options)
        _play_again(asked, settings, source)


def _watch(asked: argparse.Namespace, settings: Settings, film: FilmSource, setup: MatchSetup) -> None:
    observer = Observer(eyes_for(settings, asked.deck or film.file.deck), settings)
    frames = shown(paced(film.source, asked.speed), film.source.count, "frames")
    with Journal(journal_path(settings, asked.journal)) as journal:
        session = watch_film(film, setup, frames, observer, journal)
        _Performance(asked, settings, session, film.name).run(observer.stopwatch)


def _play_again(asked: argparse.Namespace, settings: Settings, kept: SessionSource) -> None:
    session = replay_session(kept, asked.speed)
    _Performance(asked, settings, session, kept.name).run(None)


class _Performance:
    """A sitting with its audience, and what is said when it is over."""

    def __init__(self, asked: argparse.Namespace, settings: Settings, session: ReplaySession, source: str) -> None:
        self._asked, self._session, self._source = asked, session, source
        self._seating = Seating(session.referee.setup.players)
        self._presenter = Presenter(self._seating, asked.lang or settings.language)
        self._recorder = ReportRecorder()
        self._terminal = TerminalDisplay()
        self._end_ms, self._ended = 0, False
        self._screens = PictureDisplay(Path(asked.screens), zoom=ZOOM) if asked.screens else None

    def run(self, stopwatch: Stopwatch | None) -> None:
        """Go through the sitting; a recording that breaks off gets its score and its report before its error."""
        try:
            perform(self._session, self._presenter, self._sinks())
        except HakamError:
            if self._ended:
                self._finish(stopwatch)
            raise
        self._finish(stopwatch)

    def _sinks(self) -> list[Sink]:
        sinks: list[Sink] = [json_sink(_write) if self._asked.json else terminal_sink(self._terminal)]
        if self._screens:
            sinks.append(display_sink(self._screens.show))
        if self._asked.report:
            sinks.append(self._recorder)
        return [*sinks, self._note]

    def _note(self, moment: Moment, _presentation: Presentation) -> None:
        self._end_ms, self._ended = moment.t_ms, moment.signal is None

    def _finish(self, stopwatch: Stopwatch | None) -> None:
        speed = stopwatch.says(self._end_ms) if stopwatch else None
        self._terminal.close()
        if self._asked.report:
            self._write_report(Path(self._asked.report), speed)
        if self._asked.json:
            _write(closing_line(self._session.referee))
        else:
            for line in self._last_words(speed):
                self._terminal.say(line)

    def _last_words(self, speed: str | None) -> list[str]:
        referee = self._session.referee
        board = referee.scoreboard
        sides = [f"{self._seating.side_in_full(side, 'en')} {score}" for side, score in enumerate(board.scores)]
        won = "".join(f", {self._seating.side_in_full(side, 'en')} wins" for side in board.winners)
        words = [
            "",
            f"Final score: {', '.join(sides)}{won}",
            f"{len(referee.plays)} plays, {referee.doubts} questions, {referee.corrections} corrections",
            *([f"Speed: {speed}"] if speed else []),
            f"Journal: {self._session.place}",
        ]
        if self._screens:
            words.append(f"Screens: {len(self._screens.paths)} pictures in {self._asked.screens}")
        return [*words, f"Report: {self._asked.report}"] if self._asked.report else words

    def _write_report(self, path: Path, speed: str | None) -> None:
        referee = self._session.referee
        board = referee.scoreboard
        facts = (("Journal", self._session.place), ("Speed", speed)) if speed else ()
        chronicle = Chronicle(
            setup=referee.setup,
            deck=None,
            source=self._source,
            facts=facts,
            told=tuple(self._recorder.told),
            plays=referee.plays,
            scores=board.scores,
            winner=board.winners[0] if board.winners else None,
            doubts=referee.doubts,
            corrections=referee.corrections,
            end_ms=self._end_ms,
        )
        write_atomic(path, page(chronicle).encode())


def _write(line: str) -> None:
    print(line, flush=True)
