"""Which looks of the eyes were at which card of a deal, as the game has it: what a deck is learned from."""

from collections.abc import Iterable, Sequence

from firmware.cards import ES40
from firmware.decoding.identities import CardIdentity, IdentifiedDeal
from firmware.tracking.geometry import distance
from vision.identify import CARDS
from vision.learned_deck import LearnedCard, played
from vision.sightings import Sighting

NEAR_MM = 12.0
"""A card is sighted within this of where the tracker has it, which calls it still within 10 (its ``REST_MM``)."""
BEFORE_MS, AFTER_MS = 600, 100
"""A sighting may begin before its track and outlast it by so much, a judgement: a card is seen before it counts as
lying."""
LOOKS = 3
"""Looks kept of each card of a deal, the best ones; more repeat each other."""
MOVING_SHARE, SHORT_S = 0.3, 0.2
"""What a look while something moves is worth beside one at rest, and one that lasted no time beside one of a second:
judgements."""
CLEAR = 0.3
"""Worth from which on a look at rest shows whether the network names the card as the game does."""


def learned_cards(deal: IdentifiedDeal, sightings: Iterable[Sighting]) -> list[LearnedCard]:
    """The cards of a deal that were looked at, each with its best looks.

    Args:
        deal: which card lay where and when.
        sightings: what was seen.
    """
    since_ms = min((one.since_ms for one in deal.cards), default=0) - BEFORE_MS
    until_ms = max((one.until_ms for one in deal.cards), default=0) + AFTER_MS
    during = [one for one in sightings if one.until_ms >= since_ms and one.since_ms <= until_ms]
    return [card for card in (looked_at(one, during) for one in deal.cards) if card]


def looked_at(one: CardIdentity, sightings: Iterable[Sighting]) -> LearnedCard | None:
    """A card with its best looks among these sightings; ``None``: it was not looked at."""
    looks = _sightings_of(one, sightings)
    return _played(one, looks) if looks else None


def _sightings_of(one: CardIdentity, sightings: Iterable[Sighting]) -> list[Sighting]:
    """The best sightings of a card, the best first."""
    return sorted((seen for seen in sightings if _is_of(seen, one)), key=lambda seen: -_worth(seen))[:LOOKS]


def _played(one: CardIdentity, seen: Sequence[Sighting]) -> LearnedCard:
    looks = [sighting.appearance.description for sighting in seen]
    turned = [sighting.other_end for sighting in seen if sighting.other_end is not None]
    chances = [one.chances.get(card, 0.0) for card in ES40.cards]
    clear = seen[0].still and _worth(seen[0]) > CLEAR
    return played([*looks, *turned], [sighting.appearance.chances for sighting in seen], chances, clear=clear)


def _is_of(sighting: Sighting, one: CardIdentity) -> bool:
    """Whether a sighting is one of that card."""
    in_time = one.since_ms - BEFORE_MS <= sighting.until_ms and sighting.since_ms <= one.until_ms + AFTER_MS
    return in_time and distance(sighting.centre, one.anchor) < NEAR_MM


def _worth(sighting: Sighting) -> float:
    """How much a sighting tells of its card, 0 to 1."""
    named = float(sighting.appearance.chances[: len(CARDS)].sum())
    lasted_s = (sighting.until_ms - sighting.since_ms) / 1000
    return named * min(lasted_s + SHORT_S, 1.0) * (1.0 if sighting.still else MOVING_SHARE)
