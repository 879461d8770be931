"""A start that fails is told where players look, and stays there: the program ends after it."""

import logging
from collections.abc import Callable

from firmware.announce.screens import fault_screen
from firmware.announce.texts import fault_text
from firmware.errors import HakamError
from hardware.ports import Display
from vision.store import ModelError

LOG = logging.getLogger(__name__)


def show_failure(fault: HakamError, open_display: Callable[[], Display] | None, language: str) -> None:
    """Show why the program cannot start, as far as there is a display.

    Args:
        fault: ends the program.
        open_display: opens the display; ``None``: there is none but the terminal.
        language: of the words.
    """
    if open_display is None:
        return
    words = "models_damaged" if isinstance(fault, ModelError) else "cannot_start"
    try:
        display = open_display()
        display.show(fault_screen(fault_text(words, language), language))
        display.keep()
    except Exception as missing:  # the fault itself is to be told, whatever the display does
        LOG.warning("the display could not tell of it: %s", missing)
