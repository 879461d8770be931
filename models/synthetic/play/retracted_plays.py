"""Cards that are laid and taken back: the player thinks better of it, or it was not his turn."""

from collections.abc import Sequence

from firmware.cards import Card
from models.synthetic.play.script import ScriptedTurn
from models.synthetic.play.simulation import Simulation

KINDS = ("taken_back", "wrong_player")
RESTS_MS = {"taken_back": (500.0, 2000.0), "wrong_player": (1000.0, 3000.0)}
LONG_MS = 1700.0  # who leaves a card lying for so long takes his hand away in between
THINKS_MS = 700.0


class RetractedPlays:
    """Acts out what comes before a play.

    Args:
        simulation: what all share.
    """

    def __init__(self, simulation: Simulation) -> None:
        """See the class."""
        self._sim = simulation

    def before(self, turn: ScriptedTurn, held: Sequence[Sequence[Card]], *, kind: str) -> None:
        """Lay a card that is not the one to be played, and take it back.

        Args:
            turn: the true play that follows.
            held: the cards each seat has in hand, those of the true play among them.
            kind: one of :data:`KINDS`.
        """
        if kind == "taken_back":
            choices = [(turn.seat, card) for card in held[turn.seat] if card != turn.card]
        else:
            choices = [(seat, card) for seat, cards in enumerate(held) if seat != turn.seat for card in cards]
        if choices:
            self._lay_and_take_back(*choices[int(self._sim.incidents.rng.integers(len(choices)))], kind)

    def _lay_and_take_back(self, number: int, card: Card, kind: str) -> None:
        sim, seat = self._sim, self._sim.seats[number]
        spot = sim.placer.open(seat, sim.taken())
        begin = max(sim.now + sim.motion.around(THINKS_MS), sim.motion.free_ms(seat))
        let_go = sim.hands.put_down(seat, card, spot, begin)
        sim.incidents.note(let_go, kind, number, (card,))
        lifted = let_go + sim.incidents.between(*RESTS_MS[kind])
        sim.now = sim.hands.pick_up(seat, card, lifted, away=lifted - let_go > LONG_MS)
