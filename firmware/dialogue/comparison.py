"""The comparison of table and game: where they do not agree is said when that has changed for good."""

from firmware.decoding.beam_search import BeamSearch
from firmware.dialogue.deal_doubts import DealDoubts
from firmware.dialogue.disagreement import disagreement
from firmware.events import Event, TableAgrees, TableDisagrees

STEADY_MS = 1500
"""Whether table and game agree is told once it has been so for this long: while cards are collected it changes."""


class TableComparison:
    """Compares the table with the game at each look.

    Attributes:
        told: where they do not agree, as it was said last; ``None``: nowhere.
    """

    def __init__(self) -> None:
        """Begin with a table that agrees."""
        self.told: TableDisagrees | None = None
        self._found: TableDisagrees | None = None
        self._found_ms = 0
        self._doubts = DealDoubts()
        self._doubted: set[int] = set()

    def take_over(self, other: "TableComparison") -> None:
        """Go on with the deals as another one has weighed them, which has taken in the same looks with other names."""
        self._doubts = other._doubts

    def look(self, beam: BeamSearch, now_ms: int) -> list[Event]:
        """Compare; give what is to be said.

        Args:
            beam: the hypotheses; the leading one counts.
            now_ms: the time.
        """
        self._doubts.look(beam)
        table = disagreement(beam.best, beam.tracker)
        found = self._doubts.beside(table)
        if found != self._found:
            self._found, self._found_ms = found, now_ms
        if self._found == self.told or now_ms - self._found_ms < STEADY_MS:
            return []
        was, self.told = self.told, self._found
        if self.told is None or self.told.doubted_deal not in self._doubted:
            return [self._noted(self.told) or TableAgrees()]
        return [TableAgrees()] if table is None and was and was.doubted_deal is None else []

    def _noted(self, found: TableDisagrees | None) -> TableDisagrees | None:
        """Where table and game do not agree; that a deal is doubted is said once, and stays for all to see."""
        if found and found.doubted_deal is not None:
            self._doubted.add(found.doubted_deal)
        return found
