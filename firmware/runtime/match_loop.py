"""Match after match at one table: the next one begins when its first cards lie there; till then a win can be undone."""

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace

from firmware.referee import MatchSetup
from firmware.rules.notation.ruleset import parse_rules
from firmware.runtime.live_match import EvidenceSource, LiveMatch, no_pictures
from firmware.signals import Signal, TableObservation
from firmware.storage.moment import Moment

OPENING_LOOKS = 2
"""Looks in a row with all cards of a layout at rest: one may have seen a hand's shadow as a card."""
KEPT = 200
"""Looks at the cards of a new deal, to be told to its referee: 25 s while hands move."""


class MatchLoop:
    """The match that is played now, and when it ends the next one.

    Attributes:
        match: the one that is played now.
    """

    def __init__(
        self,
        match: LiveMatch,
        *,
        wanted: MatchSetup | None = None,
        seen: Iterable[TableObservation] = (),
        prove: EvidenceSource = no_pictures,
        begun: Callable[[int], object] = lambda _session: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Go on with ``match`` now.

        Args:
            match: the one that is played now.
            wanted: what the house plays from the next match on; ``None``: the same.
            seen: looks since the match was won, if it is.
            prove: gives the pictures that prove what was announced.
            begun: is told the session of this match and of each that follows.
            clock: tells the time, seconds.
        """
        self.match = match
        self._wanted, self._prove, self._begun = wanted, prove, begun
        self._began_s = clock() - match.t_ms / 1000
        self._looks: deque[TableObservation] = deque(maxlen=KEPT)
        self._cleared = False
        for look in seen:
            self._opens(look)
        begun(match.number)

    def t_ms(self, at_s: float) -> int:
        """The time of the session at a time of the clock, seconds; never before its last signal."""
        return max(round((at_s - self._began_s) * 1000), self.match.t_ms)

    def feed(self, signal: Signal) -> list[Moment]:
        """Tell the referee, or the one of the next match if it begins with this look."""
        if isinstance(signal, TableObservation) and self._opens(signal):
            return self._next_match()
        return [self.match.feed(signal, self._prove)]

    def tick_if_due(self, at_s: float) -> list[Moment]:
        """Tell the referee that time went by, if he waits for that."""
        moment = self.match.tick_if_due(self.t_ms(at_s))
        return [moment] if moment else []

    def close(self) -> None:
        """The program ends, the match does not: put it aside so that it can be resumed."""
        self.match.save_checkpoint()

    def _opens(self, look: TableObservation) -> bool:
        """Whether the match is won and the cards of the next one lie there."""
        if not self.match.referee.scoreboard.winners or (not look.cards and not look.hand_present):
            self._looks.clear()
            self._cleared = bool(self.match.referee.scoreboard.winners)
            return False
        self._looks.append(look)
        cards = max(parse_rules(self.match.referee.setup.rules).table_cards, 1)
        last = list(self._looks)[-OPENING_LOOKS:]
        laid = len(last) == OPENING_LOOKS and all(not one.hand_present and len(one.cards) >= cards for one in last)
        return laid and self._cleared

    def _next_match(self) -> list[Moment]:
        """Close the match that was won, begin the next, and tell its referee what was seen since the table was bare."""
        first_ms = self._looks[0].t_ms
        looks = [replace(look, t_ms=look.t_ms - first_ms) for look in self._looks]
        self.match, moments = self.match.succeed(self.match.next_setup(self._wanted), looks)
        self._begun(self.match.number)
        self._began_s += first_ms / 1000
        self._looks.clear()
        return moments
