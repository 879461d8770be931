"""A film in the place of a camera, of which some seconds are spoilt: what a lamp, a sleeve or a driver does to it."""

import math
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np

from hardware.ports import CameraLost, CameraOver, Shot
from models.benchmarks.table_clock import TableClock
from vision.frame import Frame, Picture

YEARS_S = 10 * 365.25 * 86_400
NOISE_GREY = 5
"""Each picture has noise of 0 to 4 grey values, as a sensor has: without, a film that waits would be frozen."""

Spoiler = Callable[[Picture, np.random.Generator], Picture]


def _full(grey: int) -> Spoiler:
    return lambda picture, _rng: np.full_like(picture, grey)


def _noise(picture: Picture, rng: np.random.Generator) -> Picture:
    return rng.integers(0, 256, picture.shape, np.uint8)


def _blurred(picture: Picture, _rng: np.random.Generator) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 20), np.uint8)


def _covered(picture: Picture, rng: np.random.Generator) -> Picture:
    """A sleeve before the lens: one colour, unsharp, with a little light at the edge."""
    height, width = picture.shape[:2]
    cloth = np.full((height, width, 3), (40, 60, 70), np.uint8)
    cv2.circle(cloth, (width, 0), height // 3, (150, 160, 170), -1)
    return np.asarray(cv2.add(cv2.GaussianBlur(cloth, (0, 0), 40), _grain(cloth, rng)), np.uint8)


def _dim(picture: Picture, _rng: np.random.Generator) -> Picture:
    return np.asarray(cv2.convertScaleAbs(picture, alpha=0.06), np.uint8)


def _glare(picture: Picture, _rng: np.random.Generator) -> Picture:
    return np.asarray(cv2.convertScaleAbs(picture, alpha=4.0, beta=120), np.uint8)


def _half(picture: Picture, _rng: np.random.Generator) -> Picture:
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def _square(picture: Picture, _rng: np.random.Generator) -> Picture:
    side = min(picture.shape[:2])
    return np.ascontiguousarray(picture[:side, :side])


def _empty(_picture: Picture, _rng: np.random.Generator) -> Picture:
    return np.zeros((0, 0, 3), np.uint8)


SPOILERS: Mapping[str, Spoiler] = MappingProxyType(
    {
        "black": _full(0),
        "lamp out": _dim,
        "white": _full(255),
        "glare": _glare,
        "noise": _noise,
        "covered": _covered,
        "blurred": _blurred,
        "half the size": _half,
        "another shape": _square,
        "empty pictures": _empty,
    }
)
"""What is done to the pictures of a fault of that name."""


@dataclass(frozen=True, slots=True)
class FilmFault:
    """What goes wrong, and when.

    Attributes:
        kind: a name of :data:`SPOILERS`, or what the camera or another device does.
        at_s: when it begins, seconds of the film.
        lasts_s: for how long.
        played_on: people go on playing meanwhile; else they wait till it is over.
    """

    kind: str
    at_s: float
    lasts_s: float
    played_on: bool


class FaultyFilm:
    """A film that is shown by a clock. It waits while people wait."""

    def __init__(
        self, frames: Iterable[Frame], clock: TableClock, fault: FilmFault, seed: int, idle_s: float = 0.0
    ) -> None:
        """Begin to show it now.

        Args:
            frames: by time.
            clock: of the table.
            fault: what goes wrong.
            seed: of the noise.
            idle_s: so long the table is still seen after the end.
        """
        self._frames, self._clock, self._fault = iter(frames), clock, fault
        self._began_s, self._rng = clock(), np.random.default_rng(seed)
        self._shown, self._coming = next(self._frames), next(self._frames, None)
        self._stuck: Picture | None = None
        self._lock = threading.Lock()  # a thread that hung may come back beside another
        self._idle_s, self._ended_s = idle_s, math.inf

    @property
    def active(self) -> bool:
        """Whether the fault is there now."""
        return 0 <= self._clock() - self._began_s - self._fault.at_s < self._fault.lasts_s

    @property
    def ends_s(self) -> float:
        """When the fault is over, by the clock."""
        return self._began_s + self._fault.at_s + self._fault.lasts_s

    @property
    def over(self) -> bool:
        """Whether all was shown."""
        return self._clock() - self._ended_s >= self._idle_s

    @property
    def idle(self) -> bool:
        """Whether nobody plays any more."""
        return self._coming is None

    def picture(self) -> Picture:
        """What the camera sees now."""
        with self._lock:
            return self._taken()

    def _taken(self) -> Picture:
        since_s = self._clock() - self._began_s
        waited_s = 0.0 if self._fault.played_on else min(max(since_s - self._fault.at_s, 0.0), self._fault.lasts_s)
        while self._coming and self._coming.t_ms <= (since_s - waited_s) * 1000:
            self._shown, self._coming = self._coming, next(self._frames, None)
        self._ended_s = min(self._ended_s, self._clock()) if self.idle else self._ended_s
        picture = np.asarray(cv2.add(self._shown.picture, _grain(self._shown.picture, self._rng)), np.uint8)
        return self._spoilt(picture) if self.active else picture

    def _spoilt(self, picture: Picture) -> Picture:
        kind = self._fault.kind
        if kind in ("frozen", "frozen, packed anew"):
            self._stuck = picture if self._stuck is None else self._stuck
            quality = (cv2.IMWRITE_JPEG_QUALITY, int(self._rng.integers(70, 95)))
            anew = kind != "frozen"
            return (
                np.asarray(cv2.imdecode(cv2.imencode(".jpg", self._stuck, quality)[1], 1), np.uint8)
                if anew
                else self._stuck
            )
        return SPOILERS[kind](picture, self._rng) if kind in SPOILERS else picture


class FaultyCamera:
    """A camera that shows a film, at so many pictures a second."""

    def __init__(self, film: FaultyFilm, clock: TableClock, fault: FilmFault, rate_hz: float) -> None:
        """Open it.

        Args:
            film: what it shows.
            clock: of the table.
            fault: what it does while the film says so.
            rate_hz: pictures a second.

        Raises:
            CameraLost: while it is pulled out.
        """
        self._film, self._clock, self._kind, self._every_s = film, clock, fault.kind, 1 / rate_hz
        if film.active and self._kind in ("pulled out", "close raises"):
            raise CameraLost("there is no camera")

    def shot(self, after_s: float, wait_s: float) -> Shot:
        """The next picture.

        Raises:
            CameraLost: if none comes.
            CameraOver: at the end of the film.
        """
        if self._kind == "hangs":  # only then there is a thread that can wait
            since_s = self._clock() if math.isinf(after_s) else max(after_s, self._clock() - self._every_s)
            self._clock.sleep_until((math.floor(since_s / self._every_s + 1e-6) + 1) * self._every_s)
        self._misbehave(wait_s)
        picture = self._film.picture()
        if self._film.over:
            raise CameraOver("the film is over")
        astray_s = {"stamp ten years ahead": YEARS_S, "stamp ten years behind": -YEARS_S}.get(self._kind, 0.0)
        return Shot(self._clock() + astray_s * self._film.active, picture)

    def close(self) -> None:
        """Give it back.

        Raises:
            RuntimeError: where that is the fault.
        """
        if self._kind == "close raises":
            raise RuntimeError("inside the driver")

    def _misbehave(self, wait_s: float) -> None:
        if not self._film.active:
            return
        if self._kind == "hangs":
            self._clock.sleep_until(self._film.ends_s)
        if self._kind in ("pulled out", "close raises", "stalled"):
            raise CameraLost(f"no picture for {wait_s:g} s")


def _grain(picture: Picture, rng: np.random.Generator) -> Picture:
    """Noise of a sensor, another piece of one sheet each time."""
    height, width = picture.shape[:2]
    down, across = rng.integers(0, 64, 2)
    return _sheet(height + 64, width + 64)[down : down + height, across : across + width]


_SHEETS: dict[tuple[int, int], Picture] = {}


def _sheet(height: int, width: int) -> Picture:
    if (height, width) not in _SHEETS:
        _SHEETS[height, width] = np.random.default_rng(0).integers(0, NOISE_GREY, (height, width, 3), np.uint8)
    return _SHEETS[height, width]
