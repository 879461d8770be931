"""All tracks of the present deal, followed from look to look."""

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from firmware.signals import Face, Outline, Point, SeenCard, TableObservation
from firmware.tracking.arms import Arm, active_hands, is_resting, update_arms
from firmware.tracking.association import (
    CLOSED_LOOKS,
    GATE_MM,
    associated,
    may_be_hand,
    normalised,
    overlapping,
)
from firmware.tracking.covering import (
    cards_upon,
    is_hidden_by,
    is_under,
    known_there_ms,
    lying_at,
    newly_missed,
    seen_under,
)
from firmware.tracking.geometry import distance
from firmware.tracking.hands import NO_DIRECTION, Hands, is_hand
from firmware.tracking.pile_growths import PileGrowths
from firmware.tracking.piles import Pile, is_on_pile, update_piles
from firmware.tracking.reaches import Reaches
from firmware.tracking.recent_looks import RecentLooks, is_unnamed
from firmware.tracking.track import (
    APART_MM,
    Track,
    is_at_rest,
    is_face_up,
    is_found_late,
    is_glimpse,
    is_gone,
)
from firmware.tracking.update import PASSING_MISSES, has_stayed_by, is_carried_to, update_detected, update_missed

UNSEEN_MS = 125
"""While nothing could be seen, a hand counts as in view so often: eight looks a second, as when people play."""
HANDS_REMEMBERED = 20_000
"""Looks with a hand in view that are remembered: eleven minutes of them at thirty a second, more than a deal has."""
BARE_REMEMBERED = 100
"""Times without a card that are remembered: a deal has a dozen, if many plays take all that lies there."""
FRESH_MS = 1000
"""So long after a card came to lie it is asked whether it was seen on its way: until then its face is known."""
MOST_LAYINGS = 1024
"""Histories whose laying hands are remembered from look to look, as long as no direction changes."""


class Tracker:
    """All tracks of the present deal; :meth:`update` takes in a look. Pure state and input, as a tracker should be.

    Attributes:
        now_ms: the time of the last look.
        unseen_ms: the time of the last look in which nothing could be seen; before the first: -1.
        reaches: the arms over the table, and when.
        growths: the piles, and when they grew.
        bare: from when to when no card was seen, or could lie hidden; the last of these times, in their order.
        cards_cache, captures_cache, laid_up_cache, echoes_cache, taking_cache, laying_cache, sides_cache: what
            hypotheses have worked out of the tracks as they are now, for each other: the log-likelihoods of cards
            (:mod:`~firmware.decoding.likelihood`) and of captures (:mod:`~firmware.decoding.presence`), what grew after
            each capture (:mod:`~firmware.decoding.pile_owners`), of what each track may be an echo
            (:mod:`~firmware.decoding.clutter`), the hands that took and that laid cards, and from where each seat's
            come (:mod:`~firmware.decoding.seating`).
    """

    def __init__(self, packs: int = 1) -> None:
        """An empty table; ``packs``: how many cards of each face there are."""
        self._packs = packs
        self._tracks: dict[int, Track] = {}
        self._piles: tuple[Pile, ...] = ()
        self._arms: tuple[Arm, ...] = ()
        self._recent = RecentLooks()
        self.reaches = Reaches()
        self.growths = PileGrowths()
        self.cards_cache: dict[object, tuple[float, float, tuple[tuple[int, float], ...]]] = {}
        self.captures_cache: dict[object, float] = {}
        self.echoes_cache: dict[int, tuple[int, ...]] = {}
        self.taking_cache: dict[tuple[int, ...], Point] = {}
        self.laid_up_cache: dict[object, object] = {}
        self.laying_cache: dict[object, Mapping[int, Hands]] = {}
        self.sides_cache: dict[object, object] = {}
        self._at_rest_cache: list[dict[int, Track]] = []
        self._glimpses_cache: dict[tuple[float, float], list[Track]] = {}
        self._hands_ms: list[int] = []
        self.bare: tuple[tuple[int, int], ...] = ()
        self.unseen_ms = -1
        self.now_ms = 0
        self._count = 0

    def __getitem__(self, track_id: int) -> Track:
        """The track of that number."""
        return self._tracks[track_id]

    def get(self, track_id: int) -> Track | None:
        """The track of that number; ``None`` if there is none any more."""
        return self._tracks.get(track_id)

    def __iter__(self) -> Iterator[Track]:
        """All tracks, oldest first."""
        return iter(self._tracks.values())

    @property
    def seen_at_rest(self) -> Mapping[int, Track]:
        """The tracks of cards that are seen at rest, oldest first; every hypothesis asks for them."""
        return self._at_rest[0]

    @property
    def gone_at_rest(self) -> Mapping[int, Track]:
        """The tracks of cards that were at rest and are missed now, oldest first."""
        return self._at_rest[1]

    def glimpses_between(self, since_ms: float, until_ms: float) -> Sequence[Track]:
        """The tracks of cards that were seen in passing between two times; every hypothesis asks for them."""
        asked = since_ms, until_ms
        if asked not in self._glimpses_cache:
            between = (track for track in self if since_ms < track.born_ms and track.seen_ms < until_ms)
            self._glimpses_cache[asked] = [track for track in between if is_glimpse(track)]
        return self._glimpses_cache[asked]

    def is_misread(self, track: Track) -> bool:
        """Whether what one look alone showed upon a card was that card, misread: it is seen there again."""
        below = self._tracks.get(track.upon)
        return below is not None and track.born_ms == track.seen_ms < below.seen_ms

    @property
    def _at_rest(self) -> Sequence[dict[int, Track]]:
        """The tracks of cards at rest: those seen now, and those missed."""
        if not self._at_rest_cache:
            at_rest = [track for track in self if is_at_rest(track)]
            seen = {track.id: track for track in at_rest if track.missed == 0}
            self._at_rest_cache += [seen, {track.id: track for track in at_rest if track.missed > 0}]
        return self._at_rest_cache

    def latest(self, ids: Sequence[int]) -> int:
        """The number of that track of these whose card was seen last."""
        return ids[0] if len(ids) == 1 else max(ids, key=lambda track_id: (self[track_id].seen_ms, track_id))

    def update(self, look: TableObservation) -> None:
        """Take in one look: associate its cards with tracks, initiate tracks for new ones, count the missing."""
        self._clear_caches()
        laid = [(track.id, _laying(track)) for track in self]
        before = self._recent.last or look
        self.unseen_ms = look.t_ms if look.unseen else self.unseen_ms
        self.now_ms = look.t_ms
        self._arms = update_arms(self._arms, look)
        self.reaches.add(look)
        hands = self.reaches.parted(active_hands(self._arms, look))
        self._follow(look, hands)
        self._piles = update_piles(self._piles, look)
        self.growths.add(look, self._recent)
        self._trace_unnamed(look.t_ms)
        self._trace_carried(look.t_ms)
        self._doubt_resting_arms(look.t_ms)
        if len(self.laying_cache) > MOST_LAYINGS or any(_laying(self[number]) != way for number, way in laid):
            self.laying_cache.clear()
            self.sides_cache.clear()
        self.bare = self._bare_until(look, before)
        self._recent.add(look, hands)
        self._note_hands(look, before)

    def looks_with_hands(self, since_ms: float, until_ms: float) -> int:
        """In how many looks between these times a hand was in view."""
        return bisect(self._hands_ms, until_ms) - bisect(self._hands_ms, since_ms)

    def fix_face(self, track_id: int, face: Face | None) -> None:
        """Set the card of a track as a person says it (:attr:`Track.fixed_face`); ``None``: the looks count again."""
        self._clear_caches()
        if track_id in self._tracks:
            self._tracks[track_id] = replace(self._tracks[track_id], fixed_face=face)

    def overrule(self, ids: Iterable[int]) -> None:
        """Note that a person's word overrules these tracks: nothing follows from cards that seem lost, or forgotten."""
        self._clear_caches()
        for track_id in ids:
            self._tracks[track_id] = replace(self._tracks[track_id], overruled=True)

    def retain(self, ids: Iterable[int]) -> None:
        """Delete every track but these."""
        self._clear_track_lists()
        retained = set(ids)
        self._tracks = {track_id: track for track_id, track in self._tracks.items() if track_id in retained}

    def _follow(self, look: TableObservation, hands: Sequence[Outline]) -> None:
        """Update each track by the card of the look that is its own, or by its absence; other cards begin new ones."""
        cards = normalised([seen for seen in look.cards if is_face_up(seen)], self, self._packs)
        pairs = associated(cards, look, [track for track in self if not self._is_closed(track)])
        shapeless = [seen for seen in look.cards if is_unnamed(seen)]
        missed_too = newly_missed(pairs, self)
        for track in [track for track in self if not is_gone(track)]:  # of one that is gone nothing can change any more
            upon = cards_upon(track, cards, pairs, self._tracks) + len(overlapping(track.anchor, shapeless))
            if track.id in pairs:
                seen = cards[pairs[track.id]]
                doubtful = upon > 0 or may_be_hand(track, seen, look)
                stayed = track.missed > PASSING_MISSES and self._recent.is_found_since(track, look.t_ms)
                under = seen_under(track, upon)
                self._tracks[track.id] = update_detected(under, seen, look, hands, covered=doubtful, stayed=stayed)
            else:
                covered = is_hidden_by(track, upon) or is_under(track, missed_too)
                self._tracks[track.id] = update_missed(track, look, hands, covered=covered)
        for index in sorted(set(range(len(cards))) - set(pairs.values())):
            self._initiate(cards[index], look, hands)

    def _note_hands(self, look: TableObservation, before: TableObservation) -> None:
        """Remember when a hand was in view, or nothing could be seen; ``before`` is the look before."""
        if before.unseen:
            self._hands_ms += range(before.t_ms + UNSEEN_MS, look.t_ms, UNSEEN_MS)
        if look.hand_present:
            self._hands_ms.append(look.t_ms)
            del self._hands_ms[:-HANDS_REMEMBERED]

    def _bare_until(self, look: TableObservation, before: TableObservation) -> tuple[tuple[int, int], ...]:
        """The times without a card, after a look; ``before`` is the look before it."""
        if look.unseen or any(is_at_rest(track) and not track.missed_clear for track in self):
            return self.bare
        goes_on = bool(self.bare) and self.bare[-1][1] == before.t_ms
        since_ms = self.bare[-1][0] if goes_on else look.t_ms
        return (*(self.bare[:-1] if goes_on else self.bare[-BARE_REMEMBERED:]), (since_ms, look.t_ms))

    def _clear_caches(self) -> None:
        """Drop what was worked out of the tracks as they were."""
        self._clear_track_lists()
        self.cards_cache.clear()
        self.captures_cache.clear()
        self.taking_cache.clear()
        self.laid_up_cache.clear()

    def _clear_track_lists(self) -> None:
        self._at_rest_cache.clear()
        self._glimpses_cache.clear()
        self.echoes_cache.clear()

    def _trace_unnamed(self, t_ms: int) -> None:
        """Tell of a card that lies still since this look that it lay there before, if nobody could name it.

        Where another card lies, or lay not long ago, it may have been that one.
        """
        for track in [track for track in self if track.born_ms == t_ms]:
            if not any(is_at_rest(other) and distance(other.anchor, track.anchor) < GATE_MM for other in self):
                self._tracks[track.id] = self._recent.since_unnamed(track)

    def _trace_carried(self, t_ms: int) -> None:
        """Give a card just laid the hand that carried it when it was seen on its way."""
        for track in [track for track in self if track.seen_ms == t_ms and t_ms - track.born_ms < FRESH_MS]:
            carried = [one.laying_direction for one in self if is_carried_to(one, track)]
            if carried and track.laying_direction != carried[-1]:
                self._tracks[track.id] = replace(track, laying_direction=carried[-1])

    def _doubt_resting_arms(self, t_ms: int) -> None:
        """Forget that an arm has laid a card which came to lie when it was there, where it has stayed since."""
        resting = [arm for arm in self._arms if is_resting(arm, t_ms)]
        for track in [track for track in self if any(has_stayed_by(arm, track, t_ms) for arm in resting)]:
            self._tracks[track.id] = replace(track, laying_direction=NO_DIRECTION)

    def _is_closed(self, track: Track) -> bool:
        """Whether no card seen from now on belongs to that track; of two packs it may soon be its twin.

        What was still on its way when nothing could be seen any more is not found again afterwards.
        """
        on_way = track.seen_ms < self.unseen_ms and not is_at_rest(track)
        return on_way or is_gone(track) or (self._packs > 1 and track.missed_clear >= CLOSED_LOOKS)

    def _initiate(self, seen: SeenCard, look: TableObservation, hands: Sequence[Outline]) -> None:
        if is_hand(seen, look.covers):
            return
        now = look.t_ms
        since = max(self._recent.hidden_since(seen.centre, now), known_there_ms(seen.centre, self))
        on_pile = is_on_pile(self._piles, seen.centre)
        lying = [track for track in self if track.missed == 0 and is_at_rest(track)]
        apart = all(distance(track.anchor, seen.centre) >= APART_MM for track in lying)
        track = Track(
            self._count,
            seen.centre,
            seen.centre,
            now,
            now,
            now,
            hidden_ms=since,
            upon_pile=on_pile,
            apart=apart,
            upon=lying_at(seen.centre, self),
        )
        self._tracks[self._count] = update_detected(track, seen, look, hands)
        self._count += 1


def _laying(track: Track) -> tuple[Point, bool]:
    """All that tells of the hand that laid a card."""
    return track.laying_direction, is_found_late(track)
