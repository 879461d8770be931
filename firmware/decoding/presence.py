"""Where a card of a hypothesis should lie, and was not seen; and where it should be gone, and still lies.

Each is a log-likelihood, zero or less (natural logarithm): part of that of the whole hypothesis
(:mod:`firmware.decoding.likelihood`).
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

from firmware.decoding import weights
from firmware.decoding.clutter import bounded
from firmware.decoding.facts import CardLooks
from firmware.decoding.history import COLLECT_S, Capture
from firmware.decoding.hypothesis import Hypothesis
from firmware.tracking.track import Track
from firmware.tracking.tracker import Tracker

Gap: TypeAlias = tuple[int, float]
"""When a card lay there again, ms, and the log-likelihood that it was at no spot before."""

TIDIED_MS = 4000
"""Who tidies cards lays the next one down within this: in the match that taught it 2.8, 2.9 and 0.7 s after another."""


def presence(looks: CardLooks, track: Track) -> float:
    """Log-likelihood of where a card is: on the table until it is captured, gone afterwards; until the end."""
    _, _, _, lies, end_ms = looks
    if track.overruled or not (lies or track.missed_clear):
        return 0.0
    away = _away(track, _until_ms(looks, track))
    if lies or away:
        vanished = track.missed_clear > 0 and track.lost_ms <= end_ms
        return max(away, weights.SWEPT_TOO) or (weights.VANISHED if vanished else 0.0)
    return 0.0


def under_hand(looks: CardLooks, track: Track) -> float:
    """Log-likelihood that a card was not taken by the hand under which it was lost, beside :func:`_away`.

    From the second clear look without it on, for the first takes no time: of 143 where a hand had been in a witnessed
    match six lay there in the first such look, of 139 none in the second; in 24 films 9 of 841, 7 of 836.
    """
    if track.lost_in_view or track.overruled:
        return 0.0
    away = _away(track, _until_ms(looks, track))
    return max(away + weights.VANISHED_UNDER_HAND, weights.SWEPT_TOO) - max(away, weights.SWEPT_TOO) if away else 0.0


def gaps(trail: Sequence[Track]) -> tuple[Gap, ...]:
    """Of a card of several tracks: until when it was at none of them, and the log-likelihood of that.

    It may have been found at two.
    """
    until_ms = [
        min(max(later.born_ms, track.seen_ms) for later in trail[index + 1 :]) for index, track in enumerate(trail[:-1])
    ]
    between = zip(until_ms, trail, strict=False)
    return tuple([(end_ms, max(_away(track, end_ms), weights.RETURNED)) for end_ms, track in between])


def tidied(moved: Sequence[Gap]) -> float:
    """What is given back of gaps of several cards, of each its last one: who tidies moves one after the other.

    A card that comes to lie not longer than :data:`TIDIED_MS` after another one costs :data:`~weights.TIDIED` then, if
    a third did so before or after them: the second of two may be one that was misread.
    """
    in_order = sorted(moved)
    soon = [False, *(later - earlier <= TIDIED_MS for (earlier, _), (later, _) in pairwise(in_order)), False]
    in_row = (one and (before or after) for before, one, after in zip(soon, soon[1:], soon[2:], strict=False))
    return sum(max(weights.TIDIED - cost, 0.0) for (_, cost), row in zip(in_order[1:], in_row, strict=False) if row)


def _until_ms(looks: CardLooks, track: Track) -> float:
    """Until when a card should have lain there, as far as is known."""
    _, _, taken_ms, lies, end_ms = looks
    gone_ms = track.lost_ms if taken_ms is None else taken_ms
    return min(track.missed_ms if lies else gone_ms, end_ms)


def _away(track: Track, until_ms: float) -> float:
    """Log-likelihood that a card of the table was not seen until then."""
    if not track.missed_clear or until_ms <= track.lost_ms:
        return 0.0
    return bounded(weights.VANISHED + weights.STAYS_AWAY * (until_ms - track.lost_ms) / 1000)


def lingering(hypothesis: Hypothesis, captures: Iterable[tuple[Capture, tuple[int, ...]]], tracker: Tracker) -> float:
    """Log-likelihood that captured cards still lie there: for each capture once, they are forgotten together.

    What the last play of a deal leaves over is gathered at leisure, when the deal is over.

    Args:
        hypothesis: who captured what.
        captures: its captures, and where their cards were seen last.
        tracker: all tracks.
    """
    end_ms, known, total = hypothesis.facts.end_ms, tracker.captures_cache, 0.0
    unseen = hypothesis.facts.unseen_captors
    for capture, track_ids in captures:
        asked = (capture.t_ms, track_ids, end_ms, unseen.get(capture, math.inf))
        if asked not in known:
            left = [tracker[track_id] for track_id in track_ids if not tracker[track_id].overruled]
            known[asked] = _late(capture.t_ms, left, end_ms, asked[-1]) if left else 0.0
        total += known[asked]
    return total


def _late(taken_ms: float, tracks: Sequence[Track], end_ms: float, captor_gone_ms: float) -> float:
    """Log-likelihood that the cards of one capture lay there for so long, or longer than others of it.

    Who takes them up one by one takes as long for each as others do for all. Who forgets some forgets them once: any
    other pause counts. A captor that nobody saw was taken up first, with something of what it took.
    """
    went_ms = [taken_ms, *_went_ms(taken_ms, tracks, end_ms)]
    pauses = [_overtime(later - earlier) for earlier, later in pairwise(went_ms)]
    alone_ms = min(max(track.alone_ms for track in tracks), end_ms)
    first_gone_ms = min([captor_gone_ms, *(track.lost_ms for track in tracks if track.missed_clear)])
    left = alone_ms > taken_ms and alone_ms >= first_gone_ms
    all_left = min(end_ms, *(track.seen_ms for track in tracks)) > captor_gone_ms
    one_by_one = weights.LEFT_BEHIND + sum(pauses)
    forgotten = weights.FORGOTTEN + sum(max(pause, weights.FORGOTTEN) for pause in sorted(pauses)[1:])
    lingers = max(_overtime(went_ms[-1] - taken_ms), one_by_one, bounded(forgotten))
    return min(lingers, weights.LEFT_BEHIND * (left or all_left))


def _went_ms(taken_ms: float, tracks: Sequence[Track], end_ms: float) -> list[float]:
    """Until when each card of a capture lay there, in this order; one that is only hidden, as long as any other."""
    last_ms = max(track.seen_ms for track in tracks)
    seen_ms = [track.seen_ms if track.missed_clear else last_ms for track in tracks]
    return sorted(max(min(one, end_ms), taken_ms) for one in seen_ms)


def _overtime(took_ms: float) -> float:
    """Log-likelihood that taking up cards took so long."""
    return weights.LINGERS * max(took_ms / 1000 - COLLECT_S, 0.0)
