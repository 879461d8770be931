"""Things on a card table: somebody puts a phone, a glass or a packet down, moves it, takes it away."""

from collections.abc import Callable
from dataclasses import dataclass

from models.synthetic.play.performance import Performance
from models.synthetic.play.seating import Seat
from models.synthetic.play.spots import crowding, inside
from models.synthetic.play.ways import Pose, Shape

KINDS = ("phone", "glass", "packet")
SEEDS = 24  # so many of each kind are drawn
GRASP = Shape("gather")
STAYS_MS = (6000.0, 25000.0)  # until it is moved or taken away
MOVED = 0.5  # how often it is moved before it is taken away
TRIES = 120
APART_MM = 60.0  # moved means further than this
# A thing keeps the place of so many cards, ahead of and across its own direction: a phone is 78 x 162 mm at most.
FOOTPRINTS: dict[str, tuple[tuple[float, float], ...]] = {
    "phone": ((-42.0, 90.0), (42.0, 90.0)),
    "glass": ((0.0, 0.0), (0.0, 90.0)),
    "packet": ((0.0, 0.0),),
}


@dataclass(slots=True)
class Belonging:
    """A thing that lies on the table: whose, its number on the stage, and when something is done with it again."""

    seat: Seat
    kind: str
    number: int
    due_ms: float
    moved: bool = False


class Belongings:
    """Brings things and takes them away.

    Args:
        performance: what all share.
    """

    def __init__(self, performance: Performance) -> None:
        """See the class."""
        self._p = performance
        self._lying: list[Belonging] = []
        performance.standing = self.places

    def places(self) -> list[Pose]:
        """Where no card may be laid because of them."""
        return [place for one in self._lying for place in _footprint(one.kind, self._p.stage.thing_at(one.number))]

    def bring(self) -> None:
        """Somebody puts a thing on a free spot, if there is one."""
        p = self._p
        kind, seed = KINDS[int(p.fate.rng.integers(len(KINDS)))], int(p.fate.rng.integers(SEEDS))
        seat = p.free_hand()
        if spot := self._spot(kind, lambda _: True):
            there = p.stage.reach(seat, spot, p.now + p.stage.around(200), holding=True, shape=GRASP)
            number = p.stage.bring(kind, seed, p.stage.last_swing(seat), spot)
            p.stage.withdraw(seat, there + p.stage.around(200))
            p.fate.note(there, "thing", seat.number)
            self._lying.append(Belonging(seat, kind, number, there + p.fate.between(*STAYS_MS)))

    def see_to(self) -> None:
        """Move or take away what has lain long enough."""
        for one in [one for one in self._lying if one.due_ms <= self._p.now]:
            if one.moved or self._p.fate.rng.random() >= MOVED or not self._move(one):
                self._take(one)

    def clear(self) -> None:
        """Take everything away."""
        for one in list(self._lying):
            self._take(one)

    def _move(self, one: Belonging) -> bool:
        p, here = self._p, self._p.stage.thing_at(one.number)
        spot = self._spot(one.kind, lambda to: to.distance_mm(here) > APART_MM)
        if spot is None:
            return False
        t_ms = self._grasp(one)
        there = p.stage.reach(one.seat, spot, t_ms, holding=True, shape=GRASP)
        p.stage.move_thing(one.number, p.stage.last_swing(one.seat), spot)
        p.stage.withdraw(one.seat, there + p.stage.around(200))
        one.moved, one.due_ms = True, there + p.fate.between(*STAYS_MS)
        return True

    def _take(self, one: Belonging) -> None:
        p = self._p
        p.stage.withdraw(one.seat, self._grasp(one), holding=True)
        swing = p.stage.last_swing(one.seat)
        p.stage.move_thing(one.number, swing, swing.end, vanishes=True)
        self._lying.remove(one)

    def _grasp(self, one: Belonging) -> float:
        p = self._p
        there = p.stage.reach(one.seat, p.stage.thing_at(one.number), p.now + p.stage.around(200), shape=GRASP)
        p.fate.note(there, "thing", one.seat.number)
        return there + p.stage.around(200)

    def _spot(self, kind: str, fits: Callable[[Pose], bool]) -> Pose | None:
        """A place where it covers and touches nothing."""
        p = self._p
        taken = [*p.taken(), *p.places.kept_free]
        for _ in range(TRIES):
            x_mm, y_mm = p.fate.rng.uniform((0.0, 0.0), (p.view.width_mm, p.view.height_mm))
            spot = inside(p.view, Pose(float(x_mm), float(y_mm), float(p.fate.rng.uniform(-180, 180))))
            if fits(spot) and all(crowding(place, taken) == 0 for place in _footprint(kind, spot)):
                return spot
        return None


def _footprint(kind: str, at: Pose) -> list[Pose]:
    """The places of the cards that would lie where the thing stands."""
    return [at.ahead(ahead_mm, 0.0, turn_deg) for ahead_mm, turn_deg in FOOTPRINTS[kind]]
