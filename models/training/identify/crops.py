"""Training crops of the classifier: a card as the locator cuts it out, or something that is not a known card."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

import numpy as np

from firmware.cards import Card, Suit
from models.training.identify.assets import CropAssets
from models.training.identify.faces import MARGIN, AnyPicture, FaceSet, has_a_head
from models.training.identify.laying import lay_with_table, loose_corners, paste
from models.training.identify.occluders import occlude
from models.training.identify.photo import Rng, photograph
from models.training.identify.prints import age, by_another_hand, print_differently

SUIT_PLACES = {suit: place for place, suit in enumerate(Suit)}
NO_LOSS = -1
"""The label where a head has nothing to learn: the suit of a back, the orientation of a symmetric face."""
KNOWN_SHARE, LOST_SHARE = 0.5, 0.85
"""Covered up to the first share a card is to be named, from the second on it is unknown; between nothing is learned."""

TABLE_SHARE = 0.6
"""Share of the looks at a photographed card that keep its own table, print and light."""

FACES_SHARE, BACKS_SHARE = 0.76, 1 / 3
"""The share of all crops that show a face, and the share of the others that show a back."""


class CropKind(IntEnum):
    """What a crop shows; the order is that of the network's outputs."""

    CARD = 0
    BACK = 1
    UNKNOWN = 2


@dataclass(frozen=True, slots=True)
class CropSample:
    """One crop (H, W, 3) uint8 BGR and its labels, :data:`NO_LOSS` where there is none.

    ``face`` numbers the picture that is shown: two for each card of each deck, one for either end up.
    """

    crop: AnyPicture
    kind: int
    rank: int = NO_LOSS
    suit: int = NO_LOSS
    upside_down: int = NO_LOSS
    face: int = NO_LOSS


class CropMaker(CropAssets):
    """Draws samples from decks, backs and surfaces."""

    def __init__(
        self,
        decks: Sequence[tuple[FaceSet, float]],
        backs: Sequence[AnyPicture],
        surfaces: Sequence[AnyPicture],
        strangers: Sequence[Callable[["CropMaker", Rng], AnyPicture]] = (),
    ) -> None:
        """Flatten the decks to one list of cards.

        Args:
            decks: each with the weight at which it is drawn.
            backs: pictures of card backs at ``FACE_PX``.
            surfaces: pictures of tables, any size above a crop.
            strangers: makers of crops that show no card, each ``(maker, rng) -> crop``.
        """
        super().__init__(decks, backs, surfaces)
        starts = np.cumsum([0, *(len(deck.faces) for deck, _ in decks)])
        self._deckmates = [range(a, b) for a, b in pairwise(starts.tolist()) for _ in range(a, b)]
        self._headed = [family != "french" and has_a_head(face) for face, _, family in self.cards]
        self.strangers = strangers
        self.odd_cards = [picture for deck, _ in decks for picture in deck.strangers]

    def only(self, decks: Sequence[FaceSet]) -> "CropMaker":
        """A maker of these decks alone, with the same surfaces and backs; the cards round about are theirs too."""
        return CropMaker([(deck, 1.0) for deck in decks], self.backs, self.surfaces, self.strangers)

    def sample(self, rng: Rng) -> CropSample:
        """A random crop with its labels."""
        return self.face_sample(self.card(rng), rng) if rng.random() < FACES_SHARE else self.faceless(rng)

    def faceless(self, rng: Rng) -> CropSample:
        """A back, or something that is not a known card."""
        if rng.random() < BACKS_SHARE:
            back = self.backs[int(rng.integers(0, len(self.backs)))]
            crop, hidden = self.lay(back, rng)
            return CropSample(photograph(crop, rng), CropKind.BACK if hidden < LOST_SHARE else NO_LOSS)
        return CropSample(photograph(self.stranger(rng), rng), CropKind.UNKNOWN)

    def face_sample(self, place: int, rng: Rng) -> CropSample:
        """The card at ``place`` of :attr:`cards`, laid, covered and photographed."""
        return self.looks(place, rng, 1)[0]

    def deckmates(self, cards: int, rng: Rng) -> list[CropSample]:
        """Two looks at each of ``cards`` cards of one deck, which the network is to find alike."""
        mates = self._deckmates[self.card(rng)]
        chosen = rng.choice(mates, min(cards, len(mates)), replace=False)
        return [look for place in chosen for look in self.looks(int(place), rng, 2)]

    def looks(self, place: int, rng: Rng, count: int) -> list[CropSample]:
        """Several looks at one printed card, the same end up in all.

        Args:
            place: of the card among :attr:`cards`.
            rng: of all chance.
            count: how many.
        """
        face, card, _ = self.cards[place]
        upside_down = bool(rng.random() < 0.5)
        printed = print_differently(by_another_hand(face, rng), rng)
        end = int(upside_down) if self._headed[place] else NO_LOSS
        table = self.tables.get(place) if rng.random() < TABLE_SHARE else None
        laid = [self.lay(printed, rng, upside_down=upside_down, table=table) for _ in range(count)]
        return [
            self.labelled(photograph(crop, rng), card, hidden, end, 2 * place + max(end, 0)) for crop, hidden in laid
        ]

    @staticmethod
    def labelled(crop: AnyPicture, card: Card, hidden: float, upside_down: int, face: int = NO_LOSS) -> CropSample:
        """The sample of a card of which the share ``hidden`` is covered.

        Args:
            crop: (H, W, 3) uint8 BGR.
            card: what it shows.
            hidden: the share of the card that is covered, 0 to 1.
            upside_down: 1 if its head is below, :data:`NO_LOSS` where that cannot be told.
            face: the number of its picture.
        """
        if hidden > LOST_SHARE:
            return CropSample(crop, CropKind.UNKNOWN)
        if hidden > KNOWN_SHARE or card.suit is None:
            return CropSample(crop, NO_LOSS)
        return CropSample(crop, CropKind.CARD, card.rank - 1, SUIT_PLACES[card.suit], upside_down, face)

    def lay(
        self,
        face: AnyPicture,
        rng: Rng,
        *,
        upside_down: bool = False,
        often: float = 0.5,
        table: AnyPicture | None = None,
    ) -> tuple[AnyPicture, float]:
        """The face lying on a table, covered now and then: the crop, and the share of the card that is hidden.

        Args:
            face: (H, W, 3) uint8 BGR, at ``FACE_PX``.
            rng: of all chance.
            upside_down: lay it with its head below.
            often: how often it is covered, 0 to 1.
            table: a photograph of the card with :data:`MARGIN` of its table, to be seen instead of the face.
        """
        crop, corners = self.ground(rng), loose_corners(rng)
        face = age(face, rng) if rng.random() < 0.6 else face
        corners = np.roll(corners, 2, axis=0) if upside_down else corners
        mask = paste(face, corners, crop) if table is None else lay_with_table(table, MARGIN, corners, crop)
        if rng.random() >= often:
            return crop, 0.0
        over = occlude(self, crop, rng)
        return crop, float(((over > 0) & (mask > 127)).sum() / max(int((mask > 127).sum()), 1))

    def stranger(self, rng: Rng) -> AnyPicture:
        """A crop (H, W, 3) uint8 BGR that shows no known card."""
        return self.strangers[int(rng.integers(0, len(self.strangers)))](self, rng)
