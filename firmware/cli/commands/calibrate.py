"""``hakam calibrate``: says how to move camera and lamp until the cards are read well, then has five cards played."""

import argparse
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from firmware.announce.closing import closing
from firmware.announce.texts import text
from firmware.care.aiming import PictureWindow, RenewedFile, ShowAiming, WindowClosedError
from firmware.care.calibration import calibrate_camera
from firmware.care.calibration_sheet import SHEET, sheet_pdf
from firmware.settings.model import load_settings
from firmware.storage.atomic_file import write_atomic
from firmware.storage.outputs import check_file


def calibrate(asked: argparse.Namespace) -> None:
    """Go on until five cards were played and read, or the window is closed; or write the sheet that is asked for.

    Raises:
        HakamError: if the camera is missing or lost; a recording that ends ends this too; or if the sheet cannot
            be written.
    """
    settings = load_settings(asked.config)
    language = asked.lang or settings.language
    if asked.sheet:
        check_file(Path(asked.sheet), SHEET)  # told before the sheet is drawn
        write_atomic(Path(asked.sheet), sheet_pdf(language), SHEET)
        print(f"{asked.sheet}: {text('sheet', 'measure', language)}")
    else:
        with ExitStack() as stack:
            shows = list(_shows(asked, stack))
            try:
                calibrate_camera(settings, asked.camera or settings.camera, language, asked.deck, shows)
            except WindowClosedError:
                print(closing("stopped", language))


def _shows(asked: argparse.Namespace, stack: ExitStack) -> Iterator[ShowAiming]:
    """Where the live picture goes."""
    if asked.picture:
        yield RenewedFile(Path(asked.picture)).show
    if asked.window:
        window = PictureWindow()
        stack.callback(window.close)
        yield window.show
