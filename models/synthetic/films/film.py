"""A timeline filmed from above by a fixed camera: a picture for each moment of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from firmware.cards import Card
from firmware.signals import Face, Unnamed
from models.synthetic.cards.deck import Deck
from models.synthetic.films.conditions import aimed, exposed, lit
from models.synthetic.play.environment import STEADY
from models.synthetic.play.timeline import ArmState, CardState, PropState, TableState, Timeline
from models.synthetic.play.trajectories import Pose
from models.synthetic.play.visibility import shares_seen
from models.synthetic.scenes.backdrop import Table
from models.synthetic.scenes.camera import SceneCamera
from models.synthetic.scenes.clutter import PlacedProp, make_prop
from models.synthetic.scenes.hand import draw_hand
from models.synthetic.scenes.light import Light
from models.synthetic.scenes.placed import PlacedCard, PlacedHand
from models.synthetic.scenes.scene import Rendered, Scene, render
from models.synthetic.scenes.sensor import Sensor, develop
from vision.frame import Picture

CARD_THICK_MM = 0.3  # playing-card board is 0.27 to 0.32 mm
PILE_MM = 25.0  # cards whose middles are nearer than this lie on one another
CARRY_MM = 22.0  # how high a hand is lifted halfway
HAND_MM, LYING_MM = 14.0, 3.0  # how high fingertips are over the table, and a card between them
SLIVER = 0.015  # cards of a pile that show no more than this are left out


@dataclass(frozen=True, slots=True, eq=False)
class FilmSetting:
    """What stays the same through a session.

    Attributes:
        deck: the cards.
        table, camera, light, sensor: as in :class:`models.synthetic.scenes.scene.Scene`.
        props: things that lie about.
        people: for each seat pose and seed of the hand, and its scale.
        gloss, curl_mm, tint_bgr: how the cards are made and worn.
    """

    deck: Deck
    table: Table
    camera: SceneCamera
    light: Light
    sensor: Sensor
    props: tuple[PlacedProp, ...]
    people: tuple[tuple[str, int, float], ...]
    gloss: float = 0.2
    curl_mm: float = 0.8
    tint_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)


class Film:
    """Draws a timeline; frames in which nothing changed are drawn once and get new noise."""

    def __init__(self, timeline: Timeline, setting: FilmSetting, seed: int) -> None:
        """Nothing is drawn yet.

        Args:
            timeline: what happens.
            setting: where.
            seed: of the noise and of each card's own unevenness.
        """
        self._timeline, self._setting = timeline, setting
        self._rng = np.random.default_rng((seed, 3))
        self._kept: tuple[object, Rendered] | None = None

    def frames(self, times_ms: Iterable[int]) -> Iterator[tuple[int, Picture]]:
        """The times and pictures (H, W, 3) uint8 BGR."""
        return ((t_ms, self.frame(t_ms)) for t_ms in times_ms)

    def frame(self, t_ms: int) -> Picture:
        """The picture whose exposure ends at ``t_ms``, (H, W, 3) uint8 BGR."""
        return self.still(t_ms).picture

    def still(self, t_ms: int) -> Rendered:
        """The picture whose exposure ends at ``t_ms``, (H, W, 3) uint8 BGR, and its truth.

        Cards of which piles show next to nothing are left out of the truth.
        """
        state = self._timeline.at(t_ms)
        drawn = self._drawn(state)
        sensor = self._setting.sensor
        if state.swing != STEADY or state.lamps:
            sensor = exposed(sensor, state, self._setting.camera.px_per_mm)
        return replace(drawn, picture=develop(drawn.picture, sensor, self._rng))

    def _drawn(self, state: TableState) -> Rendered:
        """The picture, drawn anew only if it differs from the one before."""
        cards = [(card.card, card.pose, card.face_up) for card in state.cards]
        key = (cards, [arm.pose for arm in state.arms], state.props, state.aim, state.lamps)
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, self._draw(state))
        return self._kept[1]

    def _draw(self, state: TableState) -> Rendered:
        s, light = self._setting, lit(self._setting.light, state.lamps)
        camera = aimed(s.camera, state.aim)
        bare = shares_seen(replace(state, arms=()), self._timeline.view)
        shown = [card for card, share in zip(state.cards, bare, strict=True) if share > SLIVER]
        carried = carried_by(shown, state.arms)
        hands = tuple(self._hand(arm, carried[n], state.cards) for n, arm in enumerate(state.arms))
        held = {card.card for cards in carried for card in cards}
        lying = tuple(self._card(card, state.cards) for card in shown if card.card not in held)
        standing = tuple(_prop(prop) for prop in state.props if not prop.carried)
        lifted = tuple(_prop(prop) for prop in state.props if prop.carried)
        scene = Scene(s.table, camera, light, Sensor(), lying, hands, (*s.props, *standing), lifted)
        return render(scene, self._rng)

    def _card(self, card: CardState, all_cards: Sequence[CardState]) -> PlacedCard:
        below = sum(other.height < card.height and other.pose.distance_mm(card.pose) < PILE_MM for other in all_cards)
        return _placed(self._setting, card.card, card.face_up, card.pose, below)

    def _hand(self, arm: ArmState, cards: Sequence[CardState], all_cards: Sequence[CardState]) -> PlacedHand:
        grip, seed, scale = self._person(arm.seat)
        held = tuple(self._card(card, all_cards) for card in cards)
        lift = CARRY_MM * arm.lift + (LYING_MM if cards else HAND_MM)
        sprite = draw_hand(arm.shape.fingers or grip, seed, wide=arm.shape.wide)
        at_mm = (arm.pose.x_mm, arm.pose.y_mm)
        return PlacedHand(sprite, at_mm, arm.pose.angle_deg, lift, scale, held, arm.smear_mm)

    def _person(self, seat: int) -> tuple[str, int, float]:
        """Grip, seed and scale of whoever sits there; somebody who does not play looks like none of those who do."""
        people = self._setting.people
        if seat < len(people):
            return people[seat]
        grip, seed, scale = people[seat % len(people)]
        return grip, seed + seat, scale


@lru_cache(maxsize=128)  # the same card stays one object, as do props: what rests is then drawn once
def _placed(setting: FilmSetting, card: Card, face_up: bool, pose: Pose, below: int) -> PlacedCard:
    face: Face = card if face_up else Unnamed.BACK
    return PlacedCard(
        face,
        setting.deck.faces[face],
        (pose.x_mm, pose.y_mm),
        pose.angle_deg,
        lift_mm=CARD_THICK_MM * below,
        curl_mm=setting.curl_mm,
        gloss=setting.gloss,
        facing_mm=_unevenness(card),
        tint_bgr=setting.tint_bgr,
    )


def _unevenness(card: Card) -> tuple[float, float]:
    rng = np.random.default_rng((card.rank.value, ord(card.suit or "?")))
    x, y = rng.normal(0, 40, 2)
    return (float(x), float(y))


@lru_cache(maxsize=64)  # the same prop stays one object: the still part of the picture is then drawn once
def _prop(prop: PropState) -> PlacedProp:
    return PlacedProp(make_prop(prop.kind, prop.seed), (prop.pose.x_mm, prop.pose.y_mm), prop.pose.angle_deg)


def carried_by(cards: Sequence[CardState], arms: Sequence[ArmState]) -> list[list[CardState]]:
    """For each arm the cards it carries: those that are carried and nearest to it."""
    carried: list[list[CardState]] = [[] for _ in arms]
    for card in cards:
        if card.carried and not card.palmed and arms:
            nearest = min(range(len(arms)), key=lambda n: arms[n].pose.distance_mm(card.pose))
            carried[nearest].append(card)
    return carried
