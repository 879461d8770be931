"""The eyes: a frame goes in, what lies on the table comes out, or nothing if nothing changed."""

from collections.abc import Sequence
from dataclasses import replace

from firmware.cards import CARD_MM, Card
from firmware.signals import UNSIGHTED, Outline, SeenCard, TableObservation, ViewQuality
from vision.calibrate import TableScale
from vision.deck_fit import DeckFit
from vision.enrolled import DeckClassifier
from vision.frame import Floats, Frame, Picture
from vision.identify import CROP_PX, Classifier, Identification, Identifier
from vision.known_cards import KnownCard, combined, first_seen, overlooked, remembered, unchanged
from vision.learned_deck import LearnedClassifier
from vision.locate import LOOK_PX, THRESHOLD, Detection, Detections, Detector, Locator
from vision.motion import FrameChange, MotionGate, sharpness, small_grey
from vision.occluders import (
    CELLS,
    LEAST_COVERED_CELLS,
    BackgroundSubtractor,
    covered_cells,
    hand_outlines,
    small_colours,
)
from vision.quads import half_turn
from vision.rectify import rectify_all
from vision.shapes import fitted
from vision.sightings import SightingMemory
from vision.stills import PictureReading, read_picture
from vision.table_detector import LookRequest, TableDetector
from vision.view import OTHER_SIZE, ViewMonitor, exposure_fault, fitted_to
from vision.window import touched

MOVING_LOOK_MS = 120
"""While something moves a look is taken this often: a card may be seen for half a second only. Raising it saves time,
lowering it sees more of what a hand does."""

STIRRED = 0.003
"""Share of the small picture whose movement alone counts as a hand: a square of 50 px in 1280x720."""

DOUBTLESS = 0.8
"""A face named with more than this is a card, and its size that of the cards in use."""

LOST_LOOK_MS = 500
"""While the view is lost it is tried again this often: a look at 30 pictures a second would heat the machine."""

LOOKS_PX = (448, 512, 640, 960)
"""Long sides of the network's picture to choose from: the smallest in which a card of this table is long enough. At 448
a look takes half of the time that it takes at 640."""

SMALL_CARD_PX = 70.0
"""A card is long enough from here on. Of cards of 150 px in 1280, a third under another one, 2 in 100 fewer are found
where they measure 52 px than where they measure 75."""


class Eyes:
    """Watches one table through one fixed camera; everything it remembers came in through :meth:`observe`.

    Attributes:
        sightings: what was seen of each card, to learn the deck from.
    """

    def __init__(
        self,
        classifier: Classifier | None = None,
        detector: Detector | None = None,
        *,
        card_height_mm: float = CARD_MM[1],
    ) -> None:
        """Join the parts.

        Args:
            classifier: names the cards; without, the shipped classifier.
            detector: finds them; without, the shipped detector.
            card_height_mm: long side of the cards in use, which gives the scale of the table.

        Raises:
            ModelError: if a shipped model is missing or not the one ``model.toml`` describes.
        """
        self._enrolled = self._classifier = Identifier.load() if classifier is None else classifier
        self._detector = Locator.load() if detector is None else detector
        self._table = TableDetector(self._detector)
        self._gate = MotionGate()
        self._background = BackgroundSubtractor()
        self._view = ViewMonitor()
        self._size: tuple[int, ...] | None = None
        self._unseen = ""
        self._scale = TableScale(card_height_mm)
        self._known: tuple[KnownCard, ...] = ()
        self._looked_at_ms: int | None = None
        self._unfinished = False
        self._fit = DeckFit()
        self.sightings = SightingMemory()

    @property
    def px_per_mm(self) -> float | None:
        """Pixels per millimetre of table; not known before a card was seen."""
        return self._scale.px_per_mm

    @property
    def deck_fits(self) -> bool | None:
        """Whether the cards are of the enrolled deck; ``None``: not known yet, or there is none.

        Cards of another deck are read as those of any deck from then on.
        """
        return self._fit.fits

    @property
    def plain(self) -> Identifier | None:
        """The network alone, where no enrolled deck is read by."""
        reader = self._classifier.plain if isinstance(self._classifier, LearnedClassifier) else self._classifier
        return reader if isinstance(reader, Identifier) else None

    def read_by(self, classifier: Classifier) -> None:
        """Name by ``classifier`` what comes to the table from now on."""
        self._classifier = classifier

    def judge_deck_anew(self) -> None:
        """Read by the enrolled deck again, and find out whether it lies there: decks are changed between matches."""
        self._classifier, self._fit, self._known = self._enrolled, DeckFit(), ()
        self._table.forget()

    def look_anew(self) -> None:
        """Look at the next frame whether anything changed or not: a look was lost, or what happened before it."""
        self._unfinished = True
        self._table.forget()

    def observe(self, frame: Frame) -> TableObservation | None:
        """Look at a frame if something changed.

        Returns:
            What lies there, or nothing if nothing changed since the last complete look. While something moves, looks
            come every ``MOVING_LOOK_MS`` with ``hand_present``; as soon as it rests, one more follows. A picture that
            cannot be judged gives one look that says so (``unseen``), and nothing more till it can be.
        """
        picture = frame.picture if self._size is None else fitted_to(frame.picture, self._size)
        if picture is None:
            return self._blind(frame.t_ms, OTHER_SIZE)
        same = picture is frame.picture
        small = picture if frame.grey is None or not same else frame.grey
        grey = small_grey(small)
        if dark := exposure_fault(grey):
            return self._blind(frame.t_ms, dark)
        self._size = picture.shape[:2]
        return self._observe(Frame(frame.t_ms, picture), self._gate.compare(grey))

    def _observe(self, frame: Frame, motion: FrameChange) -> TableObservation | None:
        """Look at a picture that is neither too dark nor too bright."""
        if not self._due(frame.t_ms, motion):
            return None
        still, colours = motion.moving == 0.0, small_colours(frame.picture)
        asked = [card for card in self._known if card.still or not still]  # any other is read anew, wherever it lies
        kept = [card for card in asked if self._lies(card, frame, motion, still)]
        found = self._detect(frame, motion, kept, still)
        self._looked_at_ms = frame.t_ms
        sure = [card for card in found.cards if card.score >= THRESHOLD]
        cell_px = max(frame.picture.shape[:2]) / CELLS
        if fault := self._view.fault(colours, motion.grey, sure, cell_px=cell_px, still=still):
            return self._blind(frame.t_ms, fault)
        self._unfinished, self._unseen = not still, ""
        if still:
            self._gate.looked()
            self._table.believe(frame.picture, self._look_px(frame.picture), found)
        self._known = self._read(frame.picture, found.cards, kept, still)
        if self._fit.fits is False and isinstance(self._classifier, DeckClassifier):
            self._classifier = self._classifier.plain
            self._known = self._read(frame.picture, found.cards, (), still)
        hand = hand_over(found, motion)
        if still and not hand:
            self._view.learn(colours, motion.grey, self._known)
        self._measure(sure=still and not hand)
        cards = tuple(SeenCard(self._scale.to_mm(one.corners_px), one.faces, one.sighting) for one in self._known)
        self.sightings.see(frame.t_ms, ((card.sighting, card.centre) for card in cards))
        quality = ViewQuality(motion.moving, sharpness(motion.grey), float(motion.grey.mean()))
        hidden = self._hidden(colours, cell_px, hand=hand, still=still)
        covers = hand_outlines(found, self._scale.px_per_mm) if hand else ()
        return TableObservation(frame.t_ms, cards, hand, quality, covers, hidden)

    def _detect(self, frame: Frame, motion: FrameChange, kept: Sequence[KnownCard], still: bool) -> Detections:
        """Look where something changed, or at the whole table where that is due."""
        resting = [card.corners_px for card in kept if card.still]
        doubtful = [card.corners_px for card in self._known if card not in kept or not card.still]
        look_px, card_px = self._look_px(frame.picture), self._scale.card_px
        asked = LookRequest(frame.t_ms, still, look_px, card_px, motion.where, resting, doubtful)
        return self._table.detect(frame.picture, asked)

    def _lies(self, card: KnownCard, frame: Frame, motion: FrameChange, still: bool) -> bool:
        """Whether a known card lies where it did: nothing changed there since it was seen at rest, or it looks so."""
        believed = card.still and self._table.believes(frame.t_ms, still=still)
        same = believed and not touched(motion.where, card.corners_px, frame.picture)
        return same or unchanged(frame.picture, card)

    def _blind(self, t_ms: int, fault: str) -> TableObservation | None:
        """A look that could not be taken, once for each fault: anything may happen on the table meanwhile."""
        told, self._unseen, self._unfinished = self._unseen == fault, fault, True
        self._table.forget()
        return None if told else TableObservation(t_ms, (), hand_present=True, hidden=self._whole_table(), unseen=fault)

    def _whole_table(self) -> tuple[Outline, ...]:
        """An outline round all of the picture, table frame, millimetres; none before the scale is known."""
        if self._size is None or self._scale.px_per_mm is None:
            return ()
        height_mm, width_mm = (side_px / self._scale.px_per_mm for side_px in self._size)
        return (((0.0, 0.0), (width_mm, 0.0), (width_mm, height_mm), (0.0, height_mm)),)

    def read(self, picture: Picture) -> PictureReading:
        """Read a single picture, whatever was seen before; see :func:`vision.stills.read_picture`."""
        return read_picture(picture, self._detector, self._classifier)

    def _measure(self, *, sure: bool) -> None:
        """Learn the scale from the cards that were read without doubt, or guess it from what was found."""
        read = [card for card in self._known if isinstance(card.faces[0][0], Card) and card.faces[0][1] > DOUBTLESS]
        if sure and read:
            self._scale.learn([card.corners_px for card in read])
        self._scale.learn([card.corners_px for card in self._known], sure=False)

    def _hidden(self, colours: Floats, cell_px: float, *, hand: bool, still: bool) -> tuple[Outline, ...]:
        """What hides the table beside hands while there are any: their sleeves."""
        if still and not hand:
            self._background.learn(colours, [card.corners_px for card in self._known], cell_px)
        px_per_mm = self._scale.px_per_mm
        return self._background.occluders(colours, cell_px / px_per_mm) if hand and px_per_mm else ()

    def _due(self, t_ms: int, motion: FrameChange) -> bool:
        """Whether this frame deserves a look."""
        if self._unseen and self._looked_at_ms is not None and t_ms - self._looked_at_ms < LOST_LOOK_MS:
            return False
        if motion.moving == 0.0:
            return motion.changed > 0.0 or self._unfinished or self._table.is_due(t_ms)
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
        self, picture: Picture, found: Sequence[Detection], kept: Sequence[KnownCard], still: bool
    ) -> tuple[KnownCard, ...]:
        """The cards of a look: those ``kept`` since the last one as they are, new and unsure ones named."""
        known: list[KnownCard] = []
        fresh: list[Detection] = []
        for card in found:
            if not self._scale.plausible(card.corners_px):
                continue
            before = remembered(self._known, card.corners_px)
            if before is not None and before in kept and (before.still or not still):
                known += [before] if before not in known else []
            elif card.score >= THRESHOLD:
                fresh.append(card)
        if not still:
            known += overlooked(kept, [*known, *fresh])
        lying = [card.corners_px for card in known]
        quads = fitted([card.corners_px for card in fresh], lying, self._scale.shape)
        return (*self._settled(picture, known, still), *self._named(picture, quads, still))

    def _settled(self, picture: Picture, cards: Sequence[KnownCard], still: bool) -> list[KnownCard]:
        """Known cards; unsure ones are looked at again while the table rests, the other end up: another opinion."""
        unsure = [card for card in cards if still and not card.settled]
        turned = [half_turn(card.corners_px) for card in unsure]
        answers = self._classifier.identify(rectify_all(picture, turned, CROP_PX))
        again = [combined(card, answer.faces) for card, answer in zip(unsure, answers, strict=True)]
        return [card for card in cards if card not in unsure] + again

    def _named(self, picture: Picture, quads: Sequence[Floats], still: bool) -> list[KnownCard]:
        """New cards, at these corners, with their names."""
        crops = rectify_all(picture, quads, CROP_PX)
        answers = self._classifier.identify(crops)
        if still:
            self._fit.see(answer.likeness for answer in answers)
        return [
            replace(
                first_seen(picture, quad, answer.faces, upside_down=answer.upside_down, still=still),
                sighting=self._noted(crop, answer, still),
            )
            for quad, crop, answer in zip(quads, crops, answers, strict=True)
        ]

    def _noted(self, crop: Picture, answer: Identification, still: bool) -> int:
        """The number of a new sighting, if the deck can be learned from it."""
        if answer.appearance is None or self._looked_at_ms is None:
            return UNSIGHTED
        return self.sightings.add(self._looked_at_ms, answer.appearance, crop if still else None)


def hand_over(found: Detections, motion: FrameChange) -> bool:
    """Whether a hand is over the table: seen as such, or so much moves that it must be one."""
    return covered_cells(found) >= LEAST_COVERED_CELLS or motion.moving > STIRRED
