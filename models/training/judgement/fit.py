"""Fitting weights: the conditional likelihood of the true history among its rivals, drawn towards weights before. Pure.

The log-likelihoods of the hypotheses of a beam are ``features @ weights + rest``; the share of the true ones is a
softmax. Newton's method with a damped step: the weights are few and the beams many.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.training.judgement.beams import KeptBeam, Reals

ROUNDS = 60
DAMPING = 1e-3
LEAST_SCALE = 1.0
"""A weight may stray as far as it is large, and those near zero as far as this, before it costs what ``l2`` says."""
HELD = 1e9
"""What straying costs a weight that is to stay."""


@dataclass(frozen=True, slots=True)
class JudgementScore:
    """How well weights tell the truth from its rivals, on some beams.

    Attributes:
        beams: how many.
        loss: mean of minus the log share of the true hypotheses.
        right: share of the beams in which the group of hypotheses with the largest share is a true one.
        error: expected calibration error of the leading share, ten bins alike in width.
    """

    beams: int
    loss: float
    right: float
    error: float


def fitted(beams: Sequence[KeptBeam], start: Reals, l2: float, held: Sequence[int] = ()) -> Reals:
    """The weights with the largest likelihood of the truth, less ``l2`` times their squared distance from ``start``.

    Args:
        beams: kept ones.
        start: the weights before, float64 (weights,).
        l2: what straying costs for each beam, in units of :data:`LEAST_SCALE` and of the weights themselves.
        held: the places of weights that stay as they are.
    """
    pull = 2 * l2 * len(beams) / np.maximum(np.abs(start), LEAST_SCALE) ** 2
    pull[list(held)] = HELD
    now, step = start.copy(), 1.0
    cost = _cost(beams, now, start, pull)
    for _ in range(ROUNDS):
        slope, curve = _derivatives(beams, now)
        move = np.linalg.solve(curve + np.diag(pull + DAMPING), slope + pull * (now - start))
        while step > 1e-4 and (after := _cost(beams, now - step * move, start, pull)) > cost:
            step /= 2
        if step <= 1e-4 or cost - after < 1e-7 * max(cost, 1.0):
            break
        now, cost, step = now - step * move, after, min(2 * step, 1.0)
    return now


def loss_by_deal(beams: Sequence[KeptBeam], now: Reals) -> Reals:
    """The mean loss of each deal: beams of one deal are much alike, deals are not.

    Args:
        beams: kept ones.
        now: the weights.
    """
    losses: dict[int, list[float]] = {}
    for beam in beams:
        losses.setdefault(beam.deal, []).append(_loss(beam, now))
    return np.array([sum(one) / len(one) for one in losses.values()])


def chosen(tries: Sequence[Reals], beams: Sequence[KeptBeam]) -> int:
    """Which of several fits to take: the first that does no worse than the best by more than one standard error.

    (Breiman and others, *Classification and Regression Trees*, 1984, 3.4.3.)

    Args:
        tries: the weights of each, those that stray least first.
        beams: of other deals than those of the fits.
    """
    losses = [loss_by_deal(beams, now) for now in tries]
    means = [float(one.mean()) for one in losses]
    best = losses[means.index(min(means))]
    bound = best.mean() + best.std(ddof=1) / np.sqrt(len(best))
    return next(number for number, mean in enumerate(means) if mean <= bound)


def _cost(beams: Sequence[KeptBeam], now: Reals, start: Reals, pull: Reals) -> float:
    return sum(_loss(beam, now) for beam in beams) + float(pull @ (now - start) ** 2) / 2


def _shares(beam: KeptBeam, now: Reals) -> Reals:
    values = beam.features @ now + beam.rest
    ratios = np.exp(values - values.max())
    shares: Reals = ratios / ratios.sum()
    return shares


def _loss(beam: KeptBeam, now: Reals) -> float:
    return -float(np.log(max(_shares(beam, now)[beam.true].sum(), 1e-300)))


def _derivatives(beams: Sequence[KeptBeam], now: Reals) -> tuple[Reals, Reals]:
    """The slope of the loss, and the part of its curvature that is never negative."""
    slope, curve = np.zeros(len(now)), np.zeros((len(now), len(now)))
    for beam in beams:
        shares = _shares(beam, now)
        true = np.where(beam.true, shares, 0.0) / max(shares[beam.true].sum(), 1e-300)
        mean = shares @ beam.features
        slope += mean - true @ beam.features
        off = beam.features - mean
        curve += (shares[:, None] * off).T @ off
    return slope, curve


def scored(beams: Sequence[KeptBeam], now: Reals, *, temperature: float = 1.0) -> JudgementScore:
    """How well weights do on beams.

    Args:
        beams: kept ones, none of which had part in the fit.
        now: the weights.
        temperature: all log-likelihoods are divided by it.
    """
    shares = [_shares(beam, now / temperature) for beam in beams]
    told = np.array([float(one[beam.true].sum()) for one, beam in zip(shares, beams, strict=True)])
    lead = np.array([bool(beam.true[int(one.argmax())]) for one, beam in zip(shares, beams, strict=True)])
    sure = np.where(lead, told, [_rival(one, beam) for one, beam in zip(shares, beams, strict=True)])
    loss = float(-np.log(np.maximum(told, 1e-300)).mean())
    return JudgementScore(len(beams), loss, float(lead.mean()), calibration_error(sure, lead))


def _rival(shares: Reals, beam: KeptBeam) -> float:
    """The share of the leading hypothesis where it is not true."""
    return float(shares[~beam.true].max()) if not beam.true.all() else 0.0


def calibration_error(shares: Reals, right: Reals, bins: int = 10) -> float:
    """The expected calibration error: the mean distance of share and truth over bins, weighed by what is in them.

    Args:
        shares: what the leading hypothesis held, 0 to 1, float64 (N,).
        right: whether it was right, (N,).
        bins: how many, alike in width.
    """
    places = np.minimum((shares * bins).astype(int), bins - 1)
    gaps = [abs(float(shares[places == one].sum() - right[places == one].sum())) for one in range(bins)]
    return sum(gaps) / max(len(shares), 1)
