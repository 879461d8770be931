"""What people do beside the game: cards turned, pushed and tidied, arms that lie about, fingers that point."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from firmware.cards import Card
from models.synthetic.play.card_placement import crowding, inside
from models.synthetic.play.prop_handling import PropHandling
from models.synthetic.play.script import ScriptedTurn
from models.synthetic.play.seating import Seat, spectator
from models.synthetic.play.simulation import Simulation
from models.synthetic.play.trajectories import HandShape, Pose

MEDDLING = ("turned", "pushed", "straightened")
TURN_DEG, PUSH_MM = (30.0, 180.0), (40.0, 120.0)
ROW_MM = 72.0  # cards in a row: a card's width and a finger's breadth
MOST_IN_A_ROW = 4
TRIES = 80  # places tried for a card that is pushed or a row
SLEEVE = HandShape("flat", wide=True)
OTHER_ARM = 1  # the one that does not play
SLEEVE_MS = (9000.0, 11000.0)
BEYOND_MM = (170.0, 250.0)  # the fingertips are so far beyond the middle of the table: the forearm lies upon it
CARD_STEP_MM = 70.0  # an arm keeps places free for cards at this distance along it
FOREARM_MM = 420.0
POINTING = HandShape("point")
SHORT_MM = (48.0, 70.0)  # the finger stops so far from the card's middle, at its edge
POINTS_MS = (600.0, 1800.0)


class SideActions:
    """Acts out what comes between two plays.

    Args:
        simulation: what all share.
    """

    def __init__(self, simulation: Simulation) -> None:
        """See the class."""
        self._sim = simulation
        self.props = PropHandling(simulation)
        self._brings: tuple[ScriptedTurn, ...] = ()

    def begin_deal(self, turns: Sequence[ScriptedTurn]) -> None:
        """Decide before which of a deal's turns somebody brings a prop."""
        incidents = self._sim.incidents
        comes = bool(turns) and incidents.strikes("thing")
        self._brings = (turns[int(incidents.rng.integers(len(turns)))],) if comes else ()

    def before(self, turn: ScriptedTurn, coming: Sequence[ScriptedTurn]) -> None:
        """Whatever strikes before this turn; what the turn needs is awaited, all else goes on beside it."""
        incidents = self._sim.incidents
        if kind := incidents.one_of(*MEDDLING):
            needed = [card for other in (turn, *coming[:1]) for card in other.took]
            self._meddle(kind, needed)
        self.props.see_to()
        if turn in self._brings:
            self.props.bring()
        if incidents.strikes("sleeve"):
            self._sleeve()
        if incidents.strikes("pointing"):
            self._point()

    # -- cards moved that nobody played

    def _meddle(self, kind: str, needed: Sequence[Card]) -> None:
        sim = self._sim
        cards = sim.idle_cards()
        if not cards:
            return
        seat, start = sim.free_hand(), sim.now + sim.motion.around(250)
        card = cards[int(sim.incidents.rng.integers(len(cards)))]
        if kind == "straightened":
            moves = self._row(seat, card, cards)
        else:
            moves = [(card, to)] if (to := self._elsewhere(card, kind)) else []
        if moves:
            self._move(seat, moves, start, kind)
            if {*needed} & {card for card, _ in moves}:
                sim.now = sim.motion.free_ms(seat)

    def _move(self, seat: Seat, moves: Sequence[tuple[Card, Pose]], t_ms: float, kind: str) -> None:
        sim = self._sim
        for card, to in moves:
            t_ms = sim.hands.shift(seat, card, to, t_ms)
        sim.incidents.note(
            sim.motion.stirs_ms(moves[0][0], sim.now), kind, seat.number, tuple(card for card, _ in moves)
        )
        sim.motion.withdraw(seat, t_ms)

    def _elsewhere(self, card: Card, kind: str) -> Pose | None:
        """Where the card comes to lie when it is turned or pushed, or ``None`` if there is no room."""
        here, rng = self._sim.motion.where(card), self._sim.incidents.rng
        if kind == "turned":
            return here.ahead(float(rng.normal(0, 4)), 0.0, float(rng.choice((-1, 1)) * rng.uniform(*TURN_DEG)))

        def push() -> Pose:
            way = Pose(here.x_mm, here.y_mm, float(rng.uniform(-180, 180))).ahead(float(rng.uniform(*PUSH_MM)))
            return inside(self._sim.view, Pose(way.x_mm, way.y_mm, here.angle_deg + float(rng.normal(0, 8))))

        others = [place for place in self._sim.taken() if place != here]
        return self._free(push, others, lambda to: to.distance_mm(here) > PUSH_MM[0] * 0.9)

    def _free(self, candidate: Callable[[], Pose], others: Sequence[Pose], fits: Callable[[Pose], bool]) -> Pose | None:
        """The first candidate that is free and apart from all piles, if one of some tries is."""
        for _ in range(TRIES):
            to = candidate()
            if fits(to) and crowding(to, [*others, *self._sim.placer.kept_free]) == 0:
                return to
        return None

    def _row(self, seat: Seat, card: Card, cards: Sequence[Card]) -> list[tuple[Card, Pose]]:
        """Which cards go where when the card and its neighbours are tidied into a row; none if there is no room."""
        sim, rng = self._sim, self._sim.incidents.rng
        near = sorted(cards, key=lambda other: sim.motion.where(other).distance_mm(sim.motion.where(card)))
        for count in range(min(MOST_IN_A_ROW, len(near)), 1, -1):
            chosen = [(other, sim.motion.where(other)) for other in near[:count]]
            x_mm, y_mm = np.mean([(at.x_mm, at.y_mm) for _, at in chosen], axis=0)
            middle = Pose(float(x_mm), float(y_mm), seat.edge.angle_deg)
            along = sorted(chosen, key=lambda one: middle.aside_mm(one[1]))
            for spread_mm in np.linspace(10.0, 300.0, TRIES):  # as near as there is room
                shift = [float(v) for v in rng.normal(0, spread_mm, 2)]
                row = [middle.ahead(shift[0], shift[1] + ROW_MM * (n - (count - 1) / 2)) for n in range(count)]
                if all(self._is_free(to) for to in row):
                    return [(other, to) for (other, _), to in zip(along, row, strict=True)]
        return []

    def _is_free(self, to: Pose) -> bool:
        return inside(self._sim.view, to) == to and crowding(to, [*self._sim.taken(), *self._sim.placer.kept_free]) == 0

    # -- arms that do not play

    def _sleeve(self) -> None:
        """An arm lies down across the middle of the table and stays."""
        sim = self._sim
        if any(sim.motion.free_ms(seat, OTHER_ARM) > sim.now for seat in sim.seats):
            return
        seat = sim.seats[int(sim.incidents.rng.integers(len(sim.seats)))]
        aside, beyond = float(sim.incidents.rng.normal(0, 50)), sim.incidents.between(*BEYOND_MM)
        middle = Pose(sim.view.width_mm / 2, sim.view.height_mm / 2, seat.edge.angle_deg).ahead(0, aside)
        tip = seat.reach(middle.x_mm, middle.y_mm, OTHER_ARM).ahead(beyond)
        there = sim.motion.reach(seat, tip, sim.now + sim.motion.around(200), arm=OTHER_ARM, shape=SLEEVE)
        gone = sim.motion.withdraw(seat, there + sim.incidents.between(*SLEEVE_MS), arm=OTHER_ARM)
        sim.block(list(_along(tip)), gone)
        sim.incidents.note(there, "sleeve", seat.number)

    def _point(self) -> None:
        """Somebody who does not play reaches over the table and points at a card."""
        sim, cards = self._sim, self._sim.idle_cards()
        if not cards:
            return
        card = cards[int(sim.incidents.rng.integers(len(cards)))]
        onlooker, at = spectator(sim.view, sim.seats, sim.incidents.rng), sim.motion.where(card)
        if sim.motion.free_ms(onlooker) > sim.now:
            return
        tip = onlooker.reach(at.x_mm, at.y_mm).ahead(-sim.incidents.between(*SHORT_MM))
        there = sim.motion.reach(onlooker, tip, sim.now + sim.motion.around(200), shape=POINTING)
        sim.motion.withdraw(onlooker, there + sim.incidents.between(*POINTS_MS))
        sim.incidents.note(there, "pointing", None, (card,))


def _along(tip: Pose) -> Iterator[Pose]:
    """Places for cards under a forearm, as broad as a wide sleeve."""
    for back in np.arange(0.0, FOREARM_MM, CARD_STEP_MM):
        yield tip.ahead(-float(back), -45.0)
        yield tip.ahead(-float(back), 45.0)
