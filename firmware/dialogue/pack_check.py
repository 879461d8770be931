"""Cards that no pack has: whether what people put right can lie on a table, and what they may have meant instead."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from firmware.cards import Card
from firmware.decoding.history import HistoryEntry, Layout, Step
from firmware.rules.layout import layout_fault
from firmware.rules.match import Match
from firmware.rules.notation.tokens import format_cards


class CardPlace(NamedTuple):
    """How a card came to the table: as play ``play`` (from 1), or ``None``: with the layout, as card ``slot``."""

    deal: int
    play: int | None
    slot: int = 0

    def __str__(self) -> str:
        """``play 12``."""
        return "the layout" if self.play is None else f"play {self.play}"


Placed = Mapping[CardPlace, Card]
_Fault = tuple[tuple[object, ...], str]


def placed_cards(history: Iterable[HistoryEntry]) -> dict[CardPlace, Card]:
    """All cards of a history by the numbers of plays and deals that people count."""
    deal, play, placed = 0, 0, dict[CardPlace, Card]()
    for step in (entry.fact for entry in history if isinstance(entry.fact, Step)):
        if isinstance(step.action, Layout):
            deal += 1
            placed |= {CardPlace(deal, None, index): card for index, card in enumerate(step.cards)}
        else:
            play += 1
            placed[CardPlace(deal, play)] = step.action.card
    return placed


def pack_faults(match: Match, before: Placed, after: Placed) -> list[str]:
    """What cannot be in ``after`` and was not so already, each with the swap that may have been meant.

    Args:
        match: tells the pack.
        before: the cards before something was put right.
        after: the cards as they would be.
    """
    known = dict(_faults(match, before))
    return [text + _swap(match, before, after, key) for key, text in _faults(match, after) if key not in known]


def _faults(match: Match, placed: Placed) -> Iterator[_Fault]:
    """What is wrong, each with a key that stays the same when something else is put right."""
    for deal in sorted({place.deal for place in placed}):
        cards = {place: card for place, card in placed.items() if place.deal == deal}
        yield from _deal_faults(match, deal, cards)


def _deal_faults(match: Match, deal: int, cards: Placed) -> Iterator[_Fault]:
    doubled = {one for one, times in Counter(cards.values()).items() if one.suit and times > match.ruleset.packs}
    for card, times in Counter(cards.values()).items():
        where = ", ".join(dict.fromkeys(str(place) for place, one in cards.items() if one == card))
        if card.rank not in match.pack.ranks:
            yield (deal, card), f"{card} ({where}) is not in the pack, which has 1 to 7 and 10 to 12"  # G1
        elif card in doubled:
            yield (
                (deal, card),
                f"deal {deal} would have {card} {times} times ({where}), and the pack has {_packs(match)}",
            )
    for rank, times in Counter(card.rank for card in cards.values()).items():
        if times > match.copies and rank not in {card.rank for card in doubled}:
            yield (
                (deal, rank),
                f"deal {deal} would have {times} cards of rank {rank.value}, and the pack {match.copies}",
            )
    layout = tuple(card for place, card in cards.items() if place.play is None)
    if not doubled.intersection(layout) and (fault := layout_fault(layout, match.pack)) is not None:  # L1
        yield (deal, "layout", *layout), f"{format_cards(layout)} cannot open a deal: it has a {fault.problem}"


def _packs(match: Match) -> str:
    return "one" if match.ruleset.packs == 1 else str(match.ruleset.packs)


def _swap(match: Match, before: Placed, after: Placed, key: tuple[object, ...]) -> str:
    """The end of the sentence on a card that is there twice: the other place, with the card that is nowhere now."""
    deal, card = key[0], key[1]
    others = [place for place, one in before.items() if place.deal == deal and one == card == after.get(place)]
    lost = Counter(_of(before, deal)) - Counter(_of(after, deal))
    changed = {place.play for place, one in after.items() if one == card != before.get(place)}
    if len(others) != 1 or lost.total() != 1 or before.keys() != after.keys() or others[0].play in changed:
        return ""
    swapped = {**after, others[0]: next(iter(lost))}
    if any(found[0] == deal for found, _ in _faults(match, swapped)):
        return ""
    return f"; if two cards were mixed up, say {_words(others[0], swapped)!r} as well"


def _of(placed: Placed, deal: object) -> list[Card]:
    return [card for place, card in placed.items() if place.deal == deal]


def _words(place: CardPlace, placed: Placed) -> str:
    """The words that put the card right that lies at a place."""
    if place.play is not None:
        return f"card {place.play} {placed[place]}"
    layout = (card for other, card in placed.items() if other.deal == place.deal and other.play is None)
    return f"layout {place.deal} {' '.join(map(str, layout))}"
