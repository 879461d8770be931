"""What is believed of each place on the table: which card lies there, since when, and whether it still does.

A *place* is a spot where a face-up card was seen. Looks at one place are combined into one opinion by the mean of
their log probabilities: looks at an unchanged card repeat each other's errors, so they are averaged, not multiplied.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from firmware.cards import ES40, Card
from firmware.observation import Point, SeenCard, TableObservation, Unnamed

FLOOR = 1e-4
"""No look makes a card less probable than this: classifiers are never that sure of what they have not met."""
FOLLOW_MM = 30.0
"""A card seen this near to a place may be the same card, pushed a little: half the width of a card (61.5 mm)."""
NEAR_MM = 15.0
"""A card out of sight does not wander: within this of where it was it is found again."""
UNSURE = 1 / 20
"""What an unsure look leaves to each other card: twice its share of the pack, for errors come in pairs (6 and 7)."""
PASSING = 2
"""Looks in which a card may be missed while something passes over it; after more it may be another card."""
REST_MM = 10.0
"""A card within this of its anchor lies still: twice the corner error that a covered corner leaves."""
REST_MS = 150
"""A card at one spot for this long lies there: a carried card moves on."""
HELD_MS = 600
"""... but under a hand that comes and goes it may be held, or half covered and misread."""
AGREE = 0.03
"""Less common probability than this, and two looks at one spot show two cards (one laid upon the other)."""
HARDLY_KNOWN = 0.75
"""Below this the opinion of a place is not worth opening another one beside it when a look contradicts it."""
WELL_KNOWN = 1.5
"""Looks, by weight, after which another face at the same spot is another card, laid upon the first."""
DOUBTFUL = 0.5
"""Share of an unsure look's doubt that says nothing: of a card half under a hand a classifier sees what it likes."""
MEMORY = 4.0
"""Looks that the mean remembers: a better view replaces a poor one within about this many looks."""
HIDDEN_WEIGHT = 0.4
"""A look with a hand in view counts this much: the card may be half covered. Each look counts by the square of its
confidence besides: what was hardly seen tells hardly anything."""


@dataclass(frozen=True, slots=True)
class Place:
    """One spot where a card was seen face up.

    Attributes:
        id: number, in order of appearance.
        centre: middle of the card in the last look, table millimetres.
        anchor: where it came to rest; ``rest_ms`` says since when, ``rest_looks`` how often it was seen there.
        born_ms: when the card first lay still here; the time of the play, if it was one.
        seen_ms: last look in which it was seen; ``clear_ms`` the last one without a hand in view.
        clear_looks: looks without a hand in view since it came to rest, the first at ``clear_from_ms``.
        missed_clear: looks without a hand in view since it was last seen, from ``lost_ms`` to ``missed_ms``;
            ``missed`` counts all looks.
        logs: mean log probability of each card that any look held possible; the others have ``other``.
        weight: looks behind ``logs``.
    """

    id: int
    centre: Point
    anchor: Point
    born_ms: int
    rest_ms: int
    seen_ms: int
    clear_ms: int
    rest_looks: int = 0
    clear_looks: int = 0
    clear_from_ms: int = 0
    missed_clear: int = 0
    missed: int = 0
    lost_ms: int = 0
    missed_ms: int = 0
    logs: Mapping[Card, float] = field(default_factory=dict)
    other: float = math.log(FLOOR)
    weight: float = 0.0

    def log(self, card: Card) -> float:
        """Mean log probability that ``card`` lies here."""
        return self.logs.get(card, self.other)

    @property
    def sharpness(self) -> float:
        """How sure the looks are of one card, 0 to 1."""
        return math.exp(max(self.logs.values(), default=math.log(FLOOR)))

    def likeliest(self, count: int) -> list[Card]:
        """The ``count`` likeliest cards, likeliest first."""
        return sorted(self.logs, key=lambda card: (-self.logs[card], str(card)))[:count]


def is_face_up(seen: SeenCard) -> bool:
    """Whether a look took this for a card that shows its face: neither a back nor most likely no card at all."""
    faces = dict(seen.faces)
    named = sum(share for face, share in seen.faces if isinstance(face, Card))
    return named > faces.get(Unnamed.BACK, 0.0) and named > 0.3


def is_gone(place: Place) -> bool:
    """Whether the card has left: missed for two seconds of clear looks, or in sixty looks of any kind."""
    return (place.missed_clear > 0 and place.missed_ms - place.lost_ms >= 2000) or place.missed >= 60


def is_settled(place: Place) -> bool:
    """Whether a card lies here at rest: seen twice at one spot, and for longer if a hand was always in view."""
    return place.rest_looks >= 2 and place.seen_ms - place.rest_ms >= (REST_MS if place.clear_looks else HELD_MS)


def chances(seen: SeenCard) -> tuple[dict[Card, float], float]:
    """Probability of each card that the look named, and of each other one: what is left, spread over the pack."""
    empty = (1 - seen.confidence) * DOUBTFUL
    unnamed = dict(seen.faces).get(Unnamed.UNKNOWN, 0.0)
    other = max(((1 - empty) * unnamed + empty) / len(ES40.cards), FLOOR)
    return {face: (1 - empty) * share + other for face, share in seen.faces if isinstance(face, Card)}, other


def distance(one: Point, other: Point) -> float:
    """Millimetres between two points."""
    return math.hypot(one[0] - other[0], one[1] - other[1])


class Places:
    """All places of the present deal; :meth:`update` takes in a look. Pure state and input, as a tracker should be."""

    def __init__(self) -> None:
        """An empty table."""
        self._places: dict[int, Place] = {}
        self._count = 0

    def __getitem__(self, place_id: int) -> Place:
        """The place of that number."""
        return self._places[place_id]

    def __iter__(self) -> Iterator[Place]:
        """All places, oldest first."""
        return iter(self._places.values())

    def update(self, look: TableObservation) -> None:
        """Take in one look: follow the cards that are still there, open places for new ones, count the missing."""
        cards = [seen for seen in look.cards if is_face_up(seen)]
        pairs = self._pairs(cards)
        for place_id, place in list(self._places.items()):
            seen = pairs.get(place_id)
            self._places[place_id] = _missed(place, look) if seen is None else _seen(place, cards[seen], look)
        for index in sorted(set(range(len(cards))) - set(pairs.values())):
            self._open(cards[index], look)

    def keep(self, ids: Iterable[int]) -> None:
        """Forget every place but these."""
        wanted = set(ids)
        self._places = {place_id: place for place_id, place in self._places.items() if place_id in wanted}

    def _pairs(self, cards: list[SeenCard]) -> dict[int, int]:
        """Place -> index of the card seen there; nearest and best agreeing pairs first."""
        costs = sorted(
            (cost, place.id, index)
            for place, (index, seen) in product(self._places.values(), enumerate(cards))
            if not is_gone(place) and (cost := _mismatch(place, seen)) is not None
        )
        pairs: dict[int, int] = {}
        for _, place_id, index in costs:
            if place_id not in pairs and index not in pairs.values():
                pairs[place_id] = index
        return pairs

    def _open(self, seen: SeenCard, look: TableObservation) -> None:
        now = look.t_ms
        place = Place(self._count, seen.centre, seen.centre, now, now, now, now)
        self._places[self._count] = _seen(place, seen, look)
        self._count += 1


def _mismatch(place: Place, seen: SeenCard) -> float | None:
    """Cost of taking ``seen`` for the card at ``place``; ``None`` where it cannot be."""
    gap_mm = distance(place.centre, seen.centre)
    if gap_mm > (FOLLOW_MM if place.missed <= PASSING else NEAR_MM):
        return None
    sure = seen.confidence  # what was hardly seen may be anything
    common = sum(math.exp(place.log(card)) * share for card, share in chances(seen)[0].items())
    common = sure * common + (1 - sure) * UNSURE
    if place.missed <= PASSING and place.weight < WELL_KNOWN and place.sharpness < HARDLY_KNOWN and gap_mm <= NEAR_MM:
        common = max(common, AGREE)  # still under the hand that laid it: the next look may show what it is
    elif place.weight >= WELL_KNOWN and sure > HARDLY_KNOWN and seen.face != place.likeliest(1)[0]:
        common = 0.0  # another card lies upon it
    return None if common < AGREE else round(gap_mm / FOLLOW_MM - math.log(common), 6)


def _missed(place: Place, look: TableObservation) -> Place:
    if look.hand_present or is_gone(place):
        return replace(place, missed=place.missed + 1)
    lost_ms = place.lost_ms if place.missed_clear else look.t_ms
    clear = place.missed_clear + 1
    return replace(place, missed=place.missed + 1, missed_clear=clear, lost_ms=lost_ms, missed_ms=look.t_ms)


def _seen(place: Place, seen: SeenCard, look: TableObservation) -> Place:
    clear = not look.hand_present
    rested = place.rest_looks >= 3
    moved = distance(place.anchor, seen.centre) > REST_MM or (place.missed > PASSING and not rested)
    fresh = moved and not rested  # it was being carried or slid, or seen in passing only
    logs, other, weight = _mean(place, seen, seen.confidence**2 * (1.0 if clear else HIDDEN_WEIGHT))
    return replace(
        place,
        centre=seen.centre,
        anchor=seen.centre if moved else place.anchor,
        born_ms=look.t_ms if fresh else place.born_ms,
        rest_ms=look.t_ms if moved else place.rest_ms,
        seen_ms=look.t_ms,
        clear_ms=look.t_ms if clear else place.clear_ms,
        rest_looks=1 if moved else place.rest_looks + 1,
        clear_looks=int(clear) if moved else place.clear_looks + clear,
        clear_from_ms=look.t_ms if moved or not place.clear_looks else place.clear_from_ms,
        missed_clear=0,
        missed=0,
        logs=logs,
        other=other,
        weight=weight,
    )


def _mean(place: Place, seen: SeenCard, weight: float) -> tuple[dict[Card, float], float, float]:
    """Running means of log probabilities, rounded so that every machine's logarithm gives the same bits."""
    shares, other = chances(seen)
    old = min(place.weight, MEMORY)

    def mean(before: float, share: float) -> float:
        return round((before * old + math.log(share) * weight) / (old + weight), 6)

    logs = {card: mean(place.log(card), shares.get(card, other)) for card in dict.fromkeys((*place.logs, *shares))}
    return logs, mean(place.other, other), old + weight
