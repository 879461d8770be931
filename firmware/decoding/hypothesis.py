"""A hypothesis: one way to understand all that was seen, as a whole legal game, with tracks assigned to its cards.

A hypothesis is frozen; :mod:`firmware.decoding.branching` makes others of it. ``base`` is the log-likelihood of what
was decided once (how many plays, how many of them unseen); what depends on the tracks as they are now is added by
:mod:`firmware.decoding.likelihood`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from firmware.cards import Card
from firmware.decoding.facts import HypothesisFacts, facts_of
from firmware.decoding.history import Capture, DealHistory, HistoryEntry, HistoryState, Step, TimedSaying
from firmware.decoding.packets import CaptureTracks, handed_on
from firmware.decoding.pieces import pieces_with_face
from firmware.rules.game import Game
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
        base_before: that of the deals before.
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
    base_before: float = 0.0
    origin_key: int = 0
    origin_rank_key: int = 0
    lenient: bool = False
    steps_before: int = 0
    entries_before: int = 0
    _facts_cache: list[HypothesisFacts] = field(default_factory=list, init=False, repr=False, compare=False)

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
        return {card: trail_of(ids, tracker) for card, ids in self.facts.tracks_by_card.items()}

    @property
    def facts(self) -> HypothesisFacts:
        """What follows from it alone."""
        if not self._facts_cache:
            self._facts_cache.append(facts_of(self.deal, self.state, self.assignment, self.packs))
        return self._facts_cache[0]

    @property
    def clutter(self) -> tuple[int, ...]:
        """The numbers of the tracks that are taken for clutter."""
        return self.facts.clutter

    def capture_tracks(self, tracker: Tracker) -> CaptureTracks:
        """The captures of this deal, and the numbers of the last tracks of those cards of each that were seen.

        What still lay there when its packet was taken over is among those of whoever took it over.
        """
        seen = [(one, tuple([tracker.latest(ids) for ids in cards])) for one, cards in self.facts.captures]
        return handed_on(seen, self.state.taken_over, tracker) if self.state.taken_over else seen

    def last_track(self, card: Card, tracker: Tracker) -> Track | None:
        """The track at which a card of this deal was seen last; ``None`` where it was not seen."""
        ids = self.facts.tracks_by_card.get(card)
        return tracker[tracker.latest(ids)] if ids else None

    def last_tracks(self, tracker: Tracker) -> Mapping[Card, Track]:
        """The track at which each card of this deal was seen last."""
        return {card: tracker[tracker.latest(ids)] for card, ids in self.facts.tracks_by_card.items()}

    @property
    def packs(self) -> int:
        """How many cards of each face there are."""
        return self.game.ruleset.packs

    @property
    def used_faces(self) -> frozenset[Card]:
        """The faces that have been laid or played in this deal, as often as there are any."""
        return self.facts.used_faces

    @property
    def on_table(self) -> tuple[Card, ...]:
        """The pieces of this deal that lie open by the rules."""
        return self.state.on_table

    def has_free_piece(self, face: Card) -> bool:
        """Whether an unassigned track may show ``face``: some piece of it has no track."""
        return not all(piece in self.assignment.values() for piece in pieces_with_face(face)[: self.packs])

    def unassigned(self, tracks: Mapping[int, Track]) -> list[Track]:
        """Those of numbered tracks of which this hypothesis has not yet said what they are, in their order."""
        if tracks.keys() <= self.assignment.keys():  # as a rule: every hypothesis is asked at every look
            return []
        return [track for track in tracks.values() if self.is_unassigned(track)]

    def is_unassigned(self, track: Track) -> bool:
        """Whether this hypothesis has not yet said what ``track`` is."""
        return track.id not in self.assignment and track.id not in self.past_tracks


def trail_of(ids: Sequence[int], tracker: Tracker) -> list[Track]:
    """The tracks of these numbers, the one last seen last."""
    trail = [tracker[track_id] for track_id in ids]
    return trail if len(trail) == 1 else sorted(trail, key=lambda track: (track.seen_ms, track.id))
