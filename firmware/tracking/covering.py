"""Which card lies upon which: what hides a card that is missed, and what lay before where one is found."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from firmware.signals import Point, SeenCard
from firmware.tracking.association import OVERLAP_MM, overlapping
from firmware.tracking.geometry import distance
from firmware.tracking.track import CONFIRMED_CONFIDENCE, SAME_SPOT_MM, Track, is_at_rest, is_gone

SEEN_LOOKS = 5
"""Looks in a row that showed a card half covered after which it is seen in the next one, too, while it lies there. (So
it was in eight witnessed matches in all but 11 of 991 looks, in twelve films at 10 and 30 pictures a second in all of
209.)"""


def cards_upon(track: Track, cards: Sequence[SeenCard], pairs: Mapping[int, int], tracks: Mapping[int, Track]) -> int:
    """How many cards that came to lie later are seen upon that of ``track``.

    Args:
        track: that of the card below.
        cards: those of the look that lie face up.
        pairs: the index of the card with which each track is associated, by its number.
        tracks: all tracks, by their numbers.
    """
    near = overlapping(track.anchor, cards)
    if not near:
        return 0
    order = track.born_ms, track.id
    older = {index for other, index in pairs.items() if (tracks[other].born_ms, other) <= order}
    return len([index for index in near if index not in older])


def seen_under(track: Track, upon: int) -> Track:
    """The track of a card that was detected with so many upon it."""
    if not upon and not track.covered_looks:
        return track
    in_a_row = track.covered_looks if upon == track.covers and not track.missed else 0
    return replace(track, covers=upon, covered_looks=in_a_row + 1 if upon else 0)


def is_hidden_by(track: Track, upon: int) -> bool:
    """Whether so many cards may hide the one that they lie upon: hardly, where it was seen with as many all the time.

    A card half covered by an ace was seen in a hundred looks, and was taken up from below it; for as long as the ace
    lay there it did not count as missed, and none of the plays after it was told.
    """
    return upon > (track.covers if track.covered_looks >= SEEN_LOOKS else 0)


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
