"""What lay on the table and from when to when, whatever it was called: what cards are named together by."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from firmware.cards import ES40
from firmware.decoding.clutter import BACK_MS, ECHO_MM, false_alarm_log_likelihood
from firmware.decoding.identities import CardIdentity
from firmware.devices.card_looks import looked_at
from firmware.signals import Point, TableObservation
from firmware.tracking.geometry import distance
from firmware.tracking.track import Track, is_gone
from firmware.tracking.tracker import Tracker
from vision.learned_deck import SAME, LearnedCard, both
from vision.sightings import Sighting

LEAST_CARDS, MOST_CARDS = 28, 60
"""How many of a deal's cards are seen lying, with what else is taken for one: 33 to 49 in 14 filmed deals."""
SHUFFLED_MS = 8000
"""Between two deals the table is bare for longer: 12 to 25 s in filmed ones; a judgement."""
LEAST_LOOKS = 2
"""Looks at one spot that make a card of a find. With those that were seen lying alone 45 of 61 cards had their rank and
8 of 47 sure ones were wrong, with these 54 of 65 and none of 43 (castilian-502, three cards in ten misnamed)."""
UNNAMED = dict.fromkeys(ES40.cards, 1.0)
"""What the game takes a card for that it was not asked about."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card that lay on the table, or something that was taken for one.

    Attributes:
        since_ms: when it first lay still.
        seen_ms: when it was seen last.
        lost_ms: the first clear look without it; infinite: none.
        anchor: where it came to lie, table millimetres.
        false_alarm: log-likelihood that the game knows nothing of it.
        looks: how it looked, whichever card it is.
    """

    since_ms: int
    seen_ms: int
    lost_ms: float
    anchor: Point
    false_alarm: float
    looks: LearnedCard


def laid_cards(looks: Iterable[TableObservation], sightings: Mapping[int, Sighting]) -> list[list[LaidCard]]:
    """The cards of each deal, in the order in which they came to lie.

    Args:
        looks: all looks at the table.
        sightings: how its cards looked.
    """
    seen = list(sightings.values())
    found = [card for card in (_laid(track, seen) for track in _tracked(looks)) if card]
    found.sort(key=lambda card: (card.since_ms, card.anchor))
    return [_joined(deal) for deal in _deals(found)]


def _tracked(looks: Iterable[TableObservation]) -> list[Track]:
    """The tracks of all that was seen at one spot at least twice, as they were last."""
    tracker, found = Tracker(), dict[int, Track]()
    for look in looks:
        tracker.update(look)
        found |= {track.id: track for track in tracker if track.rest_looks >= LEAST_LOOKS}
        tracker.retain(track.id for track in list(tracker) if not is_gone(track))
    return list(found.values())


def _laid(track: Track, seen: Sequence[Sighting]) -> LaidCard | None:
    looks = looked_at(CardIdentity(track.born_ms, track.seen_ms, track.anchor, UNNAMED), seen)
    lost_ms = track.lost_ms if track.missed_clear else math.inf
    if looks is None:
        return None
    return LaidCard(track.born_ms, track.seen_ms, lost_ms, track.anchor, false_alarm_log_likelihood(track), looks)


def _deals(cards: Sequence[LaidCard]) -> Iterator[Sequence[LaidCard]]:
    """The cards deal by deal: between two of them the table is bare for long."""
    while len(cards) > LEAST_CARDS:
        places = range(LEAST_CARDS, min(MOST_CARDS, len(cards) - 1) + 1)
        cut = max(places, key=lambda place: _bare_ms(cards, place))
        if len(cards) <= MOST_CARDS and _bare_ms(cards, cut) < SHUFFLED_MS:
            break
        yield cards[:cut]
        cards = cards[cut:]
    yield cards


def _bare_ms(cards: Sequence[LaidCard], place: int) -> int:
    """How long nothing lay on the table before a card."""
    return cards[place].since_ms - max(card.seen_ms for card in cards[:place])


def _joined(deal: Sequence[LaidCard]) -> list[LaidCard]:
    """The cards of a deal, with what was seen of one that was moved, or found twice at one place, put together."""
    joined: list[LaidCard] = []
    for card in deal:
        place = next((place for place, one in enumerate(joined) if _is_same(one, card)), None)
        if place is None:
            joined.append(card)
        else:
            joined[place] = _put_together(joined[place], card)
    return joined


def _is_same(one: LaidCard, later: LaidCard) -> bool:
    """Whether two finds are most probably one card, by its looks and by where it lay when."""
    alike = float((one.looks.descriptions @ later.looks.descriptions.T).max()) >= SAME
    apart_ms = later.since_ms - one.seen_ms
    return alike and (0 <= apart_ms < BACK_MS or (apart_ms < 0 and distance(one.anchor, later.anchor) < ECHO_MM))


def _put_together(one: LaidCard, later: LaidCard) -> LaidCard:
    """One card of two finds, which lies where it lay first."""
    return replace(
        one,
        seen_ms=max(one.seen_ms, later.seen_ms),
        lost_ms=max(one.lost_ms, later.lost_ms) if later.seen_ms >= one.seen_ms else one.lost_ms,
        false_alarm=min(one.false_alarm, later.false_alarm),
        looks=both(one.looks, later.looks),
    )
