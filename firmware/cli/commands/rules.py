"""``hakam rules``: the rules of a preset, or of the house, in words."""

import argparse
import sys

from firmware.rulebook.book import WIDTH, book, catalogue, option_catalogue, steere_book
from firmware.rules import steere
from firmware.rules.errors import RulesetError
from firmware.rules.presets import STEERE
from firmware.settings.house_rules import named_rules
from firmware.settings.model import load_settings
from hardware.terminal import columns_of

PLAYERS = 2
"""How many play where nobody says it."""


def rules(asked: argparse.Namespace) -> None:
    """Do what ``asked`` says.

    Raises:
        HakamError: if the rules are not known, or not for so many players.
    """
    sys.stdout.write(_text(asked))


def _text(asked: argparse.Namespace) -> str:
    width = min(columns_of(sys.stdout) or WIDTH, WIDTH)
    if asked.options:
        return option_catalogue(_language(asked), width)
    if asked.rules is None:
        return catalogue(_language(asked), width)
    if asked.rules == STEERE:
        if asked.players not in (None, steere.PLAYERS):
            raise RulesetError(f"{STEERE} is for {steere.PLAYERS} players, not {asked.players}: leave --players out")
        return steere_book(_language(asked), width)
    return book(asked.rules, named_rules(asked.rules), asked.players or PLAYERS, _language(asked), width)


def _language(asked: argparse.Namespace) -> str:
    return asked.lang or load_settings(asked.config).language
