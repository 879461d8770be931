"""Proposals of a card named otherwise: by later looks, or since it has turned up though it was played."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from firmware.cards import Card
from firmware.decoding import weights
from firmware.decoding.history import Layout, Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.proposals.steps import (
    candidates,
    is_guess,
    last_places,
    takeable_before,
    unused_cards,
    with_steps_replaced,
)
from firmware.rules.play import Play
from firmware.tracking.tracker import Tracker

Place: TypeAlias = tuple[int, int]
"""A card of the present deal: its step, from 0, and its place among the cards of that step."""


def relabelled(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses with the other card where the best opinion of a track has changed since it was assigned.

    Unless one of them has that card there, and all others alike: at every look it would be proposed again.
    """
    for hypothesis in hypotheses:
        for index, slot, card in _better_named(hypothesis, tracker):
            if not any(_has_instead(other, hypothesis, index, slot, card) for other in hypotheses):
                yield from relabel(hypothesis, index, slot, card)


def _better_named(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[tuple[int, int, Card]]:
    """The steps and slots of cards of which the looks have a clearly better opinion by now, and which."""
    for index, step in enumerate(hypothesis.steps):
        for slot, track_id in enumerate(step.track_ids):
            track = tracker[track_id]
            better, assigned = track.likeliest(1)[0], step.cards[slot]
            if better == assigned or not hypothesis.has_free_piece(better):
                continue
            if track.log_prob(better) >= track.log_prob(assigned) + 1.0:
                yield index, slot, better


def other_misread(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which of a card and the equal that it took the other one was misread.

    Their looks tell of two ranks, and the capture of one: either of them may be wrong.
    """
    for hypothesis in hypotheses:
        for index in last_places(hypothesis):
            for equal in _equal_taken(hypothesis, index):
                yield from _named_as(hypothesis, (index, 0), equal, tracker)
                yield from _named_as(hypothesis, equal, (index, 0), tracker)


def _equal_taken(hypothesis: Hypothesis, index: int) -> Iterator[Place]:
    """Where the card of the same rank came to lie that a play took."""
    step, state = hypothesis.steps[index], hypothesis.state
    card, capture = step.cards[0], state.captured.get(step.cards[0])
    if capture is None or capture.t_ms != step.t_ms:
        return
    equals = {one for one in state.captures[capture] if one.rank == card.rank and one != card}
    for number, one in enumerate(hypothesis.steps[:index]):
        yield from ((number, slot) for slot, laid in enumerate(one.cards) if laid in equals)


def _named_as(hypothesis: Hypothesis, known: Place, other: Place, tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypothesis with the card at one place as it was seen, and that at the other one of the same rank."""
    steps, (index, slot) = hypothesis.steps, other
    if not (steps[known[0]].track_ids and steps[index].track_ids):
        return
    seen, before = tracker[steps[known[0]].track_ids[known[1]]].likeliest(1)[0], steps[index].cards[slot]
    alike = Card(seen.rank, before.suit)
    if seen.rank != before.rank and hypothesis.used_faces.isdisjoint({seen, alike}):
        for one in relabel(hypothesis, *known, seen):
            yield from relabel(one, index, slot, alike)


def _has_instead(other: Hypothesis, hypothesis: Hypothesis, index: int, slot: int, card: Card) -> bool:
    """Whether another hypothesis has a card in a step, and all else as this one has it."""
    steps, step = hypothesis.steps, hypothesis.steps[index]
    if len(other.steps) != len(steps) or other.origin_key != hypothesis.origin_key:
        return False
    if other.steps[index].cards != (*step.cards[:slot], card, *step.cards[slot + 1 :]):
        return False
    pairs = enumerate(zip(other.steps, steps, strict=True))
    return all(
        one is another or (one.track_ids == another.track_ids and (number == index or one.cards == another.cards))
        for number, (one, another) in pairs
    )


def relabel(hypothesis: Hypothesis, index: int, slot: int, card: Card | None) -> Iterator[Hypothesis]:
    """The hypothesis with another card in a step, where the rules allow it.

    Args:
        hypothesis: the hypothesis before.
        index: which step of the present deal, from 0.
        slot: which card of the step, from 0.
        card: the other card; ``None``: there is none to try.
    """
    step = hypothesis.steps[index]
    if card is None or step.card_fixed:
        return
    changed = replace(step, action=_with_card(step.action, slot, card))
    yield from with_steps_replaced(hypothesis, index, index + 1, changed)


def _with_card(action: Layout | Play, slot: int, card: Card) -> Layout | Play:
    """The action with another card."""
    if isinstance(action, Play):
        return replace(action, card=card)
    return replace(action, cards=(*action.cards[:slot], card, *action.cards[slot + 1 :]))


def infer_last_suit(hypothesis: Hypothesis) -> Hypothesis:
    """The hypothesis with the suit of a card that nobody saw, once the three others of its rank have been played."""
    for index, step in enumerate(hypothesis.steps):
        if isinstance(step.action, Play) and step.action.card.suit is None:
            unused = unused_cards(hypothesis, step.action.card.rank)
            if len(unused) == 1:
                return next(relabel(hypothesis, index, 0, unused[0]), hypothesis)
    return hypothesis


def without_card(hypothesis: Hypothesis, card: Card, tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses with another card where ``card`` was played: it has turned up elsewhere.

    Or without that play: who laid it took it back into his hand.

    Args:
        hypothesis: the hypothesis before.
        card: the card that turned up.
        tracker: all tracks.
    """
    for index in [index for index, step in enumerate(hypothesis.steps) if card in step.cards]:
        yield from _other_cards(hypothesis, index, card, tracker)
        if isinstance(hypothesis.steps[index].action, Play) and _is_away(hypothesis.steps[index], tracker):
            yield from with_steps_replaced(hypothesis, index, index + 1)


def _is_away(step: Step, tracker: Tracker) -> bool:
    """Whether the card that was played was seen and is seen no more, and nobody has spoken of it."""
    return bool(step.track_ids) and not step.is_fixed and tracker[step.track_ids[0]].missed_clear > 0


def _other_cards(hypothesis: Hypothesis, index: int, card: Card, tracker: Tracker) -> Iterator[Hypothesis]:
    step = hypothesis.steps[index]
    slot = step.cards.index(card)
    seen = candidates(tracker[step.track_ids[slot]]) if step.track_ids else []
    for other in seen:
        if other not in hypothesis.used_faces:
            yield from relabel(hypothesis, index, slot, other)
    if isinstance(step.action, Play) and not step.card_fixed:
        blind = Step(step.t_ms, (), replace(step.action, card=Card(card.rank)), weights.UNSEEN_PLAY)
        yield from with_steps_replaced(hypothesis, index, index + 1, blind)
        yield from _of_other_ranks(hypothesis, index, step if is_guess(step) else blind)


def _of_other_ranks(hypothesis: Hypothesis, index: int, guess: Step) -> Iterator[Hypothesis]:
    """The hypotheses in which a play was made by a card of another rank that takes something, and nobody saw it.

    What was seen there was misread: a 12 under a hand was an 11 in three looks.
    """
    for rank in takeable_before(hypothesis, index):
        if rank != guess.cards[0].rank:
            other = replace(guess, action=Play(0, Card(rank)))
            yield from with_steps_replaced(hypothesis, index, index + 1, other)
