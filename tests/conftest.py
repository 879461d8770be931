"""One deal played on a drawn table, as perfect detections report it, and a journal that holds it."""

import gc

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from firmware.announce.seating import Seating
from firmware.cli.main import GC_THRESHOLD, main
from firmware.devices.observer import Observer
from firmware.presentation.presenter import Presenter
from firmware.presentation.sinks import present
from firmware.referee import MatchSetup
from firmware.replaying.session import watch_film
from firmware.replaying.sources import FilmSource
from firmware.settings.model import Settings
from firmware.settings.session_file import SessionFile, SessionInput
from firmware.storage.journal import Journal
from models.synthetic.play.choreography import choreograph
from models.synthetic.play.detection_simulator import observations
from models.synthetic.play.random_game import play_game
from models.synthetic.play.table_habits import random_habits
from models.synthetic.play.timeline import TableView
from tests.support.film import Film
from vision.sightings import SightingMemory

gc.set_threshold(GC_THRESHOLD)
# Properties are about facts, not about how busy the machine is.
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")


@pytest.fixture(scope="session")
def timeline():
    rng = np.random.default_rng(11)
    script = play_game(rng, 2, 1, deals=1)
    return choreograph(script, rng, habits=random_habits(rng, 1.3), view=TableView(700.0, 394.0))


@pytest.fixture(scope="session")
def looks(timeline):
    return tuple(observations(timeline, fps=8.0))


LOOKS = 165  # of the session: enough for the layout and the first plays


class Witness:
    """Eyes that know the looks by heart."""

    px_per_mm, plain = 80 / 700, None

    def __init__(self, looks):
        self._looks, self.sightings = {look.t_ms: look for look in looks}, SightingMemory()

    def observe(self, frame):
        return self._looks[frame.t_ms]


@pytest.fixture(scope="module")
def kept(looks, tmp_path_factory):
    """A journal with one session of a few plays."""
    path, film = tmp_path_factory.mktemp("kept") / "journal.db", looks[:LOOKS]
    source = FilmSource("a table in Tangier", Film(film), SessionFile(inputs=(SessionInput(700, 0, "score"),)))
    with Journal(path) as journal:
        observer = Observer(Witness(film), Settings())
        session = watch_film(source, MatchSetup(2, 1), source.source, observer, journal)
        present(session.moments, Presenter(Seating(2), "en"), [])
    return path


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """No test touches the user's own files."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("HAKAM_JOURNAL", "HAKAM_CONFIG", "HAKAM_DECKS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def hakam(capsys):
    def run(*arguments):
        try:
            status = main([str(one) for one in arguments])
        except SystemExit as wrong_usage:
            status = wrong_usage.code
        out, err = capsys.readouterr()
        return status, out, err

    return run
