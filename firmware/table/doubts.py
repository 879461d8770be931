"""What the readings agree on, and the doubt that remains where they do not."""

from dataclasses import dataclass

from firmware.cards import Card
from firmware.table.infer import Reader
from firmware.table.reading import Layout, Reading, Step


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something the referee could not settle; play goes on meanwhile.

    Attributes:
        t_ms: when it happened; the picture of that moment is the evidence.
        step: which step of the story, from 0.
        seat: who played; ``None`` for a layout.
        candidates: what it may have been (``None``: no play at all), with probabilities, likeliest first.
    """

    t_ms: int
    step: int
    seat: int | None
    candidates: tuple[tuple[Card | None, float], ...]


@dataclass(frozen=True, slots=True)
class DoubtSettled:
    """Later looks or cards have answered a doubt."""

    step: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class ReadingCorrected:
    """A play announced before is understood otherwise now: what changed and the new total, no more.

    Attributes:
        step: which step of the story, from 0.
        was: the card announced; ``None`` where none was.
        now: the card as it is read now; ``None`` where there was no play.
        scores: the new total of each side.
    """

    step: int
    was: Card | None
    now: Card | None
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LayoutSettled(DoubtSettled):
    """The doubt was about the four cards that opened a deal; these they were."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LayoutCorrected(ReadingCorrected):
    """The cards that opened a deal are read otherwise; these they were."""

    cards: tuple[Card, ...]


def settled(reader: Reader, index: int) -> DoubtSettled:
    """The answer to the doubt about step ``index``."""
    step = next(iter(reader.best.story[index : index + 1]), None)
    if step and isinstance(step.action, Layout):
        return LayoutSettled(index, None, step.cards)
    return DoubtSettled(index, card_of(step) if step else None)


def corrected(reader: Reader, index: int, was: Step, scores: tuple[int, ...]) -> ReadingCorrected:
    """What step ``index`` is now, after it was told as ``was``."""
    step = next(iter(reader.best.story[index : index + 1]), None)
    if step and isinstance(step.action, Layout):
        return LayoutCorrected(index, card_of(was), None, scores, step.cards)
    return ReadingCorrected(index, card_of(was), card_of(step) if step else None, scores)


def gist(step: Step) -> object:
    """What counts of a step: who played which rank (rule G2: suits never matter); which ranks were laid."""
    if isinstance(step.action, Layout):
        return tuple(sorted(card.rank for card in step.action.cards))
    return (step.action.seat, step.action.card.rank)


def card_of(step: Step) -> Card | None:
    """The card played; ``None`` for a layout."""
    return None if isinstance(step.action, Layout) else step.action.card


def agreement(reader: Reader, count: int) -> float:
    """Probability that the first ``count`` steps of the leading story happened as it tells them."""
    wanted = [gist(step) for step in reader.best.story[:count]]
    weighed = zip(reader.readings, reader.shares(), strict=True)
    return sum(share for reading, share in weighed if _tells(reading, wanted))


def doubt(reader: Reader, index: int) -> Doubt:
    """The question that step ``index`` of the leading story leaves open."""
    shares: dict[Card | None, float] = {}
    for reading, share in zip(reader.readings, reader.shares(), strict=True):
        story = reading.story
        card = card_of(story[index]) if index < len(story) else None
        shares[card] = shares.get(card, 0.0) + share
    step = reader.best.story[index]
    seat = None if isinstance(step.action, Layout) else step.action.seat
    ranked = sorted(shares.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return Doubt(step.t_ms, index, seat, tuple((card, round(share, 4)) for card, share in ranked))


def _tells(reading: Reading, wanted: list[object]) -> bool:
    return [gist(step) for step in reading.story[: len(wanted)]] == wanted
