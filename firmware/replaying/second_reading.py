"""A recording read twice: by what the whole of it tells of the deck, every look is named anew.

Where somebody put something right it is read once: what he said is about the plays as they were told then.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from firmware.decoding.identities import IdentifiedDeal
from firmware.devices.deck_rounds import SightingNames, best_reading
from firmware.devices.observer import TableEyes
from firmware.devices.stopwatch import Stopwatch
from firmware.dialogue.presses import amends
from firmware.errors import HakamError
from firmware.referee import MatchSetup, Referee
from firmware.replaying.recorded_looks import LookRecorder, RecordedEyes
from firmware.replaying.replay import watch
from firmware.replaying.sources import FilmSource
from firmware.rules.notation.ruleset import parse_rules
from firmware.signals import ButtonPress, TableObservation
from vision.frame import Frame

NO_PICTURE = np.zeros((1, 1, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class RecordingReading:
    """What came of one reading.

    Attributes:
        looks: what the referee was shown.
        deals: which card lay where, in each deal.
        log_likelihood: of all that was seen, by the leading hypothesis.
        plays: how many there were.
    """

    looks: Sequence[TableObservation]
    deals: Sequence[IdentifiedDeal]
    log_likelihood: float
    plays: int


def second_look(
    film: FilmSource, setup: MatchSetup, frames: Iterable[Frame], eyes: TableEyes, stopwatch: Stopwatch
) -> RecordedEyes:
    """Go through a recording and read it; what the eyes have seen of it, as it is named in the end.

    Args:
        film: the recording.
        setup: who plays what.
        frames: those of the recording, counted as wanted; what they raise is left for whoever reads them next.
        eyes: look at it.
        stopwatch: takes the time of each look.
    """
    recorder = LookRecorder(eyes, stopwatch)
    reading = read_twice(setup, film.file.presses, frames, recorder)
    return RecordedEyes(reading.looks, eyes.px_per_mm)


def read_twice(
    setup: MatchSetup, presses: Sequence[ButtonPress], frames: Iterable[Frame], recorder: LookRecorder
) -> RecordingReading:
    """Read a recording as often as that makes the reading likelier.

    Args:
        setup: who plays what.
        presses: what people pressed, by time.
        frames: those of the recording; what they raise is left for whoever reads them next.
        recorder: looks at them, and remembers it.
    """
    first = _read(setup, presses, frames, recorder.observe, recorder.looks)
    if any(amends(press, setup.players) for press in presses):
        return first

    def again(names: SightingNames) -> RecordingReading:
        looks = [look.renamed(names) for look in recorder.looks]
        at = {look.t_ms: look for look in looks}
        return _read(setup, presses, map(_bare, recorder.times_ms), lambda frame: at.get(frame.t_ms), looks)

    ruleset = parse_rules(setup.rules)
    return best_reading(first, recorder.sightings, again, looks=recorder.looks, ruleset=ruleset)


def _bare(t_ms: int) -> Frame:
    return Frame(t_ms, NO_PICTURE)


def _read(
    setup: MatchSetup,
    presses: Sequence[ButtonPress],
    frames: Iterable[Frame],
    observe: Callable[[Frame], TableObservation | None],
    looks: Sequence[TableObservation],
) -> RecordingReading:
    referee = Referee(setup)
    deals: dict[int, IdentifiedDeal] = {}
    with suppress(HakamError):  # a recording that breaks off is read as far as it goes
        for moment in watch(frames, presses, observe, referee):
            if moment.events and (deal := referee.finished_deal):
                deals[deal.number] = deal
    last = referee.identified_deal
    return RecordingReading(
        looks, list((deals | {last.number: last}).values()), referee.log_likelihood, len(referee.plays)
    )
