"""What the program does in a café, for ``bench-arm`` to count: ``python tests/pi/counted_looks.py PICTURES.npz``.

Run on an emulated Pi. Each case is done ``WARM`` times without being counted, then once between two marks; their names
are printed in order. ``PICTURES.npz`` has two pictures, (720, 1280, 3) uint8 BGR: ``before`` with seven cards and
``after`` with eight.
"""

import contextlib
import os
import random
import sys
from collections.abc import Callable
from itertools import count

import cv2
import numpy as np

from firmware.referee import MatchSetup, Referee
from models.benchmarks.eyes_speed import small_stream
from models.benchmarks.rules import deals, play_through
from models.synthetic.play.perfect_observer import PerfectObserver
from models.synthetic.play.random_match import RandomMatch
from vision.frame import Frame, Picture
from vision.identify import CROP_PX, Identifier
from vision.locate import Locator
from vision.pipeline import Eyes
from vision.rectify import rectify_all

MARK = 0x48414B4D
"""By this argument of a system call the plugin knows that it is asked; count.c has the same."""
WARM = 2
"""The first run of a network plans its memory, which costs a quarter more."""
STEP_MS = 100
PLAYERS, SEED = 4, 12


def told() -> None:
    """Ask the plugin how many instructions have been executed."""
    with contextlib.suppress(OSError):
        os.getpriority(os.PRIO_PROCESS, MARK)


def counted(name: str, work: Callable[[], object], before: Callable[[], object] = lambda: None) -> None:
    """Do some work ``WARM`` times, then once between two marks.

    Args:
        name: of the case.
        work: what is counted.
        before: is done each time, without being counted.
    """
    for _ in range(WARM):
        before()
        work()
    before()
    told()
    work()
    told()
    print(name, flush=True)


def looks(before: Picture, after: Picture) -> None:
    """Idle frames, a look with one new card of eight, and a full look at eight.

    Args:
        before: (720, 1280, 3) uint8 BGR, seven cards.
        after: the same table with one more.
    """
    identifier, locator = Identifier.load(), Locator.load()
    eyes, clock = Eyes(identifier, locator), count(0, STEP_MS)

    def see(picture: Picture, grey: Picture | None = None) -> None:
        eyes.observe(Frame(next(clock), picture, grey))

    def laid() -> None:
        """Seven lie there; the eighth comes: a first look while something moves, the next one finds it at rest."""
        for picture in (before,) * 6 + (after,):
            see(picture)

    def full() -> None:
        quads = [card.corners_px for card in locator.detect(after).cards]
        identifier.identify(rectify_all(after, quads, CROP_PX))

    laid()
    counted("look, one card of eight is new", lambda: see(after), laid)
    counted("idle frame", lambda: see(after), lambda: see(after))
    small = small_stream(after)
    counted("idle frame, camera's small stream", lambda: see(after, small), lambda: see(after, small))
    counted("full look, eight cards", full)


def referee_looks() -> int:
    """A deal, perfectly seen, from the first look to the last play; how many signals that is."""
    match = RandomMatch("pagat", PLAYERS, 1, SEED, challenges=False)
    signals = [*PerfectObserver(match, SEED, 1).signals()]
    referee = Referee(MatchSetup(PLAYERS, 1, "pagat"))

    def feed() -> None:
        for signal in signals:
            referee.feed(signal)

    told()
    feed()
    told()
    print(f"referee, a look of {len(signals)}", flush=True)
    return len(signals)


def rules_cards() -> None:
    """A card by the rules, of ten deals."""
    dealt = deals(PLAYERS, random.Random(SEED), 10)
    cards = play_through(PLAYERS, dealt)
    counted(f"rules, a card of {cards}", lambda: play_through(PLAYERS, dealt))


if __name__ == "__main__":
    cv2.setNumThreads(1)
    with np.load(sys.argv[1]) as given:
        looks(given["before"], given["after"])
    rules_cards()
    referee_looks()
