"""From looks to plays: every reading that the rules allow is weighed against what was seen.

The idea is that of following a chess game by scoring each legal move against the camera's opinion of each square: the
rules are the prior. Several readings are kept while they are close; each is a whole game. Cards that appear are
explained as a play, as a card known already that moved, or as nothing; cards that vanish without a play seen are
explained by a play that nobody saw.
"""

import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from firmware.cards import Card
from firmware.observation import TableObservation
from firmware.rules.game import Game
from firmware.rules.play import Play
from firmware.table import odds
from firmware.table.belief import Place, Places, is_gone
from firmware.table.reading import Layout, Reading, Step, begin, lay, name, play, rewrite

BEAM = 24
"""Readings kept; more than a handful are close only in the moments after a hurried capture."""
CLOSE = 12.0
"""Log odds below the best at which a reading is dropped: e-12, one in 160,000."""
CANDIDATES = 5
"""Cards tried for one place; the sixth opinion of a classifier has never been right."""
GLIMPSE_MS = 3000
"""A card seen in passing this long before its capture was noticed may have been the one that captured."""


class Reader:
    """Reads the table: :meth:`read` takes in a look, :attr:`best` is the leading reading. No clock, no chance."""

    def __init__(self, game: Game) -> None:
        """Begin with ``game``, before its first layout."""
        self.places = Places()
        self.readings: list[Reading] = [begin(game)]
        self.weights: list[float] = [0.0]
        self._t_ms = 0
        self._since_ms = 0

    @property
    def best(self) -> Reading:
        """The likeliest reading."""
        return self.readings[0]

    def read(self, look: TableObservation) -> None:
        """Take in one look and weigh all readings again."""
        self._since_ms = min(look.t_ms - self._t_ms, 1000)
        self._t_ms = look.t_ms
        self.places.update(look)
        self._rank(self.readings)
        self._rank([*self.readings, *self._unseen()])
        self._rank([*self.readings, *self._renamed()])
        self._explain()
        self._forget()

    def shares(self) -> list[float]:
        """Probability of each reading, likeliest first."""
        odds_of = [math.exp(weight - self.weights[0]) for weight in self.weights]
        return [share / sum(odds_of) for share in odds_of]

    def _rank(self, readings: Iterable[Reading]) -> None:
        """Keep the likeliest readings, each story once."""
        best: dict[object, tuple[float, Reading]] = {}
        for reading in readings:
            weight = odds.weigh(reading, self.places)
            key = (len(reading.past), tuple(step.action for step in reading.steps), reading.past)
            if key not in best or best[key][0] < weight:
                best[key] = (weight, reading)
        ranked = sorted(best.values(), key=lambda pair: -pair[0])[:BEAM]
        kept = [(weight, reading) for weight, reading in ranked if weight > ranked[0][0] - CLOSE]
        self.weights = [weight for weight, _ in kept]
        self.readings = [reading for _, reading in kept]

    def _explain(self) -> None:
        """Until no reading has a card at rest that it does not explain."""
        offered = [child for reading in self.readings for child in self._offer(reading)]
        self._rank(offered)
        while todo := [reading for reading in self.readings if self._has_card(reading)]:
            done = [reading for reading in self.readings if not self._has_card(reading)]
            self._rank([*done, *(child for reading in todo for child in self._children(reading))])

    def _offer(self, reading: Reading) -> list[Reading]:
        """The reading, or if it waits for a layout and four cards lie there, what they may be."""
        cards = odds.loose(reading, self.places)
        if not reading.game.awaiting_layout or len(cards) < 4:
            return [reading]
        return self._openings(reading, cards[:4])

    def _has_card(self, reading: Reading) -> bool:
        return not reading.game.awaiting_layout and bool(odds.loose(reading, self.places))

    def _children(self, reading: Reading) -> list[Reading]:
        """What the oldest card at rest that the reading does not explain may be."""
        place = odds.loose(reading, self.places)[0]
        return [name(reading, place, None), *_moves(reading, place, self.places), *self._plays(reading, place)]

    def _openings(self, reading: Reading, cards: list[Place]) -> list[Reading]:
        """Four cards lie there: each legal way to see them opens the deal; or it is not opened yet."""
        frozen = odds.weigh_deal(reading, self.places) + odds.taken_back(reading, self.places)
        ways = list(product(*(_candidates(place)[:3] for place in cards)))
        chances = [math.exp(sum(place.log(card) for place, card in zip(cards, way, strict=True))) for way in ways]
        laid = [lay(reading, cards, way, frozen) for way in ways]
        legal = sum(chance for chance, way in zip(chances, laid, strict=True) if way) / sum(chances)
        waited = replace(reading, base=reading.base + odds.WAITS * legal * self._since_ms / 1000)
        return [waited, *filter(None, laid)]

    def _plays(self, reading: Reading, place: Place) -> Iterable[Reading]:
        """The card at ``place`` was played: last, or, if it came to lie before the last one, before that."""
        last = reading.steps[-1]
        for card in _candidates(place):
            after = play(reading, card, place.born_ms, (place.id,), odds.SEEN_PLAY)
            if after:
                yield _laid_on_top(after, place, self.places)
            if last.t_ms >= place.born_ms and not isinstance(last.action, Layout):
                between = Step(place.born_ms, (place.id,), replace(last.action, card=card), odds.SEEN_PLAY)
                yield from filter(None, [rewrite(reading, (*reading.steps[:-1], between, last))])

    def _unseen(self) -> Iterable[Reading]:
        """Cards of the table have vanished: a card that nobody saw at rest may have taken them."""
        for reading in self.readings:
            spots = reading.spots
            lost = [card for card in reading.game.table if card in spots and self.places[spots[card]].missed_clear >= 2]
            for card in lost:
                yield from self._taken_unseen(reading, card, self.places[spots[card]])

    def _taken_unseen(self, reading: Reading, lost: Card, place: Place) -> Iterable[Reading]:
        """``lost`` was taken by a card of its rank, between the last look that saw it and the first that did not."""
        passing = [
            (card, other.id)
            for other in self.places
            if reading.is_loose(other) and abs(other.seen_ms - place.seen_ms) < GLIMPSE_MS
            for card in _candidates(other)
            if card.rank == lost.rank and card != lost
        ]
        tries = [(card, (place_id,), odds.GLIMPSED_PLAY) for card, place_id in passing]
        for card, places, cost in [*tries, (Card(lost.rank), (), odds.UNSEEN_PLAY)]:
            step = Step(place.seen_ms, places, Play(0, card), cost)
            for index in range(1, len(reading.steps) + 1):
                before, after = reading.steps[:index], reading.steps[index:]
                if before[-1].t_ms <= place.lost_ms and (not after or after[0].t_ms >= place.seen_ms):
                    yield from filter(None, [rewrite(reading, (*before, step, *after))])

    def _renamed(self) -> Iterable[Reading]:
        """A place whose best opinion has changed since it was named: the same story with the other card."""
        for reading in self.readings[:6]:
            for index, step in enumerate(reading.steps):
                for slot, place_id in enumerate(step.places):
                    yield from _rename(reading, index, slot, self.places[place_id])

    def _forget(self) -> None:
        """Drop the places that are gone and that no reading speaks of."""
        spoken = {place_id for reading in self.readings for place_id in reading.named}
        self.places.keep([place.id for place in self.places if place.id in spoken or not is_gone(place)])


def _candidates(place: Place) -> list[Card]:
    best = place.likeliest(CANDIDATES)
    return [card for card in best if place.log(card) > place.log(best[0]) - 7]


def _laid_on_top(reading: Reading, place: Place, places: Places) -> Reading:
    if not odds.on_top(reading, place, places):
        return reading
    *before, last = reading.steps
    return replace(reading, steps=(*before, replace(last, cost=last.cost + odds.ON_TOP)))


def _moves(reading: Reading, place: Place, places: Places) -> Iterable[Reading]:
    """The card at ``place`` is one that was known and is not seen where it was."""
    spots = reading.spots
    for card in _candidates(place):
        if card in spots and places[spots[card]].missed > 0:
            moved = name(reading, place, card)
            yield replace(moved, base=moved.base + odds.MOVED)


def _rename(reading: Reading, index: int, slot: int, place: Place) -> Iterable[Reading]:
    step = reading.steps[index]
    told = step.action.cards[slot] if isinstance(step.action, Layout) else step.action.card
    better = place.likeliest(1)[0]
    if better == told or place.log(better) < place.log(told) + 1.0 or better in reading.spots:
        return
    renamed = replace(step, action=_with(step.action, slot, better))
    yield from filter(None, [rewrite(reading, (*reading.steps[:index], renamed, *reading.steps[index + 1 :]))])


def _with(action: Layout | Play, slot: int, card: Card) -> Layout | Play:
    """The same action with another card."""
    if isinstance(action, Play):
        return replace(action, card=card)
    return Layout((*action.cards[:slot], card, *action.cards[slot + 1 :]))
