"""Deals that the leading reading explains badly: what was seen hardly fits the game, so their points are doubtful."""

from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.likelihood import deal_log_likelihood
from firmware.events import TableDisagrees
from firmware.tracking.tracker import Tracker

EXPLAINED = -5.0
"""Log-likelihood a card from which on a reading explains what was seen: three filmed games of known decks had -4.3 to
-4.4, six simulated deals with all mishaps -4.3 to -4.9, six filmed games of unknown decks that were read rightly -3.9
to -4.6. A reading that has less may be wrong and agree with a network that is: 31, 53 and 67 of 72 plays, at agreements
of 0.95, 0.91 and 0.92, had -8.7, -7.0 and -5.4."""
LEAST_CARDS = 12
"""So many cards of a deal tell how well it is explained."""


class DealDoubts:
    """How well the leading hypothesis explains each deal; what a person has put right is beyond doubt."""

    def __init__(self) -> None:
        """Begin before the first deal."""
        self._shares: dict[int, float] = {}
        self._present = 0

    def look(self, beam: BeamSearch) -> None:
        """Weigh the present deal; those before it stay as they were weighed last."""
        best, self._present = beam.best, beam.best.game.deal
        self._shares = {deal: share for deal, share in self._shares.items() if deal < best.game.deal}
        share = log_likelihood_a_card(best, beam.tracker)
        if share is not None:
            self._shares[best.game.deal] = share

    def beside(self, found: TableDisagrees | None) -> TableDisagrees | None:
        """The last deal that is explained badly, or ``found``, where table and game do not agree by now.

        Of a deal that is explained badly the game knows too little to say what is to be taken or put back.
        """
        doubted = max((deal for deal, share in self._shares.items() if share < EXPLAINED), default=None)
        if doubted is None or (found and doubted != self._present):
            return found
        return TableDisagrees((), (), doubted_deal=doubted)


def log_likelihood_a_card(hypothesis: Hypothesis, tracker: Tracker) -> float | None:
    """Of what was seen of the present deal, up to a constant; ``None``: too little of it was played to tell."""
    cards = sum(len(step.cards) for step in hypothesis.steps)
    if hypothesis.lenient or cards < LEAST_CARDS:
        return None
    return (deal_log_likelihood(hypothesis, tracker) - hypothesis.base) / cards
