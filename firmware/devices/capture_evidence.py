"""How well the ranks of the cards of a deal explain when each of them left the table.

A card takes its equal and the run above it, and who can take does (rules C1, C2): so cards that lie there together
differ, and of those that go together one is the equal of the last that came. The other weights are those of the reader;
what it knows of hands is not asked here, so that a deal takes it a twentieth of a millisecond (Xeon).
"""

from collections.abc import Iterator, Sequence

from firmware.decoding import weights
from firmware.decoding.history import COLLECT_S
from firmware.devices.laid_cards import LaidCard
from firmware.rules.ruleset import Ruleset

NO_RANK = -1
"""In the place of a rank, for what was no card of the game."""
LATE_MS = 500
"""A card that was gone for so long before another one came to lie was not taken by it: a card is seen before it counts
as lying (``BEFORE_MS`` of :mod:`firmware.devices.card_looks`)."""
TOGETHER_MS = 5000
"""Cards of one capture are seen last within this of each other: people collect within three seconds, after them hands
hide what is left; a judgement."""
UNSEEN_RUN = -5.43
"""Log-likelihood that cards were taken by one that nobody saw: one play in twenty, any of three of its rank. Here
nothing tells for the other side how long a card was missed, so it is not the reader's
:data:`~firmware.decoding.weights.UNSEEN_PLAY`: with its -4.80 five ranks of a deal are surely wrong of which the
network misnames three cards in ten."""

Stay = tuple[int, int, float]
"""When a card came to lie, was seen last and was first seen to be gone, milliseconds."""


class DealCourse:
    """The cards of a deal and when they came and went."""

    def __init__(self, cards: Sequence[LaidCard], ruleset: Ruleset) -> None:
        """Know these cards, in the order in which they came to lie."""
        self._stays = [(card.since_ms, card.seen_ms, card.lost_ms) for card in cards]
        self._ruleset = ruleset

    def log_likelihood(self, ranks: Sequence[int]) -> float:
        """Log-likelihood, up to a constant, of when the cards left.

        Args:
            ranks: of each card its place among the ranks, neighbours of which make runs; or :data:`NO_RANK`.
        """
        played = [(rank, stay) for rank, stay in zip(ranks, self._stays, strict=True) if rank != NO_RANK]
        laid = self._ruleset.table_cards
        table = _Table(played[:laid], runs=self._ruleset.run_sweep)
        for rank, stay in played[laid:]:
            table.play(rank, stay)
        return table.log_likelihood + weights.SEEN_PLAY * len(played)


class _Table:
    """What lies on the table if the cards are what they are taken for.

    Attributes:
        log_likelihood: of what was seen so far.
    """

    def __init__(self, layout: Sequence[tuple[int, Stay]], *, runs: bool) -> None:
        self._lying, self._runs = dict(layout), runs
        self.log_likelihood = weights.MIN_LOG_LIKELIHOOD * (len(layout) - len(self._lying))  # it has no pair (L1)
        self._last = self._answered = NO_RANK
        self._collected = 0.0

    def play(self, rank: int, stay: Stay) -> None:
        """A card is played; what the last capture of a deal leaves is gathered with it, which tells nothing."""
        self.log_likelihood += self._collected
        self._collected = 0.0
        self._vanish(stay[0] - LATE_MS)
        if rank in self._lying:
            self._collected = _collecting([stay, *self._taken(rank)])
            self._answered, self._last = (rank if rank == self._last else NO_RANK), NO_RANK
        elif rank == self._answered:  # the third card of a caida, and the fourth (K5)
            self._collected = _collecting([stay])
        else:
            self._lying[rank], self._last, self._answered = stay, rank, NO_RANK

    def _vanish(self, until_ms: int) -> None:
        """Take away what had left by then: others took it that nobody saw, each run at once."""
        away = [rank for rank, stay in self._lying.items() if stay[2] < until_ms]
        if not away:
            return
        for rank in away:
            del self._lying[rank]
        runs = sum(rank - 1 not in away for rank in away)
        self.log_likelihood += UNSEEN_RUN * runs

    def _taken(self, rank: int) -> Iterator[Stay]:
        """The equal of a card and the run above it, which leave."""
        yield self._lying.pop(rank)
        while self._runs and (rank := rank + 1) in self._lying:
            yield self._lying.pop(rank)


def _collecting(stays: Sequence[Stay]) -> float:
    """Log-likelihood that the cards of a capture, the one that took them first, lay there for so long."""
    seen_ms = [stay[1] for stay in stays]
    late_s = (max(seen_ms) - stays[0][0]) / 1000 - COLLECT_S
    apart = max(seen_ms) - min(seen_ms) > TOGETHER_MS
    return max(weights.LINGERS * max(late_s, 0.0), weights.FORGOTTEN) + weights.LEFT_BEHIND * apart
