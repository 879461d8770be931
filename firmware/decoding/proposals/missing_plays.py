"""Proposals of missing plays: once the cards are gathered, each card of the pack has been played (rule B2)."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from heapq import nlargest
from itertools import chain, combinations

from firmware.cards import Card, Rank
from firmware.decoding import likelihood, weights
from firmware.decoding.branching import rewrite
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.proposals.guesses import without_a_guess
from firmware.decoding.proposals.renamings import relabel
from firmware.decoding.proposals.reorderings import plays_turned_up, with_plays_later
from firmware.decoding.proposals.steps import candidates, with_steps_replaced
from firmware.decoding.proposals.unseen_times import gathered_ms, unseen_before
from firmware.decoding.seating import seating_log_likelihood, sides_of
from firmware.rules.play import Play
from firmware.tracking.track import has_lain, is_at_rest, is_expired, laid_span
from firmware.tracking.tracker import Tracker

GATHERED_MS = 2000
"""How long all cards of the table have been gone when they count as gathered."""
MAX_MISSING = 6
"""Plays that may be missing; more can be missing in too many ways."""
FILL_WIDTH = 6
"""Hypotheses kept from one missing play to the next."""
TURNED_UP = 4
"""Cards that turned up elsewhere of which one or two are tried as played there, the last ones: each try takes time."""
TOGETHER = 2
"""Cards of a rank that are put in at once: one, and another that takes it; or all, laid upon each other under a sleeve.
"""


def lacks_plays(hypothesis: Hypothesis, tracker: Tracker) -> bool:
    """Whether the cards are gathered, and the hypothesis lacks some, though not too many."""
    return 0 < missing_ranks(hypothesis).total() <= MAX_MISSING and _is_gathered(hypothesis, tracker)


def agrees_with_table(hypothesis: Hypothesis, tracker: Tracker) -> bool:
    """Whether all cards that should lie there are seen: the gathering has not led the hypothesis astray yet."""
    last = (hypothesis.last_track(card, tracker) for card in hypothesis.on_table)
    return bool(hypothesis.on_table) and all(track is not None and track.missed == 0 for track in last)


def completions(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Iterable[Hypothesis]]:
    """The hypotheses with all cards of the deal: played unseen, or what was seen of them was taken for clutter.

    They come one after the other, since they take long; each is made when it is asked for.
    """
    known = list(hypotheses)
    plain = (variant for one in known for variant in (one, *without_a_guess(one)))  # its card may be among the clutter
    for variant in chain(plain, (variant for one in known for variant in _played_later(one, tracker))):
        if 0 < missing_ranks(variant).total() <= MAX_MISSING:
            yield _fill(variant, tracker)


def repairs(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[Iterable[Hypothesis]]:
    """The hypothesis with each of its plays left out and made elsewhere, or changed with the one after it.

    What a person has fixed stays as it is, and where it is.
    """
    for index in range(1, len(hypothesis.steps)):
        step, *after = hypothesis.steps[index : index + 2]
        shorter = [] if step.is_fixed else with_steps_replaced(hypothesis, index, index + 1)
        filled = (longer for one in shorter for longer in _fill(one, tracker))
        free = after and not any(one.is_fixed for one in (step, *after))
        swapped = with_steps_replaced(hypothesis, index, index + 2, *after, step) if free else []
        yield chain(filled, swapped)


def _played_later(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypothesis with one or two plays made when their cards turned up elsewhere; before, these were taken back."""
    turned_up = plays_turned_up(hypothesis, tracker) if missing_ranks(hypothesis) else {}
    later = dict(list(turned_up.items())[-TURNED_UP:])
    for chosen in (*combinations(later, 1), *combinations(later, 2)):
        yield from with_plays_later(hypothesis, {index: later[index] for index in chosen})


def missing_ranks(hypothesis: Hypothesis) -> Counter[Rank]:
    """How many cards of each rank were not played yet, if all of them are still to be played in this deal."""
    game = hypothesis.game
    if game.turn is None or hypothesis.packs > 1 or hypothesis.lenient:
        return Counter()
    played = Counter(card.rank for step in hypothesis.steps for card in step.cards)
    ranks = Counter(card.rank for card in game.match.pack.cards) - played
    to_come = sum(game.hands) + game.players * sum(game.match.pattern[game.batch :])
    return ranks if ranks.total() == to_come else Counter()


def _is_gathered(hypothesis: Hypothesis, tracker: Tracker) -> bool:
    """Whether the table has been empty for a while, and no card that should lie there is only hidden."""
    last = (hypothesis.last_track(card, tracker) for card in hypothesis.on_table)
    on_table = [track for track in last if track is not None]
    empty_ms = GATHERED_MS if on_table else likelihood.PAUSE_MS
    lately = (track for track in tracker if tracker.now_ms - track.seen_ms < empty_ms)
    return all(map(is_expired, on_table)) and not any(map(is_at_rest, lately))


def _fill(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses with all missing cards: first those that were seen, then one rank after the other, the likeliest.

    Of the last rank all, for it is often a guess when its cards were played. There may be thousands, of 10 kB each:
    they are made one after the other.
    """
    likeliest = _likeliest((*_with_seen(hypothesis, tracker), hypothesis), tracker)
    while not all(map(_is_nearly_whole, likeliest)):
        extended = (longer for variant in likeliest for longer in _extend_by_rank(variant, tracker))
        likeliest = _likeliest(extended, tracker)
    return (longer for variant in likeliest for longer in _extend_by_rank(variant, tracker))


def _likeliest(variants: Iterable[Hypothesis], tracker: Tracker) -> list[Hypothesis]:
    """The likeliest of them, some of which lack more cards than others: each will be a play that nobody saw.

    While some are lacking all seats may be turned, and tell nothing of where the others belong.
    """

    def weight(variant: Hypothesis) -> float:
        seats = seating_log_likelihood(variant, sides_of(variant, variant.capture_tracks(tracker), tracker), tracker)
        to_come = weights.UNSEEN_PLAY * missing_ranks(variant).total()
        return likelihood.deal_log_likelihood(variant, tracker) - seats + to_come

    return nlargest(FILL_WIDTH, variants, key=weight)


def _is_nearly_whole(hypothesis: Hypothesis) -> bool:
    """Whether the next cards that are put in are the last ones, if any are."""
    counts = missing_ranks(hypothesis).values()
    return len(counts) <= 1 and all(count <= TOGETHER for count in counts)


def _with_seen(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypothesis with all missing cards that were seen at rest, played when they came to lie."""
    seen = [next(_seen_candidates(hypothesis, rank, tracker), None) for rank in missing_ranks(hypothesis)]
    steps = sorted((*hypothesis.steps, *filter(None, seen)), key=lambda step: step.t_ms)
    yield from filter(None, [rewrite(hypothesis, steps)])


def _extend_by_rank(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypothesis with a card, or two, or all of a missing rank; unchanged if none is missing."""
    ranks = missing_ranks(hypothesis)
    if not ranks:
        yield hypothesis
    else:
        rank = min(ranks, key=lambda rank: (ranks[rank], rank))
        for together in sorted({min(ranks[rank], TOGETHER), ranks[rank]}):
            yield from _insert_rank(hypothesis, rank, together, tracker)


def _insert_rank(hypothesis: Hypothesis, rank: Rank, together: int, tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypothesis with a card of that rank, or one and another that takes it at once, where the rules allow it."""
    places, end_ms = range(1, len(hypothesis.steps) + 1), gathered_ms(hypothesis, tracker)
    unseen = [unseen_before(hypothesis, index, rank, end_ms) for index in places]
    looks = [1 + max(tracker.looks_with_hands(*play.span), 0) for play in unseen]  # then something was played
    for index, play, count in zip(places, unseen, looks, strict=True):
        weighed = replace(play, log_likelihood=play.log_likelihood + math.log(count / max(looks)))
        yield from _insert(hypothesis, index, weighed, together)
    seen = [(hypothesis, first) for first in _seen_candidates(hypothesis, rank, tracker)]
    for variant, first in (*seen, *_namesakes(hypothesis, rank, tracker)):
        index = sum(step.t_ms <= first.t_ms for step in variant.steps)
        yield from _insert(variant, max(index, 1), first, together)


def _namesakes(hypothesis: Hypothesis, rank: Rank, tracker: Tracker) -> Iterator[tuple[Hypothesis, Step]]:
    """The hypothesis with another suit where a card of that rank was played, and the plays of that card elsewhere."""
    used = hypothesis.used_faces
    for index, step in enumerate(hypothesis.steps):
        for slot, (track_id, named) in enumerate(zip(step.track_ids, step.cards, strict=False)):
            alike = [card for card in candidates(tracker[track_id]) if card.rank == rank and card not in used]
            if named.rank == rank and alike:
                for renamed in relabel(hypothesis, index, slot, alike[0]):
                    plays = _seen_candidates(renamed, rank, tracker)
                    yield from ((renamed, first) for first in plays if first.cards == (named,))


def _insert(hypothesis: Hypothesis, index: int, first: Step, together: int) -> Iterator[Hypothesis]:
    """The hypothesis with ``first`` before step ``index``, and unseen plays of its rank right after it."""
    unseen = Step(first.t_ms + 1, (), Play(0, Card(first.cards[0].rank)), weights.UNSEEN_PLAY, span=first.span)
    yield from with_steps_replaced(hypothesis, index, index, first, *(unseen,) * (together - 1))


def _seen_candidates(hypothesis: Hypothesis, rank: Rank, tracker: Tracker) -> Iterator[Step]:
    """The plays of a rank that were taken for clutter, or seen in passing only; the likeliest first."""
    used = hypothesis.used_faces
    unused = [track for track in tracker if hypothesis.assignment.get(track.id) is None]
    unused = [track for track in unused if track.id not in hypothesis.past_tracks]
    for track in sorted(unused, key=lambda track: -track.lay_clear_ms):
        for card in candidates(track):
            if card.rank == rank and card not in used:
                seen = track.rest_looks >= 2 or has_lain(track)
                log_likelihood = weights.SEEN_PLAY if seen else weights.BRIEFLY_SEEN_PLAY
                yield Step(track.born_ms, (track.id,), Play(0, card), log_likelihood, span=laid_span(track))
