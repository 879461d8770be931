"""How fast the eyes are here: ``make bench`` pins this to one core and prints medians."""

import os
import statistics
import time
from collections.abc import Callable

import cv2
import numpy as np

from firmware.cards import ES40
from models.synthetic.cards.own_deck import own_deck
from models.synthetic.scenes.backdrop import Table
from models.synthetic.scenes.camera import SceneCamera
from models.synthetic.scenes.scene import PlacedCard, Scene, render
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


def table_with(count: int = 8, size_px: tuple[int, int] = SIZE_PX, *, of: int | None = None) -> Picture:
    """A picture of our own deck's cards lying in two rows on wood, each at its own angle; ``count`` ``of`` so many."""
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


def median_ms(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Middle of the times of ``rounds`` runs, after two that do not count."""
    times = []
    for _ in range(rounds + 2):
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times[2:])


def one_new_ms(eyes: Eyes, picture: Picture, rounds: int = ROUNDS) -> float:
    """Middle of the times of looks in which a card has been laid to seven that lie there."""
    before, times = table_with(7, of=8), []
    for t_ms in range(2000, 2000 + 1000 * rounds, 1000):
        for away_ms in range(0, 500, 100):
            eyes.observe(Frame(t_ms + away_ms, before))
        eyes.observe(Frame(t_ms + 500, picture))  # something moves: a first look
        begun = time.perf_counter()
        eyes.observe(Frame(t_ms + 600, picture))
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


def measure() -> list[tuple[str, float, float | None]]:
    """What was measured, milliseconds, and the most it may be where a limit is set."""
    picture = table_with()
    gate, locator, identifier = MotionGate(), Locator.load(), Identifier.load()
    gate.measure(picture)
    gate.looked()
    quads = [card.corners_px for card in locator.detect(picture).cards]
    locate = median_ms(lambda: locator.detect(picture))
    identify = median_ms(lambda: identifier.identify(rectify_all(picture, quads, CROP_PX)))
    eyes = Eyes(identifier, locator)
    for t_ms in range(0, 200, 40):
        eyes.observe(Frame(t_ms, picture))
    idle = median_ms(lambda: eyes.observe(Frame(1000, picture)))
    fewer = cv2.resize(picture, SMALL_PX, interpolation=cv2.INTER_AREA)
    small = np.asarray(cv2.cvtColor(fewer, cv2.COLOR_BGR2GRAY), np.uint8)
    return [
        ("motion gate, idle frame", median_ms(lambda: gate.measure(picture)), 0.5),
        ("motion gate, camera's small stream", median_ms(lambda: gate.measure(small)), 0.5),
        ("whole eyes, idle frame", idle, 0.5),
        ("whole eyes, one card of eight is new", one_new_ms(eyes, picture), None),
        (f"locate {len(quads)} cards in 1280x720", locate, None),
        (f"cut out and identify {len(quads)} cards", identify, None),
        ("a full look: both together", locate + identify, 9.0),
    ]


def main() -> None:
    """Print the table."""
    cv2.setNumThreads(1)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"median of {ROUNDS}, {cores} core(s)")
    for name, spent, limit in measure():
        wanted = "" if limit is None else f"   under {limit:g}: {'yes' if spent < limit else 'NO'}"
        print(f"{name:38s} {spent:7.2f} ms{wanted}")


if __name__ == "__main__":
    main()
