"""A picture of the table with what was seen drawn on it: outlines and names as vectors over the photograph."""

from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from firmware.cards import Card
from firmware.report.cards import title
from firmware.report.record import AnnotatedPicture
from firmware.signals import SeenCard


@dataclass(frozen=True, slots=True)
class CardOutline:
    """One card that was seen.

    Attributes:
        kind: its class in the drawing: ``card marked``, ``card``, or ``card back`` where its face is not known.
        points: its corners as SVG has them, millimetres of the picture's frame.
        x: its centre, millimetres from the left.
        y: its centre, millimetres from the top.
        card: its face, where it is known.
        words: its face in words, and how sure that is.
    """

    kind: str
    points: str
    x: float
    y: float
    card: Card | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class PictureDrawing:
    """A photograph and the outlines to draw over it."""

    jpeg: bytes
    width_px: int
    height_px: int
    width_mm: float
    height_mm: float
    outlines: tuple[CardOutline, ...]


def drawing(evidence: AnnotatedPicture, marked: frozenset[Card]) -> PictureDrawing:
    """What to draw of a picture; cards of ``marked`` are drawn strong, the others thin."""
    picture = evidence.picture
    with Image.open(BytesIO(picture.jpeg)) as opened:
        width_px, height_px = opened.size
    height_mm = picture.width_mm * height_px / width_px
    outlines = tuple(_outline(seen, marked) for seen in evidence.cards)
    return PictureDrawing(picture.jpeg, width_px, height_px, picture.width_mm, height_mm, outlines)


def _outline(seen: SeenCard, marked: frozenset[Card]) -> CardOutline:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in seen.corners)
    if not isinstance(seen.face, Card):
        return CardOutline("card back", points, *seen.centre)
    kind = "card marked" if seen.face in marked else "card"
    return CardOutline(kind, points, *seen.centre, seen.face, f"{title(seen.face)}, {seen.confidence:.0%} sure")
