"""The order of plays: what it tells against a history that its cards came to lie in another order."""

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from firmware.decoding import weights
from firmware.decoding.history import Step
from firmware.tracking.tracker import Tracker

AT_ONCE_MS = 300
"""Cards first seen this little apart, in ms, hardly have a known order: one hand hides its card longer than another."""
BARE_MS = 700
"""A spot that was bare so long after another card lay still had no card yet: one under a hand is named a moment later
(:data:`~firmware.tracking.track.REST_UNDER_HAND_MS`, and a look)."""


SHORTEST_MS = 100
"""No span in which something happened is shorter than this: looks are so far apart."""


class Inversion(NamedTuple):
    """Two plays, of which the one that is told first came to lie after the other."""

    first: Step
    second: Step


def inversions(plays: Sequence[Step]) -> tuple[Inversion, ...]:
    """All pairs of plays that are told in another order than that of their times; as a rule there are none.

    Of a play that was made within a span of time, all that is known is the span.
    """
    begun = [step.span[0] if step.span and not step.track_ids else step.t_ms for step in plays]
    late = [index for index, latest in enumerate(accumulate(begun, max)) if begun[index] < latest]
    pairs = ((first, plays[index]) for index in late for first in plays[:index])
    return tuple(Inversion(first, second) for first, second in pairs if _is_inverted(first, second))


def _is_inverted(first: Step, second: Step) -> bool:
    if first.span and second.span:
        return not (first.track_ids or second.track_ids) and first.span[0] > second.span[0]
    return not (first.span or second.span) and first.t_ms > second.t_ms


def unwatched(steps: Sequence[Step]) -> list[tuple[Step, int, int]]:
    """The plays that were made within a span, and between which of those before and after it that were seen, ms."""
    found = []
    for index, step in enumerate(steps):
        if step.span:
            begin_ms = max(one.t_ms for one in steps[:index] if not one.span)
            end_ms = min((one.t_ms for one in steps[index:] if not one.span), default=step.span[1])
            found.append((step, begin_ms, end_ms))
    return found


def order_log_likelihood(pairs: Iterable[Inversion], tracker: Tracker) -> float:
    """Log-likelihood that cards were played in another order than that in which they came to lie."""
    return sum(_inverted(pair, tracker) for pair in pairs)


def log_share(span: Sequence[int], begin_ms: int, end_ms: int) -> float:
    """Log of the share of a span of time that lies between two moments: as likely something happened between them.

    Args:
        span: within which it happened, from and to, ms: in which an arm hid the spot, or a card was lost from sight.
        begin_ms: when the play before it was made; it may be before the span.
        end_ms: when the play after it was made; it may be behind it.
    """
    first_ms, last_ms = span
    within_ms = max(min(end_ms, last_ms) - max(begin_ms, first_ms), SHORTEST_MS)
    return math.log(min(within_ms / max(last_ms - first_ms, SHORTEST_MS), 1.0))


def _inverted(pair: Inversion, tracker: Tracker) -> float:
    """That of one pair.

    When a card was played that nobody saw is a guess; but it was hardly played long before the cards that it took were
    gone.
    """
    first, second = pair
    if not first.track_ids and not second.track_ids:
        return weights.DISORDER
    if not (first.track_ids and second.track_ids):
        return weights.OUT_OF_ORDER * max((first.t_ms - second.t_ms) / 1000, 1.0)
    hidden_ms = [tracker[step.track_ids[0]].hidden_ms for step in pair]
    return _seen_inverted((hidden_ms[0], first.t_ms), (min(hidden_ms[1], second.t_ms), second.t_ms))


def _seen_inverted(first: tuple[int, int], second: tuple[int, int]) -> float:
    """That of two cards that were seen: of each since when a hand had hidden its spot, and when it was seen there, ms.

    Where a hand hid the first one's spot before the other one was laid, it was laid at any moment since, as a play in a
    span is (:func:`log_share`): what counts is how much longer that is than until it was seen.
    """
    laid_ms = sum(second) // 2
    if first[0] < laid_ms < first[1]:
        return weights.UNWATCHED * (log_share(first, first[0], laid_ms) - log_share(first, laid_ms, first[1]))
    if first[1] - second[1] < AT_ONCE_MS:
        return weights.OUT_OF_ORDER
    return weights.SEEN_FIRST + weights.BARE_BEFORE * (first[0] > second[1] + BARE_MS)
