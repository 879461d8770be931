"""Second thoughts: a card named otherwise, two played the other way round, one that turns up although it was played."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from firmware.cards import ES40, Card, Rank
from firmware.decoding import likelihood
from firmware.decoding.history import Layout, Step
from firmware.decoding.hypothesis import Reading, name, rewrite
from firmware.decoding.pieces import pieces_of
from firmware.rules.play import Play
from firmware.tracking.track import REST_MS, Place
from firmware.tracking.tracker import Places

CANDIDATES = 5
"""Cards tried for one place; the sixth opinion of a classifier has never been right."""
RECENT = 8
"""Plays after which their order is no longer thought about again: two rounds of four, enough to see who sits where."""
QUICK_MS = 3000
"""Plays nearer than this may have been made the other way round: what is still under a hand is read late."""
AT_ONCE_MS = 300
"""Of cards seen so little apart the order is hardly known: one hand hides its card longer than another one."""


def candidates(place: Place) -> list[Card]:
    """The cards worth trying for a place, likeliest first."""
    best = place.likeliest(CANDIDATES)
    return [card for card in best if place.log(card) > place.log(best[0]) - 7]


def swapped(readings: Iterable[Reading]) -> Iterator[Reading]:
    """Two cards that came to lie in quick succession were played the other way round, as the seats after them tell."""
    for reading in readings:
        for index in range(max(1, len(reading.steps) - RECENT), len(reading.steps) - 1):
            first, second = reading.steps[index : index + 2]
            if (first.places or second.places) and second.t_ms - first.t_ms < QUICK_MS:
                steps = (*reading.steps[:index], second, turned(first, second), *reading.steps[index + 2 :])
                yield from filter(None, [rewrite(reading, steps)])


def turned(first: Step, second: Step) -> Step:
    """``first`` played after ``second``, with what that costs; when a card was played that nobody saw is a guess ...

    ... but it was hardly played long before the cards that it took were gone.
    """
    apart_ms = second.t_ms - first.t_ms
    if not (first.places and second.places) or 0 < apart_ms < AT_ONCE_MS:
        return replace(first, cost=first.cost + likelihood.OUT_OF_ORDER * max(apart_ms / 1000, 1.0))
    cost = min(first.cost + (likelihood.SEEN_FIRST if apart_ms > 0 else -likelihood.OUT_OF_ORDER), likelihood.SEEN_PLAY)
    return replace(first, cost=cost)


def renamed(readings: Iterable[Reading], places: Places) -> Iterator[Reading]:
    """A place whose best opinion has changed since it was named: the same story with the other card."""
    for reading in readings:
        for index, step in enumerate(reading.steps):
            for slot, place_id in enumerate(step.places):
                place = places[place_id]
                better, told = place.likeliest(1)[0], step.cards[slot]
                if better != told and reading.may_be(better) and place.log(better) >= place.log(told) + 1.0:
                    yield from told_as(reading, index, slot, better)


def found_again(readings: Iterable[Reading], places: Places) -> Iterator[Reading]:
    """What was taken for nothing while its card still seemed to lie elsewhere was that card, moved."""
    for reading in readings:
        idle = reading.idle
        spots = reading.spots(places) if idle else {}
        for place_id in idle:
            place = places[place_id]
            for card in (piece for face in place.likeliest(1) for piece in pieces_of(face)):
                if card in spots and spots[card].missed > 0 and place.seen_ms > spots[card].seen_ms:
                    yield moved(reading, place, card, places)


def moved(reading: Reading, place: Place, card: Card, places: Places) -> Reading:
    """``card`` lies at ``place`` now; if it was played last, and never lay clear of hands, it was carried on."""
    *before, last = reading.steps
    held = last.places and places[last.places[0]].lay_clear_ms < REST_MS
    if held and isinstance(last.action, Play) and reading.named[last.places[0]] == card:
        reading = rewrite(reading, (*before, replace(last, t_ms=place.born_ms))) or reading
    return replace(name(reading, place, card), base=reading.base + likelihood.MOVED)


def counted(reading: Reading) -> Reading:
    """The reading with the suit of a card that nobody saw, once the three others of its rank have been told."""
    told: set[Card] = set()
    for index, step in enumerate(reading.steps):
        if isinstance(step.action, Play) and step.action.card.suit is None:
            told = told or reading.told
            left = [card for card in ES40.cards if card.rank == step.action.card.rank and card not in told]
            if len(left) == 1:
                return next(told_as(reading, index, 0, left[0]), reading)
    return reading


def untold(reading: Reading, rank: Rank) -> list[Card]:
    """The cards of a rank that this deal has not told yet."""
    told = reading.told
    return [card for card in ES40.cards if card.rank == rank and card not in told]


def without(reading: Reading, card: Card, places: Places) -> Iterator[Reading]:
    """The story with another card where ``card`` is told: it has turned up elsewhere, and there are no more of it.

    Or without that play: who laid it took it back into his hand.
    """
    for index in [index for index, step in enumerate(reading.steps) if card in step.cards]:
        yield from _without(reading, index, card, places)
        if isinstance(reading.steps[index].action, Play) and _is_away(reading.steps[index], places):
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
            yield from told_as(reading, index, slot, other)
    if isinstance(step.action, Play) and not step.card_told:
        blind = Step(step.t_ms, (), replace(step.action, card=Card(card.rank)), likelihood.UNSEEN_PLAY)
        yield from filter(None, [rewrite(reading, (*reading.steps[:index], blind, *reading.steps[index + 1 :]))])


def told_as(reading: Reading, index: int, slot: int, card: Card | None) -> Iterator[Reading]:
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
