"""What was seen of each card when it was named at its place: what a deck is learned from while it is played with."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from firmware.signals import Point
from vision.frame import Floats, Picture
from vision.identify import Appearance, Identifier

REMEMBERED = 4000
"""Sightings that are remembered, more than two deals have: filmed ones of 110 s at 8 pictures a second had 800 to 1600,
80 to 180 of them at rest, whose crops take 74 kB each."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """One card at one place, from when it was named until it was named anew or gone.

    Attributes:
        since_ms, until_ms: the first and the last look that showed it so.
        centre: its middle in the last of them, table millimetres.
        appearance: how it looked.
        still: whether the table rested when it was named.
        crop: (192, 128, 3) uint8 BGR, either end up, of one at rest until it is looked at the other end up.
        other_end: (128,) float32 of length one, the description of one at rest the other end up, once it is known. Of
            pairs of clear looks at one card in two deals one in ten was less alike than 0.32, 0.45 and 0.41 without it
            and than 0.78, 0.83 and 0.90 with it (a photographed pack, basquetteur, a drawn castilian deck).
    """

    since_ms: int
    until_ms: int
    centre: Point
    appearance: Appearance
    still: bool
    crop: Picture | None
    other_end: Floats | None = None


class SightingMemory:
    """The last sightings, by their numbers."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: dict[int, Sighting] = {}
        self._count = 0

    def __iter__(self) -> Iterator[Sighting]:
        """All sightings, oldest first."""
        return iter(self._kept.values())

    def items(self) -> Iterable[tuple[int, Sighting]]:
        """All sightings with their numbers, oldest first."""
        return self._kept.items()

    def get(self, number: int) -> Sighting | None:
        """The sighting of that number, if it is remembered."""
        return self._kept.get(number)

    def add(self, t_ms: int, appearance: Appearance, crop: Picture | None) -> int:
        """Remember a new sighting, whose place is told by :meth:`see`, and give its number.

        Args:
            t_ms: when it was named.
            appearance: how it looked.
            crop: (192, 128, 3) uint8 BGR, if the table rested.
        """
        self._count += 1
        self._kept[self._count] = Sighting(t_ms, t_ms, (0.0, 0.0), appearance, crop is not None, crop)
        if len(self._kept) > REMEMBERED:
            del self._kept[next(iter(self._kept))]
        return self._count

    def see(self, t_ms: int, places: Iterable[tuple[int, Point]]) -> None:
        """Note where the sightings of these numbers are seen, table millimetres; numbers not known are passed over."""
        for number, centre in places:
            if old := self._kept.get(
                number
            ):  # not by dataclasses.replace: 1.1 us instead of 2.3, for each card of each look
                self._kept[number] = Sighting(
                    old.since_ms, t_ms, centre, old.appearance, old.still, old.crop, old.other_end
                )

    def turn(self, plain: Identifier) -> None:
        """Look at all cards at rest the other end up, each once, and keep their descriptions instead of the crops.

        Args:
            plain: the network.
        """
        todo = [(number, one.crop) for number, one in self._kept.items() if one.crop is not None]
        if todo:
            crops = np.ascontiguousarray(np.stack([crop for _, crop in todo])[:, ::-1, ::-1])
            described = zip(todo, plain.classify(crops).descriptions, strict=True)
            ends = {number: replace(self._kept[number], crop=None, other_end=end) for (number, _), end in described}
            self._kept |= ends

    def forget(self, before_ms: int) -> None:
        """Forget what was seen last before that time."""
        self._kept = {number: one for number, one in self._kept.items() if one.until_ms >= before_ms}

    def clear(self) -> None:
        """Forget all sightings; numbers go on."""
        self._kept.clear()
