"""Which card lies upon which: what hides a card that is missed, and what lay before where one is found."""

from collections.abc import Iterable, Mapping, Sequence

from firmware.signals import Point, SeenCard
from firmware.tracking.association import OVERLAP_MM, overlapping
from firmware.tracking.geometry import distance
from firmware.tracking.track import CONFIRMED_CONFIDENCE, SAME_SPOT_MM, Track, is_at_rest, is_gone


def is_covered(track: Track, cards: Sequence[SeenCard], pairs: Mapping[int, int], tracks: Mapping[int, Track]) -> bool:
    """Whether a card that came to lie later is seen upon that of ``track``.

    Args:
        track: that of the card below.
        cards: those of the look that lie face up.
        pairs: the index of the card with which each track is associated, by its number.
        tracks: all tracks, by their numbers.
    """
    near = overlapping(track.anchor, cards)
    if not near:
        return False
    order = track.born_ms, track.id
    older = {index for other, index in pairs.items() if (tracks[other].born_ms, other) <= order}
    return any(index not in older for index in near)


def newly_missed(pairs: Mapping[int, int], tracks: Iterable[Track]) -> list[Track]:
    """The tracks of cards at rest that were seen until now and are missed in this look.

    Args:
        pairs: the index of the card with which each track is associated, by its number.
        tracks: those before this look.
    """
    return [track for track in tracks if track.missed == 0 and track.id not in pairs and is_at_rest(track)]


def is_under(track: Track, others: Iterable[Track]) -> bool:
    """Whether one of the other cards came to lie upon that of ``track``.

    Where it was not detected, the look does not tell that the card below it is gone.
    """
    later = (other for other in others if other.born_ms > track.born_ms)
    return any(distance(other.anchor, track.anchor) < OVERLAP_MM for other in later)


def known_there_ms(point: Point, tracks: Iterable[Track]) -> int:
    """When a card that is known without doubt was last seen at rest there, so that none lay upon it; -1: never."""
    there = [track for track in tracks if distance(track.anchor, point) < SAME_SPOT_MM]
    known = [track for track in there if is_at_rest(track) and track.identity_confidence > CONFIRMED_CONFIDENCE]
    return max([track.seen_ms for track in known], default=-1)


def lying_at(point: Point, tracks: Iterable[Track]) -> int:
    """The number of the track of a card at rest there, though it may be out of sight; -1 if there is none."""
    lying = (track for track in tracks if is_at_rest(track) and not is_gone(track))
    return next((track.id for track in lying if distance(track.anchor, point) < SAME_SPOT_MM), -1)
