"""A picture of the table with what was seen drawn on it: outlines and names as vectors over the photograph."""

import base64
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from firmware.bounded.bounds import PICTURE_PIXELS
from firmware.cards import Card
from firmware.report.reading import ReportedFact
from firmware.report.record import AnnotatedPicture
from firmware.rules.events import CardsCaptured, PacketTakenOver
from firmware.signals import SeenCard

PictureBar = Callable[[Sequence[bytes]], Iterable[bytes]]
"""Hands on pictures one by one, and shows how far that is."""
ROOM = 2_900_000
"""Bytes for all pictures of a page, in base64: with the rest of ten deals the page stays under 5 MB."""
SMALLER = ((560, 60), (480, 50), (400, 45), (320, 40), (240, 35), (180, 30), (120, 25))
"""Width and WebP quality that are tried one after the other where the pictures as they are kept need more room."""
SAMPLES = 24
"""So many of the pictures are made smaller to see how much room all would need."""


@dataclass(frozen=True, slots=True)
class CardLabel:
    """The name of a card that was seen; ``x`` and ``y`` are its centre in millimetres of the picture's frame.

    Attributes:
        card: its face.
        confidence: how sure that is.
        marked: it is one of the cards that the play is about.
        x, y: its centre.
    """

    card: Card
    confidence: float
    marked: bool
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class PictureDrawing:
    """What to draw over a photograph.

    Attributes:
        width_mm, height_mm: size of the photograph on the table.
        outlines: paths of the cards of each kind: ``marked``, ``plain``, ``back`` where the face is not known.
        labels: their names.
        misread: the card as this one picture shows it, where that is not how the play is read.
    """

    width_mm: float
    height_mm: float
    outlines: tuple[tuple[str, str], ...]
    labels: tuple[CardLabel, ...]
    misread: SeenCard | None


def embedded(pictures: Sequence[AnnotatedPicture], room: int = ROOM, progress: PictureBar = iter) -> list[str]:
    """The pictures as addresses that hold them, small enough for all to have room together.

    Args:
        pictures: as they were kept.
        room: bytes for all of them.
        progress: hands on the pictures one by one as they are made smaller.
    """
    kept = [one.picture.jpeg for one in pictures]
    return [data_uri(content) for content in _fitting(kept, room, progress)] if kept else []


def data_uri(content: bytes) -> str:
    """The address of a picture that is in the page itself: a PNG, a JPEG or a WebP."""
    with Image.open(BytesIO(content)) as opened:
        kind = str(opened.format).lower()
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def screen_uri(content: bytes) -> str:
    """The address of a screen, a PNG of one bit a pixel, without its compression.

    A page that is compressed as a whole has what screens share only once.
    """
    with Image.open(BytesIO(content)) as opened, BytesIO() as out:
        opened.save(out, "PNG", bits=1, compress_level=0)
        return data_uri(out.getvalue())


def is_picture(picture: AnnotatedPicture) -> bool:
    """Whether a kept picture can be shown: a stranger's session may hold anything in its place, or one as large."""
    try:
        with Image.open(BytesIO(picture.picture.jpeg)) as opened:
            return 0 < opened.width * opened.height <= PICTURE_PIXELS
    except (OSError, Image.DecompressionBombError):
        return False


def _fitting(pictures: list[bytes], room: int, progress: PictureBar) -> list[bytes]:
    """The pictures as they are if there is room for them, or else as large as there is room for."""
    if _in_base64(sum(map(len, pictures))) <= room:
        return pictures
    sample = pictures[:: -(-len(pictures) // SAMPLES)]
    for width_px, quality in SMALLER:
        needed = sum(len(_smaller(one, width_px, quality)) for one in sample) * len(pictures) // len(sample)
        if _in_base64(needed) <= room:
            break
    return [_smaller(one, width_px, quality) for one in progress(pictures)]


def _in_base64(size: int) -> int:
    return size * 4 // 3


def _smaller(jpeg: bytes, width_px: int, quality: int) -> bytes:
    with Image.open(BytesIO(jpeg)) as opened:
        opened.thumbnail((width_px, width_px))
        out = BytesIO()
        opened.save(out, "WEBP", quality=quality, method=2)
    return out.getvalue()


def drawn(picture: AnnotatedPicture, fact: ReportedFact | None) -> PictureDrawing:
    """What to draw over a picture; the cards of the ``fact`` that it proves are marked."""
    evidence, seen = picture.picture, picture.cards
    with Image.open(BytesIO(evidence.jpeg)) as opened:
        width_px, height_px = opened.size
    misread = _misread(fact, seen) if fact else None
    marked = {*fact.cards, *taken(fact)} if fact else set[Card]()
    kinds = {one: _kind(one, marked, misread) for one in seen}
    return PictureDrawing(
        evidence.width_mm,
        evidence.width_mm * height_px / width_px,
        tuple((kind, path) for kind in ("back", "plain", "marked") if (path := _path(kinds, kind))),
        tuple(
            CardLabel(one.face, one.confidence, kinds[one] == "marked", *one.centre)
            for one in seen
            if isinstance(one.face, Card)
        ),
        misread,
    )


def taken(fact: ReportedFact) -> tuple[Card, ...]:
    """The cards that a play took from the table, without itself."""
    events = (event for event in fact.entry.events if isinstance(event, CardsCaptured | PacketTakenOver))
    return tuple(card for event in events for card in event.cards if card not in fact.cards)


def _misread(fact: ReportedFact, seen: Iterable[SeenCard]) -> SeenCard | None:
    """The one card that is new in a picture which does not show the rank that was played."""
    faces = [one for one in seen if isinstance(one.face, Card)]
    ranks = [one.face.rank for one in faces if isinstance(one.face, Card)]
    if fact.seat is None or fact.cards[0].rank in ranks:
        return None
    known = Counter(card.rank for card in fact.before)
    new = [one for one in faces if isinstance(one.face, Card) and not known[one.face.rank]]
    return new[0] if len(new) == 1 else None


def _kind(seen: SeenCard, marked: Collection[Card], misread: SeenCard | None) -> str:
    if not isinstance(seen.face, Card):
        return "back"
    return "marked" if seen.face in marked or seen is misread else "plain"


def _path(kinds: dict[SeenCard, str], wanted: str) -> str:
    """The outlines of all cards of a kind as one path of SVG, to the millimetre."""
    outlines = (one.corners for one, kind in kinds.items() if kind == wanted)
    return "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in corners) + "z" for corners in outlines)
