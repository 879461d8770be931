"""Measure the detector on decks and surfaces it never saw, and on labelled photographs.

``python -m models.training.locate.evaluate --photos ../shared/photos --sheet out/locate.png``
"""

import argparse
import json
import math
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import cv2
import numpy as np

from firmware.signals import Unnamed
from models.synthetic.scenes.still import Still
from models.training.eyes.photos import photographed
from models.training.locate.measure import DetectionTally
from models.training.locate.stills import StillMaker
from vision.frame import Floats, Picture
from vision.locate import Detection, Detector, Locator
from vision.multiscale import find_at_any_size
from vision.quads import overlap

FROM_ONE_DEAL = 8  # to play a deal takes longer than to draw its pictures
ON_IT = 0.2  # a find that overlaps a back that is not asked for by this much is that back
TILE_PX = (640, 384)
SHEET_TILES = 24
FOUND, MISSED, FALSE = (90, 200, 60), (60, 60, 240), (240, 80, 220)  # green, red, magenta


def rendered(detector: Detector, maker: StillMaker, count: int, seed: int) -> tuple[DetectionTally, list[Picture]]:
    """Measure on stills laid out by chance; the pictures with an error come back with the errors drawn.

    Args:
        detector: what is measured.
        maker: draws the stills.
        count: how many stills.
        seed: of the stills.
    """
    return measured(detector, (maker.still(np.random.default_rng((seed, number))) for number in range(count)))


def played(detector: Detector, maker: StillMaker, count: int, seed: int) -> tuple[DetectionTally, list[Picture]]:
    """Measure on stills of played deals, as :func:`rendered` does.

    Backs are not asked for: they lie in piles and hide one another.

    Args:
        detector: what is measured.
        maker: draws the stills.
        count: how many stills.
        seed: of the deals.
    """
    deals = (maker.played(np.random.default_rng((seed, deal)), FROM_ONE_DEAL) for deal in range(count // FROM_ONE_DEAL))
    return measured(detector, chain.from_iterable(deals), backs=False)


def measured(
    detector: Detector, stills: Iterable[Still], *, backs: bool = True
) -> tuple[DetectionTally, list[Picture]]:
    """Count over all stills; finds on backs that are not asked for count neither way.

    Args:
        detector: what is measured.
        stills: pictures with their truth.
        backs: whether backs are asked for.
    """
    tally, errors = DetectionTally(), []
    for still in stills:
        cards = [card for card in still.cards if inside(card.corners_px, still.picture)]
        other = [card.corners_px for card in cards if card.face is Unnamed.BACK and not backs]
        asked = [card for card in cards if card.face is not Unnamed.BACK or backs]
        truth, shown = [card.corners_px for card in asked], [card.visible for card in asked]
        found = [card for card in detector.detect(still.picture).cards if inside(card.corners_px, still.picture)]
        answers = [card for card in found if all(overlap(card.corners_px, quad) < ON_IT for quad in other)]
        before = tally.misses
        tally.add(truth, shown, answers)
        if before != tally.misses:
            errors.append(marked(still.picture, truth, answers))
    return tally, errors


def on_photographs(detector: Detector, folder: Path) -> tuple[DetectionTally, list[Picture]]:
    """Measure on labelled photographs; false finds are not counted, for not every card in them has a label."""
    tally, sheet = DetectionTally(), []
    for shown in photographed(folder):
        truth = [card.corners_px for card in shown.cards]
        answers = find_at_any_size(shown.picture, detector)
        tally.add(truth, [1.0] * len(truth), answers)
        sheet.append(marked(shown.picture, truth, answers))
    return tally, sheet


def inside(corners_px: Floats, picture: Picture) -> bool:
    """Whether the middle of a card's corners (4, 2), pixels, lies in the picture: others need not be found."""
    x, y = corners_px.mean(0)
    return bool(0 <= x < picture.shape[1] and 0 <= y < picture.shape[0])


def marked(picture: Picture, truth: list[Floats], answers: tuple[Detection, ...] | list[Detection]) -> Picture:
    """The picture with true cards in green or red (missed) and false finds in magenta, as a tile.

    Args:
        picture: (H, W, 3) uint8 BGR.
        truth: the true corners, (4, 2) float32 each, pixels.
        answers: what was found.
    """
    tally = DetectionTally()
    good = tally.add(truth, [1.0] * len(truth), answers)
    factor = min(TILE_PX[0] / picture.shape[1], TILE_PX[1] / picture.shape[0])
    tile = np.zeros((TILE_PX[1], TILE_PX[0], 3), np.uint8)
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    tile[: small.shape[0], : small.shape[1]] = small[: TILE_PX[1], : TILE_PX[0]]
    lines = [(quad, FOUND if hit else MISSED) for quad, hit in zip(truth, tally.hits, strict=True)]
    lines += [(card.corners_px, FOUND if fine else FALSE) for card, fine in zip(answers, good, strict=False)]
    for quad, colour in lines:
        cv2.polylines(tile, [np.round(quad * factor * 16).astype(np.int32)], True, colour, 1, cv2.LINE_AA, 4)
    return tile


def sheet_of(tiles: list[Picture]) -> Picture:
    """Tiles (H, W, 3) uint8 BGR, all of one size, four in a row."""
    filled = tiles[:SHEET_TILES] + [np.zeros((TILE_PX[1], TILE_PX[0], 3), np.uint8)] * (-len(tiles[:SHEET_TILES]) % 4)
    return np.vstack([np.hstack(filled[at : at + 4]) for at in range(0, len(filled), 4)])


def facts(tally: DetectionTally) -> dict[str, float]:
    """The figures that go into ``model.toml``; those without cards are left out."""
    figures = {
        "pictures": tally.pictures,
        "cards": len(tally.hits),
        "found_most_seen": round(tally.found(0.7), 4),
        "found_half_seen": round(tally.found(0.4, 0.7), 4),
        "found_little_seen": round(tally.found(0.2, 0.4), 4),
        "false_finds_per_picture": round(tally.false / max(tally.pictures, 1), 4),
        "corner_error_median": round(tally.error(50), 4),
        "corner_error_p95": round(tally.error(95), 4),
    }
    return {name: value for name, value in figures.items() if not math.isnan(value)}


def main() -> None:
    """Print the figures as JSON, one line a set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"))
    parser.add_argument("--surfaces", type=Path, default=Path("../shared/tabletops"))
    parser.add_argument("--photos", type=Path, help="folder with scenes and labels.json")
    parser.add_argument("--stills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--sheet", type=Path, help="PNG that the errors are drawn on")
    chosen = parser.parse_args()
    locator = Locator.load()
    maker = StillMaker(chosen.decks, chosen.surfaces, kept_back=True)
    tally, tiles = rendered(locator, maker, chosen.stills, chosen.seed)
    print(json.dumps({"set": "decks and surfaces never seen", **facts(tally)}))
    tally, busy = played(locator, StillMaker(chosen.decks, chosen.surfaces, True, (1280, 720)), 160, chosen.seed)
    tiles = busy + tiles
    print(json.dumps({"set": "the same in played deals", **facts(tally)}))
    if chosen.photos:
        tally, photographs = on_photographs(locator, chosen.photos)
        tiles = photographs + tiles
        print(json.dumps({"set": "photographs", "found": tally.found(0.0) * len(tally.hits), **facts(tally)}))
    if chosen.sheet:
        chosen.sheet.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(chosen.sheet), sheet_of(tiles))


if __name__ == "__main__":
    main()
