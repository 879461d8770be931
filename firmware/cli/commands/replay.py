"""``hakam replay``: watch a recorded table, or play a session of the journal again."""

import argparse

from firmware.cli.table import table_options
from firmware.replaying.player import ReplayOptions, play
from firmware.settings.model import load_settings


def replay(asked: argparse.Namespace) -> None:
    """Do what ``asked`` says.

    Raises:
        HakamError: if it cannot be done.
    """
    options = ReplayOptions(
        source=asked.source,
        table=table_options(asked),
        journal=asked.journal,
        language=asked.lang,
        speed=asked.speed,
        once=asked.once,
        report=asked.report,
        screens=asked.screens,
        json=asked.json,
    )
    play(load_settings(asked.config), options)
