"""``hakam correct``: lists the plays of a kept session by number, or puts them right and counts anew."""

import argparse
from dataclasses import replace

from firmware.announce.clock import clock
from firmware.announce.closing import score_line
from firmware.announce.phrases import phrase
from firmware.announce.seating import Seating
from firmware.presentation.json_lines import closing_line
from firmware.referee import Referee
from firmware.replaying.correcting import apply_corrections, corrected_source, keep, replay_to_end
from firmware.settings.model import journal_path, load_settings
from firmware.storage.journal import Journal
from firmware.storage.moment import SETUPS, Moment


def correct(asked: argparse.Namespace) -> None:
    """Do what ``asked`` says.

    Raises:
        HakamError: if the session is not there, or something asked for cannot be done; then nothing is written.
    """
    settings = load_settings(asked.config)
    language = asked.lang or settings.language
    with Journal(journal_path(settings, asked.journal), create=False) as journal:
        found = journal.session(asked.session)
        referee = Referee(SETUPS.parse(found.header.setup))
        before = replay_to_end(journal.entries(asked.session), referee)
        if not asked.words:
            print(closing_line(referee) if asked.json else "\n".join(_plays(referee, language)))
            return
        after = list(apply_corrections(referee, before[-1].t_ms, asked.words))
        header = replace(found.header, source=corrected_source(asked.session))
        number = keep(journal, header, [*before, *after], referee)
    print(closing_line(referee) if asked.json else "\n".join(_told(after, referee, number, language)))


def _plays(referee: Referee, language: str) -> list[str]:
    """Every play with the number by which it can be put right."""
    seating = Seating(referee.setup.players, referee.setup.names)
    rows = [
        f"{number:4d}  {clock(play.t_ms):>7}  {seating.player(play.seat, language)}  {play.card}"
        for number, play in enumerate(referee.plays, 1)
    ]
    return [*rows, score_line(referee.scoreboard.scores, language)]


def _told(moments: list[Moment], referee: Referee, number: int, language: str) -> list[str]:
    seating = Seating(referee.setup.players, referee.setup.names)
    lines = [phrase(event, language, seating=seating) for moment in moments for event in moment.events]
    return [*lines, score_line(referee.scoreboard.scores, language, number)]
