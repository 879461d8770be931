"""What it costs, in log odds, to say that nothing that counts lies there: a misreading, a thing, a card taken back."""

import math
from collections.abc import Mapping, Sequence

from firmware.cards import Card
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Reading
from firmware.signals import Unnamed
from firmware.tracking.geometry import distance
from firmware.tracking.track import Place

NOT_A_PLAY = -1.0
"""What lies there is no play but a misreading, a finger, a beer mat: such are seen often, if not for long ..."""
LOOKS_LIKE_ONE = -8.0
"""... and hardly ever with a face that is named without doubt (times how surely it was found) ..."""
IN_THE_CLEAR = -6.0
"""... least of all where no hand is near: in 43 deals nothing that was seen so for longer than 170 ms was named at over
0.8, but for cards that went back to the hand. (As above.)"""
CLEARLY_MS = 200
"""So long it must lie in the clear for that."""
STAYS = -2.0
"""... nor do they stay: per second of clear looks in which it lies there, ..."""
STAYS_HIDDEN = -1.0
"""... half that under a hand."""
LOST = -16.0
"""No odd circumstance costs more than this: e-16, once in nine million."""
IN_HAND_AGAIN = -5.5
"""A card was laid and taken back into the hand, since it was another one's turn or its player thought better of it: one
play in 250, ..."""
OTHER_HAND = -4.0
"""... by the hand that laid it, which comes from the same side; half where that was not seen. (As two hands of
:mod:`firmware.decoding.seating`.)"""
STILL_IN_HAND = -8.0
"""The same as long as it was not played again: it may as well have been played and captured at once ..."""
BACK_MS = 10_000
"""... and is taken back within this time: then the next one has played upon it, or everybody has seen it."""
ECHO_MM = 35.0
"""A card is now and then found twice, once a third of its length too high: two cards so near would hide each other."""


def nothing(reading: Reading, place: Place, trails: Mapping[Card, Sequence[Place]]) -> float:
    """What it costs to say that nothing that counts lies there; an echo of a card beside it may stay for long."""
    if place.told is Unnamed.UNKNOWN:
        return 0.0
    if any(_echoes(place, known) for trail in trails.values() for known in trail):
        return max(NOT_A_PLAY + LOOKS_LIKE_ONE * place.sharpness**2, LOST)
    return max(not_a_play(place), _taken_back(reading, place, trails))


def _taken_back(reading: Reading, place: Place, trails: Mapping[Card, Sequence[Place]]) -> float:
    """What it costs to say that the card that was seen there for a moment has gone back to a hand: it is played later.

    Hands are emptied before new ones are dealt (rule B2): so it is played in the same batch.
    """
    if place.seen_ms - place.born_ms > BACK_MS:
        return LOST
    seen = any(place.hand) and any(place.taker)
    other = (0.0 if seen else OTHER_HAND / 2) if by_one_hand(place) else OTHER_HAND
    if _is_played_later(reading, place, trails):
        return IN_HAND_AGAIN + other
    in_hand = place.missed_clear > 0 and reading.game.batch == _batch_at(reading, place.born_ms)
    return STILL_IN_HAND + other if in_hand else LOST


def _is_played_later(reading: Reading, place: Place, trails: Mapping[Card, Sequence[Place]]) -> bool:
    """Whether the card that was seen there was played afterwards, as far as its face is known; perhaps unseen."""
    face = place.likeliest(1)[0]
    if any(later.born_ms > place.seen_ms for later in trails.get(face, ())[:1]):
        return True
    unseen = (step for step in reading.steps[1:] if not step.places and step.t_ms > place.seen_ms)
    return any(card.rank == face.rank for step in unseen for card in step.cards)


def by_one_hand(place: Place) -> bool:
    """Whether the hand that took the card away may be the one that laid it: they came from within 60 degrees."""
    (x, y), (later_x, later_y) = place.hand, place.taker
    return x * later_x + y * later_y >= math.hypot(x, y) * math.hypot(later_x, later_y) / 2


def _batch_at(reading: Reading, t_ms: int) -> int:
    """Which hands were being played then."""
    games = [entry.game for entry in reading.record if isinstance(entry.fact, Step) and entry.fact.t_ms <= t_ms]
    return games[-1].batch if games else -1


def _echoes(place: Place, known: Place) -> bool:
    """Whether ``place`` may be a second find of the card that lay at ``known`` before and lies there, for all we know.

    Two cards that overlap are now and then found as one, for long: then neither is seen where it lies.
    """
    older = known.born_ms < place.born_ms and (known.seen_ms >= place.seen_ms or not known.missed_clear)
    return older and distance(known.anchor, place.anchor) < ECHO_MM


def not_a_play(place: Place) -> float:
    """What it costs to say that nothing that counts lies there."""
    stay = (STAYS * place.lay_clear_ms + STAYS_HIDDEN * place.lay_hidden_ms) / 1000
    alike = LOOKS_LIKE_ONE + (IN_THE_CLEAR if place.lay_clear_ms >= CLEARLY_MS else 0.0)
    return max(NOT_A_PLAY + alike * max(place.sharpness, place.found) + stay, LOST)
