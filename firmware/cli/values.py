"""Values of the command line: each function reads a text as argparse's ``type`` does."""

import argparse
import re
from datetime import date
from math import inf, nan

from firmware.cards import Card
from firmware.errors import HakamError
from firmware.settings.house_rules import rules_text
from firmware.settings.names import NAME_WORDS, TABLE_NAME, is_name, names_fault

MOST_PLAYERS = 4  # rule G3
MOST_DIGITS = 9  # of a number that counts anything


def filled_value(text: str) -> str:
    """A text that is not empty.

    Raises:
        ArgumentTypeError: if it is none.
    """
    if not text:
        raise argparse.ArgumentTypeError("a name is expected, and it is empty")
    return text


def port_value(text: str) -> int:
    """The number of a port; 0 is any that is free.

    Raises:
        ArgumentTypeError: if it is none.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) < 2**16):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 0 to 65535 is expected")
    return int(text)


def rules_value(name: str) -> str:
    """Rules as they are kept: a preset, one with options, or what a TOML file says.

    Raises:
        ArgumentTypeError: if it is none.
    """
    try:
        return rules_text(name)
    except HakamError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def answer_value(text: str) -> tuple[int, Card]:
    """The number of a card that was asked about, and what it is: ``17=10E``.

    Raises:
        ArgumentTypeError: if it is none.
    """
    number, _, card = text.partition("=")
    try:
        return int(number), Card.parse(card.upper())
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no answer: NUMBER=CARD is expected, such as 17=10E") from None


def date_value(text: str) -> date:
    """A date as ISO 8601 writes it: ``2026-11-30``.

    Raises:
        ArgumentTypeError: if it is none.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date, such as 2026-11-30") from None


def positive_value(text: str) -> float:
    """A number above 0.

    Raises:
        ArgumentTypeError: if it is none.
    """
    try:
        number = float(text)
    except ValueError:
        number = nan
    if not 0 < number < inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0, such as 2 or 0.5")
    return number


def count_value(text: str) -> int:
    """A whole number from 1.

    Raises:
        ArgumentTypeError: if it is none.
    """
    if not text.isdecimal() or len(text) > MOST_DIGITS or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1, such as 12")
    return int(text)


def names_value(text: str) -> tuple[str, ...]:
    """Names of players with commas between them, Player 1 first.

    Raises:
        ArgumentTypeError: if it is none.
    """
    names = tuple(name.strip() for name in text.split(","))
    wrong = next((name for name in names if not is_name(name)), None)
    if wrong is not None:
        raise argparse.ArgumentTypeError(f"{wrong!r} is not {NAME_WORDS}; such as Amina,Youssef")
    if fault := names_fault(names, MOST_PLAYERS):
        raise argparse.ArgumentTypeError(fault)
    return names


def table_value(text: str) -> tuple[str, str]:
    """A table of a board and where its journal or its page is: ``3=table3.db``.

    Raises:
        ArgumentTypeError: if it is none.
    """
    name, equals, place = text.partition("=")
    if not (equals and place and re.fullmatch(TABLE_NAME, name)):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no table: TABLE=PLACE is expected, TABLE of at most 32 small letters, digits, - and _, "
            "such as 3=table3.db or 3=http://192.168.1.13:8080/"
        )
    return name, place
