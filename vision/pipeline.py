"""The eyes: a frame goes in, what lies on the table comes out, or nothing if nothing changed."""

from collections.abc import Sequence

from firmware.cards import CARD_MM, Card
from firmware.signals import SeenCard, TableObservation, ViewQuality
from vision.calibrate import TableScale
from vision.covers import LEAST_COVERED_CELLS, Outline, covered_cells, covers_of
from vision.frame import Frame, Picture
from vision.identify import CROP_PX, Identifier, Namer
from vision.known_cards import KnownCard, combined, placed, remembered, unchanged
from vision.locate import LOOK_PX, THRESHOLD, Detections, Finder, Located, Locator
from vision.motion import FrameChange, MotionGate, sharpness
from vision.quads import Floats, half_turn
from vision.rectify import rectify_all
from vision.shapes import fitted
from vision.sleeves import Sleeves
from vision.stills import Reading, read_picture

MOVING_LOOK_MS = 120
"""While something moves a look is taken this often: a card may be seen for half a second only. Raising it saves time,
lowering it sees more of what a hand does."""

STIRRED = 0.003
"""Share of the small picture whose movement alone counts as a hand: a square of 50 px in 1280x720."""

DOUBTLESS = 0.8
"""A face named with more than this is a card, and its size that of the cards in use."""

LOOKS_PX = (448, 512, 640, 960)
"""Long sides of the network's picture to choose from: the smallest in which a card of this table is long enough. At 448
a look takes half of the time that it takes at 640."""

SMALL_CARD_PX = 70.0
"""A card is long enough from here on. Of cards of 150 px in 1280, a third under another one, 2 in 100 fewer are found
where they measure 52 px than where they measure 75."""


class Eyes:
    """Watches one table through one fixed camera; everything it remembers came in through :meth:`observe`."""

    def __init__(
        self, namer: Namer | None = None, finder: Finder | None = None, *, card_height_mm: float = CARD_MM[1]
    ) -> None:
        """Join the parts.

        Args:
            namer: names the cards; without, the shipped classifier.
            finder: finds them; without, the shipped detector.
            card_height_mm: long side of the cards in use, which gives the scale of the table.

        Raises:
            ModelError: if a shipped model is missing or not the one ``model.toml`` describes.
        """
        self._namer = Identifier.load() if namer is None else namer
        self._finder = Locator.load() if finder is None else finder
        self._gate = MotionGate()
        self._sleeves = Sleeves()
        self._scale = TableScale(card_height_mm)
        self._places: tuple[KnownCard, ...] = ()
        self._looked_at_ms: int | None = None
        self._unfinished = False

    @property
    def px_per_mm(self) -> float | None:
        """Pixels per millimetre of table; not known before a card was seen."""
        return self._scale.px_per_mm

    def observe(self, frame: Frame) -> TableObservation | None:
        """Look at a frame if something changed.

        Returns:
            What lies there, or nothing if nothing changed since the last complete look. While something moves, looks
            come every ``MOVING_LOOK_MS`` with ``hand_present``; as soon as it rests, one more follows.
        """
        glance = self._gate.glance(frame.picture if frame.grey is None else frame.grey)
        if not self._due(frame.t_ms, glance):
            return None
        kept = [place for place in self._places if unchanged(frame.picture, place)]
        resting = [place.corners_px for place in kept if place.still]
        look = self._finder.look(frame.picture, self._look_px(frame.picture), resting)
        still = glance.moving == 0.0
        self._unfinished, self._looked_at_ms = not still, frame.t_ms
        if still:
            self._gate.looked()
        self._places = self._read(frame.picture, look.cards, kept, still)
        hand = hand_over(look, glance)
        self._measure(sure=still and not hand)
        cards = tuple(SeenCard(self._scale.to_mm(place.corners_px), place.faces) for place in self._places)
        quality = ViewQuality(glance.moving, sharpness(glance.grey), float(glance.grey.mean()))
        hidden = self._hidden(frame.picture, hand=hand, still=still)
        return TableObservation(frame.t_ms, cards, hand, quality, covers_of(look, self._scale.px_per_mm), hidden)

    def read(self, picture: Picture) -> Reading:
        """Read a single picture, whatever was seen before; see :func:`vision.stills.read_picture`."""
        return read_picture(picture, self._finder, self._namer)

    def _measure(self, *, sure: bool) -> None:
        """Learn the scale from the cards that were read without doubt, or guess it from what was found."""
        read = [
            place for place in self._places if isinstance(place.faces[0][0], Card) and place.faces[0][1] > DOUBTLESS
        ]
        if sure and read:
            self._scale.learn([place.corners_px for place in read])
        self._scale.learn([place.corners_px for place in self._places], sure=False)

    def _hidden(self, picture: Picture, *, hand: bool, still: bool) -> tuple[Outline, ...]:
        """What hides the table beside hands while there are any: their sleeves."""
        if still and not hand:
            self._sleeves.clear(picture)
        px_per_mm = self._scale.px_per_mm
        return self._sleeves.broad(picture, px_per_mm) if hand and px_per_mm else ()

    def _due(self, t_ms: int, glance: FrameChange) -> bool:
        """Whether this frame deserves a look."""
        if glance.moving == 0.0:
            return glance.changed > 0.0 or self._unfinished
        return self._looked_at_ms is None or t_ms - self._looked_at_ms >= MOVING_LOOK_MS

    def _look_px(self, picture: Picture) -> int:
        """How large the network's picture is to be, from the size of the cards on this table; guessed, never small."""
        card_px, longest = self._scale.card_px, max(picture.shape[:2])
        if card_px is None:
            return LOOK_PX
        enough = [look_px for look_px in LOOKS_PX if card_px * look_px / longest >= SMALL_CARD_PX]
        look_px = enough[0] if enough else max(min(LOOKS_PX[-1], longest), LOOK_PX)
        return look_px if self._scale.settled else max(look_px, LOOK_PX)

    def _read(
        self, picture: Picture, found: Sequence[Located], kept: Sequence[KnownCard], still: bool
    ) -> tuple[KnownCard, ...]:
        """The places of a look: those ``kept`` since the last one as they are, new and unsure ones named."""
        known: list[KnownCard] = []
        fresh: list[Located] = []
        for card in found:
            if not self._scale.plausible(card.corners_px):
                continue
            place = remembered(self._places, card.corners_px)
            if place is not None and place in kept and (place.still or not still):
                known += [place] if place not in known else []
            elif card.score >= THRESHOLD:
                fresh.append(card)
        if not still:
            known += _overlooked(kept, [*known, *fresh])
        lying = [place.corners_px for place in known]
        quads = fitted([card.corners_px for card in fresh], lying, self._scale.shape)
        return (*self._settled(picture, known, still), *self._named(picture, quads, still))

    def _settled(self, picture: Picture, places: Sequence[KnownCard], still: bool) -> list[KnownCard]:
        """Known places; unsure ones are looked at again while the table rests, the other end up: another opinion."""
        unsure = [place for place in places if still and not place.settled]
        turned = [half_turn(place.corners_px) for place in unsure]
        answers = self._namer.identify(rectify_all(picture, turned, CROP_PX))
        again = [combined(place, answer.faces) for place, answer in zip(unsure, answers, strict=True)]
        return [place for place in places if place not in unsure] + again

    def _named(self, picture: Picture, quads: Sequence[Floats], still: bool) -> list[KnownCard]:
        """New places, at these corners, with their names."""
        answers = self._namer.identify(rectify_all(picture, quads, CROP_PX))
        return [
            placed(picture, quad, answer.faces, upside_down=answer.upside_down, still=still)
            for quad, answer in zip(quads, answers, strict=True)
        ]


def _overlooked(kept: Sequence[KnownCard], seen: Sequence[KnownCard | Located]) -> list[KnownCard]:
    """Cards that lay at rest before, look as they did and were not found again: a hand is near them.

    What was only seen while something moved is not trusted that far: it may be a hand, or two cards in one.
    """
    return [place for place in kept if place.still and remembered(seen, place.corners_px) is None]


def hand_over(look: Detections, glance: FrameChange) -> bool:
    """Whether a hand is over the table: seen as such, or so much moves that it must be one."""
    return covered_cells(look) >= LEAST_COVERED_CELLS or glance.moving > STIRRED
