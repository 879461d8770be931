"""Who sits at the table, and what to call them."""

from dataclasses import dataclass

from firmware.announce.texts import text


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of a match.

    Attributes:
        players: number of seats; with four, sides are seats 0 and 2, 1 and 3 (rule G3).
        names: what to call each seat; its number from 1 without it.
    """

    players: int = 2
    names: tuple[str, ...] = ()

    def seat(self, seat: int) -> str:
        """A seat in few letters: ``"Amina"``, or ``"2"``."""
        return self.names[seat] if seat < len(self.names) else str(seat + 1)

    def player(self, seat: int, language: str) -> str:
        """A seat in full: ``"Amina"``, or ``"Player 2"`` in the language."""
        named = seat < len(self.names)
        return self.names[seat] if named else text("screen", "player", language).format(player=seat + 1)

    def side(self, side: int) -> str:
        """A side in few letters: ``"2"``, or ``"1+3"``."""
        return "+".join(map(self.seat, self.seats_of(side)))

    def side_in_full(self, side: int, language: str) -> str:
        """A side in full where it is one player: ``"Player 2"``, or ``"1+3"``."""
        seats = self.seats_of(side)
        return self.player(seats[0], language) if len(seats) == 1 else self.side(side)

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The seats that play for a side."""
        return tuple(range(side, self.players, 2 if self.players == 4 else self.players))

    def side_of(self, seat: int) -> int:
        """The side a seat plays for."""
        return seat % 2 if self.players == 4 else seat
