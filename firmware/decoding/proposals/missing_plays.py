"""What the pack tells: once the cards are gathered, each of them has been played (rule B2)."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from firmware.cards import Card, Rank
from firmware.decoding import likelihood
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Reading, rewrite
from firmware.decoding.proposals.revisions import candidates, turned
from firmware.rules.play import Play
from firmware.tracking.track import is_forgotten, is_settled
from firmware.tracking.tracker import Places

GATHERED_MS = 2000
"""So long the cards of the table have been gone when they are taken for gathered."""
SWEPT_MS = 4000
"""The same where none should lie there: after a mesa the next card comes sooner, as a rule."""
MOST_LEFT = 6
"""Plays that may have been missed; more can have been missed in too many ways."""
WIDTH = 6
"""Stories kept from one missed play to the next."""


def is_short(reading: Reading, places: Places) -> bool:
    """Whether the cards are gathered, and the story lacks some, though not too many."""
    return 0 < left(reading).total() <= MOST_LEFT and _is_gathered(reading, places)


def agrees(reading: Reading, places: Places) -> bool:
    """Whether all cards that should lie there are seen: the story has not been led astray by the gathering yet."""
    spots = reading.spots(places)
    return bool(reading.lying) and all(card in spots and spots[card].missed == 0 for card in reading.lying)


def completed(readings: Iterable[Reading], places: Places) -> Iterator[Sequence[Reading]]:
    """The stories with all cards of the deal: they were played unseen, or what was seen of them was taken for nothing.

    One after the other, since they take long.
    """
    for reading in readings:
        for story in (reading, *_without_guess(reading)):
            if 0 < left(story).total() <= MOST_LEFT:
                yield _filled(story, places)


def mended(reading: Reading, places: Places) -> Iterator[Sequence[Reading]]:
    """A story that has been short: each of its plays left out and made elsewhere, or changed with the one after it.

    What a person has set stays as it is, and where it is.
    """
    for index in range(1, len(reading.steps)):
        before, step, after = reading.steps[:index], reading.steps[index], reading.steps[index + 1 :]
        shorter = None if _is_set(step) else rewrite(reading, (*before, *after))
        free = after and not any(map(_is_set, (step, after[0])))
        swapped = rewrite(reading, (*before, after[0], turned(step, after[0]), *after[1:])) if free else None
        yield [*(_filled(shorter, places) if shorter else ()), *filter(None, [swapped])]


def _is_set(step: Step) -> bool:
    """Whether a person said which card it was, or who played it."""
    return step.card_told or step.seat_told


def _without_guess(reading: Reading) -> Iterator[Reading]:
    """The story without one of the plays that nobody saw: its card may have been seen later, and taken for nothing."""
    for index, step in enumerate(reading.steps):
        if not step.places and isinstance(step.action, Play) and not _is_set(step):
            yield from filter(None, [rewrite(reading, (*reading.steps[:index], *reading.steps[index + 1 :]))])


def left(reading: Reading) -> Counter[Rank]:
    """How many cards of each rank the story has not told, if all of them are still to be played in this deal."""
    game = reading.game
    if game.turn is None or reading.packs > 1 or reading.lenient:
        return Counter()
    told = Counter(card.rank for step in reading.steps for card in step.cards)
    ranks = Counter(card.rank for card in game.match.pack.cards) - told
    to_come = sum(game.hands) + game.players * sum(game.match.pattern[game.batch :])
    return ranks if ranks.total() == to_come else Counter()


def _is_gathered(reading: Reading, places: Places) -> bool:
    """Whether the table has been empty for a while, and no card that should lie there is only hidden."""
    spots = reading.spots(places)
    lying = [spots[card] for card in reading.lying if card in spots]
    empty_ms = GATHERED_MS if lying else SWEPT_MS
    lately = (place for place in places if places.now_ms - place.seen_ms < empty_ms)
    return all(map(is_forgotten, lying)) and not any(map(is_settled, lately))


def _filled(reading: Reading, places: Places) -> Sequence[Reading]:
    """Stories with all cards that are left: first those that were seen, then one rank after the other, the likeliest.

    Of the last rank all, for it is often a guess when its cards were played.
    """
    stories = [*_with_seen(reading, places), reading]
    while any(map(left, stories)):
        stories = sorted(stories, key=lambda story: -likelihood.weigh_deal(story, places))[:WIDTH]
        stories = [longer for story in stories for longer in _longer(story, places)]
    return stories


def _with_seen(reading: Reading, places: Places) -> Iterator[Reading]:
    """The story with all cards that are left and were seen at rest, played when they came to lie."""
    seen = [next(_seen(reading, rank, places), None) for rank in left(reading)]
    steps = sorted((*reading.steps, *filter(None, seen)), key=lambda step: step.t_ms)
    yield from filter(None, [rewrite(reading, steps)])


def _longer(reading: Reading, places: Places) -> Iterator[Reading]:
    """The story with a card, or two, of a rank of which some are left; the same one if none is."""
    ranks = left(reading)
    if not ranks:
        yield reading
    else:
        rank = min(ranks, key=lambda rank: (ranks[rank], rank))
        yield from _with(reading, rank, min(ranks[rank], 2), places)


def _with(reading: Reading, rank: Rank, together: int, places: Places) -> Iterator[Reading]:
    """The story with a card of that rank, or one and another that takes it at once, wherever the rules allow it."""
    longest = max(_hands(reading, index, places) for index in range(1, len(reading.steps) + 1))
    for index in range(1, len(reading.steps) + 1):
        cost = likelihood.UNSEEN_PLAY + math.log(_hands(reading, index, places) / longest)
        first = Step(reading.steps[index - 1].t_ms + 1, (), Play(0, Card(rank)), cost)
        yield from _put_in(reading, index, first, together)
    for first in _seen(reading, rank, places):
        index = sum(step.t_ms <= first.t_ms for step in reading.steps)
        yield from _put_in(reading, max(index, 1), first, together)


def _hands(reading: Reading, index: int, places: Places) -> int:
    """In how many looks a hand was in view before step ``index``, since the step before: then something was played.

    After the last step until the cards were gathered.
    """
    spots = reading.spots(places)
    gathered_ms = min((spots[card].seen_ms for card in reading.lying if card in spots), default=math.inf)
    until_ms = reading.steps[index].t_ms if index < len(reading.steps) else gathered_ms
    return 1 + max(places.looks_with_hands(reading.steps[index - 1].t_ms, until_ms), 0)


def _put_in(reading: Reading, index: int, first: Step, together: int) -> Iterator[Reading]:
    """The story with ``first`` before step ``index``, and unseen plays of its rank right after it."""
    unseen = Step(first.t_ms + 1, (), Play(0, Card(first.cards[0].rank)), likelihood.UNSEEN_PLAY)
    told = (*reading.steps[:index], first, *(unseen,) * (together - 1), *reading.steps[index:])
    yield from filter(None, [rewrite(reading, told)])


def _seen(reading: Reading, rank: Rank, places: Places) -> Iterator[Step]:
    """What was taken for nothing, or seen in passing only, may have been a card of that rank; the likeliest first."""
    told = reading.told
    idle = [place for place in places if reading.named.get(place.id) is None and place.id not in reading.stale]
    for place in sorted(idle, key=lambda place: -place.lay_clear_ms):
        for card in candidates(place):
            if card.rank == rank and card not in told:
                cost = likelihood.SEEN_PLAY if place.rest_looks >= 2 else likelihood.GLIMPSED_PLAY
                yield Step(place.born_ms, (place.id,), Play(0, card), cost)
