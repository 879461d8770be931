"""Witnessed matches: whole matches by any rules with all that is said and pressed, as looks and presses; no pictures.

Seeds are told apart by what they are for: to fit weights, to tune, to test. Those for tests depend on the release, so
that each one is tested on matches that nobody has seen.
"""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from random import Random

import numpy as np

from firmware.rules.errors import RulesetError
from firmware.rules.match import Match
from firmware.rules.notation.ruleset import parse_rules
from firmware.rules.presets import PRESETS
from firmware.signals import TableObservation
from models.synthetic.films.setting import random_view
from models.synthetic.play.choreography import choreograph
from models.synthetic.play.detection_simulator import LIKE_EYES, DetectionErrors, observations
from models.synthetic.play.match_script import MOST_DEALS, ScriptedMatch, scripted_match
from models.synthetic.play.mishaps import CAFE, Mishaps
from models.synthetic.play.press_timing import TimedPress, timed_presses
from models.synthetic.play.random_match import RandomMatch
from models.synthetic.play.table_habits import random_habits
from models.synthetic.play.timeline import Timeline

RULES = tuple(name for name in PRESETS if parse_rules(name).packs == 1)
"""All presets with one pack: the choreography follows each card by its face."""
USUAL = "pagat"
USUAL_SHARE = 0.4
"""How many matches are played by the default rules; the others by all presets alike: a judgement."""
PICTURE_PX = (1280, 720)
FPS = 10.0


class Split(StrEnum):
    """What a match is for: fitting weights, choosing among fits, or a test."""

    FIT = "fit"
    TUNE = "tune"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class WitnessedMatch:
    """A match as it was acted out.

    Attributes:
        seed: of all chance.
        match: what was played and said.
        timeline: where everything lay when.
        presses: what was pressed when.
        looks: what the eyes saw.
        fps: looks a second while something moves.
    """

    seed: int
    match: ScriptedMatch
    timeline: Timeline
    presses: tuple[TimedPress, ...]
    looks: tuple[TableObservation, ...]
    fps: float = FPS


def seed_of(split: Split, number: int, release: str) -> int:
    """The seed of a match: 48 bits that differ for each split, and for tests with each release.

    Args:
        split: what the match is for.
        number: of the match, from 0.
        release: the version of the program.
    """
    words = f"{split} {number} {release if split is Split.TEST else ''}"
    return int.from_bytes(blake2b(words.encode(), digest_size=6).digest())


def players_of(rules: str) -> tuple[int, ...]:
    """The numbers of players that rules allow: hands have to use up the pack."""
    return tuple(players for players in (2, 3, 4) if _allows(rules, players))


def _allows(rules: str, players: int) -> bool:
    try:
        Match.of(parse_rules(rules), players)
    except RulesetError:
        return False
    return True


def witnessed_match(
    seed: int,
    *,
    rules: str | None = None,
    players: int | None = None,
    deals: int = MOST_DEALS,
    mishaps: Mishaps = CAFE,
    errors: DetectionErrors = LIKE_EYES,
    fps: float = FPS,
) -> WitnessedMatch:
    """Play a match, act it out, press and look.

    Args:
        seed: of all chance.
        rules: a preset with one pack; ``None``: one is drawn.
        players: 2, 3 or 4; ``None``: drawn.
        deals: the most deals to play.
        mishaps: what goes wrong, and how often.
        errors: what spoils the looks.
        fps: looks a second.
    """
    chance, rng = Random(f"match {seed}"), np.random.default_rng((seed, 5))
    drawn = USUAL if chance.random() < USUAL_SHARE else chance.choice(RULES)
    players = players or chance.choice(players_of(rules or drawn))
    played = RandomMatch(rules or drawn, players, chance.randrange(players), seed)
    match = scripted_match(played, seed, deals)
    view = random_view(rng, PICTURE_PX)
    timeline = choreograph(match.script, rng, habits=random_habits(rng), view=view, mishaps=mishaps)
    presses = timed_presses(match, timeline, np.random.default_rng((seed, 6)))
    looks = tuple(observations(timeline, fps=fps, errors=errors, seed=seed))
    return WitnessedMatch(seed, match, timeline, presses, looks, fps)
