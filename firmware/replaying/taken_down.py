"""A session taken down for its report: while it is replayed, or from the journal at once and without a word."""

from dataclasses import replace

from firmware.announce.seating import Seating
from firmware.announce.sentences import in_language
from firmware.presentation.presenter import Presenter
from firmware.presentation.recorder import ReportRecorder
from firmware.presentation.sinks import present
from firmware.referee import Referee
from firmware.replaying.session import replay_session
from firmware.replaying.sources import SessionSource
from firmware.report.record import SessionRecord, deck_of


def session_record(
    referee: Referee,
    recorder: ReportRecorder,
    language: str,
    source: str,
    facts: tuple[tuple[str, str], ...] = (),
) -> SessionRecord:
    """What a report needs of a session that was gone through.

    Args:
        referee: has judged it.
        recorder: has listened.
        language: of the page.
        source: where the looks came from, in that language.
        facts: further lines for the page, name and value.
    """
    board, setup = referee.scoreboard, referee.setup
    return SessionRecord(
        setup=setup,
        seating=Seating(setup.players, setup.names),
        language=language,
        deck=deck_of(recorder.moments),
        source=source,
        facts=facts,
        moments=tuple(recorder.moments),
        history=referee.history,
        scores=board.scores,
        winner=board.winners[0] if board.winners else None,
        doubts=referee.doubts,
        corrections=referee.corrections,
        end_ms=recorder.end_ms,
    )


def take_down(kept: SessionSource, language: str, names: tuple[str, ...] = ()) -> SessionRecord:
    """Play a kept session again and take it down.

    Args:
        kept: the session.
        language: of the page.
        names: what to call the players; empty: as they were called.

    Raises:
        ReplayDifferenceError: if this version answers otherwise than the one that kept it.
    """
    session = replay_session(kept, None)
    referee, recorder = session.referee, ReportRecorder(session.referee)
    called = replace(referee.setup, names=names or referee.setup.names)
    present(session.moments, Presenter(Seating(called.players, called.names), language), [recorder])
    referee.setup = called  # only now: the closing line, which is compared, has the names of the journal
    return session_record(referee, recorder, language, in_language(kept.name, language))
