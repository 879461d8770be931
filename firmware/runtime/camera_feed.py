"""The table through the camera: pictures as they come, what the eyes see in them, and why they see nothing."""

from firmware.devices.observer import Observer
from firmware.referee import Referee
from firmware.signals import Signal, TableObservation
from hardware.brightness import SEEN
from hardware.camera_worker import CameraStatus, CameraWorker
from hardware.ports import Shot
from vision.frame import Frame

LOST_S = 2.5
"""Seconds without a picture after which players are told: by then the camera has been opened again once."""


class CameraFeed:
    """What the camera gives, looked at picture by picture."""

    def __init__(self, worker: CameraWorker, observer: Observer) -> None:
        """Look through ``worker``."""
        self._worker, self._observer = worker, observer
        self._dark = False

    @property
    def status(self) -> CameraStatus:
        """How the camera is."""
        return self._worker.status

    def take(self) -> Shot | None:
        """The newest picture, each only once."""
        return self._worker.take()

    def observe(self, shot: Shot, t_ms: int) -> TableObservation | None:
        """What lies there at ``t_ms`` of the session; ``None``: the same as before."""
        grey = shot.picture[::16, ::16] if shot.grey is None else shot.grey
        self._dark = not SEEN.holds(float(grey.mean()))
        return self._observer.observe(Frame(t_ms, shot.picture, shot.grey))

    def news(self, t_ms: int, referee: Referee) -> list[Signal]:
        """What the eyes have found out about the deck."""
        return self._observer.news(t_ms, referee)

    def fault(self, now_s: float) -> str:
        """Why nothing can be seen: ``camera_lost`` or ``too_dark``; empty: it can."""
        status = self._worker.status
        lost_s = None if status.over else status.missing_s(now_s)
        if lost_s is not None and now_s - lost_s > LOST_S:
            return "camera_lost"
        return "too_dark" if self._dark else ""
