"""Cards and hands where they are over the table, as data."""

from dataclasses import dataclass

from firmware.cards import CARD_MM
from firmware.signals import Face
from models.synthetic.scenes.camera import ScenePoints, apply
from models.synthetic.scenes.canvas import placement, quad_mm
from models.synthetic.scenes.hand import HandSprite
from vision.frame import Picture

CARD_HEIGHT_MM = CARD_MM[1]


@dataclass(frozen=True, slots=True, eq=False)
class PlacedCard:
    """A card somewhere over the table.

    Attributes:
        face: what it shows: goes into the truth as it is.
        picture: (H, W, 4) uint8 BGRA, upright, rounded transparent corners; its aspect is the card's aspect.
        centre_mm: its middle, table frame.
        angle_deg: of its upward axis, clockwise from the picture's upward axis.
        height_mm: its long side.
        lift_mm: height over the table.
        curl_mm: how far its edges stand off what is below: breadth of its shadow.
        gloss: share of the lamp it mirrors.
        facing_mm: where its unevenness moves the mirrored lamp.
        tint_bgr: factors on its colours: yellowed, faded.
        edge, contact: how much darker than its face its cut edge is, and the table right at it, 0 to 1.
    """

    face: Face
    picture: Picture
    centre_mm: tuple[float, float]
    angle_deg: float = 0.0
    height_mm: float = CARD_HEIGHT_MM
    lift_mm: float = 0.0
    curl_mm: float = 1.0
    gloss: float = 0.3
    facing_mm: tuple[float, float] = (0.0, 0.0)
    tint_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    edge: float = 0.2
    contact: float = 0.35

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""
        return (self.height_mm * self.picture.shape[1] / self.picture.shape[0], self.height_mm)

    @property
    def corners_mm(self) -> ScenePoints:
        """(4, 2), clockwise from its own upper left."""
        return apply(placement(self.centre_mm, self.angle_deg), quad_mm(self.size_mm))


@dataclass(frozen=True, slots=True, eq=False)
class PlacedHand:
    """A hand over the table.

    Attributes:
        sprite: from :func:`models.synthetic.scenes.hand.draw_hand`.
        grip_mm: where its grip point is, table frame.
        angle_deg: where its fingers point, clockwise from the picture's upward axis; 0: the arm comes from below.
        lift_mm: height over the table; it and what it holds are drawn larger, and their shadow moves away.
        scale: size of the person.
        held: cards between its fingers, lowest first; their ``lift_mm`` counts as the hand's.
        streak_mm: how far it moves while the shutter is open; it and what it holds are blurred so.
    """

    sprite: HandSprite
    grip_mm: tuple[float, float]
    angle_deg: float = 0.0
    lift_mm: float = 25.0
    scale: float = 1.0
    held: tuple[PlacedCard, ...] = ()
    streak_mm: tuple[float, float] = (0.0, 0.0)
