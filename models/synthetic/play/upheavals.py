"""Knocks against the camera and lamps that are switched: when, and how much."""

import math
from collections.abc import Sequence

from models.synthetic.play.incident_generator import Fate
from models.synthetic.play.surroundings import Aim, Bump, LampChange, Surroundings

SHIFT_MM, TURN_DEG = (10.0, 25.0), 1.0  # a tripod that is knocked, not overturned
LASTS_MS = (250.0, 500.0)
DARKER, BRIGHTER = (0.5, 0.67), (1.33, 1.5)  # by a third to a half: one of two or three lamps
WARMTH = 0.12  # bulbs of 2700 and 4000 K differ so much in blue, and half as much in red the other way
FOR_GOOD = 0.5
SOME_SECONDS_MS = (2000.0, 8000.0)
LAMP_MM = (250.0, 700.0)  # the other lamp hangs so far away


def upheavals(fate: Fate, spans: Sequence[tuple[int, int]]) -> Surroundings:
    """At most one knock and one change of light for each deal, somewhere between its first play and its end."""
    bumps = [_bump(fate, fate.between(*span)) for span in spans if fate.strikes("bumped")]
    lamps = [_lamp(fate, fate.between(*span)) for span in spans if fate.strikes("lamp")]
    for bump in bumps:
        fate.note(bump.t_ms, "bumped")
    for lamp in lamps:
        fate.note(lamp.t_ms, "lamp")
    return Surroundings(tuple(bumps), tuple(lamps))


def _bump(fate: Fate, t_ms: float) -> Bump:
    way, far_mm = math.radians(fate.between(0, 360)), fate.between(*SHIFT_MM)
    by = Aim(far_mm * math.cos(way), far_mm * math.sin(way), fate.between(-TURN_DEG, TURN_DEG))
    return Bump(round(t_ms), by, round(fate.between(*LASTS_MS)))


def _lamp(fate: Fate, t_ms: float) -> LampChange:
    gain = fate.between(*(DARKER if fate.rng.random() < 0.5 else BRIGHTER))
    warm = fate.between(-WARMTH, WARMTH)
    way, far_mm = math.radians(fate.between(0, 360)), fate.between(*LAMP_MM)
    until_ms = None if fate.rng.random() < FOR_GOOD else round(t_ms + fate.between(*SOME_SECONDS_MS))
    moved = (far_mm * math.cos(way), far_mm * math.sin(way))
    return LampChange(round(t_ms), until_ms, gain, (1 - 2 * warm, 1.0, 1 + warm), moved)
