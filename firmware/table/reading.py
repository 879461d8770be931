"""One way to understand all that was seen: a game, and which card is taken to lie at which place.

A reading is frozen; each function gives a new one, or ``None`` where the rules forbid it. ``base`` is the log odds of
what was decided once (how many plays, how many of them unseen); what depends on the places as they are now is added
by :mod:`firmware.table.odds`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from firmware.cards import Card
from firmware.rules.errors import IllegalLayoutError, IllegalPlayError
from firmware.rules.game import Game
from firmware.rules.play import Play
from firmware.table.belief import Place
from firmware.table.places import Places


@dataclass(frozen=True, slots=True)
class Layout:
    """The four cards that open a deal, in the order in which they came to lie."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One fact of the story: a layout or a play.

    Attributes:
        t_ms: when the card (the last card of the layout) came to lie still.
        places: where; empty for a card that was never seen.
        cost: log odds of the step itself, zero or less.
    """

    t_ms: int
    places: tuple[int, ...]
    action: Layout | Play
    cost: float = 0.0

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that it brought to the table."""
        return self.action.cards if isinstance(self.action, Layout) else (self.action.card,)


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole understanding of the session so far.

    Attributes:
        game: the game after ``steps``; never changed, forked.
        origin: the game before the present deal was laid.
        steps: what happened in the present deal; ``past`` holds the deals before.
        named: what each place of this deal is taken for; ``None`` for something that was no play.
        taken: since when each captured card should be gone, milliseconds.
        stale: places of earlier deals.
        base: log odds of all that cannot change any more.
        key: a hash of what the story tells, deals before included: equal stories have equal keys.
        origin_key: the same before the present deal.
    """

    game: Game
    origin: Game
    steps: tuple[Step, ...] = ()
    past: tuple[tuple[Step, ...], ...] = ()
    named: Mapping[int, Card | None] = field(default_factory=dict)
    taken: Mapping[Card, int] = field(default_factory=dict)
    stale: frozenset[int] = frozenset()
    base: float = 0.0
    key: int = 0
    origin_key: int = 0

    @property
    def story(self) -> tuple[Step, ...]:
        """Every step since the session began."""
        return (*(step for deal in self.past for step in deal), *self.steps)

    def trails(self, places: Places) -> dict[Card, list[Place]]:
        """Where each card of this deal was seen, the last place last; a card pushed or found twice has several."""
        named = [(places[place_id], card) for place_id, card in self.named.items() if card is not None]
        trails: dict[Card, list[Place]] = {}
        for place, card in sorted(named, key=lambda pair: (pair[0].seen_ms, pair[0].id)):
            trails.setdefault(card, []).append(place)
        return trails

    def spots(self, places: Places) -> dict[Card, Place]:
        """Where each card of this deal was last seen."""
        return {card: trail[-1] for card, trail in self.trails(places).items()}

    @property
    def told(self) -> set[Card]:
        """The cards that have been laid or played in this deal."""
        return {card for step in self.steps for card in step.cards}

    def is_loose(self, place: Place) -> bool:
        """Whether this reading has not yet said what lies at ``place``."""
        return place.id not in self.named and place.id not in self.stale


def begin(game: Game) -> Reading:
    """The reading of a table on which nothing has been laid yet."""
    return Reading(game, game)


def lay(reading: Reading, places: Sequence[Place], cards: Sequence[Card], frozen: float) -> Reading | None:
    """The next deal begins with ``cards`` at ``places``; ``frozen`` is what the deal before weighed in the end."""
    game = reading.game.fork()
    try:
        game.lay(cards)
    except (IllegalLayoutError, IllegalPlayError):
        return None
    step = Step(max(place.born_ms for place in places), tuple(place.id for place in places), Layout(tuple(cards)))
    return Reading(
        game,
        origin=reading.game,
        steps=(step,),
        past=(*reading.past, reading.steps) if reading.steps else reading.past,
        named=dict(zip(step.places, cards, strict=True)),
        stale=reading.stale | reading.named.keys(),
        base=frozen,
        key=hash((reading.key, step.action)),
        origin_key=reading.key,
    )


def play(reading: Reading, card: Card, t_ms: int, places: tuple[int, ...], cost: float) -> Reading | None:
    """The seat in turn plays ``card``, which came to lie at ``places`` (none: it was never seen)."""
    seat = reading.game.turn
    if seat is None:
        return None
    return _apply(reading, Step(t_ms, places, Play(seat, card), cost))


def name(reading: Reading, place: Place, card: Card | None) -> Reading:
    """What lies at ``place`` is ``card``, known already and moved there; or ``None``, nothing that counts."""
    named = {**reading.named, place.id: card}
    return replace(reading, named=named)


def rewrite(reading: Reading, steps: Sequence[Step]) -> Reading | None:
    """The same deal told with other steps: a card renamed, a play put in before another one.

    What lies at a place that is told no more, or is another place of a card that is told no more, was nothing.
    """
    told = {place for step in reading.steps for place in step.places}
    cards = {card for step in steps for card in step.cards}
    beside = {place: card if card in cards and place not in told else None for place, card in reading.named.items()}
    fresh: Reading | None = replace(
        reading, game=reading.origin, steps=(), named=beside, taken={}, key=reading.origin_key
    )
    for step in steps:
        fresh = fresh and _apply(fresh, step)
    return fresh


def _apply(reading: Reading, step: Step) -> Reading | None:
    game = reading.game.fork()
    try:
        seat = reading.game.turn
        cards = _enact(game, step, seat)
    except (IllegalLayoutError, IllegalPlayError):
        return None
    gone = (set(reading.game.table) | set(cards)) - set(game.table)
    if seat is not None:
        step = replace(step, action=Play(seat, cards[0]))
    return replace(
        reading,
        game=game,
        steps=(*reading.steps, step),
        key=hash((reading.key, step.action)),
        named={**reading.named, **dict(zip(step.places, cards, strict=False))},
        taken={**reading.taken, **dict.fromkeys(sorted(gone, key=str), step.t_ms)},
    )


def _enact(game: Game, step: Step, seat: int | None) -> tuple[Card, ...]:
    """Lay or play; a play goes to the seat in turn, which a step put in before it may have changed."""
    if isinstance(step.action, Layout):
        game.lay(step.action.cards)
        return step.action.cards
    if seat is None:
        raise IllegalPlayError("a play after the deal is over")
    game.apply(Play(seat, step.action.card))
    return (step.action.card,)
