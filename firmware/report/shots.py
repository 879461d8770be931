"""A picture of the table with what was seen drawn on it: outlines and names as vectors over the photograph."""

from io import BytesIO

from PIL import Image

from firmware.cards import Card
from firmware.report.cards import title
from firmware.report.chronicle import Shot
from firmware.report.markup import Markup, data_uri, tag
from firmware.signals import SeenCard

LETTER_MM = 19.0  # a fifth of a card's height of 95 mm: readable at a picture width of 320 px


def shot(evidence: Shot, marked: frozenset[Card], caption: str) -> Markup:
    """The picture; cards of ``marked`` are drawn strong, the others thin."""
    picture = evidence.picture
    with Image.open(BytesIO(picture.jpeg)) as opened:
        width_px, height_px = opened.size
    height_mm = picture.width_mm * height_px / width_px
    drawn = [_outline(seen, seen.face in marked) for seen in evidence.cards]
    sheet = tag("svg", *drawn, viewBox=f"0 0 {picture.width_mm:.1f} {height_mm:.1f}", class_="seen", aria_hidden="true")
    image = tag(
        "img",
        src=data_uri("jpeg", picture.jpeg),
        width=width_px,
        height=height_px,
        alt=caption,
        loading="lazy",
        decoding="async",
    )
    return tag("figure", image, sheet, class_="shot")


def _outline(seen: SeenCard, marked: bool) -> Markup:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in seen.corners)
    kind = "card marked" if marked else "card" if isinstance(seen.face, Card) else "card back"
    x, y = seen.centre
    label = _label(seen, x, y) if isinstance(seen.face, Card) else Markup("")
    return tag("g", tag("polygon", points=points), label, class_=kind)


def _label(seen: SeenCard, x: float, y: float) -> Markup:
    card = seen.face
    assert isinstance(card, Card)
    words = f"{title(card)}, {seen.confidence:.0%} sure"
    mark = (
        tag("use", href=f"#suit-{card.suit.value}", x=f"{x + 1:.1f}", y=f"{y - 8.5:.1f}", width=15, height=15)
        if card.suit
        else Markup("")
    )
    return tag(
        "g",
        tag("title", words),
        tag("rect", x=f"{x - 20:.1f}", y=f"{y - 11:.1f}", width=40, height=22, rx=6),
        tag("text", str(card.rank.value), x=f"{x - 1:.1f}", y=f"{y + 6.2:.1f}", font_size=LETTER_MM),
        mark,
        class_="label",
    )
