"""A perfect camera over a random game by any rules: what it sees and what is pressed, as signals; no picture is drawn.

Cards lie at places that are free, now and then upon the card that they take; captured cards are taken away within two
seconds, sometimes while the next card is played already. A hand hides what lies under it. Of a card upon another only
the upper one is seen, unless both show. Where two packs are played with, no card is laid upon its twin: two looks at
one place could not tell them apart.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from firmware.cards import CARD_MM, Card
from firmware.signals import ButtonPress, Point, SeenCard, Signal, TableObservation, Tick, Unnamed
from firmware.tracking.geometry import distance, reaches
from models.synthetic.play.random_match import DealtCard, GameAction, PlayedCard, RandomMatch, TableCleared
from models.synthetic.play.utterances import Utterance

MIDDLE, HALF_TABLE_MM = (500.0, 400.0), 650.0
SPOTS = [(130.0 + 148 * column, 100.0 + 150 * row) for row in range(5) for column in range(6)]
WANDER_MM = 15.0  # how far from the middle of its spot a card lies: neighbours stay free of each other at any angle
FULL_VIEW_CONFIDENCE = 0.99  # of a face seen in full
ARM_MM = 35.0  # half the breadth of a hand
HIDES_MM = 30.0  # a card whose middle is this near to a hand is not seen
UPON = 0.3  # how often a card is laid upon the one it takes ...
SQUARE_MM, ASLANT_MM = (0.0, 12.0), (40.0, 52.0)  # ... so far from its middle: hidden below, or both are to be seen
MOST_PLAYS = 100_000  # more than any match has


@dataclass(slots=True)
class RestingCard:
    """A card on the table; ``under``: the card that hides it; ``due_ms``: when it will be taken away."""

    card: Card
    centre: Point
    angle_deg: float
    under: "RestingCard | None" = None
    due_ms: int | None = None
    seat: int = 0


class PerfectObserver:
    """The signals of one match."""

    def __init__(self, match: RandomMatch, seed: int, deals: int = 60, plays: int = MOST_PLAYS) -> None:
        """Nothing was played yet.

        Args:
            match: who plays what; it is played as the signals are asked for.
            seed: of where cards lie and how long everything takes.
            deals: the most deals to play.
            plays: the most plays.
        """
        self._match, self._most, self._rng = match, (deals, plays), Random(f"table {seed}")
        self._lying: list[RestingCard] = []
        self._now_ms = 1000
        self._last_ms = 0

    def signals(self) -> Iterator[Signal]:
        """Everything that reaches the referee, by time."""
        yield self._look()
        for action in self._match.actions(*self._most):
            yield from self._done(action)
        yield from self._still(3)

    def _done(self, action: GameAction) -> Iterator[Signal]:
        match action:
            case PlayedCard():
                yield from self._pause(300, 2500)
                yield from self._played(action)
            case DealtCard():
                yield from self._pause(200, 900)
                yield from self._dealt(action)
            case TableCleared():
                yield from self._cleared()
            case Utterance():
                yield from self._pause(250, 900)
                yield ButtonPress(self._tick(0), action.seat, action.words)

    # -- time

    def _tick(self, ms: int) -> int:
        """Time goes on; no two signals at one moment."""
        self._now_ms = self._last_ms = max(self._now_ms + ms, self._last_ms + 1)
        return self._now_ms

    def _pause(self, least_ms: int, most_ms: int) -> Iterator[Signal]:
        """Nothing is played for a while; captured cards whose time has come are taken away meanwhile."""
        until_ms = self._now_ms + self._rng.randint(least_ms, most_ms)
        while due := min((one.due_ms for one in self._lying if one.due_ms is not None), default=None):
            if due > until_ms:
                break
            self._now_ms = max(self._now_ms, due)
            yield from self._collected(due)
        if until_ms - self._now_ms > 500 and self._rng.random() < 0.3:
            yield Tick(self._tick(300))
        self._now_ms = max(self._now_ms, until_ms)

    def _still(self, looks: int) -> Iterator[Signal]:
        for _ in range(looks):
            self._tick(self._rng.randint(160, 330))
            yield self._look()

    # -- what happens

    def _dealt(self, action: DealtCard) -> Iterator[Signal]:
        seat = self._match.game.dealer
        if not action.put:
            yield from self._taken(seat, [one for one in self._lying if one.card == action.card][-1:])
            return
        yield from self._put(RestingCard(action.card, self._free(), self._rng.uniform(0, 360)), seat)

    def _played(self, action: PlayedCard) -> Iterator[Signal]:
        taken = [one for one in self._lying if one.due_ms is None and one.card.rank in action.took]
        card = self._placed(action, [one for one in taken if one.card.rank == action.card.rank])
        yield from self._put(card, action.seat)
        if action.leaves:
            due_ms = self._now_ms + self._rng.randint(300, 1900)
            for one in (*taken, card):
                one.due_ms, one.seat = due_ms, action.seat

    def _placed(self, action: PlayedCard, equal: list[RestingCard]) -> RestingCard:
        angle = self._rng.uniform(0, 360)
        if not equal or self._rng.random() >= UPON:
            return RestingCard(action.card, self._free(), angle)
        below = equal[0]
        hidden = self._rng.random() < 0.5 and below.card != action.card
        away, towards = self._rng.uniform(*(SQUARE_MM if hidden else ASLANT_MM)), self._rng.uniform(0, math.tau)
        centre = (below.centre[0] + away * math.cos(towards), below.centre[1] + away * math.sin(towards))
        card = RestingCard(action.card, centre, angle)
        below.under = card if hidden else None
        return card

    def _put(self, card: RestingCard, seat: int) -> Iterator[Signal]:
        """A hand comes, lays the card and goes; the card may be seen under it."""
        arm = _arm(self._seat(seat), card.centre)
        self._tick(self._rng.randint(100, 250))
        yield self._look(arm)
        self._lying.append(card)
        if self._rng.random() < 0.6:
            self._tick(self._rng.randint(100, 250))
            yield self._look(arm, shows=card if self._rng.random() < 0.6 else None)
        yield from self._still(self._rng.choice((2, 3)))

    def _collected(self, due_ms: int) -> Iterator[Signal]:
        taken = [one for one in self._lying if one.due_ms is not None and one.due_ms <= due_ms]
        yield from self._taken(taken[0].seat, taken)

    def _taken(self, seat: int, cards: list[RestingCard]) -> Iterator[Signal]:
        self._tick(self._rng.randint(60, 200))
        if cards:
            yield self._look(_arm(self._seat(seat), cards[0].centre))
        self._lying = [one for one in self._lying if one not in cards]
        for one in self._lying:
            one.under = None if one.under in cards else one.under
        yield from self._still(2)

    def _cleared(self) -> Iterator[Signal]:
        """All is gathered, and the cards are shuffled for a while."""
        yield from self._pause(800, 2500)
        yield from self._taken(self._match.game.dealer, list(self._lying))
        self._tick(2300)
        yield self._look()
        self._tick(self._rng.randint(4000, 9000))

    # -- what is seen

    def _free(self) -> Point:
        """A place where nothing lies, nor has anything lain a moment ago."""
        free = [spot for spot in SPOTS if all(distance(spot, one.centre) > 130 for one in self._lying)]
        x, y = self._rng.choice(free)
        return (x + self._rng.uniform(-WANDER_MM, WANDER_MM), y + self._rng.uniform(-WANDER_MM, WANDER_MM))

    def _seat(self, seat: int) -> Point:
        angle = math.tau * seat / self._match.game.players
        return (MIDDLE[0] + HALF_TABLE_MM * math.cos(angle), MIDDLE[1] + HALF_TABLE_MM * math.sin(angle))

    def _look(self, arm: tuple[Point, ...] = (), shows: RestingCard | None = None) -> TableObservation:
        cards = [one for one in self._lying if one is shows or (one.under is None and not _hidden(one, arm))]
        covers = (arm,) if arm else ()
        return TableObservation(self._tick(0), tuple(map(_seen, cards)), bool(arm), covers=covers)


def _hidden(card: RestingCard, arm: tuple[Point, ...]) -> bool:
    return bool(arm) and reaches(arm, card.centre, HIDES_MM)


def _arm(seat: Point, reach: Point) -> tuple[Point, ...]:
    """The outline of an arm that reaches from a seat to a point."""
    away = distance(seat, reach) or 1.0
    x, y = (reach[0] - seat[0]) / away * ARM_MM, (reach[1] - seat[1]) / away * ARM_MM
    return (
        (seat[0] - y, seat[1] + x),
        (reach[0] - y, reach[1] + x),
        (reach[0] + y, reach[1] - x),
        (seat[0] + y, seat[1] - x),
    )


def _seen(card: RestingCard) -> SeenCard:
    return SeenCard(_corners(card), ((card.card, FULL_VIEW_CONFIDENCE), (Unnamed.UNKNOWN, 1 - FULL_VIEW_CONFIDENCE)))


def _corners(card: RestingCard) -> tuple[Point, Point, Point, Point]:
    turn = math.radians(card.angle_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    (x, y), w, h = card.centre, CARD_MM[0] / 2, CARD_MM[1] / 2
    a, b, c, d = ((x + u * cos - v * sin, y + u * sin + v * cos) for u, v in ((-w, -h), (w, -h), (w, h), (-w, h)))
    return (a, b, c, d)
