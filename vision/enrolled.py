"""An enrolled deck: its cards are named by comparison with their own pictures."""

from dataclasses import dataclass, replace

import numpy as np

from firmware.cards import Card
from firmware.signals import Face
from vision.frame import Floats, Picture
from vision.identify import CARDS, FACES, Identification, Identifier, Likeness, answer_of

LIKENESS, TRUST, STRANGE = 12.0, 0.25, 0.55
"""How much a look's likeness to a card's own picture (a cosine) tells, in natural logarithms; how much the classifier's
opinion tells beside it, as a power of its probabilities; and the likeness below which a card is more probably none of
this deck's. Of a grid these made the truth likeliest on tables of two decks that the network had not seen: mean
confidence 0.945, 95.0 % right, of 461 cards up to 36 % covered."""

CLEAR = 0.8
"""A look that the classifier alone names with more than this tells by its likeness whether this is the deck at all."""

LEAST_CHANCE = 1e-4
"""No opinion of the classifier makes a card of the deck less probable than this: it may never have met such a deck."""


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledDeck:
    """A deck as it was shown.

    Attributes:
        faces: what each picture shows: every card of the pack once; cards that have no name in the program, such as the
            French ten, are ``Unnamed.UNKNOWN``; its back is ``Unnamed.BACK``.
        crops: (n, 192, 128, 3) uint8 BGR, each card's head up.
    """

    faces: tuple[Face, ...]
    crops: Picture

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards with a name."""
        return tuple(face for face in self.faces if isinstance(face, Card))


class DeckClassifier:
    """Names the cards of one enrolled deck.

    Attributes:
        plain: names the cards of any deck.
    """

    def __init__(self, identifier: Identifier, deck: EnrolledDeck) -> None:
        """Look at the deck's pictures once, either end up."""
        self.plain = identifier
        both = np.concatenate([deck.crops, deck.crops[:, ::-1, ::-1]])
        self._known = identifier.classify(np.ascontiguousarray(both)).descriptions
        self._places = np.array([FACES.index(face) for face in deck.faces])

    def identify(self, crops: Picture) -> list[Identification]:
        """Name cards; see :meth:`vision.identify.Identifier.identify`."""
        if not len(crops):
            return []
        seen = self.plain.classify(crops)
        heads, feet = np.split(seen.descriptions @ self._known.T, 2, axis=1)
        alike, turned = np.maximum(heads, feet), feet > heads
        rows = self._weighed(alike, seen.chances)
        best = [int(alike[row].argmax()) for row in range(len(crops))]
        clear = seen.chances[:, : len(CARDS)].max(axis=1) > CLEAR
        same_name = seen.chances.argmax(axis=1) == self._places[best]
        return [
            replace(
                answer_of(row, bool(turned[n, best[n]])),
                likeness=Likeness(float(alike[n, best[n]]), bool(same_name[n])) if clear[n] else None,
                appearance=seen.of(n),
            )
            for n, row in enumerate(rows)
        ]

    def _weighed(self, alike: Floats, chances: Floats) -> Floats:
        """Probabilities (n, 50) over all faces, from likenesses (n, pictures) and the classifier's (n, 50)."""
        likest = np.full((len(alike), len(FACES)), -np.inf)
        for column, place in enumerate(self._places):
            likest[:, place] = np.maximum(likest[:, place], LIKENESS * alike[:, column])
        likest[:, len(FACES) - 2 :] = np.maximum(likest[:, len(FACES) - 2 :], LIKENESS * STRANGE)
        logs = likest + TRUST * np.log(np.maximum(chances, LEAST_CHANCE))
        weights = np.exp(logs - logs.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)
