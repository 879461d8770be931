"""Deals that the leading reading explains badly: what was seen hardly fits the game, so their points are doubtful."""

from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.likelihood import deal_log_likelihood
from firmware.events import TableDisagrees
from firmware.tracking.tracker import Tracker

EXPLAINED = -5.0
"""Log-likelihood a card from which on a reading explains what was seen of a deal."""
LEAST_CARDS = 12
"""So many cards of a deal tell how well it is explained."""


class DealDoubts:
    """How well the leading hypothesis explains each deal; what a person has put right is beyond doubt."""

    def __init__(self) -> None:
        """Begin before the first deal."""
        self._shares: dict[int, float] = {}

    def look(self, beam: BeamSearch) -> None:
        """Weigh the present deal; those before it stay as they were weighed last."""
        best = beam.best
        self._shares = {deal: share for deal, share in self._shares.items() if deal < best.game.deal}
        share = log_likelihood_a_card(best, beam.tracker)
        if share is not None:
            self._shares[best.game.deal] = share

    @property
    def disagreement(self) -> TableDisagrees | None:
        """The last deal that is explained badly; ``None``: all are explained well."""
        doubted = [deal for deal, share in self._shares.items() if share < EXPLAINED]
        return TableDisagrees((), (), doubted_deal=max(doubted)) if doubted else None


def log_likelihood_a_card(hypothesis: Hypothesis, tracker: Tracker) -> float | None:
    """Of what was seen of the present deal, up to a constant; ``None``: too little of it was played to tell."""
    cards = sum(len(step.cards) for step in hypothesis.steps)
    if hypothesis.lenient or cards < LEAST_CARDS:
        return None
    return (deal_log_likelihood(hypothesis, tracker) - hypothesis.base) / cards
