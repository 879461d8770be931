"""One way to understand all that was seen: a game, and which card is taken to lie at which place.

A reading is frozen; each function gives a new one, or ``None`` where the rules forbid it. ``base`` is the log odds of
what was decided once (how many plays, how many of them unseen); what depends on the places as they are now is added
by :mod:`firmware.decoding.likelihood`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from firmware.cards import Card
from firmware.decoding.history import Capture, DealHistory, HistoryEntry, HistoryState, Layout, Step, TimedSaying
from firmware.decoding.pieces import assigned_by, pieces_brought, pieces_in, pieces_of, used_up
from firmware.decoding.sayings import is_late
from firmware.decoding.transition import apply_sayings, apply_steps
from firmware.rules.game import Game
from firmware.rules.play import Play
from firmware.signals import Point
from firmware.tracking.track import Track
from firmware.tracking.tracker import Tracker


@dataclass(frozen=True, slots=True)
class Hypothesis:
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
    past: tuple[DealHistory, ...] = ()
    entries: tuple[HistoryEntry, ...] = ()
    sayings: tuple[TimedSaying, ...] = ()
    waiting: tuple[TimedSaying, ...] = ()
    assignment: Mapping[int, Card | None] = field(default_factory=dict)
    past_tracks: frozenset[int] = frozenset()
    seat_directions: Mapping[int, Point] = field(default_factory=dict)
    base: float = 0.0
    origin_key: int = 0
    origin_rank_key: int = 0
    lenient: bool = False
    steps_before: int = 0
    entries_before: int = 0
    _tracks_by_card: dict[Card, tuple[int, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def state(self) -> HistoryState:
        """How things stand now."""
        return self.entries[-1] if self.entries else HistoryState(self.origin, self.origin_key, self.origin_rank_key)

    @property
    def key(self) -> int:
        """A hash of what the story tells: equal stories have equal keys."""
        return self.entries[-1].key if self.entries else self.origin_key

    @property
    def rank_key(self) -> int:
        """The same of what counts."""
        return self.entries[-1].rank_key if self.entries else self.origin_rank_key

    @property
    def captured(self) -> Mapping[Card, Capture]:
        """The captured cards of this deal, and by whom and since when each should be gone."""
        return self.state.captured

    @property
    def captures(self) -> Mapping[Capture, tuple[Card, ...]]:
        """The captures of this deal, and the cards of each, with the one that took them."""
        return self.state.captures

    @property
    def refused_sayings(self) -> int:
        """How often in this deal somebody said what he could not say then."""
        return self.state.refused_sayings

    @property
    def history(self) -> tuple[Step, ...]:
        """Every step since the session began."""
        return (*(step for deal in self.past for step in deal.steps), *self.steps)

    def trails(self, tracker: Tracker) -> dict[Card, list[Track]]:
        """Where each card of this deal was seen, the last place last; a card pushed or found twice has several."""
        return {card: trail_of(ids, tracker) for card, ids in self.tracks_by_card.items()}

    @property
    def tracks_by_card(self) -> Mapping[Card, tuple[int, ...]]:
        """The places of each card of this deal."""
        if not self._tracks_by_card:
            for track_id, card in self.assignment.items():
                if card is not None:
                    self._tracks_by_card[card] = (*self._tracks_by_card.get(card, ()), track_id)
        return self._tracks_by_card

    @property
    def clutter(self) -> list[int]:
        """The places that are taken for nothing that counts."""
        return [track_id for track_id, card in self.assignment.items() if card is None]

    def capture_tracks(self, tracker: Tracker) -> list[tuple[Capture, tuple[int, ...]]]:
        """The captures of this deal, and where those cards of each were seen last that were seen."""
        known = self.tracks_by_card
        return [
            (taken, tuple([tracker.latest(known[card]) for card in cards if card in known]))
            for taken, cards in self.captures.items()
        ]

    def last_tracks(self, tracker: Tracker) -> Mapping[Card, Track]:
        """Where each card of this deal was last seen; many ask it of the same places."""
        known = tracker.last_track_cache.get(id(self))
        if known is None or known[0] is not self:  # of a referee read back the numbers are those of another process
            spots = {card: tracker[tracker.latest(ids)] for card, ids in self.tracks_by_card.items()}
            known = tracker.last_track_cache[id(self)] = (self, spots)
        return known[1]

    @property
    def packs(self) -> int:
        """How many cards of each face there are."""
        return self.game.ruleset.packs

    @property
    def used_faces(self) -> set[Card]:
        """The cards that have been laid or played in this deal, as often as there are any."""
        return used_up((card for step in self.steps for card in step.cards), self.packs)

    @property
    def on_table(self) -> tuple[Card, ...]:
        """The pieces of this deal that lie open by the rules."""
        return self.state.on_table

    def has_free_piece(self, face: Card) -> bool:
        """Whether a place that is not named yet may show ``face``: some piece of it lies at no place."""
        return not all(piece in self.assignment.values() for piece in pieces_of(face)[: self.packs])

    def is_unassigned(self, track: Track) -> bool:
        """Whether this reading has not yet said what lies at ``place``."""
        return track.id not in self.assignment and track.id not in self.past_tracks


def trail_of(ids: Sequence[int], tracker: Tracker) -> list[Track]:
    """These places, the one last seen last."""
    trail = [tracker[track_id] for track_id in ids]
    return trail if len(trail) == 1 else sorted(trail, key=lambda track: (track.seen_ms, track.id))


def initial_hypothesis(game: Game) -> Hypothesis:
    """The reading of a table on which nothing has been laid yet; where nothing is to be laid, the deal is open."""
    fresh = Hypothesis(game, game)
    return fresh if game.ruleset.table_cards else open_deal(fresh, (), (), 0.0) or fresh


def open_deal(
    hypothesis: Hypothesis, tracks: Sequence[Track], cards: Sequence[Card], frozen: float, *, t_ms: int = 0
) -> Hypothesis | None:
    """The next deal begins with ``cards`` at ``places``; ``frozen`` is what the deal before weighed in the end.

    ``t_ms``: when, at the earliest; where no cards are laid nothing else tells.
    """
    t_ms = max((track.born_ms for track in tracks), default=t_ms)
    step = Step(t_ms, tuple(track.id for track in tracks), Layout(tuple(cards)))
    laid = _extended(replace(next_deal(hypothesis), base=frozen), (step,))
    return laid and _with_sayings(laid)


def next_deal(hypothesis: Hypothesis) -> Hypothesis:
    """The reading before its next deal, nothing of which is told yet."""
    before = hypothesis.steps_before, hypothesis.entries_before
    over = DealHistory(hypothesis.origin, hypothesis.steps, hypothesis.entries, hypothesis.sayings, *before)
    return Hypothesis(
        hypothesis.game,
        origin=hypothesis.game,
        past=(*hypothesis.past, over) if hypothesis.entries else hypothesis.past,
        sayings=hypothesis.waiting,
        waiting=hypothesis.waiting,
        past_tracks=hypothesis.past_tracks | hypothesis.assignment.keys(),
        seat_directions=hypothesis.seat_directions,
        origin_key=hypothesis.key,
        origin_rank_key=hypothesis.rank_key,
        steps_before=hypothesis.steps_before + len(hypothesis.steps),
        entries_before=hypothesis.entries_before + len(hypothesis.entries),
    )


def add_play(hypothesis: Hypothesis, card: Card, t_ms: int, tracks: tuple[int, ...], cost: float) -> Hypothesis | None:
    """The seat in turn plays ``card``, which came to lie at ``places`` (none: it was never seen)."""
    seat = hypothesis.game.turn
    if seat is None:
        return None
    step = Step(t_ms, tracks, Play(seat, card), cost)
    if hypothesis.entries and isinstance(last := hypothesis.entries[-1].fact, TimedSaying) and last.t_ms >= t_ms:
        return rewrite(hypothesis, (*hypothesis.steps, step))  # it was said after the card came to lie
    return _extended(hypothesis, (step,), lenient=False)


def assign(hypothesis: Hypothesis, track: Track, card: Card | None) -> Hypothesis:
    """What lies at ``place`` is ``card``, known already and moved there; or ``None``, nothing that counts."""
    named = {**hypothesis.assignment, track.id: card}
    return replace(hypothesis, assignment=named)


def add_saying(hypothesis: Hypothesis, heard: TimedSaying) -> Hypothesis:
    """Somebody said something: it counts from when it was said, an announcement even before a card just played."""
    added = replace(hypothesis, sayings=(*hypothesis.sayings, heard))
    if is_late(hypothesis.game, hypothesis.steps, heard) and (told := rewrite(added, added.steps, whole=True)):
        return told
    return _with_sayings(replace(added, waiting=(*added.waiting, heard)))


def rewrite(hypothesis: Hypothesis, steps: Sequence[Step], *, whole: bool = False) -> Hypothesis | None:
    """The same deal told with other steps: a card renamed, a play put in before another one.

    What lies at a place that is told no more, or is another place of a card that is told no more, was nothing.

    Args:
        hypothesis: the story so far.
        steps: the steps to tell instead; those that are the same from the beginning keep what the rules made of them.
        whole: tell everything again, since something else was said.
    """
    kept = () if whole else _shared_prefix(hypothesis.entries, steps)
    same = sum(isinstance(entry.fact, Step) for entry in kept)
    heard = [entry.fact for entry in kept if isinstance(entry.fact, TimedSaying)]
    fresh = replace(
        hypothesis,
        game=kept[-1].game if kept else hypothesis.origin,
        steps=tuple(steps[:same]),
        entries=kept,
        assignment=carried_assignment(hypothesis, steps) | dict(assigned_by(steps[:same], hypothesis.packs)),
        waiting=tuple(one for one in hypothesis.sayings if one not in heard),
    )
    told = _extended(fresh, steps[same:])
    return told and _with_sayings(told)


def _shared_prefix(record: tuple[HistoryEntry, ...], steps: Sequence[Step]) -> tuple[HistoryEntry, ...]:
    """The beginning of a record that tells the same steps."""
    count = end = 0
    for index, entry in enumerate(record, 1):
        if isinstance(entry.fact, TimedSaying):
            continue  # said behind the last step that stays: it may come after one that is new
        if count == len(steps) or entry.fact is not steps[count]:
            break
        count, end = count + 1, index
    return record[:end]


def carried_assignment(hypothesis: Hypothesis, steps: Sequence[Step]) -> dict[int, Card | None]:
    """What the places are that other steps do not speak of: what moved stays the card that it was, if it is told."""
    told = {track for step in hypothesis.steps for track in step.track_ids}
    pieces = pieces_in(steps, hypothesis.packs)
    return {
        track: card if card in pieces and track not in told else None for track, card in hypothesis.assignment.items()
    }


def _extended(hypothesis: Hypothesis, steps: Sequence[Step], *, lenient: bool | None = None) -> Hypothesis | None:
    """The reading after more steps; ``lenient``: as the reading is, unless told otherwise."""
    lenient = hypothesis.lenient if lenient is None else lenient
    told = apply_steps(hypothesis.state, steps, hypothesis.waiting, hypothesis.packs, lenient=lenient)
    return told and _appended(hypothesis, *told)


def _with_sayings(hypothesis: Hypothesis) -> Hypothesis:
    """All that was said is told to the rules, but for what has to wait."""
    return (
        _appended(hypothesis, *apply_sayings(hypothesis.state, hypothesis.waiting))
        if hypothesis.waiting
        else hypothesis
    )


def _appended(hypothesis: Hypothesis, entries: Sequence[HistoryEntry], waiting: tuple[TimedSaying, ...]) -> Hypothesis:
    """The reading after these were told."""
    if not entries:
        return hypothesis
    steps, state, named = [], hypothesis.state, dict(hypothesis.assignment)
    for entry in entries:
        if isinstance(entry.fact, Step):
            steps.append(entry.fact)
            pieces = (
                pieces_brought(entry.fact, (state.on_table, state.captured), hypothesis.packs)
                if entry.fact.track_ids
                else ()
            )
            named.update(zip(entry.fact.track_ids, pieces, strict=False))
        state = entry
    return replace(
        hypothesis,
        game=entries[-1].game,
        steps=(*hypothesis.steps, *steps),
        entries=(*hypothesis.entries, *entries),
        assignment=named,
        waiting=waiting,
    )
