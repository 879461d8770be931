"""What is said aloud of everything that one signal caused: clips by their names, one after the other.

A clip is a word or a short sentence that somebody has recorded; numbers and players are clips of their own, so that
some eighty of them say every score of every table.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from firmware.announce.say import most_points
from firmware.announce.seating import Seating
from firmware.announce.texts import keys, text
from firmware.events import (
    ChallengeOpened,
    CorrectionEvent,
    Doubt,
    Event,
    PressRefused,
    SayingRefused,
    SayingTakenBack,
    TableDisagrees,
)
from firmware.rules.events import (
    Announced,
    BatchDealt,
    DealAbandoned,
    DealOpened,
    GameWon,
    NothingAnnounced,
    PointsScored,
    RoundWon,
    WinRevoked,
)


class Spoken(StrEnum):
    """The classes of what is said, each of which an owner can switch on."""

    WIN = "win"
    POINTS = "points"
    QUESTION = "question"
    FAULT = "fault"
    CORRECTION = "correction"
    ANNOUNCEMENT = "announcement"
    DEAL = "deal"


class SpokenSentence(NamedTuple):
    """Something that is said.

    Attributes:
        kind: its class.
        clips: names of clips, in order; each is one of :data:`CLIPS`.
    """

    kind: Spoken
    clips: tuple[str, ...]


TENS = (50, 60)
"""Above 41, where ``long`` ends beyond 51, a number is its ten and its one."""
NUMBERS = (*range(42), *TENS)
WORDS = tuple(sorted(keys("voice", "en")))
CLIPS = (*WORDS, *(f"n{number}" for number in NUMBERS))
"""All clips: the words in ``[voice]`` of the tables of texts, and ``n0`` to ``n41``, ``n50``, ``n60``."""
PAUSED = SpokenSentence(Spoken.FAULT, ("paused",))


def clip_words(clip: str, language: str) -> str:
    """The words that a clip says.

    Args:
        clip: one of :data:`CLIPS`.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.
    """
    return text("voice", clip, language) if clip in WORDS else clip.removeprefix("n")


def number_clips(number: int) -> tuple[str, ...]:
    """The clips that say a number; none where it has none (from 70 on, or below nil)."""
    if number in NUMBERS:
        return (f"n{number}",)
    ten = number // 10 * 10
    return (f"n{ten}", f"n{number % 10}") if ten in NUMBERS and number > 0 else ()


def spoken(events: Iterable[Event], scores: Sequence[int], seating: Seating) -> SpokenSentence | None:
    """Choose what to say of a batch of events: who has won, else points, a question, a fault ...; ``None``: nothing.

    Args:
        events: what one signal caused, in order.
        scores: points of each side after it.
        seating: who sits at the table.
    """
    told = list(events)
    scored = [event for event in told if isinstance(event, PointsScored)]
    won = [event for event in told if isinstance(event, GameWon | RoundWon)]
    if won:
        return SpokenSentence(Spoken.WIN, (*_sides(won[-1].sides, seating), _winning(won[-1]), *_score(scores)))
    if scored:
        return SpokenSentence(Spoken.POINTS, (*_scored(most_points(scored), seating), *_score(scores)))
    found = [one for event in told if (one := _said(event, scores, seating))]
    return min(found, key=lambda one: ORDER.index(one.kind), default=None)


ORDER = tuple(Spoken)


def _winning(event: GameWon | RoundWon) -> str:
    return "wins" if isinstance(event, GameWon) else "wins_round"


def _scored(group: Sequence[PointsScored], seating: Seating) -> tuple[str, ...]:
    first = group[0]
    who = (_player(first.seat),) if first.seat is not None else _sides((first.side,), seating)
    return (*who, *(event.reason.value for event in group))


def _said(event: Event, scores: Sequence[int], seating: Seating) -> SpokenSentence | None:
    if isinstance(event, CorrectionEvent):
        said = "taken_back" if isinstance(event, SayingTakenBack) else "corrected"
        return SpokenSentence(Spoken.CORRECTION, (said, *_score(scores)))
    return _asked(event) or _of_the_deal(event)


def _asked(event: Event) -> SpokenSentence | None:
    match event:
        case Doubt():
            return SpokenSentence(Spoken.QUESTION, ("who_played" if event.seats else "question",))
        case ChallengeOpened():
            return SpokenSentence(Spoken.QUESTION, (_player(event.against), "challenge"))
        case TableDisagrees() | DealAbandoned() | WinRevoked():
            return SpokenSentence(Spoken.FAULT, ("look",))
        case PressRefused() | SayingRefused():
            return SpokenSentence(Spoken.FAULT, ("not_possible",))
    return None


def _of_the_deal(event: Event) -> SpokenSentence | None:
    match event:
        case Announced():
            return SpokenSentence(Spoken.ANNOUNCEMENT, (_player(event.seat), event.what.value))
        case NothingAnnounced():
            return SpokenSentence(Spoken.ANNOUNCEMENT, (_player(event.seat), "nothing"))
        case DealOpened():
            return SpokenSentence(Spoken.DEAL, ("deal",))
        case BatchDealt() if event.last:
            return SpokenSentence(Spoken.DEAL, ("last_cards",))
    return None


def _player(seat: int) -> str:
    return f"player_{seat + 1}"


def _sides(sides: Iterable[int], seating: Seating) -> tuple[str, ...]:
    seats = [seat for side in sides for seat in seating.seats_of(side)]
    joined = [clip for seat in seats for clip in ("and", _player(seat))]
    return tuple(joined[1:])


def _score(scores: Sequence[int]) -> tuple[str, ...]:
    """The score of all sides; none where one of them has no clips, for half a score would be another one."""
    said = [number_clips(points) for points in scores]
    if not all(said):
        return ()
    return ("score", *said[0], *(clip for number in said[1:] for clip in ("to", *number)))
