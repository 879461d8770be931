"""The table through the camera: pictures as they come, what the eyes see in them, and why they see nothing."""

from firmware.devices.observer import Observer
from firmware.referee import Referee
from firmware.signals import Signal, TableObservation
from hardware.camera_worker import CameraStatus, CameraWorker
from hardware.ports import Shot
from vision.frame import Frame

LOST_S = 2.5
"""Seconds without a picture after which players are told: by then the camera has been opened again once."""
UNSEEN_MS = 1000
"""So long nothing can be seen before players are told: a sleeve before the lens passes sooner, a judgement."""


class CameraFeed:
    """What the camera gives, looked at picture by picture."""

    def __init__(self, worker: CameraWorker, observer: Observer) -> None:
        """Look through ``worker``."""
        self._worker, self._observer = worker, observer
        self._unseen = ""
        self._unseen_ms = self._t_ms = 0

    @property
    def status(self) -> CameraStatus:
        """How the camera is."""
        return self._worker.status

    def take(self) -> Shot | None:
        """The newest picture, each only once."""
        return self._worker.take()

    def observe(self, shot: Shot, t_ms: int) -> TableObservation | None:
        """What lies there at ``t_ms`` of the session; ``None``: the same as before."""
        look = self._observer.observe(Frame(t_ms, shot.picture, shot.grey))
        self._t_ms = t_ms
        if look:
            self._unseen_ms = self._unseen_ms if self._unseen and look.unseen else t_ms
            self._unseen = look.unseen
        return look

    def news(self, t_ms: int, referee: Referee) -> list[Signal]:
        """What the eyes have found out about the deck."""
        return self._observer.news(t_ms, referee)

    def fault(self, now_s: float) -> str:
        """Why nothing can be seen, as texts call it: ``camera_lost``, ``too_dark`` ...; empty: it can."""
        status = self._worker.status
        lost_s = None if status.over else status.missing_s(now_s)
        if lost_s is not None and now_s - lost_s > LOST_S:
            return "camera_lost"
        return self._unseen if self._t_ms - self._unseen_ms >= UNSEEN_MS else ""
