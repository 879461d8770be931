"""What the eyes saw of whole sessions, kept: they are filmed and looked at once, and read as often as wanted.

A table of 200 deals takes hours to film and minutes to read: so it can be made in several evenings, and two referees be
compared on the same looks. Nothing kept is used for other eyes or another film, see :func:`fingerprint_of`.
"""

import gzip
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from firmware.devices.stopwatch import Stopwatch
from firmware.signals import TableObservation
from firmware.storage.atomic_file import write_atomic
from firmware.storage.codec import Vocabulary
from models.benchmarks.results import ROOT
from models.synthetic.films.recipe import Session
from vision.frame import Frame
from vision.identify import Classifier
from vision.pipeline import Eyes

LOOKS = Vocabulary((TableObservation,))
EYES = ("vision/*.py", "models/*.onnx", "models/model.toml")
SAMPLED = 9  # pictures of a session that are drawn to know the film again


@dataclass(frozen=True, slots=True)
class CachedObservations:
    """All looks at a session, and the milliseconds each frame took, looked at or not."""

    looks: tuple[TableObservation, ...]
    took_ms: tuple[float, ...]


def observe_session(session: Session, classifier: Classifier | None = None) -> CachedObservations:
    """Film the session and have a new pair of eyes look at it; ``classifier``: of the deck, if it is enrolled."""
    eyes, stopwatch = Eyes(classifier), Stopwatch()
    frames = (Frame(t_ms, picture) for t_ms, picture in session.frames())
    seen = [stopwatch.timed(partial(eyes.observe, frame)) for frame in frames]
    return CachedObservations(tuple(look for look in seen if look), tuple(stopwatch.took_ms))


def load_or_make(make: Callable[[], CachedObservations], path: Path) -> CachedObservations:
    """What is kept at ``path``; if nothing is, it is made and kept there.

    Raises:
        CodecError, OSError, ValueError: if what is kept cannot be read, or nothing be written.
    """
    if path.exists():
        return _read(path)
    observed = make()
    write_atomic(path, _packed(observed))
    return observed


def fingerprint_of(session: Session) -> str:
    """A mark of a film and of the eyes: of the times, some pictures, all code of the eyes and their networks.

    Noise goes on from picture to picture: of a session of which pictures were drawn another film is made.
    """
    mark = hashlib.sha256(_fingerprint_of_eyes() + repr(session.times_ms).encode())
    for t_ms in session.times_ms[:: max(len(session.times_ms) // SAMPLED, 1)]:
        mark.update(session.film.frame(t_ms).tobytes())
    return mark.hexdigest()[:12]


@cache
def _fingerprint_of_eyes() -> bytes:
    mark = hashlib.sha256()
    for path in sorted(path for pattern in EYES for path in ROOT.glob(pattern)):
        mark.update(path.read_bytes())
    return mark.digest()


def _packed(observed: CachedObservations) -> bytes:
    lines = [json.dumps([round(ms, 2) for ms in observed.took_ms]), *map(LOOKS.text, observed.looks)]
    return gzip.compress("\n".join(lines).encode(), mtime=0)


def _read(path: Path) -> CachedObservations:
    took, *looks = gzip.decompress(path.read_bytes()).decode().splitlines()
    return CachedObservations(tuple(map(LOOKS.parse, looks)), tuple(json.loads(took)))
