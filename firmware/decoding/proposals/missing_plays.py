"""What the pack tells: once the cards are gathered, each of them has been played (rule B2)."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from firmware.cards import Card, Rank
from firmware.decoding import likelihood
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis, rewrite
from firmware.decoding.proposals.revisions import candidates, played_later
from firmware.rules.play import Play
from firmware.tracking.track import is_at_rest, is_expired
from firmware.tracking.tracker import Tracker

GATHERED_MS = 2000
"""So long the cards of the table have been gone when they are taken for gathered."""
SWEPT_MS = 4000
"""The same where none should lie there: after a mesa the next card comes sooner, as a rule."""
MAX_MISSING = 6
"""Plays that may have been missed; more can have been missed in too many ways."""
FILL_WIDTH = 6
"""Stories kept from one missed play to the next."""


def lacks_plays(hypothesis: Hypothesis, tracker: Tracker) -> bool:
    """Whether the cards are gathered, and the story lacks some, though not too many."""
    return 0 < missing_ranks(hypothesis).total() <= MAX_MISSING and _is_gathered(hypothesis, tracker)


def agrees_with_table(hypothesis: Hypothesis, tracker: Tracker) -> bool:
    """Whether all cards that should lie there are seen: the story has not been led astray by the gathering yet."""
    spots = hypothesis.last_tracks(tracker)
    return bool(hypothesis.on_table) and all(card in spots and spots[card].missed == 0 for card in hypothesis.on_table)


def completions(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Sequence[Hypothesis]]:
    """The stories with all cards of the deal: they were played unseen, or what was seen of them was taken for nothing.

    One after the other, since they take long.
    """
    for hypothesis in hypotheses:
        for variant in (hypothesis, *_without_guess(hypothesis)):
            if 0 < missing_ranks(variant).total() <= MAX_MISSING:
                yield _fill(variant, tracker)


def repairs(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[Sequence[Hypothesis]]:
    """A story that has been short: each of its plays left out and made elsewhere, or changed with the one after it.

    What a person has set stays as it is, and where it is.
    """
    for index in range(1, len(hypothesis.steps)):
        before, step, after = hypothesis.steps[:index], hypothesis.steps[index], hypothesis.steps[index + 1 :]
        shorter = None if _is_fixed(step) else rewrite(hypothesis, (*before, *after))
        free = after and not any(map(_is_fixed, (step, after[0])))
        swapped = rewrite(hypothesis, (*before, after[0], played_later(step, after[0]), *after[1:])) if free else None
        yield [*(_fill(shorter, tracker) if shorter else ()), *filter(None, [swapped])]


def _is_fixed(step: Step) -> bool:
    """Whether a person said which card it was, or who played it."""
    return step.card_fixed or step.seat_fixed


def _without_guess(hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """The story without one of the plays that nobody saw: its card may have been seen later, and taken for nothing."""
    for index, step in enumerate(hypothesis.steps):
        if not step.track_ids and isinstance(step.action, Play) and not _is_fixed(step):
            yield from filter(None, [rewrite(hypothesis, (*hypothesis.steps[:index], *hypothesis.steps[index + 1 :]))])


def missing_ranks(hypothesis: Hypothesis) -> Counter[Rank]:
    """How many cards of each rank the story has not told, if all of them are still to be played in this deal."""
    game = hypothesis.game
    if game.turn is None or hypothesis.packs > 1 or hypothesis.lenient:
        return Counter()
    told = Counter(card.rank for step in hypothesis.steps for card in step.cards)
    ranks = Counter(card.rank for card in game.match.pack.cards) - told
    to_come = sum(game.hands) + game.players * sum(game.match.pattern[game.batch :])
    return ranks if ranks.total() == to_come else Counter()


def _is_gathered(hypothesis: Hypothesis, tracker: Tracker) -> bool:
    """Whether the table has been empty for a while, and no card that should lie there is only hidden."""
    spots = hypothesis.last_tracks(tracker)
    lying = [spots[card] for card in hypothesis.on_table if card in spots]
    empty_ms = GATHERED_MS if lying else SWEPT_MS
    lately = (track for track in tracker if tracker.now_ms - track.seen_ms < empty_ms)
    return all(map(is_expired, lying)) and not any(map(is_at_rest, lately))


def _fill(hypothesis: Hypothesis, tracker: Tracker) -> Sequence[Hypothesis]:
    """Stories with all cards that are left: first those that were seen, then one rank after the other, the likeliest.

    Of the last rank all, for it is often a guess when its cards were played.
    """
    variants = [*_with_seen(hypothesis, tracker), hypothesis]
    while any(map(missing_ranks, variants)):
        variants = sorted(variants, key=lambda variant: -likelihood.deal_log_likelihood(variant, tracker))[:FILL_WIDTH]
        variants = [longer for variant in variants for longer in _extend_by_rank(variant, tracker)]
    return variants


def _with_seen(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[Hypothesis]:
    """The story with all cards that are left and were seen at rest, played when they came to lie."""
    seen = [next(_seen_candidates(hypothesis, rank, tracker), None) for rank in missing_ranks(hypothesis)]
    steps = sorted((*hypothesis.steps, *filter(None, seen)), key=lambda step: step.t_ms)
    yield from filter(None, [rewrite(hypothesis, steps)])


def _extend_by_rank(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[Hypothesis]:
    """The story with a card, or two, of a rank of which some are left; the same one if none is."""
    ranks = missing_ranks(hypothesis)
    if not ranks:
        yield hypothesis
    else:
        rank = min(ranks, key=lambda rank: (ranks[rank], rank))
        yield from _insert_rank(hypothesis, rank, min(ranks[rank], 2), tracker)


def _insert_rank(hypothesis: Hypothesis, rank: Rank, together: int, tracker: Tracker) -> Iterator[Hypothesis]:
    """The story with a card of that rank, or one and another that takes it at once, wherever the rules allow it."""
    longest = max(_looks_with_hands(hypothesis, index, tracker) for index in range(1, len(hypothesis.steps) + 1))
    for index in range(1, len(hypothesis.steps) + 1):
        cost = likelihood.UNSEEN_PLAY + math.log(_looks_with_hands(hypothesis, index, tracker) / longest)
        first = Step(hypothesis.steps[index - 1].t_ms + 1, (), Play(0, Card(rank)), cost)
        yield from _insert(hypothesis, index, first, together)
    for first in _seen_candidates(hypothesis, rank, tracker):
        index = sum(step.t_ms <= first.t_ms for step in hypothesis.steps)
        yield from _insert(hypothesis, max(index, 1), first, together)


def _looks_with_hands(hypothesis: Hypothesis, index: int, tracker: Tracker) -> int:
    """In how many looks a hand was in view before step ``index``, since the step before: then something was played.

    After the last step until the cards were gathered.
    """
    spots = hypothesis.last_tracks(tracker)
    gathered_ms = min((spots[card].seen_ms for card in hypothesis.on_table if card in spots), default=math.inf)
    until_ms = hypothesis.steps[index].t_ms if index < len(hypothesis.steps) else gathered_ms
    return 1 + max(tracker.looks_with_hands(hypothesis.steps[index - 1].t_ms, until_ms), 0)


def _insert(hypothesis: Hypothesis, index: int, first: Step, together: int) -> Iterator[Hypothesis]:
    """The story with ``first`` before step ``index``, and unseen plays of its rank right after it."""
    unseen = Step(first.t_ms + 1, (), Play(0, Card(first.cards[0].rank)), likelihood.UNSEEN_PLAY)
    told = (*hypothesis.steps[:index], first, *(unseen,) * (together - 1), *hypothesis.steps[index:])
    yield from filter(None, [rewrite(hypothesis, told)])


def _seen_candidates(hypothesis: Hypothesis, rank: Rank, tracker: Tracker) -> Iterator[Step]:
    """What was taken for nothing, or seen in passing only, may have been a card of that rank; the likeliest first."""
    told = hypothesis.used_faces
    idle = [
        track
        for track in tracker
        if hypothesis.assignment.get(track.id) is None and track.id not in hypothesis.past_tracks
    ]
    for track in sorted(idle, key=lambda track: -track.lay_clear_ms):
        for card in candidates(track):
            if card.rank == rank and card not in told:
                cost = likelihood.SEEN_PLAY if track.rest_looks >= 2 else likelihood.GLIMPSED_PLAY
                yield Step(track.born_ms, (track.id,), Play(0, card), cost)
