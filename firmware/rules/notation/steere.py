"""Whole games of Mark Steere's Ronda as text (part 8 of the rule book).

::

    rules steere          Ronda by Mark Steere, 2022
    hands 3               agreed beforehand
    dealer C              optional: the oldest; the last player
    A 7O  B 12C  C 3E     plays in order, clockwise; the players may be left out
    tie 5C 5O 5E          one card each, from the dealer's left, where the most tricks are level
"""

from dataclasses import dataclass

from firmware.bounded.bounds import LINE
from firmware.cards import Card
from firmware.errors import HakamError, quoted
from firmware.rules.errors import NotationError, RecordError
from firmware.rules.notation.tokens import parse_card, parse_cards, parse_number, parse_seat
from firmware.rules.presets import STEERE
from firmware.rules.steere import PLAYERS, Steere


@dataclass(frozen=True, slots=True)
class Trick:
    """Three cards in the order of play, who led and who took them."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class ScoredTricks:
    """A game with its tricks; ``winner`` is ``None`` while hands are left or a tie is not broken."""

    tricks: tuple[Trick, ...]
    counts: tuple[int, ...]
    winner: int | None


def is_steere(text: str) -> bool:
    """Whether a record is one of Mark Steere's game."""
    return any(line.partition("#")[0].split() == ["rules", STEERE] for line in text.splitlines())


def score_steere(text: str) -> ScoredTricks:
    """Play a written game through.

    Raises:
        RecordError: if a line is not understood or not legal; the message has its number and quotes it.
    """
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if len(line) > LINE:
                raise NotationError(f"the line has more than {LINE} letters: write it on several")
            reader.read(line.partition("#")[0].split())
        except (HakamError, ValueError) as fault:
            raise RecordError(f"line {number}, {quoted(line.strip())}: {fault}") from fault
    return reader.scored


class _Reader:
    """Takes in a record line by line."""

    def __init__(self) -> None:
        self._head = {"hands": 1, "dealer": PLAYERS - 1}
        self._game: Steere | None = None
        self._tricks: list[Trick] = []
        self._tie: int | None = None

    def read(self, words: list[str]) -> None:
        match words:
            case [] | ["rules", _]:
                return
            case ["hands" | "dealer" as name, value]:
                self._add_to_head(name, value)
            case ["tie", *cards]:
                self._tie = self._begun().tiebreak(parse_cards(cards))
            case _:
                self._play(words)

    def _add_to_head(self, name: str, value: str) -> None:
        if self._game is not None:
            raise NotationError(f"{name!r} belongs before the first card")
        self._head[name] = parse_seat(value) if name == "dealer" else parse_number(value)

    def _begun(self) -> Steere:
        self._game = self._game or Steere(**self._head)
        return self._game

    def _play(self, words: list[str]) -> None:
        seat = None
        for word in words:
            if word.isalpha():
                seat = parse_seat(word)
            else:
                self._put(parse_card(word), seat)
                seat = None

    def _put(self, card: Card, seat: int | None) -> None:
        game = self._begun()
        if game.turn is None:
            raise NotationError("nobody is to play: all hands are over")
        trick, player = (*game.trick, card), game.turn if seat is None else seat
        if (winner := game.play(player, card)) is not None:
            self._tricks.append(Trick((player + 1) % PLAYERS, trick, winner))

    @property
    def scored(self) -> ScoredTricks:
        game = self._begun()
        lone = game.leaders[0] if game.turn is None and len(game.leaders) == 1 else None
        return ScoredTricks(tuple(self._tricks), tuple(game.tricks), lone if self._tie is None else self._tie)
