"""Whether the cards that lie there are of the enrolled deck they are read by."""

from collections.abc import Iterable

ALIKE, UNLIKE = 0.85, 0.70
"""Likeness to the picture of the deck that it is most like, from which on a card speaks for this deck, and below which
it speaks against it. Of cards drawn from five decks, partly covered, that the classifier alone names surely, 77 in 100
are above and 9 below with their own deck (332 looks), 4 and 82 with a deck of another pattern (1737), 35 and 48 between
two Castilian patterns (130), and 78 and 8 with another maker's print of the same pattern, which reads as well (125)."""
FOR, BETWEEN, AGAINST = 1.9, -0.3, -1.8
"""What a card above, between and below tells for this deck: logarithms of ratios of these shares, nearer to zero than
the other patterns alone would have them, since cards of one table share their light."""
SURE_FOR, SURE_AGAINST = 5.0, -6.5
"""Sums from which on it is decided (Wald, Sequential Tests of Statistical Hypotheses, 1945): four cards of a layout
that all speak against the deck are enough. No sum rises above the first: another deck that comes later is noticed
(Page, Continuous Inspection Schemes, 1954). Of 2000 random orders of the looks above at five decks one took a deck for
another; a deck of another pattern was told after 4 to 8 cards (median)."""


class DeckFit:
    """Adds up how much the cards on the table speak for the enrolled deck.

    Attributes:
        fits: whether that deck lies there; ``None``: not known yet.
    """

    def __init__(self) -> None:
        """Begin with no card seen."""
        self.fits: bool | None = None
        self._sum = 0.0

    def see(self, likenesses: Iterable[float | None]) -> None:
        """Take note of cards that were seen at rest for the first time; ``None``: one that tells nothing."""
        for likeness in likenesses:
            if likeness is not None:
                told = FOR if likeness > ALIKE else AGAINST if likeness < UNLIKE else BETWEEN
                self._sum = min(self._sum + told, SURE_FOR)
        if self._sum >= SURE_FOR:
            self.fits = True
        elif self._sum <= SURE_AGAINST:
            self.fits = False
