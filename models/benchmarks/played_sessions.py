"""What the benches of faults play: recorded looks as films of coded pictures, and the bundled film."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from firmware.devices.observer import TableEyes
from firmware.referee import MatchSetup
from firmware.replaying.match_setup import match_setup
from firmware.settings.model import Settings
from firmware.settings.session_file import SessionFile, read_session_file
from firmware.signals import TableObservation
from firmware.storage.export import read_export
from firmware.storage.moment import SETUPS
from models.benchmarks.coded_film import CodedEyes, coded_frames
from models.benchmarks.faulty_camera import FilmFault
from models.benchmarks.results import ROOT
from vision.frame import Frame
from vision.pipeline import Eyes
from vision.sources import open_source

SESSIONS = ROOT / "tests" / "sessions"
"""Looks that the real eyes took of twelve drawn films, with the truth of each; each was misread once."""
LOOK_HZ = 8.0
"""Looks come every 120 ms at most."""
FILM_HZ = 4.0
"""Pictures of the bundled film a second."""


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """What is played.

    Attributes:
        name: for the report.
        setup: who plays what.
        truth: the contents of ``truth.json``.
        middle_s: the middle of the deal.
        frames: begins the film.
        eyes: that look at it.
        rate_hz: pictures a second.
    """

    name: str
    setup: MatchSetup
    truth: Mapping[str, Any]
    middle_s: float
    frames: Callable[[], Iterable[Frame]]
    eyes: Callable[[FilmFault], TableEyes]
    rate_hz: float

    @property
    def scores(self) -> tuple[int, ...]:
        """What each side truly has in the end."""
        return tuple(self.truth["scores"])


def recorded_sessions(count: int) -> list[PlayedSession]:
    """So many of the recorded sessions."""
    paths = sorted(SESSIONS.glob("*.jsonl.gz"))[:count]
    return [recorded(path) for path in paths]


def recorded(path: Path) -> PlayedSession:
    """One recorded session."""
    export = read_export(path)
    looks = [entry.signal for entry in export.entries if isinstance(entry.signal, TableObservation)]
    name = path.name.removesuffix(".jsonl.gz")
    truth = json.loads((path.parent / f"{name}.truth.json").read_text(encoding="utf-8"))
    return PlayedSession(
        name,
        SETUPS.parse(export.header.setup),
        truth,
        _middle_s(truth["plays"]),
        partial(coded_frames, looks),
        lambda _fault: CodedEyes(looks),
        LOOK_HZ,
    )


def filmed(name: str, folder: Path) -> PlayedSession:
    """A film, seen by the real eyes."""
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    setup = match_setup(SessionFile(), read_session_file(folder / "session.json"), Settings())
    return PlayedSession(name, setup, truth, _middle_s(truth["plays"]), lambda: open_source(folder), _real, FILM_HZ)


def _real(_fault: object) -> TableEyes:
    return Eyes()


def _middle_s(plays: list[dict[str, float]]) -> float:
    return plays[len(plays) // 2]["t_ms"] / 1000
