"""What a card that has come to rest may be: a play, a card known already, or nothing."""

from collections.abc import Iterable
from dataclasses import replace

from firmware.cards import Card
from firmware.decoding import likelihood
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis, add_play, assign, rewrite
from firmware.decoding.pieces import pieces_of
from firmware.decoding.proposals.revisions import RECENT, candidates, moved, without_card
from firmware.decoding.proposals.unseen_plays import without_guess
from firmware.rules.play import Play
from firmware.tracking.track import Track
from firmware.tracking.tracker import Tracker


def explain(hypothesis: Hypothesis, tracker: Tracker) -> list[Hypothesis]:
    """What the oldest card at rest that the reading does not explain may be."""
    track = likelihood.unassigned_at_rest(hypothesis, tracker)[0]
    return [assign(hypothesis, track, None), *_moves(hypothesis, track, tracker), *_plays(hypothesis, track, tracker)]


def _plays(hypothesis: Hypothesis, track: Track, tracker: Tracker) -> Iterable[Hypothesis]:
    """The card at ``place`` was played: last, or, if it came to lie before the last one, before that."""
    for card in candidates(track):
        for base in [hypothesis] if card not in hypothesis.used_faces else without_card(hypothesis, card, tracker):
            last = base.steps[-1]
            earlier = last.t_ms >= track.born_ms and isinstance(last.action, Play)
            cost = likelihood.SEEN_PLAY + likelihood.too_early(base, track.born_ms)
            after = add_play(base, card, track.born_ms, (track.id,), cost + earlier * likelihood.OUT_OF_ORDER)
            if after:
                yield _laid_on_top(after, track, tracker)
            yield from _under_arm(base, track, card)
            if earlier:
                between = Step(track.born_ms, (track.id,), Play(0, card), cost)  # the seat follows
                yield from filter(None, [rewrite(base, (*base.steps[:-1], between, last))])


def _under_arm(hypothesis: Hypothesis, track: Track, card: Card) -> Iterable[Hypothesis]:
    """The card was laid while an arm hid the spot: before any of the plays since then."""
    cost = likelihood.SEEN_PLAY + likelihood.OUT_OF_ORDER
    for index in range(max(1, len(hypothesis.steps) - RECENT), len(hypothesis.steps)):
        before, after = hypothesis.steps[:index], hypothesis.steps[index:]
        if track.hidden_ms < after[0].t_ms < track.born_ms:
            step = Step(after[0].t_ms - 1, (track.id,), Play(0, card), cost)
            yield from filter(None, [rewrite(hypothesis, (*before, step, *after))])


def _laid_on_top(hypothesis: Hypothesis, track: Track, tracker: Tracker) -> Hypothesis:
    if not likelihood.lies_on_top(hypothesis, track, tracker):
        return hypothesis
    *before, last = hypothesis.steps
    return replace(hypothesis, steps=(*before, replace(last, log_likelihood=last.log_likelihood + likelihood.ON_TOP)))


def _moves(hypothesis: Hypothesis, track: Track, tracker: Tracker) -> Iterable[Hypothesis]:
    """The card at ``place`` is one that was known and is not seen where it was; so nobody captured it unseen."""
    spots = hypothesis.last_tracks(tracker)
    for card in (piece for face in candidates(track) for piece in pieces_of(face)):
        if card in spots and spots[card].missed > 0:
            yield moved(hypothesis, track, card, tracker)
            yield from (moved(other, track, card, tracker) for other in without_guess(hypothesis, card))
