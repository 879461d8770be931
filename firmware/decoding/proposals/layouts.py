"""The four cards that open a deal: what they may be, and what else they may have been; or none (V2)."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from firmware.cards import Card
from firmware.decoding import likelihood
from firmware.decoding.clutter import ECHO_MM
from firmware.decoding.history import Heard, Layout, Step
from firmware.decoding.hypothesis import Reading, lay, rewrite
from firmware.decoding.proposals.revisions import candidates
from firmware.decoding.sayings import is_late, may_wait
from firmware.decoding.seating import seats_of
from firmware.rules.play import Play
from firmware.tracking.geometry import distance
from firmware.tracking.track import Place
from firmware.tracking.tracker import Places

BARELY_MS = 1000
"""A card of the layout that was seen lying in the clear for less than this may have been none."""
FIRST_PLAYS = 2
"""... and then one of so many first plays was the fourth card."""
RECENT = 9
"""Steps after which the layout is no longer thought about again: two rounds of four show who sits where."""


def apart(cards: Iterable[Place]) -> list[Place]:
    """Those of the cards at rest that may be laid out: none so near to one that lay there before that it is an echo.

    Args:
        cards: in the order in which they came to lie.
    """
    kept: list[Place] = []
    for place in cards:
        if all(distance(place.anchor, other.anchor) >= ECHO_MM for other in kept):
            kept.append(place)
    return kept


def openings(reading: Reading, cards: list[Place], places: Places, since_s: float) -> list[Reading]:
    """Enough cards lie there: each legal way to see them opens the deal; or it is not opened yet.

    Args:
        reading: one that waits for a layout.
        cards: what lies there; those of the layout first.
        places: all places.
        since_s: seconds since the look before: waiting costs by the second.
    """
    over = likelihood.weigh_deal(reading, places)
    frozen = over + likelihood.taken_back(reading, places) + likelihood.left_over(reading, places)
    first_ms, cards = cards[0].born_ms, cards[: reading.game.ruleset.table_cards]
    frozen += likelihood.SEEN_PLAY * len(cards)
    ways = list(product(*(candidates(place)[:3] for place in cards)))
    chances = [math.exp(sum(place.log(card) for place, card in zip(cards, way, strict=True))) for way in ways]
    seated = replace(reading, seated=seats_of(reading, places))
    laid = [lay(seated, cards, way, frozen, t_ms=first_ms) for way in ways]
    legal = sum(chance for chance, way in zip(chances, laid, strict=True) if way) / sum(chances)
    waited = replace(reading, base=reading.base + likelihood.WAITS * legal * since_s)
    return [waited, *filter(None, laid)]


def opened_by(reading: Reading, heard: Heard, places: Places) -> Reading:
    """Where nothing is laid out, who speaks of a new hand tells that the next deal is open (V2)."""
    game = reading.game
    if game.ruleset.table_cards or not may_wait(game, heard) or is_late(game, reading.steps, heard):
        return reading
    frozen = likelihood.weigh_deal(reading, places) + likelihood.taken_back(reading, places)
    seated = replace(reading, seated=seats_of(reading, places))
    return lay(seated, (), (), frozen, t_ms=heard.t_ms) or reading


def relaid(readings: Iterable[Reading], places: Places) -> Iterator[Reading]:
    """A card of the layout that was hardly seen was none; what was taken for a first play was laid in its stead."""
    for reading in readings:
        if 1 < len(reading.steps) <= RECENT and not reading.steps[0].card_told:
            first = reading.steps[0]
            for slot, place_id in enumerate(first.places):
                if places[place_id].lay_clear_ms < BARELY_MS:
                    yield from _with_first_play(reading, slot)


def _with_first_play(reading: Reading, slot: int) -> Iterator[Reading]:
    """The story in which one of the first plays is the layout's card at ``slot``."""
    layout, *plays = reading.steps
    lost = layout.cards[slot]
    for index, step in enumerate(plays[:FIRST_PLAYS]):
        if step.places:
            begun = _exchanged(layout, slot, step)
            later = [one for one in (*plays[:index], *plays[index + 1 :]) if not _took_unseen(one, lost)]
            yield from filter(None, [rewrite(reading, (begun, *later))])


def _exchanged(layout: Step, slot: int, step: Step) -> Step:
    """The layout with the card of ``step`` at ``slot``."""
    cards = (*layout.cards[:slot], *step.cards, *layout.cards[slot + 1 :])
    spots = (*layout.places[:slot], *step.places[:1], *layout.places[slot + 1 :])
    return replace(layout, t_ms=max(layout.t_ms, step.t_ms), places=spots, action=Layout(cards))


def _took_unseen(step: Step, card: Card) -> bool:
    """Whether a step is a play nobody saw, put in because ``card`` was gone."""
    return isinstance(step.action, Play) and not step.places and step.action.card.rank == card.rank
