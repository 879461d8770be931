"""A live table on a recorded session: a window to look through, buttons, a display and a clock that is told."""

import threading
from pathlib import Path

import numpy as np

from firmware.announce.seating import Seating
from firmware.buttons.panel import ButtonPanel
from firmware.devices.observer import Observer
from firmware.presentation.live_output import LiveOutput
from firmware.presentation.presenter import Presenter
from firmware.runtime.camera_feed import CameraFeed
from firmware.runtime.live_match import LiveMatch
from firmware.runtime.look_guard import LookGuard
from firmware.runtime.loop import MainLoop
from firmware.runtime.match_loop import MatchLoop
from firmware.runtime.watchdog import Watchdog
from firmware.settings.model import Settings
from firmware.signals import TableObservation
from firmware.storage.export import read_export
from firmware.storage.moment import SETUPS
from hardware.camera_status import CameraStatus
from hardware.ports import Shot
from vision.motion import small_grey
from vision.sightings import SightingMemory
from vision.view import exposure_fault

RECORDED = read_export(Path(__file__).parents[1] / "sessions" / "230036-2-players.jsonl.gz")
SETUP = SETUPS.parse(RECORDED.header.setup)
LOOKS = [entry.signal for entry in RECORDED.entries if isinstance(entry.signal, TableObservation)]
STEP_S = 0.1


class Glass:
    """A window with a picture at each look's time, which eyes of the same class know how to read."""

    px_per_mm = plain = None

    def __init__(self, looks, now):
        self.looks, self.now, self.seen, self.anew = list(looks), now, 0, False
        self.sightings = SightingMemory()
        self.began_s = now[0]
        self.status, self.bright, self.fresh = CameraStatus(), 128, None

    def tick(self):
        """The next picture is there, if its time has come."""
        if self.seen < len(self.looks) and self.began_s + self.looks[self.seen].t_ms / 1000 <= self.now[0]:
            picture = np.full((32, 32, 3), self.bright, np.uint8)
            self.status = CameraStatus(Shot(self.now[0], picture))
            self.fresh = self.looks[self.seen]
            self.seen += 1

    def take(self):
        return self.status.shot if self.fresh else None

    def look_anew(self):
        self.anew = True

    def observe(self, frame):
        look, self.fresh = self.fresh, None
        if dark := exposure_fault(small_grey(frame.picture)):
            return TableObservation(frame.t_ms, (), hand_present=True, unseen=dark)
        return TableObservation(frame.t_ms, look.cards, look.hand_present, look.quality, look.covers, look.hidden)


class Table:
    """A live referee on a clock that only goes on when told."""

    def __init__(self, journal, match, looks=LOOKS, began_s=1000.0):
        self.now = [began_s]
        clock = lambda: self.now[0]  # noqa: E731
        self.glass, self.heard, self.alive = Glass(looks, self.now), [], []
        self.panel = ButtonPanel(Settings(), began_s)
        output = LiveOutput(Presenter(Seating(SETUP.players), "en"), [lambda *told: self.heard.append(told)], "en")
        watch = CameraFeed(self.glass, Observer(self.glass, Settings()), LookGuard(clock))
        self.matches = MatchLoop(match, clock=clock)
        watchdog, news = Watchdog(self.alive.append), threading.Event()
        self.live = MainLoop(self.matches, watch, self.panel, output, watchdog=watchdog, news=news, clock=clock)

    @property
    def referee(self):
        return self.matches.match.referee

    @property
    def pictures(self):
        return [presentation.picture.tobytes() for _, presentation in self.heard]

    @property
    def tones(self):
        return [presentation.tones for _, presentation in self.heard if presentation.tones]

    def go(self, seconds):
        for _ in range(round(seconds / STEP_S)):
            self.now[0] += STEP_S
            self.glass.tick()
            self.live.step()
        return self

    def press(self, name, hold_s=0.1):
        self.panel.heard(name, True, self.now[0])
        self.go(hold_s)
        self.panel.heard(name, False, self.now[0])
        return self.go(0.6)


def begun(journal, looks=LOOKS):
    return Table(journal, LiveMatch.begin(journal, SETUP), looks)


def resumed(journal, table, away_s=3.0):
    """The same table after a cut: the players went on meanwhile, if they did."""
    left = [look for look in LOOKS if look.t_ms / 1000 > table.now[0] - 1000.0 + away_s]
    again = Table(journal, LiveMatch.resume(journal, SETUP), left, table.now[0] + away_s)
    again.glass.began_s = 1000.0
    return again


def ranks(referee):
    return [(play.seat, int(play.card.rank)) for play in referee.plays]
