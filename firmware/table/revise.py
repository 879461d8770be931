"""Second thoughts: a play that nobody saw at rest, a card named otherwise, one that turns up although it was played."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from firmware.cards import ES40, Card, Rank
from firmware.rules.play import Play
from firmware.table import odds
from firmware.table.belief import Place
from firmware.table.pieces import pieces_of
from firmware.table.places import Places
from firmware.table.reading import Reading, name, play, rewrite
from firmware.table.story import Layout, Step

CANDIDATES = 5
"""Cards tried for one place; the sixth opinion of a classifier has never been right."""
GLIMPSE_MS = 3000
"""A card seen in passing this long before its capture was noticed may have been the one that captured."""
HANDFULS_MS = 8000
"""... or so long, where somebody takes the cards up one after the other."""
RECENT = 8
"""Plays after which a caida is no longer thought about again: two rounds of four, enough to see who sits where."""
TOGETHER_MS = 5000
"""What one capture takes is gone within this, also in several handfuls."""
QUICK_MS = 3000
"""Plays nearer than this may have been made the other way round: what is still under a hand is read late."""
AT_ONCE_MS = 300
"""Of cards seen so little apart the order is hardly known: one hand hides its card longer than another one."""
TRIED = frozenset((2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96))
"""Clear looks without a card after which an unseen capture is thought of: the longer, the less news there is."""
POOR = 0.7
"""A place whose sharpness is below this may turn out to be of any rank that the table asks for."""


def candidates(place: Place) -> list[Card]:
    """The cards worth trying for a place, likeliest first."""
    best = place.likeliest(CANDIDATES)
    return [card for card in best if place.log(card) > place.log(best[0]) - 7]


def unseen(readings: Iterable[Reading], places: Places) -> Iterator[Reading]:
    """Cards of the table have vanished: a card that nobody saw at rest, or that was misread, may have taken them."""
    for reading in readings:
        spots = reading.spots(places)
        for card in reading.lying:
            if card in spots and spots[card].missed_clear in TRIED and not spots[card].excused:
                yield from _taken_unseen(reading, card, spots[card], places)
                yield from _taken_together(reading, card, spots)
                yield from _misread(reading, card, spots[card].seen_ms, places)


def taken_before(readings: Iterable[Reading], places: Places) -> Iterator[Reading]:
    """A card lies on although it took its equal, which is gone: a card that nobody saw may have taken that before."""
    for reading in readings:
        spots = reading.spots(places)
        for card, taken in reading.taken.items():
            if card in spots and spots[card].missed == 0 and spots[card].clear_looks in TRIED:
                for other, by in reading.taken.items():
                    if by == taken and other.rank == card.rank and other in spots and spots[other].missed_clear:
                        yield from _taken_unseen(reading, other, spots[other], places)


def answered(readings: Iterable[Reading], places: Places) -> Iterator[Reading]:
    """A packet may be answered so fast that the card was only glimpsed (rules K5, K7): nothing else tells of it."""
    for reading in readings:
        chain = reading.game.chain
        if chain is None or not isinstance(reading.steps[-1].action, Play):
            continue
        for card, glimpse in _seen_passing(reading, chain.rank, places):
            if glimpse.born_ms > reading.steps[-1].t_ms and glimpse.rest_looks >= 2:
                after = play(reading, card, glimpse.born_ms, (glimpse.id,), odds.GLIMPSED_PLAY)
                yield from filter(None, [after])


def answered_unseen(readings: Iterable[Reading]) -> Iterator[Reading]:
    """Nobody saw that a caida was answered (K5, K7): only the seats of the plays after it tell, see the odds."""
    for reading in readings:
        for index in range(max(2, len(reading.steps) - RECENT), len(reading.steps)):
            if _is_caida(reading, index):
                yield from _with_answer(reading, index + 1)


def swapped(readings: Iterable[Reading]) -> Iterator[Reading]:
    """Two cards that came to lie in quick succession were played the other way round, as the seats after them tell."""
    for reading in readings:
        for index in range(max(1, len(reading.steps) - RECENT), len(reading.steps) - 1):
            first, second = reading.steps[index : index + 2]
            if (first.places or second.places) and second.t_ms - first.t_ms < QUICK_MS:
                turned = (second, replace(first, cost=_turned(first, second)))
                told = rewrite(reading, (*reading.steps[:index], *turned, *reading.steps[index + 2 :]))
                yield from filter(None, [told])


def _turned(first: Step, second: Step) -> float:
    """What ``first`` costs if it was played after ``second``; when a card was played that nobody saw is a guess."""
    apart_ms = second.t_ms - first.t_ms
    if not (first.places and second.places) or 0 < apart_ms < AT_ONCE_MS:
        return first.cost + odds.OUT_OF_ORDER
    return min(first.cost + (odds.SEEN_FIRST if apart_ms > 0 else -odds.OUT_OF_ORDER), odds.SEEN_PLAY)


def _is_caida(reading: Reading, index: int) -> bool:
    """Whether the play at ``index`` took its equal that was played just before it (K1), as far as ranks tell."""
    ranks = [step.action.card.rank for step in reading.steps[index - 1 : index + 2] if isinstance(step.action, Play)]
    return len(ranks) > 1 and ranks[0] == ranks[1] and ranks[1:2] != ranks[2:3]


def _with_answer(reading: Reading, index: int) -> Iterator[Reading]:
    """The story with an answer that nobody saw before step ``index``, where a packet was open then."""
    before = rewrite(reading, reading.steps[:index])
    chain = before.game.chain if before else None
    if chain is not None:
        step = Step(reading.steps[index - 1].t_ms + 1, (), Play(0, Card(chain.rank)), odds.UNSEEN_PLAY)
        yield from filter(None, [rewrite(reading, (*reading.steps[:index], step, *reading.steps[index:]))])


def _taken_unseen(reading: Reading, lost: Card, place: Place, places: Places) -> Iterator[Reading]:
    """``lost`` was taken by a card of its rank, between the last look that saw it and the first that did not."""
    yield from _put_in(reading, Step(place.seen_ms, (), Play(0, Card(lost.rank)), odds.UNSEEN_PLAY), place.lost_ms)
    for card, glimpse in _glimpsed(reading, lost, place.seen_ms, places):
        step = Step(glimpse.born_ms, (glimpse.id,), Play(0, card), odds.GLIMPSED_PLAY)
        yield from _put_in(reading, step, glimpse.born_ms)


def _taken_together(reading: Reading, lost: Card, spots: Mapping[Card, Place]) -> Iterator[Reading]:
    """The same, but others that it took were taken up before: the capture was made when the first of them went."""
    last_ms = spots[lost].seen_ms
    known = [step for step in reading.steps if not _is_guess(step, last_ms - TOGETHER_MS)]
    guessed = {step.t_ms for step in reading.steps if step not in known}
    away = [place for card, place in spots.items() if card not in reading.taken or reading.taken[card].t_ms in guessed]
    gone = [place.seen_ms for place in away if place.missed_clear]
    first_ms = min(t_ms for t_ms in gone if t_ms > last_ms - TOGETHER_MS)
    if first_ms < last_ms or len(known) < len(reading.steps):
        step = Step(first_ms, (), Play(0, Card(lost.rank)), odds.UNSEEN_PLAY)
        yield from _put_in(reading, step, spots[lost].lost_ms, known)


def _is_guess(step: Step, since_ms: int) -> bool:
    """Whether a step is a play that nobody saw, put in for a card that went after ``since_ms``."""
    return isinstance(step.action, Play) and not step.places and not step.card_told and step.t_ms > since_ms


def _put_in(reading: Reading, step: Step, until_ms: int, steps: Sequence[Step] | None = None) -> Iterator[Reading]:
    """The story, or ``steps`` in its stead, with one more play between ``step.t_ms`` and ``until_ms``."""
    steps = reading.steps if steps is None else steps
    for index in range(1, len(steps) + 1):
        before, after = steps[:index], steps[index:]
        if before[-1].t_ms <= until_ms and (not after or after[0].t_ms >= step.t_ms):
            yield from filter(None, [rewrite(reading, (*before, step, *after))])


def _glimpsed(reading: Reading, lost: Card, seen_ms: int, places: Places) -> list[tuple[Card, Place]]:
    """Cards of the rank of ``lost`` that were seen in passing not long before it was last seen, or just after."""
    passing = _seen_passing(reading, lost.rank, places)
    return [(card, place) for card, place in passing if -HANDFULS_MS < place.seen_ms - seen_ms < GLIMPSE_MS]


def _seen_passing(reading: Reading, rank: Rank, places: Places) -> Iterator[tuple[Card, Place]]:
    """Cards of a rank, not told yet, that places may show of which the reading says nothing."""
    loose = [place for place in places if reading.is_loose(place)]
    left = _untold(reading, rank) if loose else []
    return ((card, place) for place in loose for card in candidates(place) if card in left)


def _misread(reading: Reading, lost: Card, seen_ms: int, places: Places) -> Iterator[Reading]:
    """A play read poorly about that time was of the rank of ``lost``, which it took."""
    for index, step in enumerate(reading.steps):
        if isinstance(step.action, Layout) or not step.places or abs(step.t_ms - seen_ms) > GLIMPSE_MS:
            continue
        place = places[step.places[0]]
        if place.sharpness < POOR and step.action.card.rank != lost.rank:
            yield from _told_as(reading, index, 0, _best_of(place, lost.rank, reading))


def _best_of(place: Place, rank: Rank, reading: Reading) -> Card | None:
    """The likeliest card of a rank at a place that was not told yet."""
    return max(_untold(reading, rank), key=place.log, default=None)


def _untold(reading: Reading, rank: Rank) -> list[Card]:
    """The cards of a rank that this deal has not told yet."""
    told = reading.told
    return [card for card in ES40.cards if card.rank == rank and card not in told]


def renamed(readings: Iterable[Reading], places: Places) -> Iterator[Reading]:
    """A place whose best opinion has changed since it was named: the same story with the other card."""
    for reading in readings:
        for index, step in enumerate(reading.steps):
            for slot, place_id in enumerate(step.places):
                place = places[place_id]
                better, told = place.likeliest(1)[0], step.cards[slot]
                if better != told and reading.may_be(better) and place.log(better) >= place.log(told) + 1.0:
                    yield from _told_as(reading, index, slot, better)


def found_again(readings: Iterable[Reading], places: Places) -> Iterator[Reading]:
    """What was taken for nothing while its card still seemed to lie elsewhere was that card, moved."""
    for reading in readings:
        idle = [place_id for place_id, card in reading.named.items() if card is None]
        spots = reading.spots(places) if idle else {}
        for place_id in idle:
            place = places[place_id]
            for card in (piece for face in place.likeliest(1) for piece in pieces_of(face)):
                if card in spots and spots[card].missed > 0 and place.seen_ms > spots[card].seen_ms:
                    yield moved(reading, place, card)


def moved(reading: Reading, place: Place, card: Card) -> Reading:
    """``card`` lies at ``place`` now; if it was the last one played, it was still in the hand before."""
    *before, last = reading.steps
    if last.places and isinstance(last.action, Play) and reading.named[last.places[0]] == card:
        reading = rewrite(reading, (*before, replace(last, t_ms=place.born_ms))) or reading
    return replace(name(reading, place, card), base=reading.base + odds.MOVED)


def counted(reading: Reading) -> Reading:
    """The reading with the suit of a card that nobody saw, once the three others of its rank have been told."""
    told: set[Card] = set()
    for index, step in enumerate(reading.steps):
        if isinstance(step.action, Play) and step.action.card.suit is None:
            told = told or reading.told
            left = [card for card in ES40.cards if card.rank == step.action.card.rank and card not in told]
            if len(left) == 1:
                return next(_told_as(reading, index, 0, left[0]), reading)
    return reading


def without(reading: Reading, card: Card, places: Places) -> Iterator[Reading]:
    """The story with another card where ``card`` is told: it has turned up elsewhere, and there are no more of it.

    Or without that play: who laid it took it back into his hand.
    """
    for index in [index for index, step in enumerate(reading.steps) if card in step.cards]:
        yield from _without(reading, index, card, places)
        if isinstance(reading.steps[index].action, Play) and _is_away(reading.steps[index], places):
            yield from filter(None, [rewrite(reading, (*reading.steps[:index], *reading.steps[index + 1 :]))])


def not_taken(reading: Reading, card: Card) -> Iterator[Reading]:
    """The story without the play that nobody saw and that was put in since ``card`` was gone."""
    taken = reading.taken.get(card)
    for index, step in enumerate(reading.steps):
        if taken and step.t_ms == taken.t_ms and _is_guess(step, taken.t_ms - 1):
            yield from filter(None, [rewrite(reading, (*reading.steps[:index], *reading.steps[index + 1 :]))])


def _is_away(step: Step, places: Places) -> bool:
    """Whether the card that was played was seen and is seen no more, and nobody has said what it was."""
    return bool(step.places) and not step.card_told and places[step.places[0]].missed_clear > 0


def _without(reading: Reading, index: int, card: Card, places: Places) -> Iterator[Reading]:
    step = reading.steps[index]
    slot = step.cards.index(card)
    seen = candidates(places[step.places[slot]]) if step.places else []
    for other in seen:
        if other not in reading.told:
            yield from _told_as(reading, index, slot, other)
    if isinstance(step.action, Play) and not step.card_told:
        blind = Step(step.t_ms, (), replace(step.action, card=Card(card.rank)), odds.UNSEEN_PLAY)
        yield from filter(None, [rewrite(reading, (*reading.steps[:index], blind, *reading.steps[index + 1 :]))])


def _told_as(reading: Reading, index: int, slot: int, card: Card | None) -> Iterator[Reading]:
    """The story with ``card`` in step ``index``, where the rules allow it."""
    step = reading.steps[index]
    if card is None or step.card_told:
        return
    changed = replace(step, action=_with(step.action, slot, card))
    yield from filter(None, [rewrite(reading, (*reading.steps[:index], changed, *reading.steps[index + 1 :]))])


def _with(action: Layout | Play, slot: int, card: Card) -> Layout | Play:
    """The same action with another card."""
    if isinstance(action, Play):
        return replace(action, card=card)
    return Layout((*action.cards[:slot], card, *action.cards[slot + 1 :]))
