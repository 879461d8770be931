"""The product in one page: eyes, referee, journal and audience joined. Whoever reads this has read Hakam."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Protocol

from firmware.presentation.json_lines import closing_line
from firmware.presentation.presenter import Presenter
from firmware.presentation.sinks import Sink
from firmware.referee import MatchSetup, Referee
from firmware.replaying.replay import ReplayDifferenceError, play_back, watch
from firmware.replaying.sources import FilmSource, SessionSource
from firmware.runtime.stopwatch import Stopwatch, paced
from firmware.settings.model import Settings
from firmware.signals import TableObservation
from firmware.storage.codec import Vocabulary
from firmware.storage.evidence import EvidenceBuffer
from firmware.storage.journal import Journal, JournalEntry, SessionHeader
from firmware.storage.moment import Moment
from vision.frame import Frame

SETUPS = Vocabulary((MatchSetup,))


@dataclass(frozen=True, slots=True)
class ReplaySession:
    """A session as it goes on.

    Attributes:
        referee: who judges it.
        moments: what happens, as it happens; going through them moves the session on.
        place: where it is kept.
    """

    referee: Referee
    moments: Iterator[Moment]
    place: str


class Eyes(Protocol):
    """What looks at the table: :class:`vision.pipeline.Eyes`, or a test's own."""

    @property
    def px_per_mm(self) -> float | None:
        """The scale of the table, once a card was seen."""
        ...

    def observe(self, frame: Frame) -> TableObservation | None:
        """What lies there; ``None``: the same as before."""
        ...


class Observer:
    """The eyes with what surrounds them: a stopwatch, and the memory for evidence."""

    def __init__(self, eyes: Eyes, settings: Settings) -> None:
        """Watch with ``eyes``."""
        self.stopwatch = Stopwatch()
        self.evidence = EvidenceBuffer(settings.picture_width_px, settings.picture_quality_percent)
        self._eyes = eyes

    def observe(self, frame: Frame) -> TableObservation | None:
        """Look at a frame; ``None`` where nothing has changed."""
        look = self.stopwatch.timed(lambda: self._eyes.observe(frame))
        px_per_mm = self._eyes.px_per_mm
        if look and px_per_mm:
            self.evidence.keep(frame, frame.picture.shape[1] / px_per_mm)
        return look


def watch_film(
    film: FilmSource, setup: MatchSetup, frames: Iterable[Frame], observer: Observer, journal: Journal
) -> ReplaySession:
    """Watch a recording; each moment is in the journal before anybody hears of it."""
    referee = Referee(setup)
    header = SessionHeader(datetime.now(UTC).isoformat(timespec="seconds"), film.name, SETUPS.text(setup))
    number = journal.begin(header)
    moments = watch(frames, film.file.presses, observer.observe, referee)
    proven = (replace(one, pictures=observer.evidence.pictures(one, referee.plays)) for one in moments)
    return ReplaySession(referee, _noted(proven, journal, number, referee), f"session {number} of {journal.path}")


def replay_session(kept: SessionSource, speed: float | None) -> ReplaySession:
    """Play a journal's session again, and hold every answer against what was kept.

    Raises:
        ReplayDifferenceError: while going through the moments, if an answer differs.
    """
    referee = Referee(SETUPS.parse(kept.header.setup))
    moments = paced(play_back(kept.entries, referee), speed)
    return ReplaySession(referee, _compared(moments, referee, kept.outcome), kept.name)


def perform(session: ReplaySession, presenter: Presenter, sinks: Sequence[Sink]) -> None:
    """Go through a sitting and tell everybody."""
    for moment in session.moments:
        presentation = presenter.tell(moment)
        for sink in sinks:
            sink(moment, presentation)


def _noted(moments: Iterable[Moment], journal: Journal, number: int, referee: Referee) -> Iterator[Moment]:
    for moment in moments:
        entry = JournalEntry(moment.t_ms, moment.signal, moment.texts, moment.pictures)
        if moment.signal is None:
            journal.close_session(number, entry, closing_line(referee))
        else:
            journal.write(number, entry)
        yield moment


def _compared(moments: Iterable[Moment], referee: Referee, outcome: str | None) -> Iterator[Moment]:
    yield from moments
    if outcome is not None and outcome != closing_line(referee):
        raise ReplayDifferenceError(
            f"the journal closes with {outcome}, this version with {closing_line(referee)}; "
            "report it with the exported session"
        )
