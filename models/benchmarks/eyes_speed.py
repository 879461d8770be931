"""How fast the eyes are here: ``make bench`` pins this to one core and prints medians."""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from firmware.cards import ES40
from models.benchmarks.figures import Figure, quantile
from models.benchmarks.intervals import bootstrap
from models.benchmarks.results import BenchmarkRun, add_option, write
from models.synthetic.cards.own_deck import own_deck
from models.synthetic.scenes.backdrop import Table
from models.synthetic.scenes.camera import SceneCamera
from models.synthetic.scenes.placed import PlacedCard
from models.synthetic.scenes.scene import Scene, render
from models.synthetic.scenes.surface import draw_surface
from vision.frame import Frame, Picture
from vision.identify import CROP_PX, Identifier
from vision.locate import Locator
from vision.motion import MotionGate
from vision.pipeline import Eyes
from vision.rectify import rectify_all

SIZE_PX, SMALL_PX = (1280, 720), (320, 180)
PX_PER_MM = 1.9  # a card's long side is 180 px: 67 cm of table in view (design figure: 60 cm at 1280 px)
ROUNDS = 40
LOOK_MS = 9.0
"""A full look at eight cards is to take less."""
IDLE_MS = 0.1
"""A frame in which nothing changed is to take less."""
MODULE = "models.benchmarks.eyes_speed"


def table_with(count: int = 8, size_px: tuple[int, int] = SIZE_PX, *, of: int | None = None) -> Picture:
    """A picture (H, W, 3) uint8 BGR of our own deck's cards in two rows on wood, each at its own angle.

    Args:
        count: cards that lie there.
        size_px: width and height of the picture.
        of: cards that there is room for, the others left out; ``None``: as many as lie there.
    """
    shown, count = count, of or count
    deck = own_deck()
    columns = (count + 1) // 2
    cards = [
        PlacedCard(
            card,
            deck.faces[card],
            ((index % columns - (columns - 1) / 2) * 120.0, (index // columns - 0.5) * 150.0),
            angle_deg=37.0 * index,
        )
        for index, card in enumerate(ES40.cards[3 : 3 + 4 * count : 4])
    ][:shown]
    camera = SceneCamera(size_px, (0.0, 0.0), PX_PER_MM * size_px[0] / SIZE_PX[0])
    return render(Scene(Table(draw_surface("wood", 3)), camera, cards=tuple(cards)), np.random.default_rng(3)).picture


def times_ms(work: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """The times of ``rounds`` runs, after two that do not count."""
    times = []
    for _ in range(rounds + 2):
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    return times[2:]


def one_new_ms(eyes: Eyes, picture: Picture, rounds: int = ROUNDS) -> list[float]:
    """The times of looks in which a card has been laid to seven that lie there.

    Args:
        eyes: look at the table.
        picture: (H, W, 3) uint8 BGR, of all eight cards.
        rounds: how many looks.
    """
    before, times = table_with(7, of=8), []
    for t_ms in range(2000, 2000 + 1000 * rounds, 1000):
        for away_ms in range(0, 500, 100):
            eyes.observe(Frame(t_ms + away_ms, before))
        eyes.observe(Frame(t_ms + 500, picture))  # something moves: a first look
        begun = time.perf_counter()
        eyes.observe(Frame(t_ms + 600, picture))
        times.append((time.perf_counter() - begun) * 1000)
    return times


def small_stream(picture: Picture) -> Picture:
    """What the camera's small stream, ``SMALL_PX`` of grey, shows of a picture (H, W, 3) uint8 BGR."""
    fewer = cv2.resize(picture, SMALL_PX, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(fewer, cv2.COLOR_BGR2GRAY), np.uint8)


def idle_gate_ms(picture: Picture) -> list[float]:
    """The times of a gate that has looked at this very picture, milliseconds."""
    gate = MotionGate()
    gate.measure(picture)
    gate.looked()
    return times_ms(lambda: gate.measure(picture))


def idle_eyes_ms(eyes: Eyes, picture: Picture, small: Picture | None = None) -> list[float]:
    """The times of eyes that have looked at this very picture, milliseconds.

    Args:
        eyes: that have looked at nothing yet.
        picture: (H, W, 3) uint8 BGR.
        small: (h, w) uint8, the camera's small stream of it; ``None``: it has none.
    """
    for t_ms in range(0, 200, 40):
        eyes.observe(Frame(t_ms, picture, small))
    return times_ms(lambda: eyes.observe(Frame(1000, picture, small)))


def measure() -> list[Figure]:
    """The medians of all times, milliseconds."""
    picture = table_with()
    locator, identifier = Locator.load(), Identifier.load()
    quads = [card.corners_px for card in locator.detect(picture).cards]
    locate = times_ms(lambda: locator.detect(picture))
    identify = times_ms(lambda: identifier.identify(rectify_all(picture, quads, CROP_PX)))
    eyes = Eyes(identifier, locator)
    idle, small = idle_eyes_ms(eyes, picture), small_stream(picture)
    streamed = idle_eyes_ms(Eyes(identifier, locator), picture, small)
    return [
        quantile("motion gate, idle frame", idle_gate_ms(picture), "ms", target=IDLE_MS),
        quantile("motion gate, camera's small stream", idle_gate_ms(small), "ms", target=IDLE_MS),
        quantile("whole eyes, idle frame", idle, "ms", target=IDLE_MS),
        quantile("whole eyes, idle frame, camera's small stream", streamed, "ms", target=IDLE_MS),
        quantile("whole eyes, one card of eight is new", one_new_ms(eyes, picture), "ms"),
        quantile(f"locate {len(quads)} cards in 1280x720", locate, "ms"),
        quantile(f"cut out and identify {len(quads)} cards", identify, "ms"),
        _together("a full look: both together", locate, identify),
    ]


def _together(name: str, locate: Sequence[float], identify: Sequence[float]) -> Figure:
    """The sum of both medians."""
    pairs = list(zip(locate, identify, strict=True))
    interval = bootstrap(pairs, _sum_of_medians)
    value, n = _sum_of_medians(pairs), len(pairs)
    return Figure(
        name=name, value=value, unit="ms", n=n, interval=interval, method="bootstrap", aim="under", target=LOOK_MS
    )


def _sum_of_medians(pairs: Sequence[tuple[float, float]]) -> float:
    return statistics.median(one for one, _ in pairs) + statistics.median(other for _, other in pairs)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog=f"python -m {MODULE}", description=__doc__)
    add_option(parser)
    given = sys.argv[1:] if arguments is None else arguments
    asked = parser.parse_args(given)
    cv2.setNumThreads(1)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"median of {ROUNDS}, {cores} core(s)")
    figures = measure()
    for one in figures:
        wanted = "" if one.target is None else f"   under {one.target:g}: {'yes' if one.met else 'NO'}"
        print(f"{one.name:38s} {one.value:7.2f} ms{wanted}")
    write(asked.result, BenchmarkRun("eyes-speed", "How fast the eyes are, medians", MODULE, given), figures)


if __name__ == "__main__":
    main()
