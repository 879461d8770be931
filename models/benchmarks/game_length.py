"""How many deals a game takes: what is counted by the deal here is promised by the game. Pure."""

import math
import random
import statistics
from collections.abc import Sequence
from itertools import pairwise

from firmware.rules.ruleset import Ruleset

GAMES = 2000


def points_of(scores: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """What each side got in each deal of a session; ``scores``: how they stood after each."""
    begun = [tuple(0 for _ in scores[0]), *scores] if scores else []
    return tuple(tuple(b - a for a, b in zip(one, other, strict=True)) for one, other in pairwise(begun))


def deals_a_game(points: Sequence[tuple[int, ...]], target: int = Ruleset().target) -> float:
    """How many deals a game takes in the mean, if deals such as these followed each other and all sides were equal.

    Args:
        points: what each side got in each deal; a game goes on with deals of as many sides as its first one has.
        target: points that win; 41 by rule G5.
    """
    scored = {len(one) for one in points if any(one)}
    ending = [one for one in points if len(one) in scored]
    rng = random.Random(0)
    return statistics.mean(_deals(rng, ending, target) for _ in range(GAMES)) if ending else math.inf


def _deals(rng: random.Random, points: Sequence[tuple[int, ...]], target: int) -> int:
    """The deals of one game, each drawn from ``points`` and given to the sides in any order."""
    sides = len(rng.choice(points))
    alike = [one for one in points if len(one) == sides]
    total, deals = [0] * sides, 0
    while max(total) < target:
        deal = rng.choice(alike)
        total = [sum(pair) for pair in zip(total, rng.sample(deal, sides), strict=True)]
        deals += 1
    return deals
