"""The end of a deal: the piles are spread out and counted, a few cards at a time, then put together again."""

import numpy as np

from firmware.cards import Card
from models.synthetic.play.seating import PILE_INSET_MM, Seat
from models.synthetic.play.simulation import Simulation

FAN_MM = 17.0  # counted cards are laid so far apart: enough to see that there is one more
FIRST_MM = 48.0  # the first beside the pile, half upon it
AHEAD_MM = 14.0  # the fan lies a little further in than the pile
AT_A_TIME = 3  # one to three cards are moved at once
FACE_UP = 0.08  # how often such a few are turned over
ALL = 0.35  # how often everybody counts; else one does, and the rest is known
MIDDLE_OF_PILE_MM = 35.0  # what lies nearer to the place of a pile belongs to it


def count_piles(sim: Simulation) -> None:
    """One player or all of them spread out and count what they took; ends when it is all on piles again."""
    sim.now = sim.all_free_ms() + sim.motion.around(800)
    piles = [(seat, pile) for seat in sim.seats if len(pile := _pile(sim, seat)) > 1]
    if piles and sim.incidents.rng.random() >= ALL:
        piles = [piles[int(sim.incidents.rng.integers(len(piles)))]]
    start_ms = sim.now
    counts = [_count(sim, seat, pile) for seat, pile in piles]
    if counts:
        sim.now = max(end_ms for end_ms, _ in counts)
        first_ms = min(sim.motion.stirs_ms(pile[-1], start_ms) for _, pile in piles)
        shown = tuple(card for _, cards in counts for card in cards)
        sim.incidents.note(first_ms, "counting", piles[0][0].number if len(piles) == 1 else None, shown)


def _pile(sim: Simulation, seat: Seat) -> list[Card]:
    """What lies on the seat's pile, from the lowest to the highest."""
    resting = (card for heap in sim.motion.heaps(sim.now) for card in heap)
    return [card for card in resting if sim.motion.where(card).distance_mm(seat.pile) < MIDDLE_OF_PILE_MM]


def _count(sim: Simulation, seat: Seat, pile: list[Card]) -> tuple[float, list[Card]]:
    """Spread the pile out along the player's border, all but its lowest card, and gather it.

    Gives the time at which the hand is gone, and the cards that were shown.
    """
    left, laid, t_ms = list(pile), 0, sim.now
    inwards = -float(np.sign(seat.pile_mm))
    step_mm = min(FAN_MM, (abs(seat.pile_mm) + 0.5 * seat.half_mm - FIRST_MM) / len(pile))
    shown: list[Card] = []
    while len(left) > 1:
        group = [left.pop() for _ in range(min(int(sim.incidents.rng.integers(AT_A_TIME)) + 1, len(left) - 1))]
        along_mm = seat.pile_mm + inwards * (FIRST_MM + step_mm * laid)
        spot = sim.motion.jitter(seat.edge.ahead(PILE_INSET_MM + AHEAD_MM, along_mm), 3.0, 5.0)
        face_up = bool(sim.incidents.rng.random() < FACE_UP)
        t_ms = sim.hands.count_off(seat, group, spot, t_ms, face_up=face_up)
        shown += group if face_up else []
        laid += len(group)
    return sim.motion.withdraw(seat, sim.hands.gather(seat, pile, t_ms + sim.motion.around(700))), shown
