"""Games that begin in the middle, and plays written short."""

from firmware.cards import Card, Rank
from firmware.rules.game import Game
from firmware.rules.notation.position import parse_position
from firmware.rules.play import Play


def at(text):
    """The game of a written position."""
    return Game.at(*parse_position(text))


def play(game, *plays):
    """Play ``A6 B7`` and give all events."""
    events = []
    for text in plays:
        events += game.apply(Play("ABCD".index(text[0]), Card(Rank(int(text[1:])))))
    return events


def kinds(events):
    return [type(event) for event in events]
