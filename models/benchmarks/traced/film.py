"""A timeline filmed by a path tracer: only what changes is traced anew, and every picture has noise of its own."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from firmware.signals import Face
from models.benchmarks.traced.development import SmallCamera, developed
from models.benchmarks.traced.laid_cards import SHEET_MM
from models.benchmarks.traced.limbs import TracedArm, TracedPerson, djellaba, reaching
from models.benchmarks.traced.stacked_cards import WornDeck, placed, stacked
from models.benchmarks.traced.table_tops import TracedTop
from models.benchmarks.traced.tracing import TracedScene, traced, white_level
from models.benchmarks.traced.view import Room, View
from models.benchmarks.traced.windows import around, changed_poses
from models.synthetic.films.film import CARRY_MM, HAND_MM, LYING_MM, carried_by
from models.synthetic.play.card_placement import outline
from models.synthetic.play.environment import EXPOSURE_MS
from models.synthetic.play.timeline import ArmState, TableState, Timeline
from models.synthetic.play.visibility import arm_outline
from models.synthetic.scenes.placed import PlacedCard
from vision.frame import Floats, Picture
from vision.window import Window

SAMPLES = 8
"""Paths a pixel: half of a still's, for a film has hundreds of pictures."""
INSTANTS = 2
"""Of what moves, so many moments of the exposure are laid over one another."""


@dataclass(frozen=True, slots=True, eq=False)
class TracedTable:
    """What stays the same through a traced film.

    Attributes:
        pack: the cards.
        view, top, room, camera: as in a traced still.
        people: for each seat who sits there.
    """

    pack: WornDeck
    view: View
    top: TracedTop
    room: Room
    camera: SmallCamera
    people: tuple[TracedPerson, ...]


class TracedFilm:
    """Traces a timeline whose camera and light are steady and on which nothing lies but cards."""

    def __init__(self, timeline: Timeline, table: TracedTable, seed: int) -> None:
        """Nothing is traced yet.

        Args:
            timeline: what happens.
            table: where.
            seed: of the noise.
        """
        self._timeline, self._table = timeline, table
        self._rng = np.random.default_rng((seed, 5))
        self._bare: tuple[TableState, Floats] | None = None
        self._prints: dict[Face, object] = {}

    @cached_property
    def _level(self) -> float:
        """How bright a white card is, as half the deal is over."""
        plays = self._timeline.plays
        return white_level(self._traced(self._timeline.at(plays[len(plays) // 2].t_ms), None, SAMPLES))

    def frames(self, times_ms: Iterable[int]) -> Iterator[tuple[int, Picture]]:
        """The times and pictures (H, W, 3) uint8 BGR."""
        return ((t_ms, self.frame(t_ms)) for t_ms in times_ms)

    def frame(self, t_ms: int) -> Picture:
        """The picture whose exposure ends at ``t_ms``, (H, W, 3) uint8 BGR."""
        light = self._light(self._timeline.at(t_ms))
        return developed(light / np.float32(self._level), self._table.camera, self._rng)

    def _light(self, state: TableState) -> Floats:
        """What comes to the camera: the table without arms is kept, and what is not as it was is traced into it."""
        bare, light = self._bare or self._begun(state)
        if window := self._window(bare, state):
            light = _patched(light, self._exposed(state, window), window)
        if not state.arms:
            self._bare = (state, light)
        return light

    def _begun(self, state: TableState) -> tuple[TableState, Floats]:
        """The whole table without its arms."""
        bare = replace(state, arms=())
        self._bare = (bare, self._traced(bare, None, SAMPLES * 2))
        return self._bare

    def _exposed(self, state: TableState, window: Window) -> Floats:
        """The mean of what comes at some moments of the exposure; of a still table one is enough."""
        if state.still:
            return self._traced(state, window, SAMPLES * 2)
        times = [state.t_ms - EXPOSURE_MS * n / INSTANTS for n in range(INSTANTS)]
        parts = [self._traced(self._timeline.at(t_ms), window, SAMPLES // INSTANTS) for t_ms in times]
        return np.asarray(np.mean(parts, axis=0), np.float32)

    def _traced(self, state: TableState, window: Window | None, samples: int) -> Floats:
        t = self._table
        held = carried_by(state.cards, state.arms)
        hands = {card.card for cards in held for card in cards}
        lying = stacked(t.pack, [card for card in state.cards if card.card not in hands], self._middle())
        highest = max((card.lift_mm for card in lying), default=0.0)
        arms, lifted = list[TracedArm](), list[PlacedCard]()
        for arm, cards in zip(state.arms, held, strict=True):
            tip = highest + CARRY_MM * arm.lift + (LYING_MM if cards else HAND_MM)
            lifted += [placed(t.pack, card, self._middle(), tip + SHEET_MM * n) for n, card in enumerate(cards)]
            arms.append(self._arm(arm, tip + SHEET_MM * len(cards), holds=bool(cards)))
        scene = TracedScene(t.view, t.top, t.room, [*lying, *lifted], arms, self._prints)
        return traced(scene, samples=samples, seed=int(self._rng.integers(2**31)), window=window)

    def _arm(self, arm: ArmState, tip_mm: float, *, holds: bool) -> TracedArm:
        people = self._table.people
        person = people[arm.seat % len(people)]
        if arm.shape.wide:
            person = djellaba(person)
        x, y = self._middle()
        at = (arm.pose.x_mm - x, arm.pose.y_mm - y, tip_mm)
        return reaching(person, arm.shape.fingers or person.grip, at, arm.pose.angle_deg, holds=holds)

    def _middle(self) -> tuple[float, float]:
        """Of the table, in the timeline's millimetres."""
        return self._timeline.view.width_mm / 2, self._timeline.view.height_mm / 2

    def _window(self, bare: TableState, state: TableState) -> Window | None:
        """The part of the picture that is not as the bare table was."""
        arms = [arm_outline(arm.pose, arm.shape) for arm in state.arms]
        points = [*arms, *(outline(pose) for pose in changed_poses(bare, state))]
        return around(self._table.view, np.concatenate(points) - self._middle()) if points else None


def _patched(whole: Floats, part: Floats, window: Window) -> Floats:
    light = whole.copy()
    light[window.top : window.bottom, window.left : window.right] = part
    return light
