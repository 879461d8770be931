"""Cards that lie in an order which was told: which look is which card, and whether it looks so at all."""

from collections.abc import Sequence

import numpy as np

from firmware.cards import Card, Pack
from firmware.errors import HakamError
from vision.deck_inventory import KINDS, DeckKind
from vision.frame import Picture
from vision.identify import FACES
from vision.shown import ShownCard

AT_ONCE = 10
"""Cards that are told to be laid on one picture: two rows of five, as the display shows them."""
COUNTED = 4
"""From so many cards on it is looked at whether they lie in order; fewer have too few orders to compare."""
BETTER, LEAST = 1.0, 1e-3
"""The order that was told has to fit better than the orders do on average, by so many of their deviations; no look says
less than the second of a card. See ``docs/decisions/0113-what-a-deck-lacks-is-laid-in-order.md``."""

NO_CARD = 0.5
"""Probability from which on what was found besides the cards that were to lie there is left out."""


class AnswerError(HakamError, ValueError):
    """An answer about a card that was not shown, or with one that the pack does not have."""


def kind_in_order(pictures: Sequence[tuple[str, Picture]], looks: Sequence[ShownCard]) -> DeckKind:
    """The kind of a deck that lies in order, of which every card has to be seen whole.

    Raises:
        AnswerError: if a card is not seen whole, or there are not as many as a pack has.
    """
    number, bad = next(((n, look) for n, look in enumerate(looks, 1) if look.flaw), (0, None))
    if bad:
        name = pictures[bad.picture][0]
        raise AnswerError(f"card {number} in {name} is not seen whole; lay the cards apart, and wholly in the picture")
    if str(len(looks)) not in ("40", "48"):
        where = ", ".join(f"{name} {sum(look.picture == n for look in looks)}" for n, (name, _) in enumerate(pictures))
        raise AnswerError(
            f"{len(looks)} cards were found ({where}); "
            "a pack that lies in order has 40 or 48: lay them on a plain cloth, dark or green"
        )
    return KINDS[str(len(looks))]


def laid_as_told(name: str, looks: Sequence[ShownCard], cards: Sequence[Card]) -> None:
    """Refuse cards that were to be laid out in an order and do not lie so.

    Args:
        name: of the picture, or of several.
        looks: what is seen, in order.
        cards: what was to lie there.

    Raises:
        AnswerError: if there are more or fewer, or their order is not what is seen.
    """
    if len(looks) != len(cards):
        raise AnswerError(
            f"{len(looks)} cards were found in {name}, and {len(cards)} were to lie there; "
            "lay them apart, on a plain cloth, dark or green"
        )
    if len(looks) >= COUNTED and _fit(looks, cards) < BETTER:
        told = " ".join(map(str, cards))
        raise AnswerError(f"the cards in {name} do not look as if they lay in this order, rows from the left: {told}")


def tens(cards: Sequence[Card]) -> list[Sequence[Card]]:
    """The cards as they are told and drawn, :data:`AT_ONCE` to a picture."""
    return [cards[k : k + AT_ONCE] for k in range(0, len(cards), AT_ONCE)]


def is_no_card(look: ShownCard, pack: Pack) -> bool:
    """Whether a look is taken for no card of the pack rather than for any: a pattern, perhaps for an eight."""
    return 1 - float(look.chances[[FACES.index(card) for card in pack.cards]].sum()) > NO_CARD


def _fit(looks: Sequence[ShownCard], cards: Sequence[Card]) -> float:
    """By how many deviations the order fits better than orders do on average (Hoeffding 1951: both moments)."""
    chances = np.stack([look.chances for look in looks])[:, [FACES.index(card) for card in cards]]
    logs = np.log(np.maximum(chances, LEAST)).astype(np.float64)
    centred = logs - logs.mean(axis=0) - logs.mean(axis=1, keepdims=True) + logs.mean()
    deviation = np.sqrt((centred**2).sum() / (len(looks) - 1))
    return float(np.trace(centred) / max(deviation, 1e-9))
