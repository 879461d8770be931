"""Signals that a file holds, checked for what no eyes and no buttons say: the referee counts on it."""

from collections.abc import Iterable, Iterator
from math import isfinite

from firmware.bounded.bounds import CARDS_OF_A_LOOK, MOST_MM, MOST_MS, NAME_LETTERS
from firmware.errors import quoted
from firmware.signals import ButtonPress, CardsRenamed, Faces, Outline, Signal, TableObservation
from firmware.storage.codec import CodecError

SEATS = (None, 0, 1, 2, 3)  # rule G3


def checked(signal: Signal) -> Signal:
    """The signal itself.

    Raises:
        CodecError: if it cannot have been seen or pressed.
    """
    if fault := next(_faults(signal), None):
        raise CodecError(f"{quoted(signal)} cannot be: {fault}")
    return signal


def _faults(signal: Signal) -> Iterator[str]:
    if not 0 <= signal.t_ms <= MOST_MS:
        yield "its time"
    if isinstance(signal, TableObservation):
        yield from _look_faults(signal)
    elif isinstance(signal, CardsRenamed) and not all(_are_faces(faces) for _, faces in signal.names):
        yield "its names"
    elif isinstance(signal, ButtonPress) and (signal.seat not in SEATS or len(signal.input) > NAME_LETTERS):
        yield "its seat or its words"


def _look_faults(look: TableObservation) -> Iterator[str]:
    outlines = (*look.covers, *look.hidden)
    if max(len(look.cards), len(outlines), *map(len, outlines)) > CARDS_OF_A_LOOK or not all(outlines):
        yield "how much is seen"
    if not all(_is_on_table(one) for one in (*outlines, *(card.corners for card in look.cards))):
        yield "where it is"
    if not all(_are_faces(card.faces) for card in look.cards):
        yield "its names"
    if not all(map(isfinite, (look.quality.motion, look.quality.sharpness, look.quality.brightness))):
        yield "how well it was seen"


def _is_on_table(outline: Outline) -> bool:
    return all(abs(number) <= MOST_MM for point in outline for number in point)  # what is no number is not


def _are_faces(faces: Faces) -> bool:
    return 0 < len(faces) <= CARDS_OF_A_LOOK and _are_chances(chance for _, chance in faces)


def _are_chances(numbers: Iterable[float]) -> bool:
    return all(0 <= number <= 1 + 1e-6 for number in numbers)  # sums of rounded numbers
