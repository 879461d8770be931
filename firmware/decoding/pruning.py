"""Pruning: which of the hypotheses are too much alike to be kept, or too unlikely, and which tracks nobody needs."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from firmware.cards import Card
from firmware.decoding import likelihood
from firmware.decoding.hypothesis import Hypothesis
from firmware.tracking.track import HALF_KNOWN, Track, is_at_rest, is_expired, is_glimpse
from firmware.tracking.tracker import Tracker

MAX_ALIKE = 3
"""Hypotheses kept of those that differ in suits alone (rule G2) or in the tracks of cards: they must not crowd others
out."""
PAST_MARGIN = 5.0
"""The margin for hypotheses with the same present deal and other ones before: no look will ever tell them apart, and
they would fill the beam as the evening goes on. One in 150 is less than any question is asked about."""
SEEN_TWICE = 2
"""Looks at one spot that show a card there, however unsure: of such it is tried whether it was played, and taken."""
SETTLED_DEALS = 2
"""A deal is settled when so many deals after it were begun: who sits where and who deals has shown by then."""


def diverse(ranked: Iterable[tuple[float, Hypothesis]]) -> list[tuple[float, Hypothesis]]:
    """The hypotheses in their order, but few of those that agree on all that counts."""
    alike: Counter[object] = Counter()
    kept: list[tuple[float, Hypothesis]] = []
    for weight, hypothesis in ranked:
        end = hypothesis.rank_key, hypothesis.game.turn
        alike[end] += 1
        if alike[end] <= MAX_ALIKE:
            kept.append((weight, hypothesis))
    return kept


def without_other_pasts(
    weighed: Iterable[tuple[float, Hypothesis]], best: Hypothesis
) -> list[tuple[float, Hypothesis]]:
    """The hypotheses, the likeliest first, without those that tell deals long over otherwise than the leading one.

    Nor those that are unlikely and differ in earlier deals alone. What was told two deals ago stands: of ten deals that
    were filmed a doubt of 1 in 10 about the second came even in the sixth, by what the later ones had added on either
    side, and was corrected to and fro 18 times.

    Args:
        weighed: hypotheses, each with its log-likelihood.
        best: the leading one.
    """
    leading: dict[object, float] = {}
    kept = []
    for weight, hypothesis in weighed:
        if not _same_long_ago(hypothesis, best):
            continue
        if weight > leading.setdefault(_present_deal(hypothesis), weight) - PAST_MARGIN:
            kept.append((weight, hypothesis))
    return kept


def _present_deal(hypothesis: Hypothesis) -> object:
    """What a hypothesis says of this deal: all that coming looks can tell for or against it."""
    steps = tuple((step.action, step.track_ids, step.win_revoked) for step in hypothesis.steps)
    return hypothesis.origin.dealer, steps, frozenset(hypothesis.assignment.items())


def _same_long_ago(hypothesis: Hypothesis, best: Hypothesis) -> bool:
    """Whether a hypothesis tells the deals before the last but one as the leading one does, as far as it counts."""
    settled = min(len(best.past), len(hypothesis.past)) - SETTLED_DEALS
    return settled < 0 or hypothesis.past[settled].entries[-1].rank_key == best.past[settled].entries[-1].rank_key


def deletable(tracker: Tracker, best: Hypothesis, kept: Iterable[Hypothesis], known_ms: float) -> list[Track]:
    """The tracks that are gone and that no hypothesis assigns, except cards seen in passing in this deal.

    They count until the next one is dealt: without them two histories were level at the end of a deal alone.

    Args:
        tracker: all tracks.
        best: the leading hypothesis.
        kept: those that stay.
        known_ms: tracks seen since then are not gone.
    """
    assigned = set[int]().union(*(hypothesis.assignment for hypothesis in kept))
    idle = (track for track in tracker if track.id not in assigned and track.seen_ms < known_ms)
    used, since_ms = best.used_faces, best.steps[0].t_ms - likelihood.EARLY_MS if best.steps else math.inf
    return [one for one in idle if is_expired(one) and not (one.born_ms > since_ms and _is_remembered(one, used))]


def _is_remembered(track: Track, used: Collection[Card]) -> bool:
    """Whether a card was seen in passing, for certain or as one that is not among those used.

    What was seen twice at one spot may have been two cards, one upon the other: neither is half known then.
    """
    known = track.rank_confidence >= HALF_KNOWN or track.rest_looks >= SEEN_TWICE
    unused = known and not is_at_rest(track) and track.likeliest(1)[0] not in used
    return unused or is_glimpse(track)


def without_tracks(hypothesis: Hypothesis, gone: Sequence[Track]) -> Hypothesis:
    """The hypothesis after tracks were deleted: what they cost one that waits for a layout stays with it."""
    past_tracks = hypothesis.past_tracks.difference(track.id for track in gone)
    cost = likelihood.removed_before_deal(hypothesis, gone) if hypothesis.game.awaiting_layout else 0.0
    return replace(hypothesis, past_tracks=past_tracks, base=hypothesis.base + cost)
