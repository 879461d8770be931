"""A deal of two players that is played and gathered, some of it unseen."""

from functools import cache

from tests.support.scene import laid

RUN = [("5O", ()), ("4O", (5, 1, 2, 6))]  # the card, and the slots that it clears; cards come to slots 5 and 6 in turn
ACES = [("1C", (0, 5)), ("11O", (3, 6))]
UNSEEN = [("3O", ()), ("3C", (5, 6))]
LAST = [("5B", ()), ("6B", ())]


def pair(rank, one, other):
    return [(f"{rank}{one}", ()), (f"{rank}{other}", (5, 6))]


def deal():
    """36 plays of two players: mostly a card and the one that takes it; a 5 and a 6 are left on the table."""
    pairs = [pair(rank, *suits) for rank in (2, 7, 10, 12) for suits in ("OC", "EB")]
    pairs += [pair(4, *"EB"), pair(1, *"EB"), pair(11, *"CE"), pair(5, *"CE"), pair(6, *"OC"), pair(3, *"EB")]
    return [
        *RUN,
        *ACES,
        *(play for two in pairs[:7] for play in two),
        *UNSEEN,
        *(play for two in pairs[7:] for play in two),
        *LAST,
    ]


def played(hidden=(), taken_back=None, seen_as=None):
    """A table on which the deal is played and gathered, but nothing is seen of the ``hidden`` plays save hands.

    ``taken_back``: the number of a play before which a card is laid and taken back -> that card.
    ``seen_as``: a card -> what is seen of it.
    """
    referee, table = laid()
    for number, (card, clears) in enumerate(deal()):
        if number in (taken_back or {}):
            table.put(s8=taken_back[number]).wait(600).take(8)
        if card in hidden:
            table.wait(2000, hand=True)
            continue
        table.put(**{f"s{5 + number % 2}": (seen_as or {}).get(card, card)})
        table.take(*clears) if clears else None
    return referee, table


@cache  # a deal takes seconds, and no test changes its referee
def gathered(hidden=()):
    """The referee after the deal, once the cards are gathered and the session is closed."""
    referee, table = played(hidden)
    table.take(*table.lying).wait(4000)
    referee.close(table.t_ms + 60_000)
    return referee


def read(referee):
    return [(play.seat, play.card.rank) for play in referee.plays]


def true_plays():
    return [(number % 2, int(card[:-1])) for number, (card, _) in enumerate(deal())]
