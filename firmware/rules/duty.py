"""The duty to capture (V15): what a player let lie can be held against him later in the batch (O6)."""

from firmware.cards import Card
from firmware.rules.position import Position
from firmware.rules.scoring import with_item


def let_lie(position: Position, seat: int, table: tuple[Card, ...]) -> Position:
    """The position in which it is noted that ``table`` lay there when the player placed a card that took nothing."""
    voice = position.voices[seat]
    passed = tuple(sorted({*voice.passed, *(card.rank for card in table)}))
    return position._replace(voices=with_item(position.voices, seat, voice._replace(passed=passed)))
