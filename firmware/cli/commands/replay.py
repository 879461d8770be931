"""``hakam replay``: watch a recorded table, or play a session of the journal again."""

import argparse

from firmware.replaying.player import ReplayOptions, play
from firmware.settings.model import load_settings
from firmware.settings.session_file import SessionFile


def replay(asked: argparse.Namespace) -> None:
    """Do what ``asked`` says.

    Raises:
        HakamError: if it cannot be done.
    """
    options = ReplayOptions(
        source=asked.source,
        table=SessionFile(asked.players, asked.dealer, asked.rules, asked.deck),
        journal=asked.journal,
        language=asked.lang,
        speed=asked.speed,
        report=asked.report,
        screens=asked.screens,
        json=asked.json,
    )
    play(load_settings(asked.config), options)
