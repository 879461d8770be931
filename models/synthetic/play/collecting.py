"""How a capture comes off the table: at once, later, in one trip or many, and what goes wrong with that."""

from collections.abc import Callable, Sequence

from firmware.cards import Card
from models.synthetic.play.errands import Errand
from models.synthetic.play.performance import LOOK_AHEAD, Performance
from models.synthetic.play.script import Turn
from models.synthetic.play.seating import Seat
from models.synthetic.play.ways import Pose

SNATCHES = ("slap", "unread")
ALWAYS = ("forgotten", "too_many", "put_back")
OF_RUNS = ("handfuls", "run_left")
NEXT_TURNS = 2  # what is left lying is taken before the third play after it: by then somebody could lay a card there
LEFT_MS, HANDFUL_MS = (4000.0, 10000.0), (1300.0, 2400.0)  # so long after the play, or after each other
BACK_MS = 900.0  # a reach to the pile and back to the table takes about as long

Span = tuple[float, float]


class Collecting:
    """Takes captures off the table.

    Args:
        performance: what all share.
    """

    def __init__(self, performance: Performance) -> None:
        """See the class."""
        self._p = performance

    def mishap(self, turn: Turn, equal: Card | None) -> str | None:
        """What is to go wrong with this capture, whose match lies at hand, or ``None``."""
        snatches = SNATCHES if equal else ()
        return self._p.fate.one_of(*snatches, *ALWAYS, *(OF_RUNS if len(turn.took) > 1 else ()))

    def snatch(self, turn: Turn, equal: Card, t_ms: float, *, kind: str) -> float:
        """Slap or palm the card on its match and draw both away; gives the time at which the card was let go."""
        p, seat = self._p, self._p.seats[turn.seat]
        target = p.stage.where(equal)
        spot = p.places.onto(target, p.taken(), half=False)
        if kind == "slap":
            let_go = p.hands.slap(seat, turn.card, spot, t_ms)
            drawn = p.hands.draw_away(seat, [equal, turn.card], p.stage.free_ms(seat))
        else:
            let_go = p.hands.palm_in(seat, turn.card, spot, t_ms)
            drawn = p.hands.draw_away(seat, [equal, turn.card], let_go + p.stage.around(200))
        p.fate.note(let_go, kind, turn.seat, (turn.card, equal))
        rest = [card for card in turn.took if card != equal]
        p.now = p.hands.sweep(seat, rest, drawn) if rest else drawn
        p.stage.withdraw(seat, p.now)
        return let_go

    def collect(self, turn: Turn, let_go: float, *, robbed: bool) -> None:
        """Take the cards off as this table does."""
        p, seat = self._p, self._p.seats[turn.seat]
        cards = [turn.card, *turn.took]
        cards = [cards[i] for i in p.rng.permutation(len(cards))]
        trips = 1 if p.rng.random() < 0.75 else 2
        chance = p.rng.random()
        if chance < p.manners.at_once:
            start = let_go + p.stage.around(150)
        else:
            start = p.stage.withdraw(seat, let_go) + p.stage.around(500, 0.5)
        swept = p.hands.sweep(seat, cards, start, trips=trips)
        p.stage.withdraw(seat, swept)
        late = chance > 1 - p.manners.untidy and not robbed
        p.now = start if late else swept

    def collect_oddly(self, turn: Turn, let_go: float, coming: Sequence[Turn], *, kind: str) -> None:
        """Take the cards off with a mishap; where that cannot happen here, as this table does."""
        if kind in ("too_many", "put_back"):
            self._one_too_many(turn, let_go, coming, late=kind == "too_many")
            return
        p, cards = self._p, [turn.card, *turn.took]
        p.fate.note(let_go, kind, turn.seat, tuple(cards))
        if kind == "forgotten":
            now, later = [], [cards]
        elif kind == "run_left":
            equal = next((card for card in turn.took if card.rank == turn.card.rank), turn.took[0])
            now, later = [turn.card, equal], [[card for card in turn.took if card != equal]]
        else:
            now, later = cards[:1], [[card] for card in cards[1:]]
        self._leave(turn, now, later, let_go, gap_ms=HANDFUL_MS if kind == "handfuls" else LEFT_MS)

    def _leave(
        self, turn: Turn, now: Sequence[Card], later: Sequence[Sequence[Card]], let_go: float, *, gap_ms: Span
    ) -> None:
        """Take some cards at once, go away, and fetch the others, so long after each other."""
        p, seat = self._p, self._p.seats[turn.seat]
        p.now = p.hands.sweep(seat, now, let_go + p.stage.around(150)) if now else let_go
        p.stage.withdraw(seat, p.now)
        due_ms = let_go
        for cards in later:
            due_ms += p.fate.between(*gap_ms)
            fetch = self._errand(seat, cards)
            p.errands.put_off(Errand(due_ms, p.turn + 1 + NEXT_TURNS, tuple(cards), fetch))

    def _errand(self, seat: Seat, cards: Sequence[Card]) -> Callable[[float], None]:
        def fetch(t_ms: float) -> None:
            self._p.stage.withdraw(seat, self._p.hands.sweep(seat, cards, t_ms))

        return fetch

    def _one_too_many(self, turn: Turn, let_go: float, coming: Sequence[Turn], *, late: bool) -> None:
        p, seat = self._p, self._p.seats[turn.seat]
        needed = [card for other in coming[:LOOK_AHEAD] for card in other.took]
        near = [card for card in p.idle_cards(needed) if card not in (turn.card, *turn.took)]
        if not near:
            self.collect(turn, let_go, robbed=False)
            return
        cards = [turn.card, *turn.took]
        extra = min(near, key=lambda card: p.stage.where(card).distance_mm(p.stage.where(turn.card)))
        place = p.stage.jitter(p.stage.where(extra), 8.0, 10.0)
        start = let_go + p.stage.around(150)
        if late:
            p.now = p.hands.sweep(seat, [*cards, extra], start)
            p.stage.withdraw(seat, p.now)
            self._return_later(seat, extra, place, start)
        else:
            p.now = p.hands.sweep_and_return(seat, cards, extra, place, start)
            p.fate.note(p.stage.stirs_ms(extra, start), "put_back", seat.number, (extra,))
            p.stage.withdraw(seat, p.now)

    def _return_later(self, seat: Seat, extra: Card, place: Pose, since_ms: float) -> None:
        """Put the card back some seconds after it was swept up."""
        p = self._p
        stirs_ms = p.stage.stirs_ms(extra, since_ms)
        p.fate.note(stirs_ms, "too_many", seat.number, (extra,))

        def put_back(t_ms: float) -> None:
            p.stage.withdraw(seat, p.hands.give_back(seat, extra, place, t_ms))

        due_ms = stirs_ms + p.fate.between(3000, 8000) - BACK_MS
        p.errands.put_off(Errand(due_ms, p.turn + 1 + LOOK_AHEAD, (extra,), put_back, (place,)))
