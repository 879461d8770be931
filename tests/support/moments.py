"""Moments of a match, as the presenter is told of them."""

from firmware.announce.seating import Seating
from firmware.presentation.presenter import Presenter
from firmware.referee import Scoreboard
from firmware.rules.events import PointsScored, Reason
from firmware.signals import Tick
from firmware.storage.moment import Moment

CAIDA = PointsScored(1, 1, Reason.CAIDA, 1)


def moment(t_ms, *events, scores=(0, 0), question=None):
    return Moment(t_ms, Tick(t_ms), events, Scoreboard(scores, 0, 1, 1, 1, 6, (), (), question))


def presenter(language="en"):
    return Presenter(Seating(2), language)
