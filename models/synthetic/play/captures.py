"""How a capture comes off the table: at once, later, in one trip or many, and what goes wrong with that."""

from collections.abc import Callable, Sequence

from firmware.cards import Card
from models.synthetic.play.deferred_actions import DeferredAction
from models.synthetic.play.script import ScriptedTurn
from models.synthetic.play.seating import Seat
from models.synthetic.play.simulation import LOOK_AHEAD, Simulation
from models.synthetic.play.trajectories import Pose

SNATCHES = ("slap", "unread")
ALWAYS = ("forgotten", "too_many", "put_back")
OF_RUNS = ("handfuls", "run_left")
NEXT_TURNS = 2  # what is left lying is taken before the third play after it: by then somebody could lay a card there
LEFT_MS, HANDFUL_MS = (4000.0, 10000.0), (1300.0, 2400.0)  # so long after the play, or after each other
BACK_MS = 900.0  # a reach to the pile and back to the table takes about as long

Span = tuple[float, float]


class CaptureActions:
    """Takes captures off the table.

    Args:
        simulation: what all share.
    """

    def __init__(self, simulation: Simulation) -> None:
        """See the class."""
        self._sim = simulation

    def mishap(self, turn: ScriptedTurn, equal: Card | None) -> str | None:
        """What is to go wrong with this capture, whose match lies at hand, or ``None``."""
        snatches = SNATCHES if equal else ()
        return self._sim.incidents.one_of(*snatches, *ALWAYS, *(OF_RUNS if len(turn.took) > 1 else ()))

    def snatch(self, turn: ScriptedTurn, equal: Card, t_ms: float, *, kind: str) -> float:
        """Slap or palm the card on its match and draw both away; gives the time at which the card was let go.

        Args:
            turn: the play.
            equal: the lying card that it captures.
            t_ms: when the hand sets out.
            kind: of the mishap.
        """
        sim, seat = self._sim, self._sim.seats[turn.seat]
        target = sim.motion.where(equal)
        spot = sim.placer.onto(target, sim.taken(), half=False)
        if kind == "slap":
            let_go = sim.hands.slap(seat, turn.card, spot, t_ms)
            drawn = sim.hands.draw_away(seat, [equal, turn.card], sim.motion.free_ms(seat))
        else:
            let_go = sim.hands.palm_in(seat, turn.card, spot, t_ms)
            drawn = sim.hands.draw_away(seat, [equal, turn.card], let_go + sim.motion.around(200))
        sim.incidents.note(let_go, kind, turn.seat, (turn.card, equal))
        rest = [card for card in turn.took if card != equal]
        sim.now = sim.hands.sweep(seat, rest, drawn) if rest else drawn
        sim.motion.withdraw(seat, sim.now)
        return let_go

    def collect(self, turn: ScriptedTurn, let_go: float, *, robbed: bool) -> None:
        """Take the cards off as this table does.

        Args:
            turn: the play.
            let_go: when its card was let go, milliseconds.
            robbed: whether what it took was another player's packet.
        """
        sim, seat = self._sim, self._sim.seats[turn.seat]
        cards = [turn.card, *turn.took]
        cards = [cards[i] for i in sim.rng.permutation(len(cards))]
        trips = 1 if sim.rng.random() < 0.75 else 2
        chance = sim.rng.random()
        if chance < sim.habits.at_once:
            start = let_go + sim.motion.around(150)
        else:
            start = sim.motion.withdraw(seat, let_go) + sim.motion.around(500, 0.5)
        swept = sim.hands.sweep(seat, cards, start, trips=trips)
        sim.motion.withdraw(seat, swept)
        late = chance > 1 - sim.habits.untidy and not robbed
        sim.now = start if late else swept

    def collect_oddly(self, turn: ScriptedTurn, let_go: float, coming: Sequence[ScriptedTurn], *, kind: str) -> None:
        """Take the cards off with a mishap; where that cannot happen here, as this table does.

        Args:
            turn: the play.
            let_go: when its card was let go, milliseconds.
            coming: the plays after it.
            kind: of the mishap.
        """
        if kind in ("too_many", "put_back"):
            self._one_too_many(turn, let_go, coming, late=kind == "too_many")
            return
        sim, cards = self._sim, [turn.card, *turn.took]
        sim.incidents.note(let_go, kind, turn.seat, tuple(cards))
        if kind == "forgotten":
            now, later = [], [cards]
        elif kind == "run_left":
            equal = next((card for card in turn.took if card.rank == turn.card.rank), turn.took[0])
            now, later = [turn.card, equal], [[card for card in turn.took if card != equal]]
        else:
            now, later = cards[:1], [[card] for card in cards[1:]]
        self._leave(turn, now, later, let_go, gap_ms=HANDFUL_MS if kind == "handfuls" else LEFT_MS)

    def _leave(
        self, turn: ScriptedTurn, now: Sequence[Card], later: Sequence[Sequence[Card]], let_go: float, *, gap_ms: Span
    ) -> None:
        """Take some cards at once, go away, and fetch the others, so long after each other."""
        sim, seat = self._sim, self._sim.seats[turn.seat]
        sim.now = sim.hands.sweep(seat, now, let_go + sim.motion.around(150)) if now else let_go
        sim.motion.withdraw(seat, sim.now)
        due_ms = let_go
        for cards in later:
            due_ms += sim.incidents.between(*gap_ms)
            fetch = self._fetching(seat, cards)
            sim.deferred.defer(DeferredAction(due_ms, sim.turn + 1 + NEXT_TURNS, tuple(cards), fetch))

    def _fetching(self, seat: Seat, cards: Sequence[Card]) -> Callable[[float], None]:
        def fetch(t_ms: float) -> None:
            self._sim.motion.withdraw(seat, self._sim.hands.sweep(seat, cards, t_ms))

        return fetch

    def _one_too_many(self, turn: ScriptedTurn, let_go: float, coming: Sequence[ScriptedTurn], *, late: bool) -> None:
        sim, seat = self._sim, self._sim.seats[turn.seat]
        needed = [card for other in coming[:LOOK_AHEAD] for card in other.took]
        near = [card for card in sim.idle_cards(needed) if card not in (turn.card, *turn.took)]
        if not near:
            self.collect(turn, let_go, robbed=False)
            return
        cards = [turn.card, *turn.took]
        extra = min(near, key=lambda card: sim.motion.where(card).distance_mm(sim.motion.where(turn.card)))
        place = sim.motion.jitter(sim.motion.where(extra), 8.0, 10.0)
        start = let_go + sim.motion.around(150)
        if late:
            sim.now = sim.hands.sweep(seat, [*cards, extra], start)
            sim.motion.withdraw(seat, sim.now)
            self._return_later(seat, extra, place, start)
        else:
            sim.now = sim.hands.sweep_and_return(seat, cards, extra, place, start)
            sim.incidents.note(sim.motion.stirs_ms(extra, start), "put_back", seat.number, (extra,))
            sim.motion.withdraw(seat, sim.now)

    def _return_later(self, seat: Seat, extra: Card, place: Pose, since_ms: float) -> None:
        """Put the card back some seconds after it was swept up."""
        sim = self._sim
        stirs_ms = sim.motion.stirs_ms(extra, since_ms)
        sim.incidents.note(stirs_ms, "too_many", seat.number, (extra,))

        def put_back(t_ms: float) -> None:
            sim.motion.withdraw(seat, sim.hands.give_back(seat, extra, place, t_ms))

        due_ms = stirs_ms + sim.incidents.between(3000, 8000) - BACK_MS
        sim.deferred.defer(DeferredAction(due_ms, sim.turn + 1 + LOOK_AHEAD, (extra,), put_back, (place,)))
