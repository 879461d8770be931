"""A table at which arms are seen: each reaches from where a player sits."""

from dataclasses import replace

from firmware.cards import Card
from firmware.decoding import weights
from firmware.decoding.branching import add_play, initial_hypothesis, open_deal
from firmware.rules.game import Game
from firmware.rules.presets import PRESETS
from firmware.tracking.tracker import Tracker
from tests.support.scene import SLOTS, look

LAYOUT = {0: "1O", 1: "4C", 2: "6E", 3: "11B"}
TOWARDS = {0: (0.0, -300.0), 1: (0.0, 300.0), 2: (-400.0, 0.0)}  # at the top of the picture, the bottom, the left


def arm(point, seat):
    """The outline of an arm that reaches a point from where a player sits: fingertips there, and a sleeve."""
    dx, dy = TOWARDS[seat]
    x, y = point
    if dx:
        return ((x, y - 10), (x, y + 10), (x + dx, y + 30 + dy), (x + dx, y - 30 + dy))
    return ((x - 10, y), (x + 10, y), (x + 30 + dx, y + dy), (x - 30 + dx, y + dy))


class TableWithArms:
    """A table at which hands are seen."""

    def __init__(self, feed):
        self.feed, self.lying, self.t_ms = feed, {}, 0

    def see(self, looks=1, hands=()):
        for _ in range(looks):
            self.t_ms += 200
            self.feed(replace(look(self.t_ms, self.lying, hand=bool(hands)), covers=tuple(hands)))
        return self

    def lay_by(self, seat, slot, text):
        """A player puts a card down and takes his hand away."""
        self.lying[slot] = text
        hand = arm(SLOTS[slot] if isinstance(slot, int) else slot, seat)
        return self.see(3, [hand]).see(3)


def dealt(feed):
    session = TableWithArms(feed)
    session.lying.update(LAYOUT)
    return session.see(6)


def laid():
    return [Card.parse(text) for text in LAYOUT.values()]


def told(plays):
    """A deal whose plays, of seat 0 and 1 in turn, were laid by the hands of these seats."""
    tracker = Tracker()
    session = dealt(tracker.update)
    hypothesis = open_deal(
        initial_hypothesis(Game(PRESETS["pagat"], 2, 1)), [tracker[i] for i in range(4)], laid(), 0.0
    )
    for number, (seat, text) in enumerate(plays):
        session.lay_by(seat, 6 + number, text)
        hypothesis = add_play(hypothesis, Card.parse(text), session.t_ms, (4 + number,), weights.SEEN_PLAY)
    return session, tracker, hypothesis
