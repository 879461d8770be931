"""The duty to capture (V15): what a player let lie can be held against him later in the batch (O6)."""

from firmware.rules.position import Position
from firmware.rules.scoring import with_item


def let_lie(position: Position, seat: int) -> Position:
    """The position in which it is noted which ranks lay there when the player placed a card that captured nothing."""
    voice = position.voices[seat]
    passed = tuple(sorted({*voice.passed, *(card.rank for card in position.table)}))
    return position._replace(voices=with_item(position.voices, seat, voice._replace(passed=passed)))
