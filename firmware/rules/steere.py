"""Ronda by Mark Steere, 2022: another game of the same name, its rules unchanged (part 8 of the rule book).

Three players sit at seats 0, 1, 2 clockwise; 48 cards, 16 each; a trick is three cards, its winner leads the next. Most
tricks over a number of hands agreed beforehand win.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware.cards import ES48, Card, Suit
from firmware.rules.errors import IllegalPlayError, RulesetError

CREDIT = "Ronda by Mark Steere, 2022"
PLAYERS = 3
_BEATS = {Suit.COPAS: Suit.OROS, Suit.OROS: Suit.ESPADAS, Suit.ESPADAS: Suit.BASTOS, Suit.BASTOS: Suit.COPAS}
"""ST3: the ring of suits, each with the one that it beats."""


def trick_values(cards: Sequence[Card]) -> tuple[int, int, int]:
    """The value of each of the three cards of a trick: 3 the highest, 1 the lowest (ST3); no ties are possible.

    Raises:
        ValueError: if there are not three different cards of known suit.
    """
    if len(cards) != PLAYERS or len(set(cards)) != PLAYERS or not all(card.suit for card in cards):
        raise ValueError("a trick is three different cards of known suits")
    lowest_first = sorted(cards, key=lambda card: _height(card, cards))
    one, two, three = (lowest_first.index(card) + 1 for card in cards)
    return one, two, three


def _height(card: Card, cards: Sequence[Card]) -> tuple[int, int]:
    suits = [other.suit for other in cards]
    if len(set(suits)) == PLAYERS:  # (a) a chain of three: the head has its victim here and its beater not
        assert card.suit is not None
        return (_links(card.suit, suits), 0)
    return (suits.count(card.suit), card.rank)  # (b) the pair above the odd card; (c) by rank


def _links(suit: Suit, suits: Sequence[Suit | None]) -> int:
    """How many suits of the trick follow this one down the chain."""
    victim = _BEATS[suit]
    return 1 + _links(victim, suits) if victim in suits else 0


@dataclass(frozen=True, slots=True)
class Roles:
    """Who does what before a hand (ST2)."""

    dealer: int
    leader: int
    shuffler: int
    cutter: int


def roles_after(winner: int) -> Roles:
    """The roles of the next hand, after the player at ``winner`` took the last trick (ST2).

    Clockwise is to the left: the dealer sits to the right of the winner, who therefore leads and, on the dealer's left,
    cuts; the one to the dealer's right shuffles.
    """
    dealer = (winner - 1) % PLAYERS
    return Roles(dealer, leader=winner, shuffler=(dealer - 1) % PLAYERS, cutter=winner)


class Steere:
    """A game of so many hands: :meth:`play` puts cards down in turn, :meth:`tiebreak` ends a tie."""

    def __init__(self, hands: int, dealer: int) -> None:
        """Begin.

        Args:
            hands: agreed beforehand, 1 or more (ST1).
            dealer: the oldest player (ST2); the one on his left leads.

        Raises:
            RulesetError: if fewer than one hand is to be played, or no such player exists.
        """
        if hands < 1 or not 0 <= dealer < PLAYERS:
            raise RulesetError(f"{hands} hands dealt by seat {dealer}: at least one hand and seats 0 to 2 are needed")
        self.hands_left, self.tricks = hands, [0] * PLAYERS
        self.turn: int | None = (dealer + 1) % PLAYERS
        self.trick: list[Card] = []
        self.seen: set[Card] = set()
        self.roles = Roles(dealer, (dealer + 1) % PLAYERS, (dealer - 1) % PLAYERS, (dealer + 1) % PLAYERS)

    def play(self, seat: int, card: Card) -> int | None:
        """Put a card down; tells the winner of the trick if it was the third.

        Raises:
            IllegalPlayError: if it is another player's turn, or the card is none or was played; nothing changes.
        """
        if seat != self.turn or card not in ES48.cards or card in self.seen:
            raise IllegalPlayError(f"seat {seat} cannot play {card}: seat {self.turn} is to play a card not yet seen")
        self.trick.append(card)
        self.seen.add(card)
        if len(self.trick) < PLAYERS:
            self.turn = (seat + 1) % PLAYERS  # clockwise
            return None
        return self._won((seat + 1 + trick_values(self.trick).index(PLAYERS)) % PLAYERS)

    def _won(self, winner: int) -> int:
        self.tricks[winner] += 1
        self.trick, self.turn = [], winner
        if len(self.seen) == len(ES48.cards):
            self.seen, self.hands_left, self.roles = set(), self.hands_left - 1, roles_after(winner)
            self.turn = winner if self.hands_left else None
        return winner

    @property
    def leaders(self) -> tuple[int, ...]:
        """The players with the most tricks; once no hand is left, the winner, or those tied (ST4)."""
        return tuple(seat for seat, tricks in enumerate(self.tricks) if tricks == max(self.tricks))

    def tiebreak(self, cards: Sequence[Card]) -> int:
        """The winner of a tie, by one card for each player, dealt from the dealer's left (ST5).

        Raises:
            ValueError: if hands are left, nobody is tied, or the cards are not a trick.
        """
        if self.turn is not None or len(self.leaders) < 2:
            raise ValueError("there is no tie to break")
        values = trick_values(cards)
        first = (self.roles.dealer + 1) % PLAYERS
        by_seat = {(first + place) % PLAYERS: value for place, value in enumerate(values)}
        return max(self.leaders, key=lambda seat: by_seat[seat])
