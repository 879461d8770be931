"""Ranks, suits, cards and packs: the words that every part of the program shares."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache
from typing import Any, Self


class Rank(IntEnum):
    """A rank by the number printed on Spanish cards; French J, Q, K and fante, cavallo, re are 10, 11, 12 (rule G6)."""

    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    ELEVEN = 11
    TWELVE = 12


class Suit(StrEnum):
    """A suit by the initial of its Spanish name; French diamonds, hearts, spades, clubs in this order."""

    OROS = "O"
    COPAS = "C"
    ESPADAS = "E"
    BASTOS = "B"


_CARDS: dict[tuple[type, Rank, Suit | None], Any] = {}


@dataclass(frozen=True, slots=True, eq=False, init=False)
class Card:
    """A card of the pack; ``suit`` is ``None`` where only the rank is known (Ronda needs no more, rule G2).

    ``str(card)`` is ``"7O"``, or ``"7?"`` without a suit; :meth:`parse` reads both back. There is one object of each
    card: it is looked up a hundred thousand times a second, and its identity is the fastest key.
    """

    rank: Rank
    suit: Suit | None = None

    def __new__(cls, rank: Rank, suit: Suit | None = None) -> Self:
        """The card of that rank and suit."""
        card: Self | None = _CARDS.get((cls, rank, suit))
        if card is None:
            card = object.__new__(cls)
            object.__setattr__(card, "rank", rank)
            object.__setattr__(card, "suit", suit)
            card = _CARDS.setdefault((cls, rank, suit), card)
        return card

    def __reduce__(self) -> tuple[type[Self], tuple[Rank, Suit | None]]:
        """Copied or read from elsewhere it is the same card."""
        return type(self), (self.rank, self.suit)

    def __str__(self) -> str:
        """The text form, ``"7O"``."""
        return f"{self.rank.value}{self.suit.value if self.suit else '?'}"

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read ``"7O"`` or ``"7?"``.

        Raises:
            ValueError: if the text names no card.
        """
        try:
            return cls(Rank(int(text[:-1])), None if text[-1:] == "?" else Suit(text[-1:]))
        except ValueError:
            raise ValueError(f"{text!r} is no card: a rank 1 to 12 and one of O C E B or ? are expected") from None


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards a game is played with: each rank of ``ranks``, in capture order (rule C3), in each suit once."""

    name: str
    ranks: tuple[Rank, ...]

    def step(self, rank: Rank) -> int:
        """The place of ``rank`` in the capture order, from 0; 7 and 10 are neighbours in the pack of 40.

        Raises:
            ValueError: if the pack has no such rank.
        """
        return self.ranks.index(rank)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, suit by suit in the order O C E B."""
        return _cards(self.ranks)


@cache
def _cards(ranks: tuple[Rank, ...]) -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for suit in Suit for rank in ranks)


ES40 = Pack("es40", tuple(rank for rank in Rank if rank not in (8, 9)))
ES48 = Pack("es48", tuple(Rank))

CARD_MM = (61.5, 95.0)
"""Width and height of a Spanish card as sold (product sheets of Spanish makers); French poker cards are 89 high."""
