"""Sessions with mishaps, each acted out once, and what lies where in them."""

import functools
import hashlib

import numpy as np

from models.synthetic.play.choreography import choreograph
from models.synthetic.play.mishaps import CAFE, CALM, only
from models.synthetic.play.random_game import play_game
from models.synthetic.play.table_habits import random_habits
from models.synthetic.play.timeline import TableView, Timeline

VIEW = TableView(820.0, 461.0)
STEP_MS = 20


@functools.cache
def session(kinds: str, seed: int, players: int = 2, deals: int = 1) -> Timeline:
    mishaps = {"calm": CALM, "cafe": CAFE}.get(kinds) or only(kinds)
    rng = np.random.default_rng(seed)
    script = play_game(rng, players, seed % players, deals=deals)
    return choreograph(script, rng, habits=random_habits(rng), view=VIEW, mishaps=mishaps)


def of_kind(timeline: Timeline, kind: str) -> list:
    return [one for one in timeline.mishaps if one.kind == kind]


def lying(timeline: Timeline, t_ms: float) -> dict:
    return {card.card: card for card in timeline.at(t_ms).cards}


def plays(timeline: Timeline) -> list:
    return [(play.seat, play.card, play.took) for play in timeline.plays]


def digest(timeline: Timeline) -> str:
    """The ways of all cards and arms to a hundredth of a millimetre, so that another libm gives the same."""
    trajectories = [(str(card), timeline.cards[card]) for card in sorted(timeline.cards, key=str)]
    trajectories += [(str(arm), timeline.arms[arm]) for arm in sorted(timeline.arms)]
    words = [
        f"{name} {leg.start_ms:.2f} {leg.end_ms:.2f} {leg.end.x_mm:.2f} {leg.end.y_mm:.2f} {leg.layer} {leg.vanishes}"
        for name, track in trajectories
        for leg in track.legs
    ]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:12]
