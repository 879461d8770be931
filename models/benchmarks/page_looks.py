"""Pictures of a page as people see it, and how long a browser takes to open it; needs Chromium."""

import re
import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np

from firmware.errors import HakamError
from vision.frame import Picture
from vision.sources import load_picture

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WIDTHS = {360: 800, 1280: 900}
"""Widths and heights of a telephone and of a laptop."""
LONGEST_PX = 16_000  # of a whole page: what a picture of it may measure
TIMING = '<script>addEventListener("load", () => { document.title = performance.now(); });</script>'


class NoBrowserError(HakamError):
    """No browser is installed that draws pages without a screen."""


def looks(page: Path, folder: Path) -> list[Path]:
    """Draw the page as a telephone and a laptop show it, the first screen and the whole; give the pictures.

    Raises:
        NoBrowserError: if there is none.
    """
    drawn = []
    for width, height in WIDTHS.items():
        for kind, tall in (("screen", height), ("whole", LONGEST_PX)):
            path = folder / f"{page.stem}-{width}-{kind}.png"
            _browse(page, f"--screenshot={path}", f"--window-size={width},{tall}")
            if kind == "whole":
                cv2.imwrite(str(path), _trimmed(load_picture(path)))
            drawn.append(path)
    return drawn


def load_ms(page: Path) -> float:
    """Measure how long the page takes from its address until all of it is there, in milliseconds.

    Raises:
        NoBrowserError: if there is none.
    """
    timed = page.with_suffix(".timed.html")
    timed.write_text(page.read_text(encoding="utf-8").replace("</body>", f"{TIMING}</body>"), encoding="utf-8")
    shown = _browse(timed, "--dump-dom", "--timeout=20000")
    timed.unlink()
    return float(re.findall(r"<title>(.*?)</title>", shown)[0])


def _trimmed(picture: Picture) -> Picture:
    """A page without the empty rows below its last word."""
    filled = np.flatnonzero((picture != picture[-1, :1]).any(axis=(1, 2)))
    return picture[: int(filled[-1]) + 40] if len(filled) else picture


def _browse(page: Path, *words: str) -> str:
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise NoBrowserError("there is no Chromium to draw the pages with; install chromium")
    always = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-prefers-reduced-motion")
    command = [browser, *always, *words, page.resolve().as_uri()]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
