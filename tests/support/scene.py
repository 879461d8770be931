"""A table written by hand: which card lies where, as a look would report it."""

from firmware.cards import CARD_MM, Card
from firmware.referee import MatchSetup, Referee
from firmware.signals import SeenCard, TableObservation, Unnamed

WIDTH_MM, HEIGHT_MM = CARD_MM
SLOTS = [(150.0 + 120 * column, 150.0 + 140 * row) for row in range(3) for column in range(5)]


def seen(text, centre, sure=0.98):
    """A card seen upright at ``centre``; ``text`` is "7O", "back", or several with shares "7O:0.6 6O:0.4"."""
    x, y = centre
    left, right, top, bottom = x - WIDTH_MM / 2, x + WIDTH_MM / 2, y - HEIGHT_MM / 2, y + HEIGHT_MM / 2
    return SeenCard(((left, top), (right, top), (right, bottom), (left, bottom)), faces(text, sure))


def faces(text, sure):
    if text == "back":
        return ((Unnamed.BACK, sure),)
    parts = [part.split(":") for part in text.split()]
    if len(parts[0]) == 1:
        return ((Card.parse(parts[0][0]), sure), (Unnamed.UNKNOWN, 1 - sure))
    return tuple((Card.parse(card), float(share)) for card, share in parts)


def look(t_ms, lying, hand=False):
    """One look at ``lying``: slot number (or point) -> card text."""
    places = ((SLOTS[slot] if isinstance(slot, int) else slot, text) for slot, text in lying.items())
    return TableObservation(t_ms, tuple(seen(text, centre) for centre, text in places), hand)


class Table:
    """Puts cards down and takes them away, and shows each change to whoever reads the table."""

    def __init__(self, show):
        self.show, self.lying, self.t_ms = show, {}, 0
        self.said = []

    def wait(self, ms=600, hand=False):
        for _ in range(max(1, ms // 200)):
            self.t_ms += 200
            self.said += self.show(look(self.t_ms, self.lying, hand)) or ()
        return self

    def put(self, **cards):
        self.lying.update({int(slot[1:]): text for slot, text in cards.items()})
        return self.wait()

    def take(self, *slots):
        for slot in slots:
            del self.lying[slot]
        return self.wait(1000)


LAYOUT = {"s0": "1O", "s1": "4C", "s2": "6E", "s3": "11B"}


def laid(players=2, **cards):
    """A referee and the table that he watches, after the layout, :data:`LAYOUT` or ``cards``; seat 0 begins."""
    referee = Referee(MatchSetup(players, players - 1))
    table = Table(referee.feed)
    for slot, text in (cards or LAYOUT).items():
        table.put(**{slot: text})
    return referee, table.wait(1000)


def plays(referee):
    """Who has played what, as the referee understands it now."""
    return [(play.seat, str(play.card)) for play in referee.plays]


def said(table, kind):
    """What of this kind the referee has said so far."""
    return [event for event in table.said if isinstance(event, kind)]
