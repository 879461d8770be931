"""What was seen of each card when it was named at its place: what a deck is learned from while it is played with."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from firmware.signals import Point
from vision.frame import Picture
from vision.identify import Appearance

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
        crop: (192, 128, 3) uint8 BGR, either end up, as long as it is remembered of one at rest.
    """

    since_ms: int
    until_ms: int
    centre: Point
    appearance: Appearance
    still: bool
    crop: Picture | None


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
            if number in self._kept:
                self._kept[number] = replace(self._kept[number], until_ms=t_ms, centre=centre)

    def forget(self, before_ms: int) -> None:
        """Forget what was seen last before that time."""
        self._kept = {number: one for number, one in self._kept.items() if one.until_ms >= before_ms}

    def clear(self) -> None:
        """Forget all sightings; numbers go on."""
        self._kept.clear()
