"""Simulated detections of a timeline: observations with exact or wilfully spoilt cards; no picture is drawn.

For developing and measuring the reading of the table apart from the reading of pictures.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from firmware.cards import Card, Rank, Suit
from firmware.signals import Face, Point, SeenCard, TableObservation, Unnamed, ViewQuality
from models.synthetic.films.conditions import in_picture
from models.synthetic.play.card_placement import outline
from models.synthetic.play.environment import STEADY, LightChange
from models.synthetic.play.timeline import ArmState, CardState, PropState, TableState, Timeline
from models.synthetic.play.trajectories import Pose
from models.synthetic.play.visibility import EYES_CELL_MM, visibility_of
from models.synthetic.scenes.clutter import FLAT
from vision.locate import Detections
from vision.occluders import hand_outlines

LEAST_SEEN = 0.4  # a card covered by more than 60 % is not found
READABLE_SMEAR_MM = 1.0  # a card moving further during an exposure is blurred: vision.md, 45 to 90 mm/s at 10 to 20 ms
BRIGHTNESS = 120.0  # mean grey value of a picture before the light changes
FIRST_LOOKS = 3  # looks at a table that has come to rest; then nothing until something moves
ALIKE: Mapping[Rank, tuple[Rank, ...]] = {  # vision.md, "Typical confusions"; neighbours by number of pips otherwise
    Rank.ONE: (Rank.TWO,),
    Rank.TWO: (Rank.THREE,),
    Rank.THREE: (Rank.TWO,),
    Rank.FOUR: (Rank.FIVE,),
    Rank.FIVE: (Rank.FOUR, Rank.SIX),
    Rank.SIX: (Rank.SEVEN, Rank.FIVE),
    Rank.SEVEN: (Rank.SIX,),
    Rank.TEN: (Rank.ELEVEN, Rank.TWELVE),
    Rank.ELEVEN: (Rank.TEN, Rank.TWELVE),
    Rank.TWELVE: (Rank.ELEVEN, Rank.TEN),
}


@dataclass(frozen=True, slots=True)
class DetectionErrors:
    """What spoils the looks; shares are probabilities per card, 0 is perfect detection.

    Attributes:
        misread: in one look the face is taken for a similar one.
        stubborn: the same, but in every look as long as the card lies there.
        miss: a card is not found in one look.
        in_flight: a moving card is found nevertheless.
        touched: a card under a hand, though partly seen, cannot be named.
        phantom: an arm is taken for an unknown card as well, in one look.
        thing: a flat thing is taken for a card without a name, in every look as long as it lies there.
        jitter_mm: spread of each corner.
        alike: what a rank is taken for.
    """

    misread: float = 0.0
    stubborn: float = 0.0
    miss: float = 0.0
    in_flight: float = 0.0
    touched: float = 0.0
    phantom: float = 0.0
    thing: float = 0.0
    jitter_mm: float = 0.0
    alike: Mapping[Rank, tuple[Rank, ...]] = field(default_factory=lambda: ALIKE)


PERFECT = DetectionErrors()
LIKE_EYES = DetectionErrors(
    misread=0.01, stubborn=0.003, miss=0.01, in_flight=0.15, touched=0.8, phantom=0.3, thing=0.55, jitter_mm=1.2
)  # touched and phantom as the first eyes did on filmed sessions, thing as the second on 38 phones and packets
UNDER_A_HAND = 0.08  # share of a card that an arm must cover


def observations(
    timeline: Timeline, *, fps: float = 10.0, errors: DetectionErrors = PERFECT, seed: int = 0
) -> Iterator[TableObservation]:
    """The session as a detector would report it: every look while something moves, then :data:`FIRST_LOOKS` more.

    Args:
        timeline: the session.
        fps: looks per second of table time.
        errors: what spoils the looks.
        seed: of the spoiling alone.
    """
    simulator, rest = DetectionSimulator(timeline, errors, seed), 0
    for t_ms in range(0, timeline.end_ms, round(1000 / fps)):
        state = timeline.at(t_ms)
        rest = rest + 1 if state.still and not simulator.dazzled(state) else 0
        if rest <= FIRST_LOOKS:
            yield simulator.look(state)


class DetectionSimulator:
    """Detects cards at one time after another of a session."""

    def __init__(self, timeline: Timeline, errors: DetectionErrors = PERFECT, seed: int = 0) -> None:
        """Nothing was seen yet.

        Args:
            timeline: the session.
            errors: what spoils the looks.
            seed: of the spoiling alone.
        """
        self._timeline, self._errors, self._seed = timeline, errors, seed
        self._rng = np.random.default_rng((seed, 1))
        self._lamps: tuple[LightChange, ...] = ()

    def dazzled(self, state: TableState) -> bool:
        """Whether the light is another than in the look before."""
        return state.lamps != self._lamps

    def look(self, state: TableState) -> TableObservation:
        """What is seen, in the millimetres of the picture: those of the table until the camera is knocked."""
        view, stirred = self._timeline.view, self.dazzled(state) or state.swing != STEADY
        state, self._lamps = in_picture(state, view), state.lamps
        sight = visibility_of(state, view)
        hidden = (bare - share > UNDER_A_HAND for bare, share in zip(sight.bare, sight.shares, strict=True))
        cards = [self._see(*one) for one in zip(state.cards, sight.shares, hidden, strict=True)]
        cards += [self._phantom(arm) for arm in state.arms]
        cards += [self._taken_for_a_card(prop) for prop in state.props]
        hand = stirred or bool(sight.arms.any())
        brightness = min(BRIGHTNESS * math.prod(lamp.gain for lamp in state.lamps), 255.0)
        quality = ViewQuality(0.0 if state.still and not stirred else 0.1, 300.0, brightness)
        covers = hand_outlines(Detections((), sight.cover(), EYES_CELL_MM), 1.0)  # a picture of a pixel a millimetre
        return TableObservation(state.t_ms, tuple(seen for seen in cards if seen), hand, quality, covers)

    def _phantom(self, arm: ArmState) -> SeenCard | None:
        """The card that a hand is taken for, if it is."""
        if self._rng.random() >= self._errors.phantom:
            return None
        spot = arm.pose.ahead(*(float(v) for v in self._rng.normal(-60, 25, 2)))
        return SeenCard(self._corners(spot), ((Unnamed.UNKNOWN, float(self._rng.uniform(0.3, 0.9))),))

    def _taken_for_a_card(self, prop: PropState) -> SeenCard | None:
        """What a flat prop is taken for, if it is: a back, or a card without a name; nothing while it moves."""
        if prop.kind not in FLAT or prop.carried:
            return None
        rng = np.random.default_rng((self._seed, 4, prop.seed, *prop.kind.encode()))
        if rng.random() >= self._errors.thing:
            return None
        face = Unnamed.BACK if rng.random() < 0.5 else Unnamed.UNKNOWN
        return SeenCard(self._corners(prop.pose), ((face, float(rng.uniform(0.5, 0.95))),))

    def _see(self, card: CardState, share: float, touched: bool) -> SeenCard | None:
        blurred = max(map(abs, card.smear_mm)) > READABLE_SMEAR_MM
        found = self._rng.random() < (self._errors.in_flight if blurred else 1 - self._errors.miss)
        if not found or share < LEAST_SEEN:
            return None
        if touched and self._rng.random() < self._errors.touched:
            return SeenCard(self._corners(card.pose), ((Unnamed.UNKNOWN, float(self._rng.uniform(0.5, 0.95))),))
        return SeenCard(self._corners(card.pose), self._faces(card, share, blurred=blurred))

    def _corners(self, pose: Pose) -> tuple[Point, Point, Point, Point]:
        spread = self._rng.normal(0, 1, (4, 2)) * self._errors.jitter_mm
        a, b, c, d = ((float(x), float(y)) for x, y in outline(pose) + spread)
        return (a, b, c, d)

    def _faces(self, card: CardState, share: float, *, blurred: bool) -> tuple[tuple[Face, float], ...]:
        sure = float(np.interp(share, (LEAST_SEEN, 0.9), (0.6, 0.985))) * (0.6 if blurred else 1.0)
        if not card.face_up:
            return ((Unnamed.BACK, sure),)
        face, other = card.card, self._mistaken(card.card, self._rng)
        if self._rng.random() < self._errors.misread:
            face, other, sure = other, face, max(0.5, sure * 0.8)
        elif (stubborn := self._stubborn(card)) is not None:
            face, other = stubborn, face
        return ((face, sure), (other, (1 - sure) * 0.6))

    def _stubborn(self, card: CardState) -> Card | None:
        """What the card is taken for as long as it lies there, or ``None``."""
        place = (card.card.rank.value, ord(card.card.suit or "?"), round(card.since_ms))
        rng = np.random.default_rng((self._seed, 2, *place))
        return self._mistaken(card.card, rng) if rng.random() < self._errors.stubborn else None

    def _mistaken(self, card: Card, rng: np.random.Generator) -> Card:
        if rng.random() < 0.3:  # the suit is taken for another one
            others = [suit for suit in Suit if suit != card.suit]
            return Card(card.rank, others[int(rng.integers(3))])
        alike = self._errors.alike[card.rank]
        return Card(alike[int(rng.integers(len(alike)))], card.suit)
