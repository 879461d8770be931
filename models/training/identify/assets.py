"""The pictures that crops are put together from: faces of many decks, backs, and surfaces of tables."""

from collections.abc import Sequence

import cv2
import numpy as np

from models.training.identify.faces import AnyPicture, FaceSet
from models.training.identify.laying import loose_corners, paste, turned
from models.training.identify.photo import Rng
from vision.identify import CROP_PX


class CropAssets:
    """Faces, backs and surfaces to draw from by chance.

    Attributes:
        cards: the face, the card and the family of the deck, for each card of each deck.
        tables: by the place among ``cards``, faces of photographed packs with the table round them.
        backs, surfaces: as given.
    """

    def __init__(
        self, decks: Sequence[tuple[FaceSet, float]], backs: Sequence[AnyPicture], surfaces: Sequence[AnyPicture]
    ) -> None:
        """Flatten the decks to one list of cards.

        Args:
            decks: each with the weight at which it is drawn.
            backs: pictures of card backs (H, W, 3) uint8 BGR at ``FACE_PX``.
            surfaces: pictures of tables (H, W, 3) uint8 BGR, any size above a crop.
        """
        self.cards = [(face, card, deck.family) for deck, _ in decks for card, face in deck.faces.items()]
        tables = [deck.tables.get(card) for deck, _ in decks for card in deck.faces]
        self.tables = {place: table for place, table in enumerate(tables) if table is not None}
        weights = np.array([weight / len(deck.faces) for deck, weight in decks for _ in deck.faces])
        self._bounds = np.cumsum(weights) / weights.sum()
        self.backs, self.surfaces = backs, surfaces

    def card(self, rng: Rng) -> int:
        """The place of a random card in :attr:`cards`."""
        return int(np.searchsorted(self._bounds, rng.random()))

    def any_face(self, rng: Rng) -> AnyPicture:
        """A face or a back at ``FACE_PX``, (H, W, 3) uint8 BGR, for what lies over or under the card."""
        if rng.random() < 0.2:
            return self.backs[int(rng.integers(0, len(self.backs)))]
        return self.cards[self.card(rng)][0]

    def ground(self, rng: Rng) -> AnyPicture:
        """A piece of table in crop size, (H, W, 3) uint8 BGR, with neighbouring cards lying on it now and then."""
        width, height = CROP_PX
        surface = self.surfaces[int(rng.integers(0, len(self.surfaces)))]
        zoom = rng.uniform(1.0, 2.0)
        w, h = (min(round(side * zoom), full) for side, full in zip(CROP_PX, surface.shape[1::-1], strict=True))
        x, y = rng.integers(0, surface.shape[1] - w + 1), rng.integers(0, surface.shape[0] - h + 1)
        piece = cv2.resize(surface[y : y + h, x : x + w], CROP_PX)
        while rng.random() < 0.3:
            away = rng.uniform(0, 2 * np.pi)
            shift = np.array([np.cos(away) * width, np.sin(away) * height]) * rng.uniform(0.5, 1.1)
            paste(self.any_face(rng), turned(loose_corners(rng), rng) + shift.astype(np.float32), piece)
        return piece
