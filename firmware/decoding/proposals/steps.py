"""The steps of a deal as proposals change them: which may change, what else they may be, and others in their stead."""

from firmware.cards import ES40, Card, Rank
from firmware.decoding.branching import rewrite
from firmware.decoding.choices import takeable_ranks
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.rules.play import Play
from firmware.tracking.track import Track

CANDIDATES = 5
"""Cards tried for one track; the sixth opinion of a classifier has never been right."""
REVISABLE_STEPS = 8
"""Plays after which their order is not changed any more: two rounds of four, enough to see who sits where."""
OF_RANK = {rank: [card for card in ES40.cards if card.rank == rank] for rank in Rank}
"""The cards of each rank in the pack."""


def last_places(hypothesis: Hypothesis, most: int = REVISABLE_STEPS) -> range:
    """The places, among the steps of the present deal, of its last plays: ``most`` of them."""
    return range(max(1, len(hypothesis.steps) - most), len(hypothesis.steps))


def is_guess(step: Step) -> bool:
    """Whether a step is a play that nobody saw, and nobody has spoken of."""
    return isinstance(step.action, Play) and not step.track_ids and not step.is_fixed


def candidates(track: Track) -> list[Card]:
    """The cards worth trying for a track, likeliest first."""
    best = track.likeliest(CANDIDATES)
    return [card for card in best if track.log_prob(card) > track.log_prob(best[0]) - 7]


def unused_cards(hypothesis: Hypothesis, rank: Rank) -> list[Card]:
    """The cards of a rank that were not laid or played in this deal yet."""
    used = hypothesis.used_faces
    return [card for card in OF_RANK[rank] if card not in used]


def takeable_before(hypothesis: Hypothesis, index: int) -> list[Rank]:
    """The ranks that take something before a step of the present deal."""
    before = rewrite(hypothesis, hypothesis.steps[:index])
    return sorted(takeable_ranks(before.game)) if before else []


def with_steps_replaced(hypothesis: Hypothesis, begin: int, end: int, *steps: Step) -> list[Hypothesis]:
    """The hypothesis with other steps in the stead of some, if the rules allow it: one, or none.

    Args:
        hypothesis: the hypothesis before.
        begin: the first step of the present deal to be replaced.
        end: the first one behind it that stays.
        steps: the other steps.
    """
    rewritten = rewrite(hypothesis, (*hypothesis.steps[:begin], *steps, *hypothesis.steps[end:]))
    return [rewritten] if rewritten else []
