"""Props on a card table: somebody puts a phone, a glass or a packet down, moves it, takes it away."""

from collections.abc import Callable
from dataclasses import dataclass

from models.synthetic.play.card_placement import crowding, inside
from models.synthetic.play.seating import Seat
from models.synthetic.play.simulation import Simulation
from models.synthetic.play.trajectories import HandShape, Pose

KINDS = ("phone", "glass", "packet")
SEEDS = 24  # so many of each kind are drawn
GRASP = HandShape("gather")
STAYS_MS = (6000.0, 25000.0)  # until it is moved or taken away
MOVED = 0.5  # how often it is moved before it is taken away
TRIES = 120
APART_MM = 60.0  # moved means further than this
# A prop keeps the place of so many cards, ahead of and across its own direction: a phone is 78 x 162 mm at most.
FOOTPRINTS: dict[str, tuple[tuple[float, float], ...]] = {
    "phone": ((-42.0, 90.0), (42.0, 90.0)),
    "glass": ((0.0, 0.0), (0.0, 90.0)),
    "packet": ((0.0, 0.0),),
}


@dataclass(slots=True)
class HandledProp:
    """A prop that lies on the table: whose, its number in the plan, and when something is done with it again."""

    seat: Seat
    kind: str
    number: int
    due_ms: float
    moved: bool = False


class PropHandling:
    """Brings props and takes them away.

    Args:
        simulation: what all share.
    """

    def __init__(self, simulation: Simulation) -> None:
        """See the class."""
        self._sim = simulation
        self._lying: list[HandledProp] = []
        simulation.standing = self.placer

    def placer(self) -> list[Pose]:
        """Where no card may be laid because of them."""
        return [place for one in self._lying for place in _footprint(one.kind, self._sim.motion.prop_at(one.number))]

    def bring(self) -> None:
        """Somebody puts a prop on a free spot, if there is one."""
        sim = self._sim
        kind, seed = KINDS[int(sim.incidents.rng.integers(len(KINDS)))], int(sim.incidents.rng.integers(SEEDS))
        seat = sim.free_hand()
        if spot := self._spot(kind, lambda _: True):
            there = sim.motion.reach(seat, spot, sim.now + sim.motion.around(200), holding=True, shape=GRASP)
            number = sim.motion.bring(kind, seed, sim.motion.last_swing(seat), spot)
            sim.motion.withdraw(seat, there + sim.motion.around(200))
            sim.incidents.note(there, "thing", seat.number)
            self._lying.append(HandledProp(seat, kind, number, there + sim.incidents.between(*STAYS_MS)))

    def see_to(self) -> None:
        """Move or take away what has lain long enough."""
        for one in [one for one in self._lying if one.due_ms <= self._sim.now]:
            if one.moved or self._sim.incidents.rng.random() >= MOVED or not self._move(one):
                self._take(one)

    def clear(self) -> None:
        """Take everything away."""
        for one in list(self._lying):
            self._take(one)

    def _move(self, one: HandledProp) -> bool:
        sim, here = self._sim, self._sim.motion.prop_at(one.number)
        spot = self._spot(one.kind, lambda to: to.distance_mm(here) > APART_MM)
        if spot is None:
            return False
        t_ms = self._grasp(one)
        there = sim.motion.reach(one.seat, spot, t_ms, holding=True, shape=GRASP)
        sim.motion.move_prop(one.number, sim.motion.last_swing(one.seat), spot)
        sim.motion.withdraw(one.seat, there + sim.motion.around(200))
        one.moved, one.due_ms = True, there + sim.incidents.between(*STAYS_MS)
        return True

    def _take(self, one: HandledProp) -> None:
        sim = self._sim
        sim.motion.withdraw(one.seat, self._grasp(one), holding=True)
        swing = sim.motion.last_swing(one.seat)
        sim.motion.move_prop(one.number, swing, swing.end, vanishes=True)
        self._lying.remove(one)

    def _grasp(self, one: HandledProp) -> float:
        sim = self._sim
        there = sim.motion.reach(
            one.seat, sim.motion.prop_at(one.number), sim.now + sim.motion.around(200), shape=GRASP
        )
        sim.incidents.note(there, "thing", one.seat.number)
        return there + sim.motion.around(200)

    def _spot(self, kind: str, fits: Callable[[Pose], bool]) -> Pose | None:
        """A place where it covers and touches nothing."""
        sim = self._sim
        taken = [*sim.taken(), *sim.placer.kept_free]
        for _ in range(TRIES):
            x_mm, y_mm = sim.incidents.rng.uniform((0.0, 0.0), (sim.view.width_mm, sim.view.height_mm))
            spot = inside(sim.view, Pose(float(x_mm), float(y_mm), float(sim.incidents.rng.uniform(-180, 180))))
            if fits(spot) and all(crowding(place, taken) == 0 for place in _footprint(kind, spot)):
                return spot
        return None


def _footprint(kind: str, at: Pose) -> list[Pose]:
    """The places of the cards that would lie where the prop stands."""
    return [at.ahead(ahead_mm, 0.0, turn_deg) for ahead_mm, turn_deg in FOOTPRINTS[kind]]
