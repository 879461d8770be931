"""Pieces: cards as things that lie somewhere; where two packs are played with, there are two of each face."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from firmware.cards import Card
from firmware.decoding.history import Step


@dataclass(frozen=True, slots=True, eq=False, init=False)
class SecondCopy(Card):
    """The second card of a face that comes to the table in a deal; no rule tells it from the first."""


def face_of_piece(piece: Card) -> Card:
    """What a piece shows."""
    return Card(piece.rank, piece.suit) if isinstance(piece, SecondCopy) else piece


def pieces_with_face(face: Card) -> tuple[Card, Card]:
    """The pieces that can show a face; of one pack there is the first alone."""
    return face, SecondCopy(face.rank, face.suit)


def pieces_brought(step: Step, before: Sequence[Collection[Card]], packs: int) -> tuple[Card, ...]:
    """The pieces that a step brings.

    Args:
        step: the step.
        before: collections of the pieces that came before it.
        packs: how many cards of each face there are.
    """
    if packs == 1:
        return step.cards
    return tuple(pieces_with_face(card)[any(card in known for known in before)] for card in step.cards)


def pieces_in(steps: Sequence[Step], packs: int) -> set[Card]:
    """All pieces that the steps of a deal bring."""
    cards = [card for step in steps for card in step.cards]
    second = (card for card, times in Counter(cards).items() if times > 1) if packs > 1 else ()
    return {*cards, *(pieces_with_face(card)[1] for card in second)}


def used_up(cards: Iterable[Card], packs: int) -> set[Card]:
    """The faces of which no card is left, after these."""
    return set(cards) if packs == 1 else {card for card, times in Counter(cards).items() if times >= packs}
