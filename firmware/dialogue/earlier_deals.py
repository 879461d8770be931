"""How deals that are over may have been played: kept while a question about them is open, so that it can be answered.

The beam search drops hypotheses that differ in earlier deals alone, since no look will ever tell them apart
(:data:`firmware.decoding.pruning.PAST_MARGIN`). A person can.
"""

from collections.abc import Callable, Collection, Sequence
from math import prod
from typing import NamedTuple, TypeAlias

from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.numbering import deals, locate
from firmware.dialogue.amendments import ChangeDeal, InsertStep, StepAmendment, amended, edited, place_of
from firmware.dialogue.costs import BEYOND_QUESTION


class DealReading(NamedTuple):
    """How a deal may have been played: its layout and plays, and how probable that is, up to a factor."""

    steps: tuple[Step, ...]
    share: float

    def step(self, place: int) -> Step | None:
        """Its step number ``place``, from 0; ``None`` if there is none."""
        return self.steps[place] if place < len(self.steps) else None


Readings: TypeAlias = Sequence[DealReading]
"""Those of one deal, the likeliest first."""


class EarlierDeals:
    """The readings of each deal that is over and has an open question, by its number from 0."""

    def __init__(self) -> None:
        """Begin with no deal."""
        self._readings: dict[int, Readings] = {}
        self._doubtful_win_cache: dict[int, bool] = {}

    def keep(self, beam: BeamSearch, asked: Collection[int]) -> None:
        """Keep the readings of the deals that have a question about one of the steps ``asked``, and of no others."""
        found = {place[0] for index in asked if (place := locate(beam.best, index))}
        over = {number for number in found if number < len(beam.best.past)}
        if over != self._readings.keys():
            self._set({n: self._readings[n] if n in self._readings else _readings(beam, n) for n in over})

    def of(self, best: Hypothesis, index: int) -> Readings:
        """The readings of the deal of step ``index``; none are known of the present deal."""
        return self._readings.get(_place(best, index)[0], ())

    def steps(self, best: Hypothesis, index: int) -> list[tuple[Step | None, float]]:
        """What step ``index`` of an earlier deal may have been, and how probable each is, up to a factor."""
        return [(one.step(_place(best, index)[1]), one.share) for one in self.of(best, index)]

    def choose(self, best: Hypothesis, index: int, fits: Callable[[Step | None], bool]) -> ChangeDeal | None:
        """The likeliest reading of the deal of step ``index`` in which that step fits what a person says.

        Those that do not fit are dropped: what is answered next is chosen among the others.

        Args:
            best: the leading hypothesis, by which steps are counted.
            index: the step.
            fits: whether a step, or that there is none, is what the person says.
        """
        number, place = _place(best, index)
        left = [one for one in self._readings.get(number, ()) if fits(one.step(place))]
        if not left:
            return None
        self._set({**self._readings, number: left})
        return ChangeDeal(number, left[0].steps)

    def amend(self, best: Hypothesis, amendment: StepAmendment) -> None:
        """Amend the readings as a person amends ``best``; those that have that step otherwise are dropped."""
        number, place = place_of(best, amendment) or (-1, 0)
        if number in self._readings:
            meant = deals(best)[number].steps[place : place + 1]
            alike = [one for one in self._readings[number] if _has_step(one, place, meant, amendment)]
            left = [one._replace(steps=edited(one.steps, place, amendment)) for one in alike]
            self._set({**self._readings, number: left})

    def restore(self, best: Hypothesis, index: int, readings: Readings) -> None:
        """Take readings back: what a person had put right in their deal, he took back.

        Args:
            best: the leading hypothesis, by which steps are counted.
            index: a step of that deal.
            readings: those of the deal; none: nothing is taken back.
        """
        if readings:
            self._set({**self._readings, _place(best, index)[0]: readings})

    def doubt_the_win(self, best: Hypothesis) -> bool:
        """Whether it is not beyond question that with other readings of these deals the same sides have won."""
        if best.rank_key not in self._doubtful_win_cache:
            known = [_win_share(best, *one) for one in self._readings.items() if one[1]]
            self._doubtful_win_cache = {best.rank_key: prod(known) < BEYOND_QUESTION}
        return self._doubtful_win_cache[best.rank_key]

    def _set(self, readings: dict[int, Readings]) -> None:
        self._readings, self._doubtful_win_cache = readings, {}


def _place(best: Hypothesis, index: int) -> tuple[int, int]:
    """The deal of a step, from 0, and its number there; a deal that does not exist for a step that does not."""
    return locate(best, index) or (-1, 0)


def _readings(beam: BeamSearch, number: int) -> Readings:
    """How the hypotheses read a deal, each reading once: suits do not matter (rule G2)."""
    found: dict[tuple[object, ...], DealReading] = {}
    for hypothesis, share in zip(beam.hypotheses, beam.probabilities(), strict=True):
        if number < len(hypothesis.past):
            steps = hypothesis.past[number].steps
            key = tuple(step.rank_fact for step in steps)
            before = found.get(key, DealReading(steps, 0.0))
            found[key] = before._replace(share=before.share + share)
    return sorted(found.values(), key=lambda one: -one.share)


def _has_step(reading: DealReading, place: int, meant: Sequence[Step], amendment: StepAmendment) -> bool:
    """Whether a reading has the step that a person speaks of, or he only puts one in."""
    there = reading.step(place)
    return isinstance(amendment, InsertStep) or (there is not None and there.rank_fact == meant[0].rank_fact)


def _win_share(best: Hypothesis, number: int, readings: Readings) -> float:
    """Probability of those readings of a deal with which the same sides have won."""
    total = sum(one.share for one in readings)
    return sum(one.share for one in readings if _has_same_winners(best, ChangeDeal(number, one.steps))) / total


def _has_same_winners(best: Hypothesis, other: ChangeDeal) -> bool:
    changed = amended(best, other)
    return changed is None or changed.game.winners == best.game.winners
