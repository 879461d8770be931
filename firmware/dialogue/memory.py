"""All that the referee has heard since the session began, to be heard once more where cards are named otherwise."""

from collections.abc import Sequence

from firmware.dialogue.presses import amends
from firmware.signals import ButtonPress, CardsRenamed, Signal, TableObservation


class SignalMemory:
    """The signals of the first deals; none any more once somebody has put something right: he meant what was told."""

    def __init__(self) -> None:
        """Begin with nothing heard."""
        self._signals_cache: list[Signal] = []
        self._count = 0
        self._closed = False

    @property
    def count(self) -> int:
        """How many signals were heard."""
        return self._count

    @property
    def signals(self) -> Sequence[Signal] | None:
        """All signals; ``None`` where they are not remembered, as by a referee who was put aside and read back."""
        return self._signals_cache if not self._closed and len(self._signals_cache) == self._count else None

    def hear(self, signal: Signal, players: int) -> None:
        """Remember a signal, other than a renaming."""
        self._count += 1
        if isinstance(signal, ButtonPress) and amends(signal, players):
            self.close()
        elif not self._closed:
            self._signals_cache.append(signal)

    def renamed(self, renaming: CardsRenamed) -> Sequence[Signal] | None:
        """All signals, with other names from now on; ``None`` where they are not remembered."""
        names = dict(renaming.names)
        if self.signals is None:
            return None
        self._signals_cache = [
            one.renamed(names) if isinstance(one, TableObservation) else one for one in self._signals_cache
        ]
        return self._signals_cache

    def close(self) -> None:
        """Forget all, for good."""
        self._closed, self._signals_cache = True, []
