"""What the eyes have seen of a recording: each look with its sightings, to be named anew and gone through once more."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from firmware.devices.observer import Stopwatch
from firmware.signals import TableObservation
from vision.frame import Floats, Frame
from vision.identify import Classifier, Faces, answer_of
from vision.learned_deck import LearnedDeck, doubted, named_by
from vision.pipeline import Eyes
from vision.sightings import Sighting, SightingMemory


@dataclass(frozen=True, slots=True)
class SightedLook:
    """A look, and the number of the sighting of each of its cards."""

    look: TableObservation
    sightings: tuple[int, ...]


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

    eyes: Eyes
    stopwatch: Stopwatch
    times_ms: list[int] = field(default_factory=list)
    looks: list[SightedLook] = field(default_factory=list)
    sightings: dict[int, Sighting] = field(default_factory=dict)

    def observe(self, frame: Frame) -> TableObservation | None:
        """Look at a frame, and remember what is seen."""
        self.times_ms.append(frame.t_ms)
        look = self.stopwatch.timed(lambda: self.eyes.observe(frame))
        if look:
            self.looks.append(SightedLook(look, self.eyes.sighted))
            seen = {number: self.eyes.sightings.get(number) for number in self.eyes.sighted}
            self.sightings |= {number: replace(one, crop=None) for number, one in seen.items() if one}
        return look

    def named_by(self, deck: LearnedDeck) -> list[TableObservation]:
        """The looks with the names that a deck gives them."""
        return self._named(named_by(deck, [one.appearance for one in self.sightings.values()]))

    def doubted(self) -> list[TableObservation]:
        """The looks with the names of the network, which may be sure and wrong: see :func:`doubted`."""
        return self._named([doubted(one.appearance.chances) for one in self.sightings.values()])

    def _named(self, rows: Sequence[Floats]) -> list[TableObservation]:
        """The looks with the names of probabilities (50,) for each sighting."""
        names = {number: answer_of(row, False).faces for number, row in zip(self.sightings, rows, strict=True)}
        return [_renamed(one, names) for one in self.looks]


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

    def judge_deck_anew(self) -> None:
        """Nothing is judged any more."""


def _renamed(one: SightedLook, names: Mapping[int, Faces]) -> TableObservation:
    cards = zip(one.look.cards, one.sightings, strict=True)
    return replace(one.look, cards=tuple(replace(card, faces=names.get(n, card.faces)) for card, n in cards))
