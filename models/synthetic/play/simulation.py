"""The state that all who act at a table share: seats, movements, time, open cards and deferred actions."""

from collections.abc import Callable, Sequence

import numpy as np

from firmware.cards import Card
from models.synthetic.play.card_placement import CardPlacer
from models.synthetic.play.deferred_actions import DeferredAction, DeferredActions
from models.synthetic.play.incident_generator import IncidentGenerator
from models.synthetic.play.irregular_gestures import IrregularGestures
from models.synthetic.play.mishaps import Mishaps
from models.synthetic.play.motion_planner import MotionPlanner
from models.synthetic.play.seating import Seat, seats_around
from models.synthetic.play.table_habits import TableHabits
from models.synthetic.play.timeline import CARD_HEIGHT_MM, TableView
from models.synthetic.play.trajectories import Pose

LOOK_AHEAD = 3  # turns within which a card that is about to be captured is left alone


class Simulation:
    """A session while it is acted out.

    Attributes:
        seats, motion, hands, placer, habits, view, rng: who, where and how; the session's chance.
        incidents: decides on mishaps.
        deferred: what was put off.
        now: the time up to which it was acted out, milliseconds.
        table: the cards that lie open by the rules.
        turn: the number of the turn, counted through the session.
        standing: tells where no card may be laid because something else stands there.
    """

    def __init__(
        self, players: int, rng: np.random.Generator, *, habits: TableHabits, view: TableView, mishaps: Mishaps
    ) -> None:
        """Seat the players round an empty table.

        Args:
            players: 2, 3 or 4.
            rng: of all chance.
            habits: of the table.
            view: the part of the table that the camera sees.
            mishaps: what goes wrong, and how often.
        """
        self.rng, self.habits, self.view = rng, habits, view
        self.seats = seats_around(view, players, rng)
        self.motion = MotionPlanner(rng, habits.pace)
        self.hands = IrregularGestures(self.motion, rng)
        kept = [spot for seat in self.seats for spot in (seat.pile, seat.lap)]
        self.placer = CardPlacer(view, rng, kept + [seat.stock for seat in self.seats if habits.stock])
        self.now = self.motion.around(1200)
        self.incidents = IncidentGenerator(mishaps, rng)
        self.deferred = DeferredActions()
        self.table: list[Card] = []
        self.turn = 0
        self.standing: Callable[[], list[Pose]] = list
        self._blocked: list[tuple[float, Pose]] = []

    def taken(self) -> list[Pose]:
        """Every place where something lies, will lie, or where nothing may be laid now."""
        blocked = [place for until_ms, place in self._blocked if until_ms > self.now]
        return [*self.motion.occupied(self.now), *self.deferred.kept, *blocked, *self.standing()]

    def block(self, placer: Sequence[Pose], until_ms: float) -> None:
        """Nobody lays a card at these places until then."""
        self._blocked += [(until_ms, place) for place in placer]

    def at_hand(self, card: Card) -> bool:
        """Whether the card lies among the table cards and not on a pile."""
        here = self.motion.where(card)
        return all(here.distance_mm(seat.pile) > CARD_HEIGHT_MM for seat in self.seats)

    def idle_cards(self, spared: Sequence[Card] = ()) -> list[Card]:
        """The table's cards that rest among the others, that nobody is about to see to, without those ``spared``."""
        left_alone = {*spared, *self.deferred.cards}
        resting = set(self.motion.loose(self.now))
        return [card for card in self.table if card in resting and card not in left_alone and self.at_hand(card)]

    def all_free_ms(self) -> float:
        """When the last arm has finished what it was given, and nothing earlier than now."""
        return max(self.now, *(self.motion.free_ms(seat) for seat in self.seats))

    def free_hand(self) -> Seat:
        """Somebody whose hand has nothing to do now; if all have, anybody."""
        free = [seat for seat in self.seats if self.motion.free_ms(seat) <= self.now] or list(self.seats)
        return free[int(self.incidents.rng.integers(len(free)))]

    def run_due(self, needed: Sequence[Card] = ()) -> None:
        """Do what is due before the turn that begins, which needs these cards."""
        for action in self.deferred.due(self.now, self.turn, needed):
            self._do(action)

    def run_all_deferred(self) -> None:
        """Do all that was put off."""
        for action in self.deferred.rest():
            self._do(action)

    def _do(self, action: DeferredAction) -> None:
        action.act(action.due_ms)
        self.now = max(self.now, action.due_ms)
