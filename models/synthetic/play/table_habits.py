"""How a table plays: the habits that a session keeps from its first card to its last."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class TableHabits:
    """Habits of a table; shares are probabilities, 0 to 1.

    Attributes:
        pace: 1 is relaxed, 2 twice as fast.
        onto: a capturing card is put fully on top of the captured one.
        half_onto: it is put half on top; otherwise beside it.
        at_once: captured cards are swept up before the hand leaves.
        untidy: otherwise they are swept up only while the next player is already moving.
        nudge: a card is pushed aside a little when another is put beside it.
        stock: the undealt cards lie face down beside the dealer.
        packets: dealt cards are slid over the table; otherwise they are passed out of view.
    """

    pace: float = 1.0
    onto: float = 0.3
    half_onto: float = 0.3
    at_once: float = 0.6
    untidy: float = 0.12
    nudge: float = 0.08
    stock: bool = False
    packets: bool = True


def random_habits(rng: np.random.Generator, pace: float = 1.0) -> TableHabits:
    """The habits of some café table."""
    onto, half_onto, _ = rng.dirichlet((1.5, 1.5, 1.5))
    return TableHabits(
        pace=pace * float(rng.uniform(0.85, 1.25)),
        onto=float(onto),
        half_onto=float(half_onto),
        at_once=float(rng.uniform(0.4, 0.9)),
        untidy=float(rng.uniform(0.0, 0.2)),
        nudge=float(rng.uniform(0.0, 0.12)),
        stock=bool(rng.random() < 0.4),
        packets=bool(rng.random() < 0.6),
    )
