"""Reading cards together: of each face there is one, so the card that surely has it leaves the others less of it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from firmware.cards import Card
from firmware.signals import Unnamed
from vision.identify import CARDS, FACES, Identification, answer_of

Doubles = NDArray[np.float64]

OUTSIDE = 1e-3
"""Weight of being none of the faces, for every card: what the faces' own probabilities must beat. Lower forces the
last card of a pack onto the last free face however unlike it is; higher gives a doubtful card up too early."""

ROUNDS, CUT_ROUNDS = 60, 8
"""Rounds of messages; forty cards of a pack settle to a thousandth within twenty. The second: from there, with one card
taken out."""

SERIOUS, MOST_SERIOUS = 0.01, 4
"""A card is taken out for each of so many faces that have this share of what its likeliest one has. With more faces and
rounds no name of 1,260 cards of 34 decks that no network knows becomes more than 0.05 more or less probable. Of four
cards and five faces at random, at most, messages are wrong by up to 0.36, and this by 0.14."""

WEIGHED, ANSWERS, FEW_ROUNDS = 5, 3, 15
"""The next question is chosen among so many of the most doubtful cards, by the likeliest so many answers to each, with
so many rounds: a hundredth of a second in all."""


def most_telling(chances: Doubles, doubtful: Sequence[int]) -> int:
    """The card whose name would leave least doubt about all of them.

    Args:
        chances: (cards, faces) float64, as of :func:`shared_out`.
        doubtful: rows among which it is chosen; at least one.
    """
    joint = by_messages(chances)
    doubts = _entropies(joint)
    worst = sorted(doubtful, key=lambda row: -doubts[row])[:WEIGHED]
    return min(worst, key=lambda row: _doubt_left(chances, joint, row))


def _doubt_left(chances: Doubles, joint: Doubles, row: int) -> float:
    """The doubt about all cards that is to be expected once that one is named."""
    faces = np.argsort(-joint[row, :-1])[:ANSWERS]
    left = []
    for face in faces:
        told = chances.copy()
        told[row] = np.arange(chances.shape[1]) == face
        left.append(_entropies(by_messages(told, FEW_ROUNDS)).sum())
    return float(np.average(left, weights=joint[row, faces] + OUTSIDE))


def _entropies(joint: Doubles) -> Doubles:
    """The doubt about each card, in natural units."""
    return np.asarray(-(joint * np.log(np.maximum(joint, 1e-12))).sum(axis=1))


def shared_out(chances: Doubles) -> Doubles:
    """The probability of each face for each card, given that no two cards have one face.

    Cards and faces send each other messages about how much they need each other (belief propagation for data
    association, Williams and Lau 2014, https://doi.org/10.1109/TAES.2014.120568; it always converges). That overrates
    what two cards say of each other: of two that are 0.56 to 0.42 for one face each it makes 0.97, where 0.64 is right.
    So each card is taken out in turn, with each face that it seriously may be, and weighed by how well the others share
    what is left (Bethe's approximation of all ways to do so): nothing that a card has said comes back to it.

    Args:
        chances: (cards, faces) float64, probabilities of each card looked at alone, rows summing to at most one.

    Returns:
        (cards, faces + 1) float64; the last column is the probability of being none of the faces.
    """
    free = _messages(chances)
    joint = _weights(chances, free)
    for row, logs in zip(*_cut(chances, free, serious := _serious(chances, joint)), strict=True):
        joint[row, serious[row]] = joint[row, serious[row]].sum() * np.exp(logs - np.logaddexp.reduce(logs))
    joint[:, :-1] /= np.maximum(joint[:, :-1].sum(axis=0), 1.0)
    joint[:, -1] = 1 - joint[:, :-1].sum(axis=1)
    return joint


def by_messages(chances: Doubles, rounds: int = ROUNDS) -> Doubles:
    """As :func:`shared_out`, in a thirtieth of the time, with what two cards say of each other overrated."""
    return _weights(chances, _messages(chances, rounds))


def _serious(chances: Doubles, joint: Doubles) -> NDArray[np.bool_]:
    """The faces (cards, faces + 1) that each card seriously may be, alone or by messages; the last one always is."""
    shares = np.maximum(chances / np.maximum(chances.max(axis=1, keepdims=True), OUTSIDE), joint[:, :-1])
    least = np.sort(shares, axis=1)[:, -MOST_SERIOUS:][:, :1]
    return np.pad(shares >= np.maximum(SERIOUS, least), ((0, 0), (0, 1)), constant_values=True)


def _cut(chances: Doubles, free: Doubles, serious: NDArray[np.bool_]) -> tuple[NDArray[np.intp], list[Doubles]]:
    """Logarithms of what each card weighs with each face that it seriously may be, up to a constant for each card.

    Args:
        chances: (cards, faces), as of :func:`shared_out`.
        free: (cards, faces) messages for all of them.
        serious: (cards, faces + 1) which ones, the last column for none of them.

    Returns:
        The numbers of those cards that may be two and more faces, and the logarithms for each of these.
    """
    doubtful = np.flatnonzero(serious[:, :-1].sum(axis=1) > 1)
    rows, faces = np.nonzero(serious & np.isin(np.arange(len(serious)), doubtful)[:, None])
    left = np.repeat(np.pad(chances, ((0, 0), (0, 1)))[None], len(rows), axis=0)
    every = np.arange(len(rows))
    left[every, :, faces] = left[every, rows] = 0.0  # neither the card nor the face
    left = left[..., :-1]
    own = np.pad(chances, ((0, 0), (0, 1)), constant_values=OUTSIDE)[rows, faces]
    logs = np.log(own) + _log_ways(left, _messages(left, CUT_ROUNDS, free))
    return doubtful, [logs[rows == row] for row in doubtful]


def _messages(chances: Doubles, rounds: int = ROUNDS, free: Doubles | None = None) -> Doubles:
    """How free each face is for each card (..., cards, faces), beginning with ``free``."""
    free = np.ones_like(chances) if free is None else free
    for _ in range(rounds):
        needed = _needed(chances, free)
        free = 1 / (1 + needed.sum(axis=-2, keepdims=True) - needed)
    return free


def _needed(chances: Doubles, free: Doubles) -> Doubles:
    """How much each card needs each face (..., cards, faces)."""
    claimed = chances * free
    return np.asarray(chances / (OUTSIDE + claimed.sum(axis=-1, keepdims=True) - claimed), np.float64)


def _weights(chances: Doubles, free: Doubles) -> Doubles:
    """Probabilities (cards, faces + 1) by messages."""
    weights = np.concatenate([chances * free, np.full((len(chances), 1), OUTSIDE)], axis=1)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float64)


def _log_ways(chances: Doubles, free: Doubles) -> Doubles:
    """Logarithm of the sum over all ways to share out the faces (...,), by messages that have settled."""
    needed = _needed(chances, free)
    cards = np.log(OUTSIDE + (chances * free).sum(axis=-1)).sum(axis=-1)
    return np.asarray(
        cards + np.log1p(needed.sum(axis=-2)).sum(axis=-1) - np.log1p(needed * free).sum(axis=(-2, -1)), np.float64
    )


def once_each(answers: Sequence[Identification]) -> list[Identification]:
    """The names of cards of one deck that lie in one picture; backs and strangers keep theirs."""
    if not answers:
        return []
    alone = np.array([[dict(one.faces).get(face, 0.0) for face in FACES] for one in answers])
    cards = len(CARDS)
    named = np.array([isinstance(one.face, Card) for one in answers])
    joint = alone.copy()
    if named.any():
        shared = shared_out(alone[named, :cards])[:, :cards]
        joint[named, :cards] = shared * alone[named, :cards].sum(axis=1, keepdims=True)
        joint[named, FACES.index(Unnamed.UNKNOWN)] += 1 - joint[named].sum(axis=1)
    return [answer_of(row, one.upside_down) for row, one in zip(joint, answers, strict=True)]
