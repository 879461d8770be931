"""Proposals that revise a step: a card named otherwise, two plays swapped, a card that turns up though played."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from firmware.cards import ES40, Card, Rank
from firmware.decoding import weights
from firmware.decoding.branching import assign, rewrite, with_past_of
from firmware.decoding.choices import takeable_ranks
from firmware.decoding.history import Layout, Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.rules.play import Play
from firmware.tracking.track import REST_MS, Track, is_at_rest
from firmware.tracking.tracker import Tracker

CANDIDATES = 5
"""Cards tried for one track; the sixth opinion of a classifier has never been right."""
REVISABLE_STEPS = 8
"""Plays after which their order is not changed any more: two rounds of four, enough to see who sits where."""
MOST_PASTS = 4
"""The likeliest accounts of the deals before that the present one is tried after, a judgement: each takes as long as to
play the deal once more, and what comes after the fourth is seldom asked about."""
QUICK_MS = 3000
"""Plays nearer than this may have been made the other way round: what is still under a hand is read late."""

OF_RANK = {rank: [card for card in ES40.cards if card.rank == rank] for rank in Rank}
"""The cards of each rank in the pack."""


def last_places(hypothesis: Hypothesis, most: int = REVISABLE_STEPS) -> range:
    """The places, among the steps of the present deal, of its last plays: ``most`` of them."""
    return range(max(1, len(hypothesis.steps) - most), len(hypothesis.steps))


def candidates(track: Track) -> list[Card]:
    """The cards worth trying for a track, likeliest first."""
    best = track.likeliest(CANDIDATES)
    return [card for card in best if track.log_prob(card) > track.log_prob(best[0]) - 7]


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


def swapped_plays(hypotheses: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
    """The hypotheses in which two cards that came to lie in quick succession were played the other way round.

    The seats after them tell which way it was.
    """
    for hypothesis in hypotheses:
        for index in last_places(hypothesis)[:-1]:
            first, second = hypothesis.steps[index : index + 2]
            if _may_be_swapped(first, second):
                yield from with_steps_replaced(hypothesis, index, index + 2, second, first)


def _may_be_swapped(first: Step, second: Step) -> bool:
    """Whether the order of two plays may be another: one was seen, they were quick, and nobody has spoken of them."""
    seen = bool(first.track_ids or second.track_ids)
    return seen and second.t_ms - first.t_ms < QUICK_MS and not (first.is_fixed or second.is_fixed)


def plays_turned_up(hypothesis: Hypothesis, tracker: Tracker) -> dict[int, Step]:
    """The plays whose card turned up elsewhere, by the number of their step, as made there: it had been taken back."""
    trails = hypothesis.trails(tracker)
    turned_up = [(index, _turned_up(step, trails)) for index, step in enumerate(hypothesis.steps[1:], 1)]
    return {index: step for index, step in turned_up if step}


def _turned_up(step: Step, trails: Mapping[Card, Sequence[Track]]) -> Step | None:
    """A play made where its card turned up later; ``None`` where it did not."""
    trail = [] if step.is_fixed or not step.track_ids else trails.get(step.cards[0], [])
    first = next((track for track in trail if track.id in step.track_ids), None)
    later = next((track for track in trail if first and track.born_ms > first.seen_ms and is_at_rest(track)), None)
    return replace(step, t_ms=later.born_ms, track_ids=(later.id,), span=()) if later else None


def with_plays_later(hypothesis: Hypothesis, later: Mapping[int, Step]) -> Iterator[Hypothesis]:
    """The hypothesis with plays made later, where the rules allow it; then their cards were not pushed.

    Args:
        hypothesis: the hypothesis before.
        later: these plays, by the number of their step so far.
    """
    kept = [step for index, step in enumerate(hypothesis.steps) if index not in later]
    steps = sorted((*kept, *later.values()), key=lambda step: step.t_ms)
    paid = replace(hypothesis, base=hypothesis.base - weights.MOVED * len(later))
    yield from filter(None, [rewrite(paid, steps)])


def played_later(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which a card was taken back that was laid among the last, and was played where it is now."""
    for hypothesis in hypotheses:
        for index, step in plays_turned_up(hypothesis, tracker).items():
            if index >= len(hypothesis.steps) - REVISABLE_STEPS:
                yield from with_plays_later(hypothesis, {index: step})


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


def moved(hypothesis: Hypothesis, track: Track, card: Card, tracker: Tracker) -> Hypothesis:
    """The hypothesis in which a card was moved; if it was played last, and never lay clear of hands, it was carried on.

    Args:
        hypothesis: the hypothesis before.
        track: where the card lies now.
        card: the card.
        tracker: all tracks.
    """
    *before, last = hypothesis.steps
    held = last.track_ids and tracker[last.track_ids[0]].lay_clear_ms < REST_MS
    if held and isinstance(last.action, Play) and hypothesis.assignment[last.track_ids[0]] == card:
        hypothesis = rewrite(hypothesis, (*before, replace(last, t_ms=track.born_ms))) or hypothesis
    return replace(assign(hypothesis, track, card), base=hypothesis.base + weights.MOVED)


def infer_last_suit(hypothesis: Hypothesis) -> Hypothesis:
    """The hypothesis with the suit of a card that nobody saw, once the three others of its rank have been played."""
    for index, step in enumerate(hypothesis.steps):
        if isinstance(step.action, Play) and step.action.card.suit is None:
            unused = unused_cards(hypothesis, step.action.card.rank)
            if len(unused) == 1:
                return next(relabel(hypothesis, index, 0, unused[0]), hypothesis)
    return hypothesis


def unused_cards(hypothesis: Hypothesis, rank: Rank) -> list[Card]:
    """The cards of a rank that were not laid or played in this deal yet."""
    used = hypothesis.used_faces
    return [card for card in OF_RANK[rank] if card not in used]


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
        yield from _guessed_otherwise(hypothesis, index)


def _guessed_otherwise(hypothesis: Hypothesis, index: int) -> Iterator[Hypothesis]:
    """The hypotheses in which a play that nobody saw was made by a card of another rank that takes something."""
    step = hypothesis.steps[index]
    if is_guess(step):
        for rank in takeable_before(hypothesis, index):
            if rank != step.cards[0].rank:
                other = replace(step, action=Play(0, Card(rank)))
                yield from with_steps_replaced(hypothesis, index, index + 1, other)


def takeable_before(hypothesis: Hypothesis, index: int) -> list[Rank]:
    """The ranks that take something before a step of the present deal."""
    before = rewrite(hypothesis, hypothesis.steps[:index])
    return sorted(takeable_ranks(before.game)) if before else []


def is_guess(step: Step) -> bool:
    """Whether a step is a play that nobody saw, and nobody has spoken of."""
    return isinstance(step.action, Play) and not step.track_ids and not step.is_fixed


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
