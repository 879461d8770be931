"""What the eyes have seen of a recording, to be named anew and gone through once more."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from firmware.devices.observer import TableEyes
from firmware.devices.stopwatch import Stopwatch
from firmware.signals import TableObservation
from vision.frame import Frame
from vision.identify import Classifier
from vision.sightings import Sighting, SightingMemory


@dataclass(slots=True)
class LookRecorder:
    """What the eyes have seen of a recording.

    Attributes:
        eyes: look at it.
        stopwatch: takes the time of each look.
        times_ms: of all frames.
        looks: those at which something had changed.
        sightings: each at its last, by its number.
    """

    eyes: TableEyes
    stopwatch: Stopwatch
    times_ms: list[int] = field(default_factory=list)
    looks: list[TableObservation] = field(default_factory=list)
    sightings: dict[int, Sighting] = field(default_factory=dict)

    def observe(self, frame: Frame) -> TableObservation | None:
        """Look at a frame, and remember what is seen."""
        self.times_ms.append(frame.t_ms)
        look = self.stopwatch.timed(lambda: self.eyes.observe(frame))
        if look:
            self.looks.append(look)
            if plain := self.eyes.plain:
                self.eyes.sightings.turn(plain)
            seen = {card.sighting: self.eyes.sightings.get(card.sighting) for card in look.cards}
            self.sightings |= {number: replace(one, crop=None) for number, one in seen.items() if one}
        return look


class RecordedEyes:
    """What was seen of a recording, for whoever goes through it once more: nothing is looked at again.

    Attributes:
        px_per_mm: pixels per millimetre of table.
        sightings: none; the deck is known by now.
    """

    plain = deck_fits = None

    def __init__(self, looks: Iterable[TableObservation], px_per_mm: float | None) -> None:
        """Give these looks at their times."""
        self._at = {look.t_ms: look for look in looks}
        self.px_per_mm, self.sightings = px_per_mm, SightingMemory()

    def observe(self, frame: Frame) -> TableObservation | None:
        """What was seen then."""
        return self._at.get(frame.t_ms)

    def read_by(self, classifier: Classifier) -> None:
        """Nothing is named any more."""

    def look_anew(self) -> None:
        """All was looked at."""

    def judge_deck_anew(self) -> None:
        """Nothing is judged any more."""
