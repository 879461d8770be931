"""The time line cut into blocks: each play with all that followed from it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from firmware.referee import Output
from firmware.report.chronicle import PROVEN, Chronicle, Shot, Told
from firmware.rules.events import BatchDealt, CardPlayed, DealEnded, DealOpened
from firmware.table.doubts import DoubtSettled

ALONE = (*PROVEN, DealOpened, BatchDealt, DealEnded, DoubtSettled)
"""The kinds of event that begin a block; the others belong to the block before."""


@dataclass(slots=True)
class Block:
    """One entry of the time line.

    Attributes:
        told: the moment at which it was said.
        head: the event it is about.
        line: that event in words.
        play: its number from 1, if it is a play.
        shot: the evidence, if there is any.
        follow: what followed from it, each with its words.
    """

    told: Told
    head: Output
    line: str
    play: int | None = None
    shot: Shot | None = None
    follow: list[tuple[Output, str]] = field(default_factory=list)

    @property
    def anchor(self) -> str | None:
        """Where links to it lead."""
        return f"play-{self.play}" if self.play else None


def blocks(chronicle: Chronicle) -> list[Block]:
    """All blocks, in order of time."""
    found: list[Block] = []
    plays = 0
    for told, event, line, shot in _events(chronicle):
        if not isinstance(event, ALONE) and found:
            found[-1].follow.append((event, line))
            continue
        plays += isinstance(event, CardPlayed)
        found.append(Block(told, event, line, plays if isinstance(event, CardPlayed) else None, shot))
    return found


def _events(chronicle: Chronicle) -> Iterator[tuple[Told, Output, str, Shot | None]]:
    for told in chronicle.told:
        shots = iter(told.shots)
        for event, line in zip(told.events, told.lines, strict=True):
            yield told, event, line, next(shots, None) if isinstance(event, PROVEN) else None
