"""All places of the present deal, followed from look to look."""

import math
from bisect import bisect
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product, takewhile

from firmware.cards import Card
from firmware.signals import Face, Point, SeenCard, TableObservation, Unnamed
from firmware.tracking.geometry import distance
from firmware.tracking.hands import Arm, Outline, arms_after, at_work, hides, lies_under
from firmware.tracking.piles import Pile, followed, on_pile
from firmware.tracking.track import FLOOR, TAKEN_FOR, Place, chances, diluted, is_face_up, is_gone
from firmware.tracking.update import PASSING, REST_MM, is_on_the_way, missed, seen_again

FOLLOW_MM = 30.0
"""A card seen this near to a place may be the same card, pushed a little: half the width of a card (61.5 mm)."""
NEAR_MM = 15.0
"""A card out of sight does not wander: within this of where it was it is found again."""
UPON_MM = 45.0
"""Cards whose middles are this near cover each other by a quarter or more (61.5 by 95 mm, at any angle): the lower one
is often not found, or named wrongly."""
UNSURE = 1 / 20
"""What an unsure look leaves to each other card: twice its share of the pack, for errors come in pairs (6 and 7)."""
AGREE = 0.03
"""Less common probability than this, and two looks at one spot show two cards (one laid upon the other)."""
REMEMBERED = 150
"""Looks that are remembered to tell how long a spot was hidden: fifteen seconds at ten looks a second."""
HANDS_REMEMBERED = 20_000
"""Looks with a hand in view that are remembered: eleven minutes of them at thirty a second, more than a deal has."""
FRESH_MS = 1000
"""So long after a card came to lie it is asked whether it was seen on its way: until then its face is known."""
LEFT = 2
"""Clear looks without a card after which it has probably gone, for glare hides a card in one look: a card hardly seen
at the same spot is another one then, and of two packs even one of the same face."""
HARDLY_KNOWN = 0.75
"""Below this the opinion of a place is not worth opening another one beside it when a look contradicts it."""
WELL_KNOWN = 1.5
"""Looks, by weight, after which another face at the same spot is another card, laid upon the first."""


class Places:
    """All places of the present deal; :meth:`update` takes in a look. Pure state and input, as a tracker should be.

    Attributes:
        now_ms: the time of the last look.
        worked_out, takers, laid, spots: what readings have worked out of the places as they are now, for each other:
            the odds of cards (:mod:`~firmware.decoding.likelihood`), the hands that took and that laid cards
            (:mod:`~firmware.decoding.seating`), where cards were seen last.
    """

    def __init__(self, packs: int = 1) -> None:
        """An empty table; ``packs``: how many cards of each face there are."""
        self._packs = packs
        self._places: dict[int, Place] = {}
        self._piles: tuple[Pile, ...] = ()
        self._arms: tuple[Arm, ...] = ()
        self._before: deque[TableObservation] = deque(maxlen=REMEMBERED)
        self.worked_out: dict[object, float] = {}
        self.takers: dict[tuple[int, ...], Point] = {}
        self.laid: dict[object, tuple[Mapping[int, Point], float]] = {}
        self.spots: dict[int, tuple[object, Mapping[Card, Place]]] = {}
        self._hands_ms: list[int] = []
        self.now_ms = 0
        self._count = 0

    def __getitem__(self, place_id: int) -> Place:
        """The place of that number."""
        return self._places[place_id]

    def __iter__(self) -> Iterator[Place]:
        """All places, oldest first."""
        return iter(self._places.values())

    def latest(self, ids: Sequence[int]) -> int:
        """At which of these places a card was seen last."""
        return ids[0] if len(ids) == 1 else max(ids, key=lambda place_id: (self[place_id].seen_ms, place_id))

    def update(self, look: TableObservation) -> None:
        """Take in one look: follow the cards that are still there, open places for new ones, count the missing."""
        self._changed()
        self.now_ms = look.t_ms
        self._arms = arms_after(self._arms, look)
        hands = at_work(self._arms, look)
        cards = self._shared_out([seen for seen in look.cards if is_face_up(seen)])
        pairs = self._pairs(cards, look)
        shapeless = [seen for seen in look.cards if _is_shapeless(seen)]
        for place_id, place in list(self._places.items()):
            if is_gone(place):
                continue  # nothing can change any more
            upon = self._is_covered(place, cards, pairs) or bool(_near(place.anchor, shapeless))
            if place_id in pairs:
                self._places[place_id] = seen_again(place, cards[pairs[place_id]], look, hands, covered=upon)
            else:
                self._places[place_id] = missed(place, look, hands, covered=upon)
        for index in sorted(set(range(len(cards))) - set(pairs.values())):
            self._open(cards[index], look, hands)
        self._piles = followed(self._piles, look)
        self._trace(look.t_ms)
        self._before.append(look)
        if look.hand_present:
            self._hands_ms.append(look.t_ms)
            del self._hands_ms[:-HANDS_REMEMBERED]

    def looks_with_hands(self, since_ms: float, until_ms: float) -> int:
        """In how many looks between these times a hand was in view."""
        return bisect(self._hands_ms, until_ms) - bisect(self._hands_ms, since_ms)

    def tell(self, place_id: int, face: Face | None) -> None:
        """A person says what lies at a place (see :attr:`Place.told`); ``None``: the looks count again."""
        self._changed()
        if place_id in self._places:
            self._places[place_id] = replace(self._places[place_id], told=face)

    def excuse(self, ids: Iterable[int]) -> None:
        """What a person has said makes these cards seem lost, or forgotten: nothing follows from that."""
        self._changed()
        for place_id in ids:
            self._places[place_id] = replace(self._places[place_id], excused=True)

    def keep(self, ids: Iterable[int]) -> None:
        """Forget every place but these."""
        wanted = set(ids)
        self._places = {place_id: place for place_id, place in self._places.items() if place_id in wanted}

    def _changed(self) -> None:
        """What was worked out of the places does not hold any more."""
        self.worked_out.clear()
        self.takers.clear()
        self.laid.clear()
        self.spots.clear()

    def _trace(self, t_ms: int) -> None:
        """A card just laid that was seen on its way was laid by the hand that carried it then."""
        for place in [place for place in self if place.seen_ms == t_ms and t_ms - place.born_ms < FRESH_MS]:
            carried = [one.hand for one in self if is_on_the_way(one, place)]
            if carried and place.hand != carried[-1]:
                self._places[place.id] = replace(place, hand=carried[-1])

    def _shared_out(self, cards: list[SeenCard]) -> list[SeenCard]:
        """There is one of each card (or two): where a look names one at more places, each new one gets its share only.

        That a card lies at one of them and at no other has odds in the ratio of p / (1 - p).
        """
        held = {place.likeliest(1)[0]: place for place in self._places.values() if place.sharpness > HARDLY_KNOWN}
        ratios: dict[Face, list[float]] = {}
        for seen in cards:
            ratios.setdefault(seen.face, []).append(_ratio(seen))

        def shared(seen: SeenCard) -> SeenCard:
            if not isinstance(seen.face, Card) or len(ratios[seen.face]) <= self._packs:
                return seen
            place = held.get(seen.face)
            if place is not None and distance(place.centre, seen.centre) <= NEAR_MM:
                return seen
            return diluted(seen, _ratio(seen) / (1 + sum(ratios[seen.face])))

        return [shared(seen) for seen in cards]

    def _pairs(self, cards: list[SeenCard], look: TableObservation) -> dict[int, int]:
        """Place -> index of the card seen there; nearest and best agreeing pairs first."""
        dim_mm = {
            index: NEAR_MM if len(_near(seen.centre, cards)) > 1 else REST_MM
            for index, seen in enumerate(cards)
            if len(_near(seen.centre, cards)) > 1 or (seen.face in TAKEN_FOR and hides(look, seen.centre))
        }
        costs = sorted(
            (cost, place.id, index)
            for place, (index, seen) in product(self._places.values(), enumerate(cards))
            if not self._is_left(place) and (cost := _mismatch(place, seen, dim_mm=dim_mm.get(index, 0.0))) is not None
        )
        pairs: dict[int, int] = {}
        for _, place_id, index in costs:
            if place_id not in pairs and index not in pairs.values():
                pairs[place_id] = index
        return pairs

    def _is_left(self, place: Place) -> bool:
        """Whether no card seen from now on is the one of that place; of two packs it may soon be its twin."""
        return is_gone(place) or (self._packs > 1 and place.missed_clear >= LEFT)

    def _open(self, seen: SeenCard, look: TableObservation, hands: Sequence[Outline]) -> None:
        now = look.t_ms
        since, upon = self._hidden_since(seen.centre, now), on_pile(self._piles, seen.centre)
        place = Place(self._count, seen.centre, seen.centre, now, now, now, hidden_ms=since, upon_pile=upon)
        self._places[self._count] = seen_again(place, seen, look, hands)
        self._count += 1

    def _is_covered(self, place: Place, cards: Sequence[SeenCard], pairs: Mapping[int, int]) -> bool:
        """Whether a card that came to lie later is seen upon the one at ``place``."""
        near = _near(place.anchor, cards)
        if not near:
            return False
        order = place.born_ms, place.id
        older = {index for other, index in pairs.items() if (self[other].born_ms, other) <= order}
        return any(index not in older for index in near)

    def _hidden_since(self, point: Point, now_ms: int) -> int:
        """Since when a point has been hidden from view without a break, as far as is remembered."""
        hidden = takewhile(lambda look: lies_under(look, point), reversed(self._before))
        return min((look.t_ms for look in hidden), default=now_ms)


def _ratio(seen: SeenCard) -> float:
    """The odds of the likeliest face of a look; no look is surer than the floor allows."""
    return seen.confidence / max(1 - seen.confidence, FLOOR)


def _near(point: Point, cards: Sequence[SeenCard]) -> list[int]:
    """Which cards lie so near that they cover what lies there, or are covered by it."""
    return [index for index, seen in enumerate(cards) if distance(seen.centre, point) < UPON_MM]


def _is_shapeless(seen: SeenCard) -> bool:
    """Whether something was found that is no card known: two that overlap are now and then found as one."""
    return not is_face_up(seen) and seen.face is not Unnamed.BACK


def _mismatch(place: Place, seen: SeenCard, *, dim_mm: float) -> float | None:
    """Cost of taking ``seen`` for the card at ``place``; ``None`` where it cannot be.

    ``dim_mm``: another card is seen upon it, or below, or a hand: of the lower one little may be left to see, and
    within this of where it was it may seem to be another one.
    """
    gap_mm = distance(place.centre, seen.centre)
    if gap_mm > (FOLLOW_MM if place.missed <= PASSING else NEAR_MM):
        return None
    sure = seen.confidence  # what was hardly seen may be anything
    common = sum(math.exp(place.seen_as(card)) * share for card, share in chances(seen)[0].items())
    common = sure * common + (1 - sure) * UNSURE * (place.missed_clear < LEFT)
    if place.missed <= PASSING and place.weight < WELL_KNOWN and place.sharpness < HARDLY_KNOWN and gap_mm <= NEAR_MM:
        common = max(common, AGREE)  # still under the hand that laid it: the next look may show what it is
    elif dim_mm and gap_mm <= dim_mm and place.missed_clear < LEFT:
        common = max(common, AGREE)
    elif place.weight >= WELL_KNOWN and sure > HARDLY_KNOWN and seen.face != place.likeliest(1)[0]:
        common = 0.0  # another card lies upon it
    return None if common < AGREE else round(gap_mm / FOLLOW_MM - math.log(common), 6)
