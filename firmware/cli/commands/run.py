"""``hakam run``: the referee over a real table, until it is stopped; a match that was cut off goes on."""

import argparse
import os
import signal
import sys
from contextlib import ExitStack
from dataclasses import replace

from firmware.cli.page_process import page_beside
from firmware.cli.table import table_options
from firmware.runtime.appliance import RECORD_MB, ApplianceOptions, build_appliance
from firmware.settings.model import journal_path, load_settings

NEW = "--new"


def run(asked: argparse.Namespace) -> None:
    """Do what ``asked`` says.

    Raises:
        HakamError: if it cannot be done: the settings are wrong, the journal cannot be written, a model is missing.
    """
    table = table_options(asked)
    options = ApplianceOptions(table, asked.camera, asked.journal, asked.lang, asked.json, asked.new)
    options = replace(options, record=asked.record, record_mb=asked.record_mb or RECORD_MB)
    settings = load_settings(asked.config)
    with build_appliance(settings, options) as appliance, ExitStack() as stack:
        if asked.page:
            stack.enter_context(page_beside(journal_path(settings, asked.journal), asked.config, asked.lang))
        for number in (signal.SIGTERM, signal.SIGINT):
            stack.callback(signal.signal, number, signal.signal(number, lambda _number, _frame: appliance.stop()))
        appliance.run()
        anew = appliance.anew
    if anew:  # with what the owner has set on the page; the same process, so that systemd sees no end of it
        said = [one for one in sys.argv[1:] if one != NEW] + [NEW] * anew.match
        os.execv(sys.executable, [sys.executable, "-m", "hakam", *said])
