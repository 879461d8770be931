"""The turns of a batch: where each card is laid, when, and what comes before and after it."""

from collections.abc import Sequence

from firmware.cards import Card
from models.synthetic.play.captures import SNATCHES, CaptureActions
from models.synthetic.play.card_placement import crowding
from models.synthetic.play.retracted_plays import KINDS as SECOND_THOUGHTS
from models.synthetic.play.retracted_plays import RetractedPlays
from models.synthetic.play.script import ScriptedTurn
from models.synthetic.play.seating import Seat
from models.synthetic.play.side_actions import SideActions
from models.synthetic.play.simulation import Simulation
from models.synthetic.play.timeline import TruePlay
from models.synthetic.play.trajectories import Pose

THINK_MS, LEAST_THOUGHT_MS = 900.0, 450.0  # with the reach this makes a play every 1.2 to 4 s, as at café tables
PUSH_MM = 12.0
NEIGHBOUR_MM = 130.0  # the card put down touches cards whose middles are nearer than this
NUDGE_MS = (320.0, 130.0)  # a neighbour is pushed aside so long before the card is let go
HURRY_MS = (120.0, 380.0)  # the next card is let go so long after the one before


class PlayActions:
    """Acts out turns.

    Args:
        simulation: what all share.

    Attributes:
        true_plays: the plays so far.
    """

    def __init__(self, simulation: Simulation) -> None:
        """See the class."""
        self._sim = simulation
        self._collecting = CaptureActions(simulation)
        self._second_thoughts = RetractedPlays(simulation)
        self.side_actions = SideActions(simulation)
        self.true_plays: list[TruePlay] = []

    def batch(self, turns: Sequence[ScriptedTurn], hands: Sequence[Sequence[Card]]) -> None:
        """Play all turns of a batch; ``hands`` are the cards that each seat begins it with."""
        held = [list(hand) for hand in hands]
        last_ms: float | None = None
        for n, turn in enumerate(turns):
            coming = turns[n + 1 :]
            last_ms = self._turn(turn, coming, held, last_ms)
            held[turn.seat].remove(turn.card)
            self._on_the_table(turn)
            self._sim.turn += 1
        self._sim.run_all_deferred()

    def _turn(
        self, turn: ScriptedTurn, coming: Sequence[ScriptedTurn], held: Sequence[Sequence[Card]], last_ms: float | None
    ) -> float:
        """One turn; gives the time at which its card was let go."""
        sim = self._sim
        sim.run_due(turn.took)
        if last_ms is not None and not turn.robs and sim.incidents.strikes("hurried"):
            sim.now, hurried_ms = last_ms, last_ms + sim.incidents.between(*HURRY_MS)
        else:
            hurried_ms = None
            self._before(turn, coming, held)
            sim.now += max(LEAST_THOUGHT_MS, sim.motion.around(THINK_MS, 0.5))
        robbed = bool(coming) and coming[0].robs
        equal = next((card for card in turn.took if card.rank == turn.card.rank and sim.at_hand(card)), None)
        kind = self._collecting.mishap(turn, equal) if turn.took and not robbed else None
        if equal and kind in SNATCHES and hurried_ms is None:
            let_go = self._collecting.snatch(turn, equal, self._ready_ms(turn), kind=kind)
            return self._place(turn, let_go)
        let_go = self._place(turn, self._lay(turn, equal, hurried_ms))
        if last_ms is not None and hurried_ms is not None and let_go - last_ms < HURRY_MS[1] + 20:
            sim.incidents.note(let_go, "hurried", turn.seat, (turn.card,))
        self._after(turn, coming, let_go, None if kind in SNATCHES else kind)
        return let_go

    def _before(self, turn: ScriptedTurn, coming: Sequence[ScriptedTurn], held: Sequence[Sequence[Card]]) -> None:
        self.side_actions.before(turn, coming)
        if kind := self._sim.incidents.one_of(*SECOND_THOUGHTS):
            self._second_thoughts.before(turn, held, kind=kind)

    def _place(self, turn: ScriptedTurn, let_go: float) -> float:
        self.true_plays.append(TruePlay(round(let_go), turn.seat, turn.card, turn.took))
        return let_go

    def _after(self, turn: ScriptedTurn, coming: Sequence[ScriptedTurn], let_go: float, kind: str | None) -> None:
        """The card lies: what it took is taken off, or the hand leaves."""
        robbed = bool(coming) and coming[0].robs
        if not turn.took or (robbed and self._sim.rng.random() < 0.5):
            self._sim.motion.withdraw(self._sim.seats[turn.seat], let_go)
            self._sim.now = let_go
        elif kind:
            self._collecting.collect_oddly(turn, let_go, coming, kind=kind)
        else:
            self._collecting.collect(turn, let_go, robbed=robbed)

    def _ready_ms(self, turn: ScriptedTurn) -> float:
        """When the player's arm is free and what he takes lies still."""
        sim = self._sim
        return max(sim.now, sim.motion.free_ms(sim.seats[turn.seat]), sim.motion.rests_ms(turn.took))

    def _lay(self, turn: ScriptedTurn, equal: Card | None, hurried_ms: float | None) -> float:
        """Put the card down; gives the time at which it was let go."""
        sim, seat = self._sim, self._sim.seats[turn.seat]
        under = self._half_covered(turn)
        spot = sim.placer.onto(sim.motion.where(under), sim.taken(), half=True) if under else self._spot(seat, equal)
        if hurried_ms is None:
            let_go = sim.hands.put_down(seat, turn.card, spot, self._ready_ms(turn))
        else:
            let_go = sim.hands.put_down_by(seat, turn.card, spot, hurried_ms)
        if under:
            sim.incidents.note(let_go, "half_covered", turn.seat, (turn.card, under))
        self._nudge(turn, spot, let_go)
        return let_go

    def _half_covered(self, turn: ScriptedTurn) -> Card | None:
        """The card that this one, which takes nothing, is put half over."""
        if turn.took or not self._sim.incidents.strikes("half_covered"):
            return None
        others = self._sim.idle_cards()
        return others[int(self._sim.incidents.rng.integers(len(others)))] if others else None

    def _spot(self, seat: Seat, equal: Card | None) -> Pose:
        sim, taken = self._sim, self._sim.taken()
        if equal is None:
            return sim.placer.open(seat, taken)
        target = sim.motion.where(equal)
        how = sim.rng.random()
        if how < sim.habits.onto + sim.habits.half_onto:
            return sim.placer.onto(target, taken, half=bool(how >= sim.habits.onto))
        return sim.placer.beside(seat, target, taken)

    def _nudge(self, turn: ScriptedTurn, spot: Pose, let_go: float) -> None:
        """Sometimes an uninvolved neighbour is pushed a little away by the card put down."""
        sim = self._sim
        involved = {turn.card, *turn.took, *sim.deferred.cards}
        for card in sim.motion.loose(let_go):
            if card in involved or not sim.at_hand(card) or sim.motion.where(card).distance_mm(spot) > NEIGHBOUR_MM:
                continue
            if sim.motion.rests_ms([card]) > let_go - NUDGE_MS[0]:
                continue
            if sim.rng.random() < sim.habits.nudge:
                self._push(card, spot, let_go)
                return

    def _push(self, card: Card, spot: Pose, let_go: float) -> None:
        motion, here = self._sim.motion, self._sim.motion.where(card)
        share = -PUSH_MM / here.distance_mm(spot)
        away = here.towards(Pose(spot.x_mm, spot.y_mm, here.angle_deg), share)
        others = [place for place in motion.occupied(let_go) if place != here]
        if crowding(away, others) == 0:
            motion.slide(card, let_go - NUDGE_MS[0], let_go - NUDGE_MS[1], motion.jitter(away, 1.0, 5.0))

    def _on_the_table(self, turn: ScriptedTurn) -> None:
        """Who lies open after this turn, by the rules."""
        if turn.took:
            self._sim.table = [card for card in self._sim.table if card not in turn.took]
        else:
            self._sim.table.append(turn.card)
