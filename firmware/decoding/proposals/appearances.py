"""Proposals about a card that has come to rest: a play, a card known already, or clutter."""

from collections.abc import Iterable, Iterator

from firmware.cards import Card
from firmware.decoding import likelihood, weights
from firmware.decoding.branching import add_play, assign
from firmware.decoding.clutter import ECHO_MM
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.pieces import pieces_with_face
from firmware.decoding.proposals.guesses import guesses_of_other_rank, without_guess
from firmware.decoding.proposals.layouts import repaired
from firmware.decoding.proposals.renamings import relabel, without_card
from firmware.decoding.proposals.reorderings import moved
from firmware.decoding.proposals.steps import candidates, last_places, with_steps_replaced
from firmware.decoding.proposals.unseen_plays import taken_meanwhile
from firmware.rules.play import Play
from firmware.tracking.geometry import distance
from firmware.tracking.track import Track, is_found_late, laid_span
from firmware.tracking.tracker import Tracker


def explain(hypothesis: Hypothesis, tracker: Tracker) -> list[Hypothesis]:
    """The hypotheses that assign the oldest track at rest that the hypothesis does not explain."""
    track = likelihood.unassigned_at_rest(hypothesis, tracker)[0]
    played = (*_moves(hypothesis, track, tracker), *_plays(hypothesis, track, tracker))
    return [assign(hypothesis, track, None), *played, *repaired(hypothesis, track, tracker)]


def seen_again(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses, after all plays of a deal, in which a card that lies anew is one of them, swept up by mistake.

    While others of that deal lie there it is none of the next layout.
    """
    fresh = likelihood.unassigned_at_rest(hypothesis, tracker)
    if fresh and any(track.missed == 0 for track in hypothesis.last_tracks(tracker).values()):
        for track in fresh:
            yield from _moves(hypothesis, track, tracker)


def _plays(hypothesis: Hypothesis, track: Track, tracker: Tracker) -> Iterable[Hypothesis]:
    """The card was played: last, or, if it came to lie before the last one, before that."""
    for card in candidates(track):
        for base in _able_to_play(hypothesis, card, tracker):
            last = base.steps[-1]
            is_earlier = last.t_ms >= track.born_ms and isinstance(last.action, Play)
            log_likelihood = weights.SEEN_PLAY + likelihood.too_early(base, track.born_ms)
            hidden = is_found_late(track) or track.hidden_ms < last.t_ms < track.born_ms
            span = (track.hidden_ms, track.born_ms) if hidden else ()
            if after := add_play(base, card, track.born_ms, (track.id,), log_likelihood, span=span):
                yield after
            yield from _under_arm(base, track, card, log_likelihood)
            if is_earlier:
                between = Step(track.born_ms, (track.id,), Play(0, card), log_likelihood, span=laid_span(track))
                yield from with_steps_replaced(base, len(base.steps) - 1, len(base.steps) - 1, between)


def _able_to_play(hypothesis: Hypothesis, card: Card, tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypothesis if the card may still be played, or others in which it may.

    Where a card was another one others may have been taken otherwise since, so that one should lie there that is gone.
    """
    if card not in hypothesis.used_faces:
        yield from (hypothesis, *guesses_of_other_rank(hypothesis, card.rank))
        return
    for other in without_card(hypothesis, card, tracker):
        yield other
        yield from taken_meanwhile(other, tracker)


def _under_arm(hypothesis: Hypothesis, track: Track, card: Card, log_likelihood: float) -> Iterable[Hypothesis]:
    """The card was laid while an arm hid the spot: before any of the plays since then."""
    for index in last_places(hypothesis):
        if track.hidden_ms < (next_ms := hypothesis.steps[index].t_ms) < track.born_ms:
            span = (track.hidden_ms, track.born_ms)
            step = Step(next_ms - 1, (track.id,), Play(0, card), log_likelihood, span=span)
            yield from with_steps_replaced(hypothesis, index, index, step)


def _moves(hypothesis: Hypothesis, track: Track, tracker: Tracker) -> Iterable[Hypothesis]:
    """The card is one that was known and is not seen where it was; so nobody captured it unseen."""
    last = hypothesis.last_tracks(tracker)
    for card in (piece for face in candidates(track) for piece in pieces_with_face(face)):
        if card in last and last[card].missed > 0:
            yield moved(hypothesis, track, card, tracker)
            yield from (moved(other, track, card, tracker) for other in without_guess(hypothesis, card))
    yield from _moves_of_misread(hypothesis, track, tracker)


def _moves_of_misread(hypothesis: Hypothesis, track: Track, tracker: Tracker) -> Iterable[Hypothesis]:
    """The card lay close by and was pushed; it was misread there, and is read otherwise now."""
    face = track.likeliest(1)[0]
    for index, step in enumerate(hypothesis.steps if hypothesis.has_free_piece(face) else ()):
        for slot, track_id in enumerate(step.track_ids):
            before = tracker[track_id]
            lay = hypothesis.assignment[track_id] in hypothesis.on_table and before.seen_ms < track.born_ms
            if lay and distance(before.anchor, track.anchor) <= ECHO_MM:
                for other in relabel(hypothesis, index, slot, face):
                    yield moved(other, track, other.assignment[track_id] or face, tracker)
