"""A hypothesis: one way to understand all that was seen, as a whole legal game, with tracks assigned to its cards.

A hypothesis is frozen; each function gives a new one, or ``None`` where the rules forbid it. ``base`` is the
log-likelihood of what was decided once (how many plays, how many of them unseen); what depends on the tracks as they
are now is added by :mod:`firmware.decoding.likelihood`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from firmware.cards import Card
from firmware.decoding.history import Capture, DealHistory, HistoryEntry, HistoryState, Layout, Step, TimedSaying
from firmware.decoding.pieces import assigned_by, pieces_brought, pieces_in, pieces_with_face, used_up
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
        entries: these steps and what was said between them, with what the rules made of it.
        sayings: what was said in this deal; ``waiting`` is the part of it that waits for the layout.
        assignment: the card of each track of this deal; ``None`` for clutter.
        past_tracks: tracks of earlier deals.
        seat_directions: where each seat's hands came from in the deals before, see :mod:`firmware.decoding.seating`.
        base: log-likelihood of all that cannot change any more.
        origin_key, origin_rank_key: as of the last entry before the present deal.
        lenient: a person has put this deal right: steps that the rules forbid stay in the history and count nothing.
        steps_before, entries_before: how many steps and entries ``past`` holds: an evening has many deals.
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
    def deal(self) -> DealHistory:
        """The history of the present deal."""
        before = self.steps_before, self.entries_before
        return DealHistory(self.origin, self.steps, self.entries, self.sayings, *before)

    @property
    def state(self) -> HistoryState:
        """How things stand now."""
        return self.entries[-1] if self.entries else HistoryState(self.origin, self.origin_key, self.origin_rank_key)

    @property
    def key(self) -> int:
        """A hash of the history: equal histories have equal keys."""
        return self.entries[-1].key if self.entries else self.origin_key

    @property
    def rank_key(self) -> int:
        """A hash of what counts of the history, see :class:`~firmware.decoding.history.HistoryState`."""
        return self.entries[-1].rank_key if self.entries else self.origin_rank_key

    @property
    def captured(self) -> Mapping[Card, Capture]:
        """The captured cards of this deal, and by whom and since when each should be gone."""
        return self.state.captured

    @property
    def history(self) -> tuple[Step, ...]:
        """Every step since the session began."""
        return (*(step for deal in self.past for step in deal.steps), *self.steps)

    def trails(self, tracker: Tracker) -> dict[Card, list[Track]]:
        """The tracks of each card of this deal, the one last seen last; a card pushed or found twice has several."""
        return {card: trail_of(ids, tracker) for card, ids in self.tracks_by_card.items()}

    @property
    def tracks_by_card(self) -> Mapping[Card, tuple[int, ...]]:
        """The numbers of the tracks of each card of this deal."""
        if not self._tracks_by_card:
            for track_id, card in self.assignment.items():
                if card is not None:
                    self._tracks_by_card[card] = (*self._tracks_by_card.get(card, ()), track_id)
        return self._tracks_by_card

    @property
    def clutter(self) -> list[int]:
        """The numbers of the tracks that are taken for clutter."""
        return [track_id for track_id, card in self.assignment.items() if card is None]

    def capture_tracks(self, tracker: Tracker) -> list[tuple[Capture, tuple[int, ...]]]:
        """The captures of this deal, and the numbers of the last tracks of those cards of each that were seen."""
        known, captures = self.tracks_by_card, self.state.captures.items()
        seen = ((capture, [known[card] for card in cards if card in known]) for capture, cards in captures)
        return [(one, tuple([ids[0] if len(ids) == 1 else tracker.latest(ids) for ids in all_])) for one, all_ in seen]

    def last_tracks(self, tracker: Tracker) -> Mapping[Card, Track]:
        """The track at which each card of this deal was seen last; many ask it of the same tracks."""
        known = tracker.last_track_cache.get(id(self))
        if known is None or known[0] is not self:  # of a referee read back the numbers are those of another process
            last = {card: tracker[tracker.latest(ids)] for card, ids in self.tracks_by_card.items()}
            known = tracker.last_track_cache[id(self)] = (self, last)
        return known[1]

    @property
    def packs(self) -> int:
        """How many cards of each face there are."""
        return self.game.ruleset.packs

    @property
    def used_faces(self) -> set[Card]:
        """The faces that have been laid or played in this deal, as often as there are any."""
        return used_up((card for step in self.steps for card in step.cards), self.packs)

    @property
    def on_table(self) -> tuple[Card, ...]:
        """The pieces of this deal that lie open by the rules."""
        return self.state.on_table

    def has_free_piece(self, face: Card) -> bool:
        """Whether an unassigned track may show ``face``: some piece of it has no track."""
        return not all(piece in self.assignment.values() for piece in pieces_with_face(face)[: self.packs])

    def is_unassigned(self, track: Track) -> bool:
        """Whether this hypothesis has not yet said what ``track`` is."""
        return track.id not in self.assignment and track.id not in self.past_tracks


def trail_of(ids: Sequence[int], tracker: Tracker) -> list[Track]:
    """The tracks of these numbers, the one last seen last."""
    trail = [tracker[track_id] for track_id in ids]
    return trail if len(trail) == 1 else sorted(trail, key=lambda track: (track.seen_ms, track.id))


def initial_hypothesis(game: Game) -> Hypothesis:
    """The hypothesis before anything was laid; where nothing is to be laid, the deal is open."""
    fresh = Hypothesis(game, game)
    return fresh if game.ruleset.table_cards else open_deal(fresh, (), (), 0.0) or fresh


def open_deal(
    hypothesis: Hypothesis, tracks: Sequence[Track], cards: Sequence[Card], frozen: float, *, t_ms: int = 0
) -> Hypothesis | None:
    """The next deal, which opens with a layout; ``None`` where the rules forbid it.

    Args:
        hypothesis: the hypothesis before it.
        tracks: those of the cards of the layout.
        cards: what these are taken for, in the same order.
        frozen: the log-likelihood of the deal before in the end.
        t_ms: when, at the earliest; where no cards are laid nothing else tells.
    """
    t_ms = max((track.born_ms for track in tracks), default=t_ms)
    step = Step(t_ms, tuple(track.id for track in tracks), Layout(tuple(cards)))
    laid = _extended(replace(next_deal(hypothesis), base=frozen), (step,))
    return laid and _with_sayings(laid)


def next_deal(hypothesis: Hypothesis) -> Hypothesis:
    """The hypothesis before its next deal, of which nothing is known yet."""
    return Hypothesis(
        hypothesis.game,
        origin=hypothesis.game,
        past=(*hypothesis.past, hypothesis.deal) if hypothesis.entries else hypothesis.past,
        sayings=hypothesis.waiting,
        waiting=hypothesis.waiting,
        past_tracks=hypothesis.past_tracks | hypothesis.assignment.keys(),
        seat_directions=hypothesis.seat_directions,
        origin_key=hypothesis.key,
        origin_rank_key=hypothesis.rank_key,
        steps_before=hypothesis.steps_before + len(hypothesis.steps),
        entries_before=hypothesis.entries_before + len(hypothesis.entries),
    )


def add_play(
    hypothesis: Hypothesis, card: Card, t_ms: int, track_ids: tuple[int, ...], log_likelihood: float
) -> Hypothesis | None:
    """The hypothesis after a play of the seat in turn; ``None`` where the rules forbid it.

    Args:
        hypothesis: the hypothesis before it.
        card: what was played.
        t_ms: when it came to lie still.
        track_ids: its track; empty: it was never seen.
        log_likelihood: of the play itself.
    """
    seat = hypothesis.game.turn
    if seat is None:
        return None
    step = Step(t_ms, track_ids, Play(seat, card), log_likelihood)
    if hypothesis.entries and isinstance(last := hypothesis.entries[-1].fact, TimedSaying) and last.t_ms >= t_ms:
        return rewrite(hypothesis, (*hypothesis.steps, step))  # it was said after the card came to lie
    return _extended(hypothesis, (step,), lenient=False)


def assign(hypothesis: Hypothesis, track: Track, card: Card | None) -> Hypothesis:
    """The hypothesis that takes a track for a card.

    Args:
        hypothesis: the hypothesis before it.
        track: the track.
        card: a card known already, which moved there; or ``None`` for clutter.
    """
    assignment = {**hypothesis.assignment, track.id: card}
    return replace(hypothesis, assignment=assignment)


def add_saying(hypothesis: Hypothesis, saying: TimedSaying) -> Hypothesis:
    """The hypothesis with a saying; an announcement counts even before a card that was just played."""
    added = replace(hypothesis, sayings=(*hypothesis.sayings, saying))
    if is_late(hypothesis.game, hypothesis.steps, saying) and (rewritten := rewrite(added, added.steps, whole=True)):
        return rewritten
    return _with_sayings(replace(added, waiting=(*added.waiting, saying)))


def rewrite(hypothesis: Hypothesis, steps: Sequence[Step], *, whole: bool = False) -> Hypothesis | None:
    """The hypothesis with other steps of the present deal: a card renamed, a play put in before another one.

    A track of which no step speaks any more, or that is another one of a card no longer played, is clutter.

    Args:
        hypothesis: the hypothesis so far.
        steps: the steps instead; those that are the same from the beginning keep what the rules made of them.
        whole: apply everything again, since something else was said.
    """
    kept = () if whole else _shared_prefix(hypothesis.entries, steps)
    same = sum(isinstance(entry.fact, Step) for entry in kept)
    said = [entry.fact for entry in kept if isinstance(entry.fact, TimedSaying)]
    fresh = replace(
        hypothesis,
        game=kept[-1].game if kept else hypothesis.origin,
        steps=tuple(steps[:same]),
        entries=kept,
        assignment=carried_assignment(hypothesis, steps) | dict(assigned_by(steps[:same], hypothesis.packs)),
        waiting=tuple(one for one in hypothesis.sayings if one not in said),
    )
    rewritten = _extended(fresh, steps[same:])
    return rewritten and _with_sayings(rewritten)


def _shared_prefix(entries: tuple[HistoryEntry, ...], steps: Sequence[Step]) -> tuple[HistoryEntry, ...]:
    """The beginning of the entries that has the same steps."""
    count = end = 0
    for index, entry in enumerate(entries, 1):
        if isinstance(entry.fact, TimedSaying):
            continue  # said behind the last step that stays: it may come after one that is new
        if count == len(steps) or entry.fact is not steps[count]:
            break
        count, end = count + 1, index
    return entries[:end]


def carried_assignment(hypothesis: Hypothesis, steps: Sequence[Step]) -> dict[int, Card | None]:
    """The cards of the tracks of which other steps do not speak: what moved stays what it was, if that is played."""
    own = {track_id for step in hypothesis.steps for track_id in step.track_ids}
    pieces = pieces_in(steps, hypothesis.packs)
    assignment = hypothesis.assignment.items()
    return {track_id: card if card in pieces and track_id not in own else None for track_id, card in assignment}


def _extended(hypothesis: Hypothesis, steps: Sequence[Step], *, lenient: bool | None = None) -> Hypothesis | None:
    """The hypothesis after more steps; ``lenient``: as the hypothesis is, unless said otherwise."""
    lenient = hypothesis.lenient if lenient is None else lenient
    applied = apply_steps(hypothesis.state, steps, hypothesis.waiting, hypothesis.packs, lenient=lenient)
    return applied and _appended(hypothesis, *applied)


def _with_sayings(hypothesis: Hypothesis) -> Hypothesis:
    """The hypothesis after all that was said, except sayings that have to wait for a layout."""
    waiting = hypothesis.waiting
    return _appended(hypothesis, *apply_sayings(hypothesis.state, waiting)) if waiting else hypothesis


def _appended(hypothesis: Hypothesis, entries: Sequence[HistoryEntry], waiting: tuple[TimedSaying, ...]) -> Hypothesis:
    """The hypothesis after these entries."""
    if not entries:
        return hypothesis
    steps, state, assignment = [], hypothesis.state, dict(hypothesis.assignment)
    for entry in entries:
        if isinstance(entry.fact, Step):
            steps.append(entry.fact)
            if entry.fact.track_ids:
                pieces = pieces_brought(entry.fact, (state.on_table, state.captured), hypothesis.packs)
                assignment.update(zip(entry.fact.track_ids, pieces, strict=False))
        state = entry
    return replace(
        hypothesis,
        game=entries[-1].game,
        steps=(*hypothesis.steps, *steps),
        entries=(*hypothesis.entries, *entries),
        assignment=assignment,
        waiting=waiting,
    )
