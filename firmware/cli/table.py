"""What the command line says of a table, as a session file says it: players are counted from 1 there, from 0 here."""

import argparse

from firmware.settings.session_file import SessionFile


def table_options(asked: argparse.Namespace) -> SessionFile:
    """Who plays what, as far as the command line says it."""
    dealer = asked.dealer if asked.first_dealer is None else asked.first_dealer - 1
    return SessionFile(asked.players, dealer, asked.rules, asked.deck, names=asked.names)
