"""One way to understand all that was seen: a game, and which card is taken to lie at which place.

A reading is frozen; each function gives a new one, or ``None`` where the rules forbid it. ``base`` is the log odds of
what was decided once (how many plays, how many of them unseen); what depends on the places as they are now is added
by :mod:`firmware.decoding.likelihood`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from firmware.cards import Card
from firmware.decoding.history import Chapter, Entry, Heard, Layout, State, Step, Taken
from firmware.decoding.pieces import brought, known_by, named_by, pieces_of, spent
from firmware.decoding.sayings import is_late
from firmware.decoding.transition import hear_out, tell
from firmware.rules.game import Game
from firmware.rules.play import Play
from firmware.signals import Point
from firmware.tracking.track import Place
from firmware.tracking.tracker import Places


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole understanding of the session so far.

    Attributes:
        game: the game after ``steps``; never changed, forked.
        origin: the game before the present deal was laid.
        steps: what happened in the present deal; ``past`` holds the deals before.
        record: these steps and what was said between them, with what the rules made of it.
        heard: what was said in this deal; ``waiting`` is the part of it that waits for the layout.
        named: what each place of this deal is taken for; ``None`` for something that was no play.
        stale: places of earlier deals.
        steps_before, entries_before: how many steps and entries ``past`` holds: an evening has many deals.
        seated: where each seat's hands came from in the deals before, see :mod:`firmware.decoding.seating`.
        base: log odds of all that cannot change any more.
        origin_key, origin_mark: as of the last entry before the present deal.
        lenient: a person has put this deal right: steps that the rules forbid stay in the story and count nothing.
    """

    game: Game
    origin: Game
    steps: tuple[Step, ...] = ()
    past: tuple[Chapter, ...] = ()
    record: tuple[Entry, ...] = ()
    heard: tuple[Heard, ...] = ()
    waiting: tuple[Heard, ...] = ()
    named: Mapping[int, Card | None] = field(default_factory=dict)
    stale: frozenset[int] = frozenset()
    seated: Mapping[int, Point] = field(default_factory=dict)
    base: float = 0.0
    origin_key: int = 0
    origin_mark: int = 0
    lenient: bool = False
    steps_before: int = 0
    entries_before: int = 0
    _whereabouts: dict[Card, tuple[int, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def state(self) -> State:
        """How things stand now."""
        return self.record[-1] if self.record else State(self.origin, self.origin_key, self.origin_mark)

    @property
    def key(self) -> int:
        """A hash of what the story tells: equal stories have equal keys."""
        return self.record[-1].key if self.record else self.origin_key

    @property
    def mark(self) -> int:
        """The same of what counts."""
        return self.record[-1].mark if self.record else self.origin_mark

    @property
    def taken(self) -> Mapping[Card, Taken]:
        """The captured cards of this deal, and by whom and since when each should be gone."""
        return self.state.taken

    @property
    def captures(self) -> Mapping[Taken, tuple[Card, ...]]:
        """The captures of this deal, and the cards of each, with the one that took them."""
        return self.state.captures

    @property
    def refused(self) -> int:
        """How often in this deal somebody said what he could not say then."""
        return self.state.refused

    @property
    def story(self) -> tuple[Step, ...]:
        """Every step since the session began."""
        return (*(step for deal in self.past for step in deal.steps), *self.steps)

    def trails(self, places: Places) -> dict[Card, list[Place]]:
        """Where each card of this deal was seen, the last place last; a card pushed or found twice has several."""
        return {card: trail_of(ids, places) for card, ids in self.whereabouts.items()}

    @property
    def whereabouts(self) -> Mapping[Card, tuple[int, ...]]:
        """The places of each card of this deal."""
        if not self._whereabouts:
            for place_id, card in self.named.items():
                if card is not None:
                    self._whereabouts[card] = (*self._whereabouts.get(card, ()), place_id)
        return self._whereabouts

    @property
    def idle(self) -> list[int]:
        """The places that are taken for nothing that counts."""
        return [place_id for place_id, card in self.named.items() if card is None]

    def collected(self, places: Places) -> list[tuple[Taken, tuple[int, ...]]]:
        """The captures of this deal, and where those cards of each were seen last that were seen."""
        known = self.whereabouts
        return [
            (taken, tuple([places.latest(known[card]) for card in cards if card in known]))
            for taken, cards in self.captures.items()
        ]

    def spots(self, places: Places) -> Mapping[Card, Place]:
        """Where each card of this deal was last seen; many ask it of the same places."""
        known = places.spots.get(id(self))
        if known is None or known[0] is not self:  # of a referee read back the numbers are those of another process
            spots = {card: places[places.latest(ids)] for card, ids in self.whereabouts.items()}
            known = places.spots[id(self)] = (self, spots)
        return known[1]

    @property
    def packs(self) -> int:
        """How many cards of each face there are."""
        return self.game.ruleset.packs

    @property
    def told(self) -> set[Card]:
        """The cards that have been laid or played in this deal, as often as there are any."""
        return spent((card for step in self.steps for card in step.cards), self.packs)

    @property
    def lying(self) -> tuple[Card, ...]:
        """The pieces of this deal that lie open by the rules."""
        return self.state.lying

    def may_be(self, face: Card) -> bool:
        """Whether a place that is not named yet may show ``face``: some piece of it lies at no place."""
        return not all(piece in self.named.values() for piece in pieces_of(face)[: self.packs])

    def is_loose(self, place: Place) -> bool:
        """Whether this reading has not yet said what lies at ``place``."""
        return place.id not in self.named and place.id not in self.stale


def trail_of(ids: Sequence[int], places: Places) -> list[Place]:
    """These places, the one last seen last."""
    trail = [places[place_id] for place_id in ids]
    return trail if len(trail) == 1 else sorted(trail, key=lambda place: (place.seen_ms, place.id))


def begin(game: Game) -> Reading:
    """The reading of a table on which nothing has been laid yet; where nothing is to be laid, the deal is open."""
    fresh = Reading(game, game)
    return fresh if game.ruleset.table_cards else lay(fresh, (), (), 0.0) or fresh


def lay(
    reading: Reading, places: Sequence[Place], cards: Sequence[Card], frozen: float, *, t_ms: int = 0
) -> Reading | None:
    """The next deal begins with ``cards`` at ``places``; ``frozen`` is what the deal before weighed in the end.

    ``t_ms``: when, at the earliest; where no cards are laid nothing else tells.
    """
    t_ms = max((place.born_ms for place in places), default=t_ms)
    step = Step(t_ms, tuple(place.id for place in places), Layout(tuple(cards)))
    laid = _continued(replace(following(reading), base=frozen), (step,))
    return laid and _listened(laid)


def following(reading: Reading) -> Reading:
    """The reading before its next deal, nothing of which is told yet."""
    before = reading.steps_before, reading.entries_before
    over = Chapter(reading.origin, reading.steps, reading.record, reading.heard, *before)
    return Reading(
        reading.game,
        origin=reading.game,
        past=(*reading.past, over) if reading.record else reading.past,
        heard=reading.waiting,
        waiting=reading.waiting,
        stale=reading.stale | reading.named.keys(),
        seated=reading.seated,
        origin_key=reading.key,
        origin_mark=reading.mark,
        steps_before=reading.steps_before + len(reading.steps),
        entries_before=reading.entries_before + len(reading.record),
    )


def play(reading: Reading, card: Card, t_ms: int, places: tuple[int, ...], cost: float) -> Reading | None:
    """The seat in turn plays ``card``, which came to lie at ``places`` (none: it was never seen)."""
    seat = reading.game.turn
    if seat is None:
        return None
    step = Step(t_ms, places, Play(seat, card), cost)
    if reading.record and isinstance(last := reading.record[-1].fact, Heard) and last.t_ms >= t_ms:
        return rewrite(reading, (*reading.steps, step))  # it was said after the card came to lie
    return _continued(reading, (step,), lenient=False)


def name(reading: Reading, place: Place, card: Card | None) -> Reading:
    """What lies at ``place`` is ``card``, known already and moved there; or ``None``, nothing that counts."""
    named = {**reading.named, place.id: card}
    return replace(reading, named=named)


def hear(reading: Reading, heard: Heard) -> Reading:
    """Somebody said something: it counts from when it was said, an announcement even before a card just played."""
    added = replace(reading, heard=(*reading.heard, heard))
    if is_late(reading.game, reading.steps, heard) and (told := rewrite(added, added.steps, whole=True)):
        return told
    return _listened(replace(added, waiting=(*added.waiting, heard)))


def rewrite(reading: Reading, steps: Sequence[Step], *, whole: bool = False) -> Reading | None:
    """The same deal told with other steps: a card renamed, a play put in before another one.

    What lies at a place that is told no more, or is another place of a card that is told no more, was nothing.

    Args:
        reading: the story so far.
        steps: the steps to tell instead; those that are the same from the beginning keep what the rules made of them.
        whole: tell everything again, since something else was said.
    """
    kept = () if whole else _kept(reading.record, steps)
    same = sum(isinstance(entry.fact, Step) for entry in kept)
    heard = [entry.fact for entry in kept if isinstance(entry.fact, Heard)]
    fresh = replace(
        reading,
        game=kept[-1].game if kept else reading.origin,
        steps=tuple(steps[:same]),
        record=kept,
        named=beside(reading, steps) | dict(named_by(steps[:same], reading.packs)),
        waiting=tuple(one for one in reading.heard if one not in heard),
    )
    told = _continued(fresh, steps[same:])
    return told and _listened(told)


def _kept(record: tuple[Entry, ...], steps: Sequence[Step]) -> tuple[Entry, ...]:
    """The beginning of a record that tells the same steps."""
    count = end = 0
    for index, entry in enumerate(record, 1):
        if isinstance(entry.fact, Heard):
            continue  # said behind the last step that stays: it may come after one that is new
        if count == len(steps) or entry.fact is not steps[count]:
            break
        count, end = count + 1, index
    return record[:end]


def beside(reading: Reading, steps: Sequence[Step]) -> dict[int, Card | None]:
    """What the places are that other steps do not speak of: what moved stays the card that it was, if it is told."""
    told = {place for step in reading.steps for place in step.places}
    pieces = known_by(steps, reading.packs)
    return {place: card if card in pieces and place not in told else None for place, card in reading.named.items()}


def _continued(reading: Reading, steps: Sequence[Step], *, lenient: bool | None = None) -> Reading | None:
    """The reading after more steps; ``lenient``: as the reading is, unless told otherwise."""
    lenient = reading.lenient if lenient is None else lenient
    told = tell(reading.state, steps, reading.waiting, reading.packs, lenient=lenient)
    return told and _with(reading, *told)


def _listened(reading: Reading) -> Reading:
    """All that was said is told to the rules, but for what has to wait."""
    return _with(reading, *hear_out(reading.state, reading.waiting)) if reading.waiting else reading


def _with(reading: Reading, entries: Sequence[Entry], waiting: tuple[Heard, ...]) -> Reading:
    """The reading after these were told."""
    if not entries:
        return reading
    steps, state, named = [], reading.state, dict(reading.named)
    for entry in entries:
        if isinstance(entry.fact, Step):
            steps.append(entry.fact)
            pieces = brought(entry.fact, (state.lying, state.taken), reading.packs) if entry.fact.places else ()
            named.update(zip(entry.fact.places, pieces, strict=False))
        state = entry
    return replace(
        reading,
        game=entries[-1].game,
        steps=(*reading.steps, *steps),
        record=(*reading.record, *entries),
        named=named,
        waiting=waiting,
    )
