"""Knocks against the camera and lamps that are switched: when, and how much."""

import math
from collections.abc import Sequence

from models.synthetic.play.environment import CameraBump, CameraShift, Environment, LightChange
from models.synthetic.play.incident_generator import IncidentGenerator

SHIFT_MM, TURN_DEG = (10.0, 25.0), 1.0  # a tripod that is knocked, not overturned
LASTS_MS = (250.0, 500.0)
DARKER, BRIGHTER = (0.5, 0.67), (1.33, 1.5)  # by a third to a half: one of two or three lamps
WARMTH = 0.12  # bulbs of 2700 and 4000 K differ so much in blue, and half as much in red the other way
FOR_GOOD = 0.5
SOME_SECONDS_MS = (2000.0, 8000.0)
LAMP_MM = (250.0, 700.0)  # the other lamp hangs so far away


def random_environment(incidents: IncidentGenerator, spans: Sequence[tuple[int, int]]) -> Environment:
    """At most one knock and one change of light for each deal, somewhere between its first play and its end."""
    bumps = [_bump(incidents, incidents.between(*span)) for span in spans if incidents.strikes("bumped")]
    lamps = [_lamp(incidents, incidents.between(*span)) for span in spans if incidents.strikes("lamp")]
    for bump in bumps:
        incidents.note(bump.t_ms, "bumped")
    for lamp in lamps:
        incidents.note(lamp.t_ms, "lamp")
    return Environment(tuple(bumps), tuple(lamps))


def _bump(incidents: IncidentGenerator, t_ms: float) -> CameraBump:
    way, far_mm = math.radians(incidents.between(0, 360)), incidents.between(*SHIFT_MM)
    by = CameraShift(far_mm * math.cos(way), far_mm * math.sin(way), incidents.between(-TURN_DEG, TURN_DEG))
    return CameraBump(round(t_ms), by, round(incidents.between(*LASTS_MS)))


def _lamp(incidents: IncidentGenerator, t_ms: float) -> LightChange:
    gain = incidents.between(*(DARKER if incidents.rng.random() < 0.5 else BRIGHTER))
    warm = incidents.between(-WARMTH, WARMTH)
    way, far_mm = math.radians(incidents.between(0, 360)), incidents.between(*LAMP_MM)
    until_ms = None if incidents.rng.random() < FOR_GOOD else round(t_ms + incidents.between(*SOME_SECONDS_MS))
    moved = (far_mm * math.cos(way), far_mm * math.sin(way))
    return LightChange(round(t_ms), until_ms, gain, (1 - 2 * warm, 1.0, 1 + warm), moved)
