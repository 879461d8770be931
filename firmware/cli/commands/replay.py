"""``hakam replay``: watch a recorded table, or play a session of the journal again."""

import argparse
import signal
import sys
from contextlib import ExitStack

from firmware.cli.page_process import page_beside
from firmware.cli.table import table_options
from firmware.replaying.player import ReplayOptions, play
from firmware.settings.model import journal_path, load_settings


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
        looked_on=asked.page,
    )
    settings = load_settings(asked.config)
    with ExitStack() as stack:
        if asked.page:
            journal = journal_path(settings, asked.journal)
            say_it_stays = stack.enter_context(page_beside(journal, asked.config, asked.lang))
        play(settings, options)
        if asked.page and sys.stdin.isatty() and sys.stdout.isatty():
            say_it_stays()
            signal.pause()
