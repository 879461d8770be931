"""From looks to plays: every reading that the rules allow is weighed against what was seen.

The idea is that of following a chess game by scoring each legal move against the camera's opinion of each square: the
rules are the prior. Several readings are kept while they are close; each is a whole game. Cards that appear are
explained as a play, as a card known already that moved, or as nothing; cards that vanish without a play seen are
explained by a play that nobody saw.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from firmware.cards import Card
from firmware.decoding import likelihood
from firmware.decoding.history import Heard
from firmware.decoding.hypothesis import Reading, begin, hear
from firmware.decoding.proposals import appearances, layouts, revisions, unseen_plays
from firmware.decoding.smoothing import Afterthoughts
from firmware.rules.game import Game
from firmware.signals import TableObservation
from firmware.tracking.track import Place, is_forgotten, is_settled
from firmware.tracking.tracker import Places

BEAM = 24
"""Readings kept; more than a handful are close only in the moments after a hurried capture."""
ALIKE = 3
"""Readings kept of those that differ in suits alone (rule G2) or in what lies where: they must not crowd others out."""
LEADING = 6
"""Readings that get second thoughts: those behind are seldom close enough for one change to bring them to the front."""
CLOSE = 12.0
"""Log odds below the best at which a reading is dropped: e-12, one in 160,000."""
PAST = 5.0
"""The same for readings that tell this deal alike and only an earlier one otherwise: no look will ever tell them apart,
and they would fill the beam as the evening goes on. One in 150 is less than any question is asked about."""
MOST_THOUGHTS = 500
"""About a deal when the session ends: each of its plays left out, more than a dozen times over."""
HALF_KNOWN = 0.5
"""A place whose sharpness is below this tells of no card; what was seen better is remembered until its card is told."""
AGAIN_MS = 2000
"""So long after something new its second thoughts are due again: whose hand took a capture up is known by then."""


class Reader:
    """Reads the table: :meth:`read` takes in a look, :attr:`best` is the leading reading. No clock, no chance."""

    def __init__(self, game: Game) -> None:
        """Begin with ``game``, before its first layout."""
        self.places = Places(game.ruleset.packs)
        self.readings: list[Reading] = [begin(game)]
        self.weights: list[float] = [0.0]
        self._t_ms = 0
        self._key = 0
        self._again_ms = math.inf
        self._weighed: dict[int, tuple[float, Reading]] = {}
        self._since_ms = 0
        self._afterthoughts = Afterthoughts()

    def __getstate__(self) -> dict[str, object]:
        """Without what is known of objects by their address."""
        return {**self.__dict__, "_weighed": {}}

    @property
    def ponders(self) -> bool:
        """Whether it is in the middle of a thought that takes several looks."""
        return self._afterthoughts.busy

    @property
    def best(self) -> Reading:
        """The likeliest reading."""
        return self.readings[0]

    def read(self, look: TableObservation) -> None:
        """Take in one look and weigh all readings again."""
        self._since_ms = min(look.t_ms - self._t_ms, 1000)
        self._t_ms = look.t_ms
        self.places.update(look)
        self._weighed.clear()
        self._rank(self.readings)
        self._add(unseen_plays.captures(self.readings, self.places))
        leading = self.readings[:LEADING]
        for thought in (
            unseen_plays.answered,
            unseen_plays.taken_before,
            unseen_plays.after_all,
            unseen_plays.in_hand_again,
        ):
            self._add(thought(leading, self.places))
        news = self._news()
        self._add((*unseen_plays.answered_unseen(news), *revisions.swapped(news), *layouts.relaid(news, self.places)))
        self._add(one for reading in news[:1] for one in unseen_plays.skipped(reading, self.places))
        self._add(revisions.renamed(self.readings[:LEADING], self.places))
        self._add(revisions.found_again(self.readings[:LEADING], self.places))
        self._complete()
        self._explain()
        self.readings = [revisions.counted(reading) for reading in self.readings]
        if not self._afterthoughts.busy:
            self._forget()
        if news:
            self._leave_behind()
        self._lead()

    def hear(self, heard: Heard) -> None:
        """Somebody said something: every reading takes it in where it belongs."""
        opened = [layouts.opened_by(reading, heard, self.places) for reading in self.readings]
        self._rank([hear(reading, heard) for reading in opened])

    def keep(self, leading: Reading, others: Sequence[Reading]) -> None:
        """A person has decided: only these readings are left, and none may overtake the one that he has spoken of."""
        self._weighed.clear()
        self._afterthoughts = Afterthoughts()
        most = self._weight(leading)
        self._rank([leading, *(reading for reading in others if self._weight(reading) <= most)])

    def _news(self) -> list[Reading]:
        """The leading readings, if the best one tells something new, and once more a little later."""
        new, again = self.best.key != self._key, self._t_ms >= self._again_ms
        if new or again:
            self._key, self._again_ms = self.best.key, self._t_ms + AGAIN_MS if new else math.inf
        return self.readings[:LEADING] if new or again else []

    def shares(self) -> list[float]:
        """Probability of each reading, likeliest first."""
        odds_of = [math.exp(weight - self.weights[0]) for weight in self.weights]
        return [share / sum(odds_of) for share in odds_of]

    def _add(self, thoughts: Iterable[Reading]) -> None:
        """Weigh more readings beside those there are."""
        if more := list(thoughts):
            self._rank([*self.readings, *more])

    def _rank(self, readings: Iterable[Reading]) -> None:
        """Keep the likeliest readings, each story once."""
        best: dict[int, tuple[float, Reading]] = {}
        for reading in readings:
            weight = self._weight(reading)
            if reading.key not in best or best[reading.key][0] < weight:
                best[reading.key] = (weight, reading)
        ranked = sorted(best.values(), key=lambda pair: -pair[0])
        close = [(weight, reading) for weight, reading in ranked if weight > ranked[0][0] - CLOSE]
        kept = _varied(close)[:BEAM]
        self.weights = [weight for weight, _ in kept]
        self.readings = [reading for _, reading in kept]

    def _weight(self, reading: Reading) -> float:
        """Log odds of a reading by the places as they are; a look asks the same several times."""
        known = self._weighed.get(id(reading))
        if known is None or known[1] is not reading:  # as of a referee read back
            known = self._weighed[id(reading)] = (likelihood.weigh(reading, self.places), reading)
        return known[0]

    def _explain(self) -> None:
        """Until no reading has a card at rest that it does not explain."""
        offered = [child for reading in self.readings for child in self._offer(reading)]
        self._rank(offered)
        while todo := [reading for reading in self.readings if self._has_card(reading)]:
            done = [reading for reading in self.readings if not self._has_card(reading)]
            self._rank([*done, *(child for reading in todo for child in appearances.explained(reading, self.places))])

    def _complete(self) -> bool:
        """Think a little of a deal whose cards are gathered; whether there was something to think about."""
        thoughts = self._afterthoughts.next(self.readings[:LEADING], self.places)
        self._add(thoughts or ())
        return thoughts is not None

    def finish(self) -> None:
        """Nothing more will be seen: think to the end."""
        for _ in range(MOST_THOUGHTS):
            if not self._complete():
                break
        self._lead()

    def _offer(self, reading: Reading) -> list[Reading]:
        """The reading, or if it waits for a layout and as many cards lie there, what they may be.

        Where none is laid, any card opens the deal.
        """
        if not reading.game.awaiting_layout:
            return [reading]
        cards, wanted = layouts.apart(likelihood.loose(reading, self.places)), reading.game.ruleset.table_cards
        if len(cards) < max(wanted, 1):
            return [reading]
        return layouts.openings(reading, cards, self.places, self._since_ms / 1000)

    def _has_card(self, reading: Reading) -> bool:
        return not reading.game.awaiting_layout and bool(likelihood.loose(reading, self.places))

    def _lead(self) -> None:
        """Let that reading lead whose story is the likeliest by all readings that tell it, whatever the suits (G2)."""
        sums: dict[int, float] = {}
        for reading, share in zip(self.readings, self.shares(), strict=True):
            sums[reading.mark] = sums.get(reading.mark, 0.0) + share
        likeliest = max(sums, key=lambda mark: sums[mark])
        first = next(index for index, reading in enumerate(self.readings) if reading.mark == likeliest)
        self.readings.insert(0, self.readings.pop(first))
        self.weights.insert(0, self.weights.pop(first))

    def _leave_behind(self) -> None:
        """Drop the unlikely readings that differ from a better one in earlier deals alone."""
        leading: dict[object, float] = {}
        kept = []
        for weight, reading in zip(self.weights, self.readings, strict=True):
            if weight > leading.setdefault(_present(reading), weight) - PAST:
                kept.append((weight, reading))
        self.weights = [weight for weight, _ in kept]
        self.readings = [reading for _, reading in kept]

    def _forget(self) -> None:
        """Drop the places that are gone and that no reading speaks of, but for a glimpse of a card not told yet."""
        spoken = {place_id for reading in (*self.readings, *self._afterthoughts.agreed) for place_id in reading.named}
        known_ms, told = self._t_ms - unseen_plays.HANDFULS_MS, self.best.told
        idle = (place for place in self.places if place.id not in spoken and place.seen_ms < known_ms)
        goes_on = self.best.game.turn is not None
        gone = [place for place in idle if is_forgotten(place) and not (goes_on and _is_glimpse(place, told))]
        if gone:
            dropped = {place.id for place in gone}
            self.places.keep([place.id for place in self.places if place.id not in dropped])
            self.readings = [_without(reading, gone) for reading in self.readings]


def _is_glimpse(place: Place, told: Collection[Card]) -> bool:
    """Whether a card was seen there in passing that is not among those told."""
    return place.sharpness >= HALF_KNOWN and not is_settled(place) and place.likeliest(1)[0] not in told


def _varied(ranked: Iterable[tuple[float, Reading]]) -> list[tuple[float, Reading]]:
    """The readings in their order, but few of those that tell the same of all that counts."""
    told: Counter[int] = Counter()
    kept: list[tuple[float, Reading]] = []
    for weight, reading in ranked:
        told[reading.mark] += 1
        if told[reading.mark] <= ALIKE:
            kept.append((weight, reading))
    return kept


def _present(reading: Reading) -> object:
    """What a reading tells of this deal: all that coming looks can tell for or against it."""
    places = tuple((step.action, step.places) for step in reading.steps)
    return reading.origin.dealer, places, frozenset(reading.named.items())


def _without(reading: Reading, gone: Sequence[Place]) -> Reading:
    """The reading after places were dropped: what they cost one that waits for a layout stays with it."""
    stale = reading.stale.difference(place.id for place in gone)
    cost = likelihood.taken_back(reading, gone) if reading.game.awaiting_layout else 0.0
    return replace(reading, stale=stale, base=reading.base + cost)
