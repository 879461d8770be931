"""What comes from the camera: how steadily, in which colours, and whether cards can be read in it."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from firmware.care.acceptance.verdict import Clock, Person, PointResult, judged
from firmware.care.aim_state import TO_PLAY
from firmware.care.camera_advice import PlayedCards, advice
from firmware.care.picture_measures import measured
from hardware.camera import SETTLE_S
from hardware.ports import PICTURE_S, Camera, Shot
from vision.frame import Picture
from vision.motion import STEP_GREY, MotionGate, small_grey
from vision.stills import PictureReading

SETTLED_S = 2 * SETTLE_S
"""Twice what the camera of the Pi gives exposure and white balance to find themselves."""
WATCHED_S = 60.0
"""The plan of the acceptance: 1,800 pictures."""
LEAST_HZ = 25.0
"""Pictures a second that are enough: five in six of the 30 that are asked for."""
MOST_GAP_S = 0.5
"""A card may be seen for no longer (vision.pipeline)."""
CARDS_S = 180.0
"""For five cards, with time to move the lamp."""


@dataclass(frozen=True, slots=True)
class StreamMeasures:
    """What was measured over some time.

    Attributes:
        rate_hz: pictures a second.
        gap_s: the longest time between two.
        drift_grey: between the lightest picture and the darkest, as mean grey values.
        moving: pictures in which something seemed to move.
    """

    rate_hz: float
    gap_s: float
    drift_grey: float
    moving: int

    @property
    def well(self) -> bool:
        """Whether all of it is as it should be; no lamp and no exposure may look like a card (vision.motion)."""
        steady = self.drift_grey < STEP_GREY and not self.moving
        return self.rate_hz >= LEAST_HZ and self.gap_s <= MOST_GAP_S and steady

    @property
    def words(self) -> str:
        """All of it for people."""
        return (
            f"{self.rate_hz:.1f} pictures a second ({LEAST_HZ:.0f} are wanted), {self.gap_s:.2f} s at most between two "
            f"({MOST_GAP_S:g}), brightness within {self.drift_grey:.1f} of 255 ({STEP_GREY:g}), "
            f"{self.moving} pictures with movement (0)"
        )


def check_stream(camera: Camera, person: Person, clock: Clock) -> PointResult:
    """Watch a table that nobody touches.

    Args:
        camera: over the table.
        person: does what is told, and answers.
        clock: tells the time, and waits.
    """
    person.ask(f"Leave the table as it is for {WATCHED_S:.0f} s, hands off. Enter to begin")
    watched = _watched(camera, clock)
    return judged(watched.well, watched.words)


def check_colours(camera: Camera, person: Person, clock: Clock) -> PointResult:
    """Have something red held under the camera: it must come as red.

    Args:
        camera: over the table.
        person: does what is told, and answers.
        clock: tells the time, and waits.
    """
    person.ask("Hold something red under the middle of the camera, a coin of oros will not do. Enter when it is there")
    picture = _settled(camera, clock).picture
    height, width = picture.shape[:2]
    middle = picture[height * 2 // 5 : height * 3 // 5, width * 2 // 5 : width * 3 // 5]
    blue, green, reds = (float(middle[..., plane].mean()) for plane in range(3))
    well = reds - max(blue, green) > STEP_GREY
    swapped = "; blue is largest: red and blue are exchanged" if blue > max(reds, green) else ""
    return judged(well, f"red {reds:.0f}, green {green:.0f}, blue {blue:.0f}{swapped}")


def check_card_reading(
    camera: Camera, read: Callable[[Picture], PictureReading], person: Person, clock: Clock, card_height_mm: float
) -> PointResult:
    """Have five cards laid, as ``hakam calibrate`` does.

    Args:
        camera: over the table.
        read: names the cards in a picture, (H, W, 3) uint8 BGR.
        person: does what is told, and answers.
        clock: tells the time, and waits.
        card_height_mm: long side of the cards.
    """
    person.tell(f"Lay some cards, then play {TO_PLAY} more, one by one, hands off between them; {CARDS_S:.0f} s")
    played, sharpest, until_s, said = PlayedCards(), 0.0, clock.monotonic() + CARDS_S, ""
    while len(played.cards) < TO_PLAY and clock.monotonic() < until_s:
        picture = camera.shot(clock.monotonic(), PICTURE_S).picture
        seen = measured(picture, read(picture).cards, card_height_mm)
        sharpest = max(sharpest, seen.edges)
        said, _ = advice(seen, sharpest)
        if said == "good":
            played.see(seen.named)
    cards = " ".join(map(str, played.cards))
    return judged(len(played.cards) >= TO_PLAY, f"read: {cards or 'none'}; the picture in the end: {said}")


def _watched(camera: Camera, clock: Clock) -> StreamMeasures:
    last, gate = _settled(camera, clock), MotionGate()
    gate.measure(last.picture)
    times, greys, moving, until_s = [last.taken_s], [_grey(last.picture)], 0, last.taken_s + WATCHED_S
    while times[-1] < until_s:
        shot = camera.shot(times[-1], PICTURE_S)
        moving += gate.measure(shot.picture).moving > 0
        times.append(shot.taken_s)
        greys.append(_grey(shot.picture))
    gap_s = max(later - earlier for earlier, later in pairwise(times))
    return StreamMeasures((len(times) - 1) / (times[-1] - times[0]), gap_s, max(greys) - min(greys), moving)


def _settled(camera: Camera, clock: Clock) -> Shot:
    """A picture after exposure and white balance were fixed."""
    until_s = clock.monotonic() + SETTLED_S
    shot = camera.shot(clock.monotonic(), PICTURE_S)
    while shot.taken_s < until_s:
        shot = camera.shot(shot.taken_s, PICTURE_S)
    return shot


def _grey(picture: Picture) -> float:
    return float(np.mean(small_grey(picture)))
