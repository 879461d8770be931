"""The turns of a batch: where each card is laid, when, and what comes before and after it."""

from collections.abc import Sequence

from firmware.cards import Card
from models.synthetic.play.asides import Asides
from models.synthetic.play.collecting import SNATCHES, Collecting
from models.synthetic.play.performance import Performance
from models.synthetic.play.script import Turn
from models.synthetic.play.seating import Seat
from models.synthetic.play.second_thoughts import KINDS as SECOND_THOUGHTS
from models.synthetic.play.second_thoughts import SecondThoughts
from models.synthetic.play.spots import crowding
from models.synthetic.play.timeline import Placed
from models.synthetic.play.ways import Pose

THINK_MS, LEAST_THOUGHT_MS = 900.0, 450.0  # with the reach this makes a play every 1.2 to 4 s, as at café tables
PUSH_MM = 12.0
NEIGHBOUR_MM = 130.0  # the card put down touches cards whose middles are nearer than this
NUDGE_MS = (320.0, 130.0)  # a neighbour is pushed aside so long before the card is let go
HURRY_MS = (120.0, 380.0)  # the next card is let go so long after the one before


class Playing:
    """Acts out turns.

    Args:
        performance: what all share.

    Attributes:
        placed: the plays so far.
    """

    def __init__(self, performance: Performance) -> None:
        """See the class."""
        self._p = performance
        self._collecting = Collecting(performance)
        self._second_thoughts = SecondThoughts(performance)
        self.asides = Asides(performance)
        self.placed: list[Placed] = []

    def batch(self, turns: Sequence[Turn], hands: Sequence[Sequence[Card]]) -> None:
        """Play all turns of a batch; ``hands`` are the cards that each seat begins it with."""
        held = [list(hand) for hand in hands]
        last_ms: float | None = None
        for n, turn in enumerate(turns):
            coming = turns[n + 1 :]
            last_ms = self._turn(turn, coming, held, last_ms)
            held[turn.seat].remove(turn.card)
            self._on_the_table(turn)
            self._p.turn += 1
        self._p.finish_errands()

    def _turn(self, turn: Turn, coming: Sequence[Turn], held: Sequence[Sequence[Card]], last_ms: float | None) -> float:
        """One turn; gives the time at which its card was let go."""
        p = self._p
        p.see_to_errands(turn.took)
        if last_ms is not None and not turn.robs and p.fate.strikes("hurried"):
            p.now, hurried_ms = last_ms, last_ms + p.fate.between(*HURRY_MS)
        else:
            hurried_ms = None
            self._before(turn, coming, held)
            p.now += max(LEAST_THOUGHT_MS, p.stage.around(THINK_MS, 0.5))
        robbed = bool(coming) and coming[0].robs
        equal = next((card for card in turn.took if card.rank == turn.card.rank and p.at_hand(card)), None)
        kind = self._collecting.mishap(turn, equal) if turn.took and not robbed else None
        if equal and kind in SNATCHES and hurried_ms is None:
            let_go = self._collecting.snatch(turn, equal, self._ready_ms(turn), kind=kind)
            return self._place(turn, let_go)
        let_go = self._place(turn, self._lay(turn, equal, hurried_ms))
        if last_ms is not None and hurried_ms is not None and let_go - last_ms < HURRY_MS[1] + 20:
            p.fate.note(let_go, "hurried", turn.seat, (turn.card,))
        self._after(turn, coming, let_go, None if kind in SNATCHES else kind)
        return let_go

    def _before(self, turn: Turn, coming: Sequence[Turn], held: Sequence[Sequence[Card]]) -> None:
        self.asides.before(turn, coming)
        if kind := self._p.fate.one_of(*SECOND_THOUGHTS):
            self._second_thoughts.before(turn, held, kind=kind)

    def _place(self, turn: Turn, let_go: float) -> float:
        self.placed.append(Placed(round(let_go), turn.seat, turn.card, turn.took))
        return let_go

    def _after(self, turn: Turn, coming: Sequence[Turn], let_go: float, kind: str | None) -> None:
        """The card lies: what it took is taken off, or the hand leaves."""
        robbed = bool(coming) and coming[0].robs
        if not turn.took or (robbed and self._p.rng.random() < 0.5):
            self._p.stage.withdraw(self._p.seats[turn.seat], let_go)
            self._p.now = let_go
        elif kind:
            self._collecting.collect_oddly(turn, let_go, coming, kind=kind)
        else:
            self._collecting.collect(turn, let_go, robbed=robbed)

    def _ready_ms(self, turn: Turn) -> float:
        """When the player's arm is free and what he takes lies still."""
        p = self._p
        return max(p.now, p.stage.free_ms(p.seats[turn.seat]), p.stage.rests_ms(turn.took))

    def _lay(self, turn: Turn, equal: Card | None, hurried_ms: float | None) -> float:
        """Put the card down; gives the time at which it was let go."""
        p, seat = self._p, self._p.seats[turn.seat]
        under = self._half_covered(turn)
        spot = p.places.onto(p.stage.where(under), p.taken(), half=True) if under else self._spot(seat, equal)
        if hurried_ms is None:
            let_go = p.hands.put_down(seat, turn.card, spot, self._ready_ms(turn))
        else:
            let_go = p.hands.put_down_by(seat, turn.card, spot, hurried_ms)
        if under:
            p.fate.note(let_go, "half_covered", turn.seat, (turn.card, under))
        self._nudge(turn, spot, let_go)
        return let_go

    def _half_covered(self, turn: Turn) -> Card | None:
        """The card that this one, which takes nothing, is put half over."""
        if turn.took or not self._p.fate.strikes("half_covered"):
            return None
        others = self._p.idle_cards()
        return others[int(self._p.fate.rng.integers(len(others)))] if others else None

    def _spot(self, seat: Seat, equal: Card | None) -> Pose:
        p, taken = self._p, self._p.taken()
        if equal is None:
            return p.places.open(seat, taken)
        target = p.stage.where(equal)
        how = p.rng.random()
        if how < p.manners.onto + p.manners.half_onto:
            return p.places.onto(target, taken, half=bool(how >= p.manners.onto))
        return p.places.beside(seat, target, taken)

    def _nudge(self, turn: Turn, spot: Pose, let_go: float) -> None:
        """Sometimes an uninvolved neighbour is pushed a little away by the card put down."""
        p = self._p
        involved = {turn.card, *turn.took, *p.errands.cards}
        for card in p.stage.loose(let_go):
            if card in involved or not p.at_hand(card) or p.stage.where(card).distance_mm(spot) > NEIGHBOUR_MM:
                continue
            if p.stage.rests_ms([card]) > let_go - NUDGE_MS[0]:
                continue
            if p.rng.random() < p.manners.nudge:
                self._push(card, spot, let_go)
                return

    def _push(self, card: Card, spot: Pose, let_go: float) -> None:
        stage, here = self._p.stage, self._p.stage.where(card)
        share = -PUSH_MM / here.distance_mm(spot)
        away = here.towards(Pose(spot.x_mm, spot.y_mm, here.angle_deg), share)
        others = [place for place in stage.occupied(let_go) if place != here]
        if crowding(away, others) == 0:
            stage.slide(card, let_go - NUDGE_MS[0], let_go - NUDGE_MS[1], stage.jitter(away, 1.0, 5.0))

    def _on_the_table(self, turn: Turn) -> None:
        """Who lies open after this turn, by the rules."""
        if turn.took:
            self._p.table = [card for card in self._p.table if card not in turn.took]
        else:
            self._p.table.append(turn.card)
