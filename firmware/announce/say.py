"""What to say of everything that one signal caused: one line or one big word, one sound, one question."""

from collections.abc import Iterable, Sequence

from firmware.announce.phrases import TWO, phrase
from firmware.announce.seating import Seating
from firmware.announce.texts import text
from firmware.announce.tones import Sound
from firmware.announce.view import Highlight, Question
from firmware.announce.words import card_name, reason_name
from firmware.events import ChallengeOpened, DeckCompared, Doubt, Event, PressRefused, SayingRefused, TableDisagrees
from firmware.rules.events import BatchDealt, DealAbandoned, DealOpened, GameWon, PointsScored, WinRevoked

FOOTER, LINE = 16, 21  # characters beside the batches' pips, and of a whole line, on the small display
TWO_LINES = 36  # characters beside the score on a wide one: two lines of 128 pixels in its larger letters
QUESTIONS = Doubt | ChallengeOpened
FAULTS = TableDisagrees | DealAbandoned | WinRevoked | PressRefused | SayingRefused
BIG = 5  # points from which a sound is the big one: b'khamsa (rule K5), tringa (rule D2)


def highlight(events: Iterable[Event], language: str, seating: Seating = TWO, width: int = FOOTER) -> Highlight | None:
    """Choose what to show of a batch of events: the most points, a deal or a win that is lost, or else the last one.

    Points that one player made at once are one thing: a caida that empties the table is "caida + mesa", 2 points.

    Args:
        events: what one signal caused, in order.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.
        seating: who sits at the table.
        width: letters there is room for.

    Returns:
        What to show, or ``None`` if nothing needs to be.
    """
    told = list(events)
    scored = [event for event in told if isinstance(event, PointsScored)]
    if scored:
        return _points(most_points(scored), language)
    lost: list[Event] = [event for event in told if isinstance(event, DealAbandoned | WinRevoked)]
    lines = lost or [event for event in told if _worth_a_line(event)]
    return Highlight(phrase(lines[-1], language, seating=seating, width=width)) if lines else None


def most_points(scored: Sequence[PointsScored]) -> Sequence[PointsScored]:
    """The player's, or side's, points that are the most; the first of equals."""
    makers = dict.fromkeys((event.side, event.seat) for event in scored)
    groups = [[event for event in scored if (event.side, event.seat) == maker] for maker in makers]
    return max(groups, key=lambda group: sum(event.points for event in group))


def _points(most: Sequence[PointsScored], language: str) -> Highlight:
    title = " + ".join(reason_name(event.reason, language) for event in most)
    return Highlight(title, sum(event.points for event in most), seat=most[0].seat, side=most[0].side)


def _worth_a_line(event: Event) -> bool:
    """Whether it says more than the screens show anyway: the batch as pips, the deal and the winner in words."""
    if isinstance(event, BatchDealt):
        return event.last
    if isinstance(event, DeckCompared):
        return not event.fits
    return not isinstance(event, DealOpened | GameWon)


def sound(events: Iterable[Event]) -> Sound | None:
    """Choose the one sound for a batch of events: the win, then points, then a question; else none."""
    told = list(events)
    points = sum(event.points for event in told if isinstance(event, PointsScored))
    if any(isinstance(event, GameWon) for event in told):
        return Sound.WIN
    if points:
        return Sound.BIG_POINT if points >= BIG else Sound.POINT
    if any(_is_fault(event) for event in told):
        return Sound.FAULT
    return Sound.QUESTION if any(isinstance(event, QUESTIONS) for event in told) else None


def _is_fault(event: Event) -> bool:
    return isinstance(event, FAULTS) or (isinstance(event, DeckCompared) and not event.fits)


def question(doubt: Doubt, language: str, seating: Seating = TWO) -> Question | None:
    """Turn a doubt into a question with the two likeliest answers; ``None`` if it has no two.

    Args:
        doubt: what could not be settled.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.
        seating: who sits at the table.
    """
    answers = [seating.seat(seat) for seat, _ in doubt.seats]
    answers = answers or list(dict.fromkeys(card_name(card, language) for card, _ in doubt.candidates))
    if len(answers) < 2:
        return None
    return Question(phrase(doubt, language, seating=seating, width=LINE), answers[0], answers[1])


def challenge_question(challenge: ChallengeOpened, language: str, seating: Seating = TWO) -> Question:
    """Ask whether a challenge was right.

    Args:
        challenge: who doubts whom.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.
        seating: who sits at the table.
    """
    words = text("screen", "challenge", language).format(seat=seating.seat(challenge.against))
    return Question(words, text("screen", "yes", language), text("screen", "no", language))
