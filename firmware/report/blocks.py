"""The time line cut into blocks: each play with all that followed from it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from firmware.events import DoubtSettled, Event
from firmware.referee import TimedPlay
from firmware.report.record import AnnotatedPicture, ReportedMoment, SessionRecord
from firmware.rules.events import CardPlayed, DealEnded, DealOpened, LayoutDealt
from firmware.storage.evidence import PROVEN

ALONE = (*PROVEN, DealOpened, DealEnded, DoubtSettled)
"""The kinds of event that begin a block; the others belong to the block before."""


@dataclass(slots=True)
class Block:
    """One entry of the time line.

    Attributes:
        moment: when it was said.
        head: the event it is about.
        line: that event in words.
        play: its number from 1, if it is a play that stands in the final reading.
        picture: the evidence, if there is any.
        follow: what followed from it, each with its words.
        stands: it was not taken back later.
    """

    moment: ReportedMoment
    head: Event
    line: str
    play: int | None = None
    picture: AnnotatedPicture | None = None
    follow: list[tuple[Event, str]] = field(default_factory=list)
    stands: bool = True

    @property
    def anchor(self) -> str | None:
        """Where links to it lead."""
        return f"play-{self.play}" if self.play else None

    @property
    def events(self) -> tuple[Event, ...]:
        """The event it is about, and what followed from it."""
        return (self.head, *(event for event, _ in self.follow))


def blocks(record: SessionRecord) -> list[Block]:
    """All blocks, in order of time."""
    found: list[Block] = []
    for moment, event, line, picture in _events(record):
        if isinstance(event, ALONE) or not found:
            found.append(Block(moment, event, line, picture=picture))
        else:
            found[-1].follow.append((event, line))
    _number(found, record.plays)
    _supersede(found)
    return found


def _number(found: list[Block], plays: Sequence[TimedPlay]) -> None:
    """Give each play of the final reading its number; what was announced and taken back stays without one."""
    told = [block for block in found if isinstance(block.head, CardPlayed)]
    for number, play in reversed(list(enumerate(plays, start=1))):
        block = next((block for block in reversed(told) if _tells(block, play)), None)
        if block:
            block.play = number
            told.remove(block)
    for block in told:
        block.stands = False


def _supersede(found: list[Block]) -> None:
    """Mark every opening of a deal but the last as superseded."""
    latest: dict[int, list[Block]] = {}
    for opening, layout in pairwise(found):
        if isinstance(opening.head, DealOpened) and isinstance(layout.head, LayoutDealt):
            for block in latest.get(opening.head.deal, []):
                block.stands = False
            latest[opening.head.deal] = [opening, layout]


def _tells(block: Block, play: TimedPlay) -> bool:
    head = block.head
    same = isinstance(head, CardPlayed) and (head.seat, head.card.rank) == (play.seat, play.card.rank)
    return same and block.moment.t_ms >= play.t_ms


def _events(record: SessionRecord) -> Iterator[tuple[ReportedMoment, Event, str, AnnotatedPicture | None]]:
    for moment in record.moments:
        pictures = iter(moment.pictures)
        for event, line in zip(moment.events, moment.lines, strict=True):
            yield moment, event, line, next(pictures, None) if isinstance(event, PROVEN) else None
