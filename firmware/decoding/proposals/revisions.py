"""Second thoughts: a card named otherwise, two played the other way round, one that turns up although it was played."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from firmware.cards import ES40, Card, Rank
from firmware.decoding import likelihood
from firmware.decoding.history import Layout, Step
from firmware.decoding.hypothesis import Hypothesis, assign, rewrite
from firmware.decoding.pieces import pieces_of
from firmware.rules.play import Play
from firmware.tracking.track import REST_MS, Track
from firmware.tracking.tracker import Tracker

CANDIDATES = 5
"""Cards tried for one place; the sixth opinion of a classifier has never been right."""
RECENT = 8
"""Plays after which their order is no longer thought about again: two rounds of four, enough to see who sits where."""
QUICK_MS = 3000
"""Plays nearer than this may have been made the other way round: what is still under a hand is read late."""
AT_ONCE_MS = 300
"""Of cards seen so little apart the order is hardly known: one hand hides its card longer than another one."""


def candidates(track: Track) -> list[Card]:
    """The cards worth trying for a place, likeliest first."""
    best = track.likeliest(CANDIDATES)
    return [card for card in best if track.log_prob(card) > track.log_prob(best[0]) - 7]


def swapped_plays(hypotheses: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
    """Two cards that came to lie in quick succession were played the other way round, as the seats after them tell."""
    for hypothesis in hypotheses:
        for index in range(max(1, len(hypothesis.steps) - RECENT), len(hypothesis.steps) - 1):
            first, second = hypothesis.steps[index : index + 2]
            if (first.track_ids or second.track_ids) and second.t_ms - first.t_ms < QUICK_MS:
                steps = (*hypothesis.steps[:index], second, played_later(first, second), *hypothesis.steps[index + 2 :])
                yield from filter(None, [rewrite(hypothesis, steps)])


def played_later(first: Step, second: Step) -> Step:
    """``first`` played after ``second``, with what that costs; when a card was played that nobody saw is a guess ...

    ... but it was hardly played long before the cards that it took were gone.
    """
    apart_ms = second.t_ms - first.t_ms
    if not (first.track_ids and second.track_ids) or 0 < apart_ms < AT_ONCE_MS:
        return replace(first, log_likelihood=first.log_likelihood + likelihood.OUT_OF_ORDER * max(apart_ms / 1000, 1.0))
    cost = min(
        first.log_likelihood + (likelihood.SEEN_FIRST if apart_ms > 0 else -likelihood.OUT_OF_ORDER),
        likelihood.SEEN_PLAY,
    )
    return replace(first, log_likelihood=cost)


def relabelled(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """A place whose best opinion has changed since it was named: the same story with the other card."""
    for hypothesis in hypotheses:
        for index, step in enumerate(hypothesis.steps):
            for slot, track_id in enumerate(step.track_ids):
                track = tracker[track_id]
                better, told = track.likeliest(1)[0], step.cards[slot]
                if (
                    better != told
                    and hypothesis.has_free_piece(better)
                    and track.log_prob(better) >= track.log_prob(told) + 1.0
                ):
                    yield from relabel(hypothesis, index, slot, better)


def refound(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """What was taken for nothing while its card still seemed to lie elsewhere was that card, moved."""
    for hypothesis in hypotheses:
        idle = hypothesis.clutter
        spots = hypothesis.last_tracks(tracker) if idle else {}
        for track_id in idle:
            track = tracker[track_id]
            for card in (piece for face in track.likeliest(1) for piece in pieces_of(face)):
                if card in spots and spots[card].missed > 0 and track.seen_ms > spots[card].seen_ms:
                    yield moved(hypothesis, track, card, tracker)


def moved(hypothesis: Hypothesis, track: Track, card: Card, tracker: Tracker) -> Hypothesis:
    """``card`` lies at ``place`` now; if it was played last, and never lay clear of hands, it was carried on."""
    *before, last = hypothesis.steps
    held = last.track_ids and tracker[last.track_ids[0]].lay_clear_ms < REST_MS
    if held and isinstance(last.action, Play) and hypothesis.assignment[last.track_ids[0]] == card:
        hypothesis = rewrite(hypothesis, (*before, replace(last, t_ms=track.born_ms))) or hypothesis
    return replace(assign(hypothesis, track, card), base=hypothesis.base + likelihood.MOVED)


def infer_last_suit(hypothesis: Hypothesis) -> Hypothesis:
    """The reading with the suit of a card that nobody saw, once the three others of its rank have been told."""
    told: set[Card] = set()
    for index, step in enumerate(hypothesis.steps):
        if isinstance(step.action, Play) and step.action.card.suit is None:
            told = told or hypothesis.used_faces
            left = [card for card in ES40.cards if card.rank == step.action.card.rank and card not in told]
            if len(left) == 1:
                return next(relabel(hypothesis, index, 0, left[0]), hypothesis)
    return hypothesis


def unused_cards(hypothesis: Hypothesis, rank: Rank) -> list[Card]:
    """The cards of a rank that this deal has not told yet."""
    told = hypothesis.used_faces
    return [card for card in ES40.cards if card.rank == rank and card not in told]


def without_card(hypothesis: Hypothesis, card: Card, tracker: Tracker) -> Iterator[Hypothesis]:
    """The story with another card where ``card`` is told: it has turned up elsewhere, and there are no more of it.

    Or without that play: who laid it took it back into his hand.
    """
    for index in [index for index, step in enumerate(hypothesis.steps) if card in step.cards]:
        yield from _other_cards(hypothesis, index, card, tracker)
        if isinstance(hypothesis.steps[index].action, Play) and _is_away(hypothesis.steps[index], tracker):
            yield from filter(None, [rewrite(hypothesis, (*hypothesis.steps[:index], *hypothesis.steps[index + 1 :]))])


def _is_away(step: Step, tracker: Tracker) -> bool:
    """Whether the card that was played was seen and is seen no more, and nobody has said what it was."""
    return bool(step.track_ids) and not step.card_fixed and tracker[step.track_ids[0]].missed_clear > 0


def _other_cards(hypothesis: Hypothesis, index: int, card: Card, tracker: Tracker) -> Iterator[Hypothesis]:
    step = hypothesis.steps[index]
    slot = step.cards.index(card)
    seen = candidates(tracker[step.track_ids[slot]]) if step.track_ids else []
    for other in seen:
        if other not in hypothesis.used_faces:
            yield from relabel(hypothesis, index, slot, other)
    if isinstance(step.action, Play) and not step.card_fixed:
        blind = Step(step.t_ms, (), replace(step.action, card=Card(card.rank)), likelihood.UNSEEN_PLAY)
        yield from filter(
            None, [rewrite(hypothesis, (*hypothesis.steps[:index], blind, *hypothesis.steps[index + 1 :]))]
        )


def relabel(hypothesis: Hypothesis, index: int, slot: int, card: Card | None) -> Iterator[Hypothesis]:
    """The story with ``card`` in step ``index``, where the rules allow it."""
    step = hypothesis.steps[index]
    if card is None or step.card_fixed:
        return
    changed = replace(step, action=_with_card(step.action, slot, card))
    yield from filter(None, [rewrite(hypothesis, (*hypothesis.steps[:index], changed, *hypothesis.steps[index + 1 :]))])


def _with_card(action: Layout | Play, slot: int, card: Card) -> Layout | Play:
    """The same action with another card."""
    if isinstance(action, Play):
        return replace(action, card=card)
    return Layout((*action.cards[:slot], card, *action.cards[slot + 1 :]))
