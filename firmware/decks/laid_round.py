"""A round of pictures that show, alone and in order, the cards that a deck lacks: those that do count."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from firmware.cards import Card, Pack
from firmware.decks.in_order import AnswerError, is_no_card, laid_as_told, tens
from firmware.signals import Unnamed
from vision.shown import ShownCard


@dataclass(frozen=True, slots=True, eq=False)
class LaidPicture:
    """A picture of cards that were to lie in order.

    Attributes:
        name: what it is called.
        looks: what is seen in it, by numbers.
        placed: which of them is which card by its place; empty where they do not lie as was told.
        fault: what is wrong with it, in English, if nothing of it counts.
    """

    name: str
    looks: Mapping[int, ShownCard]
    placed: Mapping[int, Card] = field(default_factory=dict)
    fault: str = ""


def laid_round(pictures: Sequence[LaidPicture], cards: Sequence[Card], pack: Pack) -> list[LaidPicture]:
    """The first pictures, as many as these cards take, with their cards placed.

    Together they show the cards one after the other, however many to a picture. Where more or fewer are found, each is
    to show its own ten, as was told. One that does not show what it should leaves the others what they are.

    Args:
        pictures: that were taken; at least one.
        cards: to lie there, in order; at least one.
        pack: that the cards are of.

    Raises:
        AnswerError: if none of them shows what it should, or all do and not together.
    """
    together = _until(pictures, len(cards))
    looks = _cards_among(together, len(cards), pack)
    whole = len(looks) == len(cards)
    shares = _parted(cards, together, looks) if whole else tens(cards)
    judged = [_judged(one, share, pack) for one, share in zip(pictures, shares, strict=False)]
    if any(one.placed for one in judged) and (not whole or any(one.fault for one in judged)):
        return judged
    laid_as_told(", ".join(dict.fromkeys(one.name for one in together)), list(looks.values()), cards)
    return [replace(one, placed=_placed(one, share, pack)) for one, share in zip(together, shares, strict=True)]


def _until(pictures: Sequence[LaidPicture], count: int) -> list[LaidPicture]:
    """The first of them that have so many looks together, or all."""
    found, taken = 0, list[LaidPicture]()
    for one in pictures:
        if found >= count:
            break
        taken.append(one)
        found += len(one.looks)
    return taken


def _cards_among(pictures: Sequence[LaidPicture], count: int, pack: Pack) -> dict[int, ShownCard]:
    """What is taken for a card in these pictures, where so many are to lie."""
    looks = {k: look for one in pictures for k, look in one.looks.items() if look.likeliest is not Unnamed.BACK}
    if len(looks) <= count:
        return looks
    return {k: look for k, look in looks.items() if not is_no_card(look, pack)}


def _parted(cards: Sequence[Card], pictures: Sequence[LaidPicture], looks: Container[int]) -> list[Sequence[Card]]:
    """The cards, as many to each of the pictures as it has of these looks."""
    ends = list(accumulate(sum(k in looks for k in one.looks) for one in pictures))
    return [cards[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def _judged(picture: LaidPicture, cards: Sequence[Card], pack: Pack) -> LaidPicture:
    """A picture with these cards placed, if it shows them, or with what is wrong with it."""
    try:
        laid_as_told(picture.name, list(_cards_among([picture], len(cards), pack).values()), cards)
    except AnswerError as fault:
        return replace(picture, fault=str(fault))
    return replace(picture, placed=_placed(picture, cards, pack))


def _placed(picture: LaidPicture, cards: Sequence[Card], pack: Pack) -> dict[int, Card]:
    """Which look in a picture is which of these cards, as many as are taken for one there."""
    return dict(zip(_cards_among([picture], len(cards), pack), cards, strict=True))
