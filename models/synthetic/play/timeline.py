"""Where every card lies and every arm reaches at each moment of a played session: pure, no pictures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from firmware.cards import CARD_MM, Card
from models.synthetic.play.environment import EXPOSURE_MS, STEADY, UNDISTURBED, CameraShift, Environment, LightChange
from models.synthetic.play.mishaps import Mishap
from models.synthetic.play.script import Script
from models.synthetic.play.trajectories import USUAL, HandShape, Leg, Pose, Trajectory

CARD_WIDTH_MM, CARD_HEIGHT_MM = CARD_MM
CARRIED = 1_000_000  # heights from here on are those of carried cards


@dataclass(frozen=True, slots=True)
class CardState:
    """A card at one moment.

    Attributes:
        height: orders what lies upon what.
        smear_mm: how far it moves during an exposure.
        since_ms: when its leg began.
        palmed: it is carried under the palm.
    """

    card: Card
    pose: Pose
    face_up: bool
    height: float
    moving: bool
    smear_mm: tuple[float, float]
    since_ms: float
    palmed: bool = False

    @property
    def carried(self) -> bool:
        """Whether a hand is carrying it."""
        return self.height >= CARRIED


@dataclass(frozen=True, slots=True)
class ArmState:
    """An arm over the table at one moment: fingertips at ``pose``, forearm against its direction to the border.

    ``lift`` is how far it is lifted, 0 at the table to 1 halfway of a reach.
    """

    seat: int
    arm: int
    pose: Pose
    carrying: bool
    smear_mm: tuple[float, float]
    lift: float
    shape: HandShape = USUAL


@dataclass(frozen=True, slots=True)
class MovingProp:
    """A prop on the table, one of :data:`models.synthetic.scenes.clutter.KINDS`, and its trajectory."""

    kind: str
    seed: int
    trajectory: Trajectory


@dataclass(frozen=True, slots=True)
class PropState:
    """A thing at one moment; ``carried``: a hand is moving it."""

    kind: str
    seed: int
    pose: Pose
    carried: bool


@dataclass(frozen=True, slots=True)
class TableState:
    """The table at one time: cards from the lowest to the highest, arms above them all.

    Attributes:
        props: what lies or is carried there besides.
        aim: where the camera looks, as against the session's beginning; all poses are the table's nevertheless.
        swing: how far the camera's aim moves during the exposure.
        lamps: the changes of the light that hold.
    """

    t_ms: int
    cards: tuple[CardState, ...]
    arms: tuple[ArmState, ...]
    props: tuple[PropState, ...] = ()
    aim: CameraShift = STEADY
    swing: CameraShift = STEADY
    lamps: tuple[LightChange, ...] = ()

    @property
    def still(self) -> bool:
        """Nothing moves and no arm is there."""
        moved = any(card.moving for card in self.cards) or any(thing.carried for thing in self.props)
        return not self.arms and not moved and self.swing == STEADY


@dataclass(frozen=True, slots=True)
class TruePlay:
    """When a play came to lie: the moment it was let go."""

    t_ms: int
    seat: int
    card: Card
    took: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TrueDeal:
    """A deal as it was seen: the legal layout in dealing order with the time each card lay there."""

    dealer: int
    layout: tuple[tuple[int, Card], ...]
    batches_ms: tuple[int, ...]
    end_ms: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """The part of the table the camera sees, millimetres."""

    width_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class Timeline:
    """A session without its pictures.

    Attributes:
        plays, deals: the truth, with times.
        cards: the way of each card; arms: the way of each arm, by seat and number.
        end_ms: the end of the session.
        mishaps: what went wrong, by time.
        props: what was put on the table besides cards.
        environment: what happened to the camera and the light.
    """

    script: Script
    view: TableView
    cards: Mapping[Card, Trajectory]
    arms: Mapping[tuple[int, int], Trajectory]
    plays: tuple[TruePlay, ...]
    deals: tuple[TrueDeal, ...]
    end_ms: int
    mishaps: tuple[Mishap, ...] = ()
    props: tuple[MovingProp, ...] = ()
    environment: Environment = UNDISTURBED

    def at(self, t_ms: float) -> TableState:
        """The table at ``t_ms``."""
        cards = sorted(self._card_states(t_ms), key=lambda lying: lying.height)
        around = self.environment
        return TableState(
            round(t_ms),
            tuple(cards),
            tuple(self._arm_states(t_ms)),
            tuple(self._prop_states(t_ms)),
            around.aim(t_ms),
            around.swing(t_ms),
            around.light(t_ms),
        )

    def states(self, times_ms: Iterator[int]) -> Iterator[TableState]:
        """The table at each of the times."""
        return map(self.at, times_ms)

    def _card_states(self, t_ms: float) -> Iterator[CardState]:
        for card, trajectory in self.cards.items():
            if leg := trajectory.at(t_ms):
                moving = t_ms < leg.end_ms
                half = leg.share(t_ms) < 0.5
                up = leg.face_up if half and moving else leg.face_up_after
                held = leg.held and moving
                height = leg.layer + (CARRIED if held else 0)
                palmed = held and leg.palmed
                yield CardState(card, leg.pose(t_ms), up, height, moving, _smear(leg, t_ms), leg.start_ms, palmed)

    def _prop_states(self, t_ms: float) -> Iterator[PropState]:
        for thing in self.props:
            if leg := thing.trajectory.at(t_ms):
                yield PropState(thing.kind, thing.seed, leg.pose(t_ms), t_ms < leg.end_ms)

    def _arm_states(self, t_ms: float) -> Iterator[ArmState]:
        for (seat, arm), trajectory in self.arms.items():
            if leg := trajectory.at(t_ms):
                smear, lift = _smear(leg, t_ms), leg.lift(t_ms)
                yield ArmState(seat, arm, leg.pose(t_ms), leg.held, smear, lift, leg.shape)


def _smear(leg: Leg, t_ms: float) -> tuple[float, float]:
    """How far the middle moves during the exposure that ends at ``t_ms``."""
    if t_ms - EXPOSURE_MS >= leg.end_ms:
        return 0.0, 0.0
    now, before = leg.pose(t_ms), leg.pose(t_ms - EXPOSURE_MS)
    return now.x_mm - before.x_mm, now.y_mm - before.y_mm
