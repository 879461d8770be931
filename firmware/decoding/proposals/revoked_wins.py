"""Proposals about a win that was none: by the count a side has won in the middle of a deal, and people play on (W1)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from firmware.decoding import weights
from firmware.decoding.branching import rewrite
from firmware.decoding.facts import ending
from firmware.decoding.history import Step, TimedSaying
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.likelihood import is_played_out
from firmware.tracking.track import is_at_rest
from firmware.tracking.tracker import Tracker


def played_on(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which the match goes on, if cards came to lie after what won it by the count.

    What lies there since then is of no card yet.
    """
    for hypothesis in hypotheses:
        since_ms = hypothesis.facts.end_ms
        after = [tracker[track_id] for track_id in hypothesis.clutter if tracker[track_id].born_ms > since_ms]
        if any(map(is_at_rest, after)) and not is_played_out(hypothesis):
            yield from _without_win(hypothesis, {track.id for track in after})


def _without_win(hypothesis: Hypothesis, after: set[int]) -> Iterator[Hypothesis]:
    """The hypothesis in which what ended its deal wins nothing."""
    won = ending(hypothesis.entries)
    revoked = None if won.win_revoked else _revoked(hypothesis, won)
    if revoked and revoked.game.turn is not None:
        assignment = {track_id: card for track_id, card in revoked.assignment.items() if track_id not in after}
        yield replace(revoked, assignment=assignment, base=revoked.base + weights.WIN_REVOKED)


def _revoked(hypothesis: Hypothesis, won: Step | TimedSaying) -> Hypothesis | None:
    if isinstance(won, Step):
        return rewrite(hypothesis, [replace(one, win_revoked=True) if one is won else one for one in hypothesis.steps])
    sayings = tuple(replace(one, win_revoked=True) if one == won else one for one in hypothesis.sayings)
    return rewrite(replace(hypothesis, sayings=sayings), hypothesis.steps, whole=True)
