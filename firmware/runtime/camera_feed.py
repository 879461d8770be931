"""The table through the camera: pictures as they come, what the eyes see in them, and why they see nothing."""

from collections.abc import Sequence
from functools import partial

from firmware.devices.observer import Observer
from firmware.referee import Referee
from firmware.runtime.look_guard import LookGuard
from firmware.signals import Signal, TableObservation
from firmware.standing.message import DeckInUse
from hardware.camera_status import CameraStatus
from hardware.camera_worker import CameraWorker
from hardware.ports import Shot
from vision.frame import Frame

LOST_S = 2.5
"""Seconds without a picture after which players are told: by then the camera has been opened again once. An evening's
recording keeps a picture every two seconds where nothing changes."""
UNSEEN_MS = 1000
"""So long nothing can be seen before players are told: a sleeve before the lens passes sooner, a judgement."""
CAMERA_LOST, CAMERA_FROZEN, LOOK_FAILED = "camera_lost", "camera_frozen", "look_failed"
"""Faults of the texts, and why the eyes saw nothing for a while."""
DECK_SHOWN = "deck_shown"
"""The same: a deck is being shown, which is none of the match's business."""


class CameraFeed:
    """What the camera gives, looked at picture by picture."""

    def __init__(self, worker: CameraWorker, observer: Observer, guard: LookGuard | None = None) -> None:
        """Join the parts.

        Args:
            worker: gives the pictures.
            observer: looks at them.
            guard: catches what goes wrong with one; ``None``: one of its own.
        """
        self._worker, self._observer, self._guard = worker, observer, guard or LookGuard()
        self._unseen = ""
        self._unseen_ms = self._t_ms = 0
        self._last: Shot | None = None
        self._told_lost = False

    @property
    def status(self) -> CameraStatus:
        """How the camera is."""
        return self._worker.status

    @property
    def sees(self) -> bool:
        """Whether the picture that was taken last could be looked at."""
        return not self._guard.failing

    @property
    def deck(self) -> DeckInUse:
        """By which cards are read."""
        return self._observer.deck

    def take(self) -> Shot | None:
        """The newest picture, each only once."""
        return self._worker.take()

    def observe(self, shot: Shot, t_ms: int) -> list[TableObservation]:
        """What lies there at ``t_ms`` of the session, after what was not seen before; nothing: the same as before."""
        lost = self.missed(shot.taken_s, t_ms)
        if self._told_lost:
            self._observer.look_anew()
        self._last, self._told_lost = shot, False
        looks = [*lost, *self._look(shot, t_ms)]
        self._note(looks, t_ms)
        return looks

    def hold(self, shot: Shot, t_ms: int) -> list[TableObservation]:
        """Look away from a picture: once, a look that says so; anything may happen on the table until the next."""
        held, self._last, self._told_lost = self._unseen == DECK_SHOWN, shot, True
        look = TableObservation(t_ms, (), hand_present=True, unseen=DECK_SHOWN)
        self._note([look], t_ms)
        return [] if held else [look]

    def missed(self, now_s: float, t_ms: int) -> list[TableObservation]:
        """Once no picture has come for long, a look that says so: anything may happen on the table until the next."""
        last = self._last
        if self._told_lost or self.status.over or last is None or now_s - last.taken_s <= LOST_S:
            return []
        self._told_lost = True
        looks = [TableObservation(t_ms, (), hand_present=True, unseen=CAMERA_LOST)]
        self._note(looks, t_ms)
        return looks

    def news(self, t_ms: int, referee: Referee) -> list[Signal]:
        """What the eyes have found out about the deck."""
        return self._guard.call(lambda: self._observer.news(t_ms, referee), []) if self.sees else []

    def fault(self, now_s: float) -> str:
        """Why nothing can be seen, as texts call it: ``camera_lost``, ``too_dark`` ...; empty: it can."""
        status = self._worker.status
        lost_s = None if status.over else status.missing_s(now_s)
        if lost_s is not None and now_s - lost_s > LOST_S:
            return CAMERA_FROZEN if status.frozen else CAMERA_LOST
        if self._guard.shown:
            return LOOK_FAILED
        return self._unseen if self._t_ms - self._unseen_ms >= UNSEEN_MS else ""

    def _note(self, looks: Sequence[TableObservation], t_ms: int) -> None:
        """Remember since when nothing can be seen."""
        self._t_ms = t_ms
        for look in looks:
            self._unseen_ms = self._unseen_ms if self._unseen and look.unseen else t_ms
            self._unseen = look.unseen

    def _look(self, shot: Shot, t_ms: int) -> list[TableObservation]:
        failed = TableObservation(t_ms, (), hand_present=True, unseen=LOOK_FAILED)
        seen = self._guard.call(partial(self._observer.observe, Frame(t_ms, shot.picture, shot.grey)), failed)
        if seen is failed:
            self._observer.look_anew()
        again = seen is failed and self._unseen == LOOK_FAILED
        return [] if seen is None or again else [seen]
