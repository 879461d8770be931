"""Proposals of the present deal after other accounts of the deals before it."""

from collections.abc import Iterable, Iterator, Sequence

from firmware.decoding.branching import with_past_of
from firmware.decoding.history import Layout
from firmware.decoding.hypothesis import Hypothesis
from firmware.rules.play import Play

MOST_PASTS = 4
"""The likeliest accounts of the deals before that the present one is tried after, a judgement: each takes as long as to
play the deal once more, and what comes after the fourth is seldom asked about."""


def after_other_deals(leading: Iterable[Hypothesis], hypotheses: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
    """The present deal as each of the leading hypotheses tells it, after the deals before it as other ones do.

    Else what was first thought of beside one past alone would tell for that past.

    Args:
        leading: those whose present deal it is.
        hypotheses: all, the likeliest first: what one of them tells already is not told again.
    """
    likeliest: dict[int, Hypothesis] = {}
    for one in hypotheses:
        likeliest.setdefault(one.origin_rank_key, one)
    if len(likeliest) == 1:
        return
    pasts = list(likeliest.values())[:MOST_PASTS]
    known = {(one.origin_rank_key, _actions(one)) for one in hypotheses}
    for hypothesis in leading:
        others = (past for past in pasts if (past.origin_rank_key, _actions(hypothesis)) not in known)
        yield from filter(None, (with_past_of(hypothesis, other) for other in others))


def _actions(hypothesis: Hypothesis) -> tuple[Layout | Play, ...]:
    """What was laid and played in the present deal."""
    return tuple(step.action for step in hypothesis.steps)
