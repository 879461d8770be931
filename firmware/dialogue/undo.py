"""The undo stack: answers and amendments that were made, and amendments that were taken back."""

from dataclasses import dataclass

from firmware.dialogue.amendments import Amendment
from firmware.dialogue.retraction import Retraction


@dataclass(frozen=True, slots=True)
class _Undoable:
    """What reverses an answer or an amendment, and how many entries were committed when it was made."""

    inverse: Amendment | Retraction
    committed: int


class UndoStack:
    """How to take back each answer and amendment of a person, and how to make an amendment again."""

    def __init__(self) -> None:
        """Begin empty."""
        self._done: list[_Undoable] = []
        self._undone: list[_Undoable] = []

    def push(self, inverse: Amendment | Retraction, committed: int) -> None:
        """Note what was done: what reverses it, how many entries are committed since; nothing can be redone then."""
        self._undone.clear()
        self.push_redone(inverse, committed)

    def push_redone(self, inverse: Amendment | Retraction, committed: int) -> None:
        """Note an amendment that was made again."""
        self._done.append(_Undoable(inverse, committed))

    def push_undone(self, inverse: Amendment, committed: int) -> None:
        """Note an amendment that was taken back."""
        self._undone.append(_Undoable(inverse, committed))

    def pop_undo(self, committed: int) -> Amendment | Retraction | None:
        """What reverses what was done last; ``None`` if there is nothing, or more entries were committed since."""
        return self._done.pop().inverse if self._done and self._done[-1].committed >= committed else None

    def pop_redo(self, committed: int) -> Amendment | None:
        """What makes the amendment again that was taken back last; ``None`` likewise."""
        if self._undone and self._undone[-1].committed < committed:
            self._undone.clear()
        again = self._undone.pop().inverse if self._undone else None
        assert not isinstance(again, Retraction)  # an answer is given again to its question
        return again
