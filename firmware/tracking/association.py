"""The association of the cards of a look with the tracks: which may be which, and what speaks against it."""

import math
from collections.abc import Iterable, Sequence
from itertools import product

from firmware.cards import Card
from firmware.signals import Face, Point, SeenCard, TableObservation
from firmware.tracking.geometry import distance
from firmware.tracking.hands import may_occlude
from firmware.tracking.track import MIN_PROBABILITY, TAKEN_FOR, Track, face_likelihoods, has_lain, with_confidence
from firmware.tracking.update import LOST_SIGHT, PASSING_MISSES, REST_MM

GATE_MM = 30.0
"""A card seen this near to a track may be its card, pushed a little: half the width of a card (61.5 mm)."""
MISSED_GATE_MM = 15.0
"""A card out of sight does not wander: within this of where it was it is found again."""
OVERLAP_MM = 45.0
"""Cards whose middles are this near cover each other by a quarter or more (61.5 by 95 mm, at any angle): the lower one
is often not found, or named wrongly."""
UNSURE = 1 / 20
"""What an unsure look leaves to each other card: twice its share of the pack, for errors come in pairs (6 and 7)."""
MIN_AGREEMENT = 0.03
"""Less common probability than this, and two looks at one spot show two cards (one laid upon the other)."""
CLOSED_LOOKS = 2
"""Clear looks without a card after which it has probably gone, for glare hides a card in one look: a card hardly seen
at the same spot is another one then, and of two packs even one of the same face."""
TENTATIVE_CONFIDENCE = 0.75
"""Less sure of its card than this, a track is not worth opening another one beside it when a look contradicts it."""
ESTABLISHED_WEIGHT = 1.5
"""Looks, by weight, after which another face at the same spot is another card, laid upon the first."""


def normalised(cards: Sequence[SeenCard], tracks: Iterable[Track], packs: int) -> list[SeenCard]:
    """The cards of a look with shares that allow for the pack: of each card there is one (or two).

    Where a look names a card more often, each new detection of it gets its share only. That a card lies at one of
    them and at no other has odds in the ratio of p / (1 - p).

    Args:
        cards: those of the look that lie face up.
        tracks: what is known so far.
        packs: how many cards of each face there are.
    """
    known = [track for track in tracks if track.identity_confidence > TENTATIVE_CONFIDENCE]
    held = {track.likeliest(1)[0]: track for track in known}
    ratios: dict[Face, list[float]] = {}
    for seen in cards:
        ratios.setdefault(seen.face, []).append(_odds(seen))

    def shared(seen: SeenCard) -> SeenCard:
        if not isinstance(seen.face, Card) or len(ratios[seen.face]) <= packs:
            return seen
        track = held.get(seen.face)
        if track is not None and distance(track.centre, seen.centre) <= MISSED_GATE_MM:
            return seen
        return with_confidence(seen, _odds(seen) / (1 + sum(ratios[seen.face])))

    return [shared(seen) for seen in cards]


def associated(cards: Sequence[SeenCard], look: TableObservation, tracks: Sequence[Track]) -> dict[int, int]:
    """The index of the card with which each track is associated, by its number; nearest and best agreeing pairs first.

    Args:
        cards: those of the look that lie face up.
        look: the look.
        tracks: those to which a card may still belong.
    """
    dim_mm = {
        index: MISSED_GATE_MM if len(overlapping(seen.centre, cards)) > 1 else REST_MM
        for index, seen in enumerate(cards)
        if len(overlapping(seen.centre, cards)) > 1 or _is_named_as_hands(seen, look)
    }
    costs = sorted(
        (cost, track.id, index)
        for track, (index, seen) in product(tracks, enumerate(cards))
        if (cost := _cost(track, seen, dim_mm=dim_mm.get(index, 0.0))) is not None
    )
    pairs: dict[int, int] = {}
    for _, track_id, index in costs:
        if track_id not in pairs and index not in pairs.values():
            pairs[track_id] = index
    return pairs


def may_be_hand(track: Track, seen: SeenCard, look: TableObservation) -> bool:
    """Whether what is seen of a known card is named as hands are, with one near: that changes no opinion of it.

    Args:
        track: that of the card.
        seen: what the look shows there.
        look: the look.
    """
    known_otherwise = track.weight >= ESTABLISHED_WEIGHT and track.likeliest(1)[0] != seen.face
    return known_otherwise and _is_named_as_hands(seen, look)


def _is_named_as_hands(seen: SeenCard, look: TableObservation) -> bool:
    """Whether a hand is near what is named as one of the cards for which hands are taken."""
    return seen.face in TAKEN_FOR and may_occlude(look, seen.centre)


def _odds(seen: SeenCard) -> float:
    """The odds of the likeliest face of a look; no look is surer than the floor allows."""
    return seen.confidence / max(1 - seen.confidence, MIN_PROBABILITY)


def overlapping(point: Point, cards: Sequence[SeenCard]) -> list[int]:
    """Which cards lie so near that they cover what lies there, or are covered by it."""
    return [index for index, seen in enumerate(cards) if distance(seen.centre, point) < OVERLAP_MM]


def _cost(track: Track, seen: SeenCard, *, dim_mm: float) -> float | None:
    """Cost of taking ``seen`` for the card of ``track``; ``None`` where it cannot be.

    ``dim_mm``: another card is seen upon it, or below, or a hand: of the lower one little may be left to see, and
    within this of where it was it may seem to be another one.
    """
    gap_mm = distance(track.centre, seen.centre)
    if gap_mm > (GATE_MM if track.missed <= PASSING_MISSES else MISSED_GATE_MM):
        return None
    sure = seen.confidence  # what was hardly seen may be anything
    common = sum(math.exp(track.observed_log_prob(card)) * share for card, share in face_likelihoods(seen)[0].items())
    near = gap_mm <= MISSED_GATE_MM and track.missed_clear < CLOSED_LOOKS
    common = sure * common + (1 - sure) * UNSURE * near
    is_new = track.missed <= PASSING_MISSES and track.weight < ESTABLISHED_WEIGHT
    if is_new and track.identity_confidence < TENTATIVE_CONFIDENCE and gap_mm <= MISSED_GATE_MM:
        common = max(common, MIN_AGREEMENT)  # still under the hand that laid it: the next look may show what it is
    elif dim_mm and gap_mm <= dim_mm and track.missed_clear < CLOSED_LOOKS and not _is_lost(track):
        common = max(common, MIN_AGREEMENT)
    elif track.weight >= ESTABLISHED_WEIGHT and sure > TENTATIVE_CONFIDENCE and seen.face != track.likeliest(1)[0]:
        common = 0.0  # another card lies upon it
    return None if common < MIN_AGREEMENT else round(gap_mm / GATE_MM - math.log(common), 6)


def _is_lost(track: Track) -> bool:
    """Whether a card that was only ever seen under a hand, and not for long, was lost from sight long ago."""
    return track.missed > LOST_SIGHT and track.clear_looks == 0 and not has_lain(track)
