"""The time line cut into blocks: each play with all that followed from it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from firmware.events import DoubtSettled, Event
from firmware.referee import TimedPlay
from firmware.report.chronicle import Chronicle, Shot, Told
from firmware.rules.events import CardPlayed, DealEnded, DealOpened, LayoutDealt
from firmware.storage.evidence import PROVEN

ALONE = (*PROVEN, DealOpened, DealEnded, DoubtSettled)
"""The kinds of event that begin a block; the others belong to the block before."""


@dataclass(slots=True)
class Block:
    """One entry of the time line.

    Attributes:
        told: the moment at which it was said.
        head: the event it is about.
        line: that event in words.
        play: its number from 1, if it is a play that stands in the final reading.
        shot: the evidence, if there is any.
        follow: what followed from it, each with its words.
        stands: it was not taken back later.
    """

    told: Told
    head: Event
    line: str
    play: int | None = None
    shot: Shot | None = None
    follow: list[tuple[Event, str]] = field(default_factory=list)
    stands: bool = True

    @property
    def anchor(self) -> str | None:
        """Where links to it lead."""
        return f"play-{self.play}" if self.play else None


def blocks(chronicle: Chronicle) -> list[Block]:
    """All blocks, in order of time."""
    found: list[Block] = []
    for told, event, line, shot in _events(chronicle):
        if isinstance(event, ALONE) or not found:
            found.append(Block(told, event, line, shot=shot))
        else:
            found[-1].follow.append((event, line))
    _number(found, chronicle.plays)
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
    """Of several openings of one deal only the last stands."""
    latest: dict[int, list[Block]] = {}
    for opening, layout in pairwise(found):
        if isinstance(opening.head, DealOpened) and isinstance(layout.head, LayoutDealt):
            for block in latest.get(opening.head.deal, []):
                block.stands = False
            latest[opening.head.deal] = [opening, layout]


def _tells(block: Block, play: TimedPlay) -> bool:
    head = block.head
    same = isinstance(head, CardPlayed) and (head.seat, head.card.rank) == (play.seat, play.card.rank)
    return same and block.told.t_ms >= play.t_ms


def _events(chronicle: Chronicle) -> Iterator[tuple[Told, Event, str, Shot | None]]:
    for told in chronicle.told:
        shots = iter(told.shots)
        for event, line in zip(told.events, told.lines, strict=True):
            yield told, event, line, next(shots, None) if isinstance(event, PROVEN) else None
