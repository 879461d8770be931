"""One deal played on a drawn table, as a perfect witness reports it."""

import numpy as np
import pytest

from models.synthetic.choreography import choreograph
from models.synthetic.manners import random_manners
from models.synthetic.play import play_game
from models.synthetic.timeline import View
from models.synthetic.witness import observations


@pytest.fixture(scope="session")
def timeline():
    rng = np.random.default_rng(11)
    script = play_game(rng, 2, 1, deals=1)
    return choreograph(script, rng, manners=random_manners(rng, 1.3), view=View(700.0, 394.0))


@pytest.fixture(scope="session")
def looks(timeline):
    return tuple(observations(timeline, fps=8.0))
