"""The words of the notation: seats, cards, counts and plays."""

from collections.abc import Sequence

from firmware.bounded.bounds import DIGITS
from firmware.cards import Card
from firmware.rules.errors import NotationError
from firmware.rules.play import Play

SEATS = "ABCD"


def format_seat(seat: int | None) -> str:
    """``A`` for seat 0; ``-`` for nobody; a seat that no table has, in an error message, by its number."""
    if seat is None:
        return "-"
    return SEATS[seat] if 0 <= seat < len(SEATS) else f"seat {seat}"


def parse_seat(text: str) -> int:
    """The seat of a letter.

    Raises:
        NotationError: if the text is not the letter of a player.
    """
    if len(text) != 1 or text.upper() not in SEATS:
        raise NotationError(f"{text!r} is no player: A, B, C or D is expected")
    return SEATS.index(text.upper())


def parse_card(text: str) -> Card:
    """The card of ``6O``, ``6?`` or ``6``.

    Raises:
        NotationError: if the text names no card.
    """
    try:
        return Card.parse(f"{text}?" if text.isdecimal() else text.upper())
    except ValueError as error:
        raise NotationError(str(error)) from None


def format_cards(cards: tuple[Card, ...]) -> str:
    """``6O 7C``, or ``-`` where there are none."""
    return " ".join(map(str, cards)) or "-"


def parse_cards(words: Sequence[str]) -> tuple[Card, ...]:
    """The cards of some words; ``-`` is none.

    Raises:
        NotationError: if a word names no card.
    """
    return tuple(parse_card(word) for word in words if word != "-")


def parse_number(text: str) -> int:
    """A count.

    Raises:
        NotationError: if the text is anything else.
    """
    if not text.isdecimal() or len(text) > DIGITS:
        raise NotationError(f"{text!r} is no number")
    return int(text)


def format_play(play: Play) -> str:
    """``A 6O``."""
    return f"{format_seat(play.seat)} {play.card}"


def parse_play(text: str) -> Play:
    """Read ``A 6O``.

    Raises:
        NotationError: if the text is not a play.
    """
    words = text.split()
    if len(words) != 2:
        raise NotationError(f"{text!r} is no play: a player and a card are expected, as in A 6O")
    return Play(parse_seat(words[0]), parse_card(words[1]))
