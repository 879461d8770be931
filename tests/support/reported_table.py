"""A referee whose session is taken down for a report, with drawn evidence."""

from dataclasses import replace

import numpy as np

from firmware.announce.seating import Seating
from firmware.presentation.presenter import Presenter
from firmware.presentation.recorder import ReportRecorder
from firmware.referee import MatchSetup, Referee
from firmware.replaying.taken_down import session_record
from firmware.signals import ButtonPress, TableObservation
from firmware.storage.evidence import EvidenceBuffer
from firmware.storage.moment import closed, fed
from tests.support.scene import LAYOUT, Table
from vision.frame import Frame


class ReportedTable:
    """Feeds a referee and takes down what he says, as a replay does."""

    def __init__(self, setup=None, *, pictures=True, language="en"):
        self.referee = Referee(setup or MatchSetup(2, 1))
        self.seating, self.language = Seating(self.referee.setup.players), language
        self.recorder, self.presenter = ReportRecorder(self.referee), Presenter(self.seating, language)
        self.evidence = EvidenceBuffer(64, 60) if pictures else None
        self.table = Table(self.feed)
        self.moments = []

    def feed(self, signal):
        if self.evidence and isinstance(signal, TableObservation):
            shade = signal.t_ms // 200 % 200
            self.evidence.keep(Frame(signal.t_ms, np.full((72, 128, 3), shade, np.uint8)), 640.0)
        self._hear(fed(self.referee, signal))
        return self.moments[-1].events

    def press(self, word, seat=None):
        self.table.t_ms += 100
        return self.feed(ButtonPress(self.table.t_ms, seat, word))

    def lay(self, **cards):
        for slot, text in (cards or LAYOUT).items():
            self.table.put(**{slot: text})
        self.table.wait(1000)
        return self

    def close(self):
        self._hear(closed(self.referee, self.table.t_ms))
        return self

    def _hear(self, moment):
        if self.evidence:
            pictures = self.evidence.pictures(moment, self.referee.plays)
            moment = type(moment)(moment.t_ms, moment.signal, moment.events, moment.board, pictures)
        self.moments.append(moment)
        self.recorder(moment, self.presenter.tell(moment))

    def record(self, *, source="a table", deck=None, facts=()):
        record = session_record(self.referee, self.recorder, self.language, source, facts)
        return replace(record, deck=deck)


DOUBTFUL = "12C:0.55 10C:0.44"


def played(**options):
    """Three plays, the second a caida, under pictures."""
    table = ReportedTable(**options).lay()
    for slot, text in ((5, "12O"), (6, "12C"), (7, "7C")):
        table.table.put(**{f"s{slot}": text}).wait(1500)
    return table


def asked(*presses, said=(), **options):
    """The second of three plays is asked about after the third, put right by a person, and then more is pressed."""
    table = ReportedTable(**options).lay()
    for word in said:
        table.press(word, 0)
    table.table.put(s5="7O").wait(1500).put(s6=DOUBTFUL).wait(4000).put(s7="5C").wait(25_000)
    for word in ("card 2 10C", *presses):
        table.press(word)
    table.table.wait(2000)
    return table
