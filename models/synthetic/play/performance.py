"""What all who act at a table share: the seats, the stage, the time, the open cards and what was put off."""

from collections.abc import Callable, Sequence

import numpy as np

from firmware.cards import Card
from models.synthetic.play.errands import Errand, Errands
from models.synthetic.play.incident_generator import Fate
from models.synthetic.play.manners import Manners
from models.synthetic.play.mishaps import Mishaps
from models.synthetic.play.odd_gestures import OddGestures
from models.synthetic.play.seating import Seat, seats_around
from models.synthetic.play.spots import Places
from models.synthetic.play.stage import Stage
from models.synthetic.play.timeline import CARD_HEIGHT_MM, View
from models.synthetic.play.ways import Pose

LOOK_AHEAD = 3  # turns within which a card that is about to be captured is left alone


class Performance:
    """A session while it is acted out.

    Attributes:
        seats, stage, hands, places, manners, view, rng: who, where and how; the session's chance.
        fate: decides on mishaps.
        errands: what was put off.
        now: the time up to which it was acted out, milliseconds.
        table: the cards that lie open by the rules.
        turn: the number of the turn, counted through the session.
        standing: tells where no card may be laid because something else stands there.
    """

    def __init__(
        self, players: int, rng: np.random.Generator, *, manners: Manners, view: View, mishaps: Mishaps
    ) -> None:
        """Seat the players and set the stage."""
        self.rng, self.manners, self.view = rng, manners, view
        self.seats = seats_around(view, players, rng)
        self.stage = Stage(rng, manners.pace)
        self.hands = OddGestures(self.stage, rng)
        kept = [spot for seat in self.seats for spot in (seat.pile, seat.lap)]
        self.places = Places(view, rng, kept + [seat.stock for seat in self.seats if manners.stock])
        self.now = self.stage.around(1200)
        self.fate = Fate(mishaps, rng)
        self.errands = Errands()
        self.table: list[Card] = []
        self.turn = 0
        self.standing: Callable[[], list[Pose]] = list
        self._blocked: list[tuple[float, Pose]] = []

    def taken(self) -> list[Pose]:
        """Every place where something lies, will lie, or where nothing may be laid now."""
        blocked = [place for until_ms, place in self._blocked if until_ms > self.now]
        return [*self.stage.occupied(self.now), *self.errands.kept, *blocked, *self.standing()]

    def block(self, places: Sequence[Pose], until_ms: float) -> None:
        """Nobody lays a card at these places until then."""
        self._blocked += [(until_ms, place) for place in places]

    def at_hand(self, card: Card) -> bool:
        """Whether the card lies among the table cards and not on a pile."""
        here = self.stage.where(card)
        return all(here.distance_mm(seat.pile) > CARD_HEIGHT_MM for seat in self.seats)

    def idle_cards(self, spared: Sequence[Card] = ()) -> list[Card]:
        """The table's cards that rest among the others, that nobody is about to see to, without those ``spared``."""
        left_alone = {*spared, *self.errands.cards}
        resting = set(self.stage.loose(self.now))
        return [card for card in self.table if card in resting and card not in left_alone and self.at_hand(card)]

    def all_free_ms(self) -> float:
        """When the last arm has finished what it was given, and nothing earlier than now."""
        return max(self.now, *(self.stage.free_ms(seat) for seat in self.seats))

    def free_hand(self) -> Seat:
        """Somebody whose hand has nothing to do now; if all have, anybody."""
        free = [seat for seat in self.seats if self.stage.free_ms(seat) <= self.now] or list(self.seats)
        return free[int(self.fate.rng.integers(len(free)))]

    def see_to_errands(self, needed: Sequence[Card] = ()) -> None:
        """Do what is due before the turn that begins, which needs these cards."""
        for errand in self.errands.due(self.now, self.turn, needed):
            self._do(errand)

    def finish_errands(self) -> None:
        """Do all that was put off."""
        for errand in self.errands.rest():
            self._do(errand)

    def _do(self, errand: Errand) -> None:
        errand.act(errand.due_ms)
        self.now = max(self.now, errand.due_ms)
