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

ROUNDS = 60
"""Rounds of messages; forty cards of a pack settle to a thousandth within twenty."""

WEIGHED, ANSWERS, FEW_ROUNDS = 5, 3, 15
"""The next question is chosen among so many of the most doubtful cards, by the likeliest so many answers to each, with
so many rounds: a hundredth of a second in all."""


def most_telling(chances: Doubles, doubtful: Sequence[int]) -> int:
    """The card whose name would leave least doubt about all of them.

    Args:
        chances: (cards, faces) float64, as of :func:`shared_out`.
        doubtful: rows among which it is chosen; at least one.
    """
    joint = shared_out(chances)
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
        left.append(_entropies(shared_out(told, FEW_ROUNDS)).sum())
    return float(np.average(left, weights=joint[row, faces] + OUTSIDE))


def _entropies(joint: Doubles) -> Doubles:
    """The doubt about each card, in natural units."""
    return np.asarray(-(joint * np.log(np.maximum(joint, 1e-12))).sum(axis=1))


def shared_out(chances: Doubles, rounds: int = ROUNDS) -> Doubles:
    """The probability of each face for each card, given that no two cards have one face.

    Cards and faces send each other messages about how much they need each other (belief propagation for data
    association, Williams and Lau 2014, https://doi.org/10.1109/TAES.2014.120568; it always converges).

    Args:
        chances: (cards, faces) float64, probabilities of each card looked at alone, rows summing to at most one.
        rounds: of messages.

    Returns:
        (cards, faces + 1) float64; the last column is the probability of being none of the faces.
    """
    free = np.ones_like(chances)
    for _ in range(rounds):
        claimed = chances * free
        needed = chances / (OUTSIDE + claimed.sum(axis=1, keepdims=True) - claimed)
        free = 1 / (1 + needed.sum(axis=0) - needed)
    weights = np.concatenate([chances * free, np.full((len(chances), 1), OUTSIDE)], axis=1)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float64)


def margins(chances: Doubles) -> tuple[Doubles, NDArray[np.intp]]:
    """By how much the likeliest way to share out the faces is likelier than the best one that changes a card's face.

    Messages overrate what two cards say of each other: of two that are 0.56 to 0.42 for the same face each they make
    0.97, where 0.64 is right. Here each card takes the face of another one, that of a third, until the last takes the
    one that is free or a face that nobody has: the cheapest such cycle, by Floyd and Warshall.

    Args:
        chances: (cards, faces) float64, as of :func:`shared_out`.

    Returns:
        (cards,) float64, in natural logarithms, zero for a card that has no face in the likeliest way; and that face of
        each, or -1.
    """
    cards, faces = chances.shape
    logs = np.zeros((cards + faces, faces + cards))  # a face that nobody has goes to no card, at no cost
    logs[:cards, :faces] = np.log(np.maximum(chances, 1e-12))
    logs[:cards, faces:] = np.log(OUTSIDE)
    held = best_assignment(-logs)
    costs = logs[np.arange(len(held)), held][:, None] - logs[:, held]
    np.fill_diagonal(costs, np.inf)
    for via in range(len(costs)):
        costs = np.minimum(costs, costs[:, via, None] + costs[via])
    return np.asarray(np.diag(costs)[:cards], np.float64), np.where(held[:cards] < faces, held[:cards], -1)


def best_assignment(costs: Doubles) -> NDArray[np.intp]:
    """The column of each row in the cheapest assignment, by shortest augmenting paths (Jonker and Volgenant 1987).

    Args:
        costs: (n, n) float64.

    Returns:
        (n,) integers.
    """
    row_of = np.full(len(costs), -1)
    prices = np.zeros(len(costs))
    for row in range(len(costs)):
        came_from, column, reached, distances = _shortest_path(costs, prices, row_of, row)
        prices[reached] += distances[reached] - distances[column]
        while column >= 0:
            previous = came_from[column]
            row_of[column] = row if previous < 0 else row_of[previous]
            column = previous
    return np.argsort(row_of)


def _shortest_path(
    costs: Doubles, prices: Doubles, row_of: NDArray[np.intp], row: int
) -> tuple[NDArray[np.intp], int, NDArray[np.bool_], Doubles]:
    """The cheapest way from a row to a column that no row has, over rows that would take another column.

    Args:
        costs: (n, n).
        prices: of each column.
        row_of: the row that has each column, or -1.
        row: the row.

    Returns:
        The column before each column on its way, or -1; the last one; which columns were passed; how far each is.
    """
    distances = costs[row] - prices
    came_from = np.full(len(costs), -1)
    reached = np.zeros(len(costs), bool)
    while True:
        column = int(np.where(reached, np.inf, distances).argmin())
        if row_of[column] < 0:
            return came_from, column, reached, distances
        reached[column] = True
        other = row_of[column]
        reduced = costs[other] - prices
        onward = distances[column] + reduced - reduced[column]
        nearer = ~reached & (onward < distances)
        distances[nearer], came_from[nearer] = onward[nearer], column


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
