"""Which of the decks that were played with before lies on the table."""

from collections.abc import Iterable

import numpy as np

from firmware.devices.deck_profiles import Deals, DeckProfiles
from vision.learned_deck import learned
from vision.sightings import Sighting

CLEAR_MS = 700
"""A look at rest that lasts so long is clear."""
ENOUGH, DECIDED = 6, 12
"""Clear looks from which on a deck is known again, the layout and two plays, and after which it is another one."""
SAME_DECK = 0.8
"""Mean likeness of clear looks to the best of a profile's from which on it is of that deck. Two films of one deck, by
other lamps: 0.88 and 0.89. Decks of other patterns: 0.70 at most; invented makers of one pattern 0.57 to 0.78. Real
packs of one pattern by several makers have 0.65 to 0.98: they are read by each other's profile, and 0.67 to 1.0 of the
looks that are alike are of the same card (ten films)."""


class DeckRecognition:
    """Looks for the deck of a former evening among the first clear looks.

    Attributes:
        found: the name of the profile; ``None``: none yet.
    """

    def __init__(self, profiles: DeckProfiles) -> None:
        """Look among ``profiles``."""
        self._profiles = list(profiles)
        self._decks = [learned(deals) for _, deals in self._profiles]
        self._tried = 0
        self.found: str | None = None

    def look(self, sightings: Iterable[Sighting]) -> Deals | None:
        """The deals of the profile that fits these looks, once it is found; ``None``: not now."""
        clear = [one for one in sightings if one.still and one.until_ms - one.since_ms >= CLEAR_MS]
        if not self._decks or self.found or len(clear) == self._tried or not ENOUGH <= len(clear) <= DECIDED:
            return None
        self._tried = len(clear)
        looks = np.stack([one.appearance.description for one in clear])
        fits = [float((looks @ deck.descriptions.T).max(axis=1).mean()) for deck in self._decks]
        best = int(np.argmax(fits))
        if fits[best] < SAME_DECK:
            return None
        self.found, deals = self._profiles[best]
        return deals
