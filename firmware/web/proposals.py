"""Corrections that a player has asked for by his phone, which wait for a nod from the other side."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

WINDOW_S = 120.0
"""So long a correction waits: to take out a phone, read it and think; a deal has two minutes."""
TOLD_S = 20.0
"""So long everybody is told what came of it: to look at a phone that lay on the table."""
MOST_WAITING = 4
"""One of each player; a second one takes the place of his first."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A correction that waits.

    Attributes:
        number: by which it is known.
        seat: who has asked for it.
        side: his side.
        input: in the words of :mod:`firmware.dialogue.presses`.
        plays: how many plays were told then: what is to be put right is another one after the next.
        asked: the question that it answers; empty: none.
        until_s: till when it waits, by the clock.
    """

    number: int
    seat: int
    side: int
    input: str
    plays: int
    asked: str
    until_s: float


@dataclass(frozen=True, slots=True)
class SettledProposal:
    """What came of a correction.

    Attributes:
        proposal: it.
        outcome: a player of the other side agreed, or did not; or the game went on meanwhile.
        seat: of that player; ``None``: nobody answered.
        until_s: till when it is told, by the clock.
    """

    proposal: Proposal
    outcome: Literal["agreed", "refused", "lapsed"]
    seat: int | None
    until_s: float


class Proposals:
    """All that wait; what was agreed to, refused or is too old is gone, and told for a while.

    Attributes:
        count: how many there were.
        changed: is called when one was asked for, agreed to or refused.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin with none; ``clock`` tells the time, seconds."""
        self._clock = clock
        self._waiting: dict[int, Proposal] = {}
        self._settled: list[SettledProposal] = []
        self.count = 0
        self.changed: Callable[[], object] = lambda: None

    def ask(self, seat: int, side: int, words: str, *, plays: int, asked: str = "") -> Proposal:
        """Ask for a correction.

        Args:
            seat: who asks.
            side: his side.
            words: what is to be put right.
            plays: how many plays were told when he asked.
            asked: the question that it answers; empty: none.
        """
        self._waiting = {one.number: one for one in self.waiting(plays) if one.seat != seat}
        self.count += 1
        proposal = Proposal(self.count, seat, side, words, plays, asked, self._clock() + WINDOW_S)
        self._waiting[proposal.number] = proposal
        self.changed()
        return proposal

    def restore(self, waiting: Iterable[Proposal], count: int) -> None:
        """Let those wait again that :attr:`all` gave before.

        Args:
            waiting: those.
            count: how many there were, so that no number comes again.
        """
        until_s = self._clock() + WINDOW_S
        known = [one for one in waiting if one.until_s <= until_s][-MOST_WAITING:]
        self._waiting, self.count = {one.number: one for one in known}, count

    @property
    def all(self) -> tuple[Proposal, ...]:
        """Those that wait, whatever was told since."""
        return tuple(one for one in self._waiting.values() if one.until_s > self._clock())

    def waiting(self, plays: int) -> tuple[Proposal, ...]:
        """Those that wait now; ``plays`` is how many were told by now."""
        return tuple(one for one in self._waiting.values() if one.until_s > self._clock() and one.plays == plays)

    def settled(self, plays: int) -> tuple[SettledProposal, ...]:
        """What came of those that were asked for lately; ``plays`` is how many were told by now."""
        now_s = self._clock()
        for one in [one for one in self._waiting.values() if one.until_s <= now_s or one.plays != plays]:
            self._waiting.pop(one.number)
            self._settled.append(SettledProposal(one, "lapsed", None, now_s + TOLD_S))
        self._settled = [one for one in self._settled if one.until_s > now_s][-MOST_WAITING:]
        return tuple(self._settled)

    def agree(self, number: int, seat: int, side: int, plays: int) -> Proposal | None:
        """Agree to a correction; give it, or ``None``: there is none of that number that this side may agree to.

        Args:
            number: which one.
            seat: of whoever agrees.
            side: his; nobody agrees to what his own side has asked for.
            plays: how many were told by now.
        """
        found = next((one for one in self.waiting(plays) if one.number == number and one.side != side), None)
        return self._settle(number, "agreed", seat) if found else None

    def refuse(self, number: int, seat: int) -> Proposal | None:
        """Drop a correction: the other side does not agree, or who asked for it thinks better of it."""
        return self._settle(number, "refused", seat)

    def _settle(self, number: int, outcome: Literal["agreed", "refused"], seat: int) -> Proposal | None:
        gone = self._waiting.pop(number, None)
        if gone and gone.seat != seat:
            self._settled.append(SettledProposal(gone, outcome, seat, self._clock() + TOLD_S))
        if gone:
            self.changed()
        return gone
