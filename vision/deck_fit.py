"""Whether the cards that lie there are of the enrolled deck they are read by."""

from collections.abc import Iterable

import numpy as np

from vision.identify import Likeness

COSINES = (0.55, 0.70, 0.83, 0.91, 0.945, 0.97)
SAME_NAME = (-2.2, -1.2, -0.8, -0.2, 0.4, 2.2)
"""What a card tells for this deck by its likeness to the picture of the deck that it is most like, which the network
names as it names the card: logarithms of ratios of frequencies, with straight lines between them. Of looks at rest that
the network names surely 75 in 100 were above 0.97 and 6 below 0.8 with their own deck (six films, 1038 looks); 6 and 26
with another deck drawn by our own pen (7852), none and 56 with a deck of another pattern (12,984). Other cameras and
lamps than those of our films may make a deck less like its own pictures, so what is high is told at lower
likenesses."""
OTHER_COSINES, OTHER_NAME = (0.85, 0.92), (-2.4, 1.0)
"""The same where the network names the card otherwise than the picture: of the looks above 10 in 1,000 were so with
their own deck, 18 in 100 with another drawn one and 32 in 100 with one of another pattern, nearly all of them below
0.85. What is as like as its own picture is a card that the network does not know."""
SURE_FOR, SURE_AGAINST = 5.0, -5.5
"""Sums from which on it is decided (Wald, Sequential Tests of Statistical Hypotheses, 1945). No sum rises above the
first: another deck that comes later is noticed (Page, Continuous Inspection Schemes, 1954)."""


class DeckFit:
    """Adds up how much the cards on the table speak for the enrolled deck.

    Attributes:
        fits: whether that deck lies there; ``None``: not known yet.
    """

    def __init__(self) -> None:
        """Begin with no card seen."""
        self.fits: bool | None = None
        self._sum = 0.0

    def see(self, likenesses: Iterable[Likeness | None]) -> None:
        """Take note of cards that were seen at rest for the first time; ``None``: one that tells nothing."""
        for likeness in likenesses:
            if likeness is not None:
                self._sum = min(self._sum + _told(likeness), SURE_FOR)
        if self._sum >= SURE_FOR:
            self.fits = True
        elif self._sum <= SURE_AGAINST:
            self.fits = False


def _told(likeness: Likeness) -> float:
    """What a card tells for the deck."""
    if likeness.same_name:
        return float(np.interp(likeness.cosine, COSINES, SAME_NAME))
    return float(np.interp(likeness.cosine, OTHER_COSINES, OTHER_NAME))
