"""A table with buttons, and what the referee has said at it."""

from firmware.referee import MatchSetup, Referee
from firmware.signals import ButtonPress, Tick
from tests.support.scene import LAYOUT, Table


class TableWithButtons(Table):
    """A table with buttons."""

    def __init__(self, players=2, rules="pagat", layout=LAYOUT):
        self.referee = Referee(MatchSetup(players, players - 1, rules))
        super().__init__(self.referee.feed)
        for slot, text in layout.items():
            self.put(**{slot: text})
        self.wait(1000)

    def press(self, words, seat=None, later_ms=0):
        self.said += self.referee.feed(ButtonPress(self.t_ms + later_ms, seat, words))
        return self

    def tick(self, ms):
        for _ in range(ms // 300):
            self.t_ms += 300
            self.said += self.referee.feed(Tick(self.t_ms))
        return self

    def heard(self, kind):
        return [event for event in self.said if isinstance(event, kind)]

    @property
    def scores(self):
        return self.referee.scoreboard.scores
