"""Chance apart from the session's own: whether a mishap strikes, and the list of those that did."""

import numpy as np

from firmware.cards import Card
from models.synthetic.play.mishaps import Mishap, Mishaps


class IncidentGenerator:
    """Decides on mishaps and remembers them. What has the rate zero draws no chance, here or elsewhere.

    Args:
        rates: how often each kind strikes.
        session: the session's chance; a stream of its own is derived from it, and not one number drawn.
    """

    def __init__(self, rates: Mishaps, session: np.random.Generator) -> None:
        """See the class."""
        self._rates = rates
        self.rng: np.random.Generator = session.spawn(1)[0]
        self._noted: list[Mishap] = []

    @property
    def mishaps(self) -> tuple[Mishap, ...]:
        """All that happened, by time."""
        return tuple(sorted(self._noted, key=lambda one: (one.t_ms, one.kind)))

    def strikes(self, kind: str) -> bool:
        """Whether that kind happens at this occasion."""
        rate: float = getattr(self._rates, kind)
        return rate > 0 and bool(self.rng.random() < rate)

    def one_of(self, *kinds: str) -> str | None:
        """At most one of several kinds that cannot happen together."""
        struck = [kind for kind in kinds if self.strikes(kind)]
        return struck[int(self.rng.integers(len(struck)))] if struck else None

    def between(self, low: float, high: float) -> float:
        """A number between two, each equally likely."""
        return float(self.rng.uniform(low, high))

    def note(self, t_ms: float, kind: str, seat: int | None = None, cards: tuple[Card, ...] = ()) -> None:
        """Remember that a mishap happened.

        Args:
            t_ms: when it can first be seen.
            kind: one of :data:`models.synthetic.play.mishaps.KINDS`.
            seat: who did it; ``None``: nobody who plays.
            cards: those it happened to.
        """
        self._noted.append(Mishap(round(t_ms), kind, seat, cards))
