"""Events and doubts in words.

An event is known by the name of its class and its fields, so that the doubts of the table, which announcing may not
import, are phrased by the same code.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

from firmware.announce.seating import Seating
from firmware.announce.texts import text, variants
from firmware.cards import Card

DASH = " – "


TWO = Seating()


def phrase(happening: object, language: str, *, seating: Seating = TWO, width: int | None = None) -> str:
    """Say what happened, or what is asked, in one short text.

    Args:
        happening: an event of the rules, a doubt or an answer to one.
        language: ``en``, ``fr``, ``es`` or ``ary``.
        seating: who sits there.
        width: characters there is room for: the fullest variant that fits is chosen, and the shortest one if none does.

    Raises:
        UnknownLanguage: if there are no texts in this language.
        MissingText: if there is no text for it.
    """
    words = _words(happening, language, seating)
    filled = [variant.format_map(words) for variant in variants("event", key(happening), language)]
    return next((line for line in filled if width is None or len(line) <= width), filled[-1])


def key(happening: object) -> str:
    """Its place in the table of texts: the class's name, and where it has several texts which of them."""
    name = type(happening).__name__
    kind = _KINDS.get(name, lambda one: "last" if getattr(one, "last", False) else "")(happening)
    return f"{name}_{kind}" if kind else name


def _doubt_kind(doubt: Any) -> str:
    return "nobody" if doubt.seat is None else "seats" if doubt.seats else ""


def _explained_kind(explained: Any) -> str:
    return "nobody" if explained.seat is None else "said" if explained.card is None else ""


def _disagreement_kind(found: Any) -> str:
    return "put_back" if not found.take else "take" if not found.put_back else ""


_KINDS: dict[str, Callable[[Any], str]] = {
    "Doubt": _doubt_kind,
    "PointsExplained": _explained_kind,
    "SayingTakenBack": lambda one: "back" if one.back else "",
    "TableDisagrees": _disagreement_kind,
}


def reason_name(reason: str, language: str) -> str:
    """What points were scored for: ``"caida"``, ``"mesa"`` ..."""
    return text("reason", reason, language)


def card_name(card: Card | None, language: str) -> str:
    """A card by its rank (rule G2: suits never matter); no card is "nothing"."""
    return str(card.rank.value) if card else text("screen", "nothing", language)


def _words(happening: Any, language: str, seating: Seating) -> dict[str, str]:
    """What the placeholders of its text stand for."""
    words: dict[str, str] = {}
    for field in fields(happening):
        value = getattr(happening, field.name)
        if value is not None or field.name in ("card", "was", "now"):
            words = _WORDS.get(field.name, _plain(field.name))(value, language, seating) | words
    return words


_Speller = Callable[[Any, str, Seating], dict[str, str]]


def _plain(name: str) -> _Speller:
    return lambda value, _language, _seating: {name: str(value)}


def _seat(value: int, language: str, seating: Seating) -> dict[str, str]:
    return {"seat": seating.seat(value), "player": seating.player(value, language)}


def _other(value: int, language: str, seating: Seating) -> dict[str, str]:
    """The player whom a claim or a challenge is about."""
    return {"against": seating.seat(value), "other": seating.player(value, language)}


def _card(name: str) -> _Speller:
    return lambda value, language, _seating: {name: card_name(value, language)}


def _cards(value: Iterable[Card], language: str, _seating: Seating) -> dict[str, str]:
    """All of them; of a capture also the played one, which comes first, and those it took."""
    names = [card_name(card, language) for card in value]
    return {"cards": " ".join(names), "card": names[0] if names else "", "taken": " ".join(names[1:])}


def _candidates(value: Iterable[tuple[Card | None, float]], language: str, _seating: Seating) -> dict[str, str]:
    names = dict.fromkeys(card_name(card, language) for card, _ in value)
    return {"candidates": f" {text('screen', 'or', language)} ".join(names)}


def _side(value: int, language: str, seating: Seating) -> dict[str, str]:
    """A side speaks for its player where an event names no seat."""
    return {"seat": seating.side(value), "player": seating.side_in_full(value, language)}


def _sides(value: Iterable[int], language: str, seating: Seating) -> dict[str, str]:
    return {"winners": ", ".join(seating.side_in_full(side, language) for side in value)}


def _why(value: Iterable[Any], language: str, _seating: Seating) -> dict[str, str]:
    return {"why": ", ".join(f"{reason_name(one.reason, language)} {one.points:+d}" for one in value)}


def _card_names(name: str) -> _Speller:
    return lambda value, language, _seating: {name: " ".join(card_name(card, language) for card in value)}


def _numbers(name: str) -> _Speller:
    return lambda value, _language, _seating: {name: DASH.join(map(str, value))}


_WORDS: dict[str, _Speller] = {
    "seat": _seat,
    "dealer": lambda value, language, seating: {"dealer": seating.player(value, language)},
    "against": _other,
    "what": lambda value, language, _seating: {"what": text("kind", value, language)},
    "side": _side,
    "sides": _sides,
    "card": _card("card"),
    "was": _card("was"),
    "now": _card("now"),
    "cards": _cards,
    "candidates": _candidates,
    "points": lambda value, _language, _seating: {"points": f"{value:+d}", "lost": str(value)},
    "reason": lambda value, language, _seating: {"reason": reason_name(value, language)},
    "scores": _numbers("scores"),
    "piles": _numbers("piles"),
    "rounds": _numbers("rounds"),
    "why": _why,
    "take": _card_names("take"),
    "put_back": _card_names("put_back"),
}
