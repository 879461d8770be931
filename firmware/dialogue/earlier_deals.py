"""How deals that are over may have been played: kept while a question about them is open, so that it can be answered.

The beam search drops hypotheses that differ in earlier deals alone, since no look will ever tell them apart
(:data:`firmware.decoding.beam_search.PAST_MARGIN`). A person can.
"""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.numbering import locate
from firmware.dialogue.amendments import ChangeDeal, amended
from firmware.dialogue.costs import BEYOND_QUESTION


class DealReading(NamedTuple):
    """How a deal may have been played: its layout and plays, and how probable that is, up to a factor."""

    steps: tuple[Step, ...]
    share: float


class EarlierDeals:
    """The readings of each deal that is over and has an open question, by its number from 0, the likeliest first."""

    def __init__(self) -> None:
        """Begin with no deal."""
        self._readings: dict[int, Sequence[DealReading]] = {}
        self._doubtful_win_cache: dict[object, bool] = {}

    def keep(self, beam: BeamSearch, asked: Collection[int]) -> None:
        """Keep the readings of the deals that have a question about one of the steps ``asked``, and of no others."""
        found = {place[0] for index in asked if (place := locate(beam.best, index))}
        over = [number for number in found if number < len(beam.best.past)]
        self._readings = {n: self._readings[n] if n in self._readings else _readings(beam, n) for n in over}

    def forget(self, best: Hypothesis, index: int) -> None:
        """Offer no more readings of the deal of step ``index``: a person has put it right by his own words."""
        number, _ = locate(best, index) or (-1, 0)
        if number in self._readings:
            self._readings[number] = ()

    def choose(self, best: Hypothesis, index: int, fits: Callable[[Step | None], bool]) -> ChangeDeal | None:
        """The likeliest reading of the deal of step ``index`` in which that step fits what a person says.

        Those that do not fit are dropped: what is answered next is chosen among the others.

        Args:
            best: the leading hypothesis, by which steps are counted.
            index: the step.
            fits: whether a step, or that there is none, is what the person says.
        """
        number, place = locate(best, index) or (-1, 0)
        left = [one for one in self._readings.get(number, ()) if fits(next(iter(one.steps[place:]), None))]
        if not left:
            return None
        self._readings[number] = left
        return ChangeDeal(number, left[0].steps)

    def doubt_the_win(self, best: Hypothesis) -> bool:
        """Whether somebody else has won by readings of one of the deals that are not beyond question."""
        key = best.rank_key, *((number, len(readings)) for number, readings in self._readings.items())
        if key not in self._doubtful_win_cache:
            doubtful = any(_win_share(best, *one) < BEYOND_QUESTION for one in self._readings.items() if one[1])
            self._doubtful_win_cache = {key: doubtful}
        return self._doubtful_win_cache[key]


def _readings(beam: BeamSearch, number: int) -> Sequence[DealReading]:
    """How the hypotheses read a deal, each reading once: suits do not matter (rule G2)."""
    found: dict[tuple[object, ...], DealReading] = {}
    for hypothesis, share in zip(beam.hypotheses, beam.probabilities(), strict=True):
        if number < len(hypothesis.past):
            steps = hypothesis.past[number].steps
            key = tuple(step.rank_fact for step in steps)
            before = found.get(key, DealReading(steps, 0.0))
            found[key] = before._replace(share=before.share + share)
    return tuple(found.values())


def _win_share(best: Hypothesis, number: int, readings: Sequence[DealReading]) -> float:
    """Probability of those readings of a deal with which the same sides have won."""
    total = sum(one.share for one in readings)
    return sum(one.share for one in readings if _has_same_winners(best, ChangeDeal(number, one.steps))) / total


def _has_same_winners(best: Hypothesis, other: ChangeDeal) -> bool:
    changed = amended(best, other)
    return changed is None or changed.game.winners == best.game.winners
