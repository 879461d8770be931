"""A recording read twice: by what the whole of it tells of the deck, every look is named anew.

The network may not know the deck. The rules do, over a whole game: what they make of the first reading says which looks
are of which card, and by these the second one names them, as expectation maximization does (Dempster, Laird and Rubin,
1977). That may end in a reading that deceives itself, so it begins twice, by the network's names and by the same names
doubted, and what explains most of what was seen stands. A deck that the network names as the game does is left to it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from firmware.decoding.identities import IdentifiedDeal
from firmware.devices.card_looks import learned_cards
from firmware.devices.deck_learning import unfamiliar_deck
from firmware.devices.observer import Stopwatch
from firmware.errors import HakamError
from firmware.referee import MatchSetup, Referee
from firmware.replaying.recorded_looks import LookRecorder, RecordedEyes
from firmware.replaying.replay import watch
from firmware.replaying.sources import FilmSource
from firmware.signals import ButtonPress, TableObservation
from vision.frame import Frame
from vision.learned_deck import LearnedDeck
from vision.pipeline import Eyes

ROUNDS = 2
"""Readings by the deck of the one before, from each beginning. From names that are sure and wrong the first of them
read 108 of 108 filmed plays instead of 65, but 57 of 72 instead of 56 where more was wrong; there
70 from doubted names. A third explained a little more and changed no play."""
NO_PICTURE = np.zeros((1, 1, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class RecordingReading:
    """What came of one reading.

    Attributes:
        looks: what the referee was shown.
        deals: which card lay where, in each deal.
        log_likelihood: of all that was seen, by the leading hypothesis.
    """

    looks: Sequence[TableObservation]
    deals: Sequence[IdentifiedDeal]
    log_likelihood: float


def second_look(
    film: FilmSource, setup: MatchSetup, frames: Iterable[Frame], eyes: Eyes, stopwatch: Stopwatch
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
    """Read a recording as often as that explains more of it.

    Args:
        setup: who plays what.
        presses: what people pressed, by time.
        frames: those of the recording; what they raise is left for whoever reads them next.
        recorder: looks at them, and remembers it.
    """
    best = _read(setup, presses, frames, recorder.observe, [])
    best = replace(best, looks=[one.look for one in recorder.looks])
    if _deck_of(best, recorder) is None:
        return best
    again = partial(_read_looks, setup, presses, recorder.times_ms)
    doubted = again(recorder.doubted())
    refined = [reading for begin in (best, doubted) for reading in _refined(begin, recorder, again)]
    return max((best, *refined), key=lambda reading: reading.log_likelihood)


def _refined(
    reading: RecordingReading,
    recorder: LookRecorder,
    again: Callable[[Sequence[TableObservation]], RecordingReading],
) -> Iterator[RecordingReading]:
    """The readings that come of naming by the deck of the one before."""
    for _ in range(ROUNDS):
        if (deck := _deck_of(reading, recorder)) is None:
            return
        reading = again(recorder.named_by(deck))
        yield reading


def _deck_of(reading: RecordingReading, recorder: LookRecorder) -> LearnedDeck | None:
    """The deck that was played with, by a reading; ``None``: the network knows it."""
    return unfamiliar_deck([learned_cards(deal, recorder.sightings.values()) for deal in reading.deals])


def _read_looks(
    setup: MatchSetup, presses: Sequence[ButtonPress], times_ms: Iterable[int], looks: Sequence[TableObservation]
) -> RecordingReading:
    at = {look.t_ms: look for look in looks}
    frames = (Frame(t_ms, NO_PICTURE) for t_ms in times_ms)
    return _read(setup, presses, frames, lambda frame: at.get(frame.t_ms), looks)


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
    return RecordingReading(looks, list((deals | {last.number: last}).values()), referee.log_likelihood)
