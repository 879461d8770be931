"""Cards of a timeline as sheets for the tracer: none cuts through another on which it lies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from numpy.random import Generator

from firmware.signals import Face, Unnamed
from models.benchmarks.traced.laid_cards import SHEET_MM, filled
from models.synthetic.cards.deck import Deck
from models.synthetic.play.card_placement import overlap
from models.synthetic.play.timeline import CardState
from models.synthetic.scenes.placed import PlacedCard
from vision.frame import Picture

FLAT = 0.9
"""Cards that share more than this lie flat on one another, as in a pile: both are bent alike."""


@dataclass(frozen=True, slots=True, eq=False)
class WornDeck:
    """The cards of an evening.

    Attributes:
        faces: their pictures, whose print goes on under the rounded corners.
        gloss: share of the lamp that they mirror.
        curl_mm: how far their ends stand off.
        tint_bgr: factors on their colours.
    """

    faces: Mapping[Face, Picture]
    gloss: float
    curl_mm: float
    tint_bgr: tuple[float, float, float]


def random_wear(rng: Generator, deck: Deck) -> WornDeck:
    """A deck as it has become in use.

    Args:
        rng: of all chance.
        deck: its pictures.
    """
    blue, green, red = (float(one) for one in rng.uniform((0.82, 0.92, 0.96), 1.0))
    faces = {face: filled(picture) for face, picture in deck.faces.items()}
    return WornDeck(faces, float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.1, 0.8)), (blue, green, red))


def stacked(pack: WornDeck, cards: Sequence[CardState], middle_mm: tuple[float, float]) -> list[PlacedCard]:
    """What lies on a table, each card as high as what it touches asks for.

    Args:
        pack: how they look.
        cards: from the lowest to the highest.
        middle_mm: of the table, in their own frame.
    """
    lying = list[PlacedCard]()
    for n, card in enumerate(cards):
        shares = [overlap(under.pose, card.pose) for under in cards[:n]]
        below = [
            under.lift_mm + pack.curl_mm * (share < FLAT) for under, share in zip(lying, shares, strict=True) if share
        ]
        lying.append(placed(pack, card, middle_mm, max(below, default=0.0) + SHEET_MM))
    return lying


def placed(pack: WornDeck, card: CardState, middle_mm: tuple[float, float], lift_mm: float) -> PlacedCard:
    """One card at its place.

    Args:
        pack: how it looks.
        card: which, and where.
        middle_mm: of the table, in the card's frame.
        lift_mm: height over the table.
    """
    face: Face = card.card if card.face_up else Unnamed.BACK
    return PlacedCard(
        face,
        pack.faces[face],
        (card.pose.x_mm - middle_mm[0], card.pose.y_mm - middle_mm[1]),
        card.pose.angle_deg,
        lift_mm=lift_mm,
        curl_mm=pack.curl_mm,
        gloss=pack.gloss,
        tint_bgr=pack.tint_bgr,
    )
