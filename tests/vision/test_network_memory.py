"""What networks keep of the memory they once had, each in a process of its own, whose heap nobody else has used."""

import subprocess
import sys

import pytest

PROGRAM = """
import ctypes
from pathlib import Path
import numpy as np

def resident_mb():
    ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
"""
LARGE_LOOKS = """
from vision.locate import LOOK_PX, Locator
table, locator = np.zeros((720, 1280, 3), np.uint8), Locator.load()
locator.detect(table, LOOK_PX)
before_mb = resident_mb()
for _ in range(3):
    locator.detect(table, {look_px})
print(resident_mb() - before_mb)
"""

MANY_CROPS = """
from vision.identify import Identifier
crops, identifier = np.zeros((48, 192, 128, 3), np.uint8), Identifier.load()
identifier.classify(crops[:8])
before_mb = resident_mb()
identifier.classify(crops)
print(resident_mb() - before_mb)
"""

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


def kept_mb(program, look_px=""):
    run = [sys.executable, "-c", PROGRAM + program.replace("{look_px}", look_px)]
    return float(subprocess.run(run, capture_output=True, text=True, check=True).stdout)


@linux
def test_looks_of_one_size_share_their_memory():
    assert kept_mb(LARGE_LOOKS, "LOOK_PX") < 4  # 8 with a block for each size


@linux
def test_a_look_that_is_seldom_so_large_gives_its_memory_back():
    assert kept_mb(LARGE_LOOKS, "3 * LOOK_PX") < 70  # else 138


@linux
def test_many_cards_are_looked_at_in_the_memory_of_a_few():
    assert kept_mb(MANY_CROPS) < 10  # else 33
