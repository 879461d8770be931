"""Name the cards cut out of a picture: rank, suit, face down or unknown, and which end is up."""

from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
import onnxruntime

from firmware.cards import Card, Rank, Suit
from firmware.signals import Face, Faces, Unnamed
from vision.frame import Floats, Picture
from vision.store import load_model

CROP_PX = (128, 192)
"""Width and height of a crop: a corner numeral, a twentieth of the card's height, is 8 px high in it."""
LEAST = 0.0005
"""Faces less likely than this are left out of an answer."""

CARDS = tuple(Card(rank, suit) for rank in Rank for suit in Suit)
FACES: tuple[Face, ...] = (*CARDS, Unnamed.BACK, Unnamed.UNKNOWN)


@dataclass(frozen=True, slots=True, eq=False)
class Appearance:
    """How a card looks to the classifier, whatever deck it is named by.

    Attributes:
        chances: (50,) float32, probabilities over :data:`FACES` by the network alone.
        description: (128,) float32 of length one; looks at one card lie close together.
    """

    chances: Floats
    description: Floats


@dataclass(frozen=True, slots=True)
class Likeness:
    """How like a card is to the picture of an enrolled deck that it is most like.

    Attributes:
        cosine: of the two descriptions.
        same_name: whether the network alone names the card as that picture.
    """

    cosine: float
    same_name: bool


@dataclass(frozen=True, slots=True)
class Identification:
    """What a crop shows.

    Attributes:
        faces: probabilities over faces, likeliest first; they sum to at most 1, the remainder is spread over the rest.
        upside_down: whether the card's head is at the crop's lower end; without meaning for a symmetric face.
        likeness: to the picture of an enrolled deck that it is most like; ``None``: no deck was named, or the card is
            not seen clearly.
        appearance: what it was named by; ``None``: nothing that a deck could be learned from.
    """

    faces: Faces
    upside_down: bool
    likeness: Likeness | None = None
    appearance: Appearance | None = field(default=None, compare=False)

    @property
    def face(self) -> Face:
        """The likeliest face."""
        return self.faces[0][0]

    @property
    def confidence(self) -> float:
        """The probability of the likeliest face."""
        return self.faces[0][1]


@dataclass(frozen=True, slots=True, eq=False)
class ClassifierOutput:
    """The network's answers to n crops.

    Attributes:
        chances: (n, 50) float32, probabilities over :data:`FACES`.
        turned: (n,) float32, probabilities of being upside down.
        descriptions: (n, 128) float32 of length one each; looks at one card lie close together.
    """

    chances: Floats
    turned: Floats
    descriptions: Floats

    def of(self, crop: int) -> Appearance:
        """What is said of one of the crops."""
        return Appearance(self.chances[crop], self.descriptions[crop])


def blended(one: Faces, other: Faces, share: float) -> Faces:
    """Mean probabilities of two looks at one card, likeliest first.

    Args:
        one: probabilities over faces.
        other: those of the other look.
        share: weight of ``other``, 0 to 1.
    """
    sums: dict[Face, float] = dict.fromkeys((face for face, _ in other), 0.0)
    for weight, faces in ((1 - share, one), (share, other)):
        for face, chance in faces:
            sums[face] = sums.get(face, 0.0) + chance * weight
    return tuple(sorted(sums.items(), key=lambda item: -item[1]))


AT_ONCE = 8
"""Crops at which the network looks at once: by eights 40 take 11.4 ms and together 12.4, and 32 MB more."""


class Classifier(Protocol):
    """Whatever names cards: the identifier, or a test's own."""

    def identify(self, crops: Picture) -> list[Identification]:
        """Name each of the crops (n, 192, 128, 3) uint8 BGR."""


class Identifier:
    """The trained classifier; see ``models/MODEL_CARD.md``."""

    def __init__(self, session: onnxruntime.InferenceSession) -> None:
        """Use an opened model; :meth:`load` opens the one that is shipped."""
        self._session = session

    @classmethod
    def load(cls) -> "Identifier":
        """Open the shipped model.

        Raises:
            ModelError: if it is missing or not the one that ``model.toml`` describes.
        """
        return cls(load_model("identify"))

    def identify(self, crops: Picture) -> list[Identification]:
        """Name cards.

        Args:
            crops: (n, 192, 128, 3) uint8, blue first, each rectified from the card's corners; either end may be up.
        """
        if not len(crops):
            return []
        seen = self.classify(crops)
        return [
            replace(answer_of(seen.chances[n], bool(seen.turned[n] > 0.5)), appearance=seen.of(n))
            for n in range(len(crops))
        ]

    def classify(self, crops: Picture) -> ClassifierOutput:
        """What the network says of at least one crop, (n, 192, 128, 3) uint8 BGR; see :meth:`identify`."""
        starts = range(0, len(crops), AT_ONCE)
        parts = [self._session.run(None, {"crops": crops[start : start + AT_ONCE]}) for start in starts]
        kind, rank, suit, turned, descriptions = (np.concatenate(part) for part in zip(*parts, strict=True))
        return ClassifierOutput(joint(kind, rank, suit), turned, descriptions)


def joint(kind: Floats, rank: Floats, suit: Floats) -> Floats:
    """Probabilities (n, 50) float32 over :data:`FACES`.

    Args:
        kind: (n, 3) probabilities of a face, a back and anything else.
        rank: (n, 12) probabilities over the ranks, of a face.
        suit: (n, 4) probabilities over the suits, of a face.
    """
    cards = kind[:, 0, None] * (rank[:, :, None] * suit[:, None, :]).reshape(len(rank), -1)
    return np.concatenate([cards, kind[:, 1:]], axis=1)


def answer_of(row: Floats, upside_down: bool) -> Identification:
    """The answer that probabilities (50,) float32 over :data:`FACES` make."""
    order = np.argsort(-row, kind="stable")
    faces = tuple((FACES[place], float(row[place])) for place in order[: max(int((row >= LEAST).sum()), 1)])
    return Identification(faces, upside_down)
