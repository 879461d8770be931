"""What a card that has come to rest may be: a play, a card known already, or nothing."""

from collections.abc import Iterable
from dataclasses import replace

from firmware.cards import Card
from firmware.decoding import likelihood
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Reading, name, play, rewrite
from firmware.decoding.pieces import pieces_of
from firmware.decoding.proposals.revisions import RECENT, candidates, moved, without
from firmware.decoding.proposals.unseen_plays import not_taken
from firmware.rules.play import Play
from firmware.tracking.track import Place
from firmware.tracking.tracker import Places


def explained(reading: Reading, places: Places) -> list[Reading]:
    """What the oldest card at rest that the reading does not explain may be."""
    place = likelihood.loose(reading, places)[0]
    return [name(reading, place, None), *_moves(reading, place, places), *_plays(reading, place, places)]


def _plays(reading: Reading, place: Place, places: Places) -> Iterable[Reading]:
    """The card at ``place`` was played: last, or, if it came to lie before the last one, before that."""
    for card in candidates(place):
        for base in [reading] if card not in reading.told else without(reading, card, places):
            last = base.steps[-1]
            earlier = last.t_ms >= place.born_ms and isinstance(last.action, Play)
            cost = likelihood.SEEN_PLAY + likelihood.too_early(base, place.born_ms)
            after = play(base, card, place.born_ms, (place.id,), cost + earlier * likelihood.OUT_OF_ORDER)
            if after:
                yield _laid_on_top(after, place, places)
            yield from _under_arm(base, place, card)
            if earlier:
                between = Step(place.born_ms, (place.id,), Play(0, card), cost)  # the seat follows
                yield from filter(None, [rewrite(base, (*base.steps[:-1], between, last))])


def _under_arm(reading: Reading, place: Place, card: Card) -> Iterable[Reading]:
    """The card was laid while an arm hid the spot: before any of the plays since then."""
    cost = likelihood.SEEN_PLAY + likelihood.OUT_OF_ORDER
    for index in range(max(1, len(reading.steps) - RECENT), len(reading.steps)):
        before, after = reading.steps[:index], reading.steps[index:]
        if place.hidden_ms < after[0].t_ms < place.born_ms:
            step = Step(after[0].t_ms - 1, (place.id,), Play(0, card), cost)
            yield from filter(None, [rewrite(reading, (*before, step, *after))])


def _laid_on_top(reading: Reading, place: Place, places: Places) -> Reading:
    if not likelihood.on_top(reading, place, places):
        return reading
    *before, last = reading.steps
    return replace(reading, steps=(*before, replace(last, cost=last.cost + likelihood.ON_TOP)))


def _moves(reading: Reading, place: Place, places: Places) -> Iterable[Reading]:
    """The card at ``place`` is one that was known and is not seen where it was; so nobody captured it unseen."""
    spots = reading.spots(places)
    for card in (piece for face in candidates(place) for piece in pieces_of(face)):
        if card in spots and spots[card].missed > 0:
            yield moved(reading, place, card, places)
            yield from (moved(other, place, card, places) for other in not_taken(reading, card))
