"""The log-likelihood that a track is clutter: a misreading, a thing, a card taken back."""

import math
from collections.abc import Sequence

from firmware.decoding import weights
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis, trail_of
from firmware.signals import Unnamed
from firmware.tracking.geometry import distance
from firmware.tracking.track import Track, is_at_rest
from firmware.tracking.tracker import Tracker

CLEARLY_MS = 200
"""A track that lies in the clear for this long counts as :data:`weights.IN_THE_CLEAR`."""
BACK_MS = 10_000
"""A card is taken back within this time: then the next one has played upon it, or everybody has seen it."""
SOON_BACK_MS = 2000
"""A card that lay there for longer is seldom taken back: who thinks better of it does so at once. A judgement."""
WITHDRAWN_MS = 1500
"""A card that goes back to a hand is seen on its way within this time, if at all."""
ECHO_MM = 35.0
"""A card is now and then found twice, once a third of its length too high: two cards so near would hide each other."""


def clutter_log_likelihood(hypothesis: Hypothesis, track: Track, tracker: Tracker) -> float:
    """Log-likelihood that a track is clutter; an echo of a card beside it may stay for long.

    Args:
        hypothesis: the hypothesis that takes it for clutter.
        track: the track.
        tracker: all tracks.
    """
    if track.fixed_face is Unnamed.UNKNOWN:
        return 0.0
    if any(number in hypothesis.assignment for number in _echoed(track, tracker)):
        return bounded(weights.FALSE_ALARM + weights.LOOKS_LIKE_CARD * track.identity_confidence**2)
    if _is_on_way_back(hypothesis, track, tracker):
        return 0.0
    return max(false_alarm_log_likelihood(track), _returned_to_hand(hypothesis, track, tracker))


def _is_on_way_back(hypothesis: Hypothesis, track: Track, tracker: Tracker) -> bool:
    """Whether what was seen in passing is a card that has just been taken back, which counts where it lay."""
    if is_at_rest(track):
        return False
    laid = filter(is_at_rest, (tracker[track_id] for track_id in hypothesis.clutter))
    return any(_is_withdrawn(one, track) for one in laid)


def _is_withdrawn(laid: Track, track: Track) -> bool:
    """Whether the card that lay at ``laid`` may have been seen in ``track`` after it was gone from there."""
    soon = laid.seen_ms <= track.born_ms <= laid.seen_ms + WITHDRAWN_MS
    return soon and laid.likeliest(1) == track.likeliest(1)


def _returned_to_hand(hypothesis: Hypothesis, track: Track, tracker: Tracker) -> float:
    """Log-likelihood that the card seen there for a moment has gone back to a hand: it is played later.

    Hands are emptied before new ones are dealt (rule B2): so it is played in the same batch.
    """
    lay_ms = track.seen_ms - track.born_ms
    if lay_ms > BACK_MS:
        return weights.MIN_LOG_LIKELIHOOD
    seen = any(track.laying_direction) and any(track.taking_direction)
    other = (0.0 if seen else weights.OTHER_HAND / 2) if is_same_hand(track) else weights.OTHER_HAND
    late = weights.TAKEN_BACK_LATE * max(lay_ms - SOON_BACK_MS, 0) / 1000
    if _is_played_later(hypothesis, track, tracker):
        return weights.IN_HAND_AGAIN + late + other
    in_hand = track.missed_clear > 0 and hypothesis.game.batch == _batch_at(hypothesis, track.born_ms)
    return weights.STILL_IN_HAND + late + other if in_hand else weights.MIN_LOG_LIKELIHOOD


def _is_played_later(hypothesis: Hypothesis, track: Track, tracker: Tracker) -> bool:
    """Whether the card that was seen there was played afterwards, as far as its face is known; perhaps unseen."""
    face = track.likeliest(1)[0]
    ids = hypothesis.facts.tracks_by_card.get(face, ())
    if ids and trail_of(ids, tracker)[0].born_ms > track.seen_ms:
        return True
    unseen = (step for step in hypothesis.steps[1:] if not step.track_ids and step.t_ms > track.seen_ms)
    return any(card.rank == face.rank for step in unseen for card in step.cards)


def is_same_hand(track: Track) -> bool:
    """Whether the hand that took the card away may be the one that laid it: they came from within 60 degrees."""
    (x, y), (later_x, later_y) = track.laying_direction, track.taking_direction
    return x * later_x + y * later_y >= math.hypot(x, y) * math.hypot(later_x, later_y) / 2


def _batch_at(hypothesis: Hypothesis, t_ms: int) -> int:
    """Which hands were being played then."""
    for entry in reversed(hypothesis.entries):
        if isinstance(entry.fact, Step) and entry.fact.t_ms <= t_ms:
            return entry.game.batch
    return -1


def _echoed(track: Track, tracker: Tracker) -> Sequence[int]:
    """The numbers of the tracks of which a track may be an echo; hypotheses ask alike."""
    known = tracker.echoes_cache
    if track.id not in known:
        known[track.id] = tuple([other.id for other in tracker if _is_echo(track, other)])
    return known[track.id]


def _is_echo(track: Track, known: Track) -> bool:
    """Whether a track may be a second detection of the card that lay at ``known`` before and may still lie there.

    Two cards that overlap are now and then found as one, for long: then neither is seen where it lies.
    """
    older = known.born_ms < track.born_ms and (known.seen_ms >= track.seen_ms or not known.missed_clear)
    return older and distance(known.anchor, track.anchor) < ECHO_MM


def false_alarm_log_likelihood(track: Track) -> float:
    """Log-likelihood that a track is a false alarm."""
    stay = (weights.STAYS * track.lay_clear_ms + weights.STAYS_HIDDEN * track.lay_hidden_ms) / 1000
    alike = weights.LOOKS_LIKE_CARD + (weights.IN_THE_CLEAR if track.lay_clear_ms >= CLEARLY_MS else 0.0)
    return bounded(weights.FALSE_ALARM + alike * max(track.identity_confidence, track.existence) + stay)


def bounded(log_likelihood: float) -> float:
    """A log-likelihood, or the least that any odd circumstance has."""
    return max(log_likelihood, weights.MIN_LOG_LIKELIHOOD)
