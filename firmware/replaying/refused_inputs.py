"""Corrections in a recording's session file that could not be made: told when all else is done."""

from firmware.announce.clock import clock
from firmware.dialogue.pack_check import pack_faults, placed_cards
from firmware.errors import HakamError
from firmware.events import PressRefused
from firmware.presentation.presenter import Presentation
from firmware.referee import Referee
from firmware.settings.session_file import NAME
from firmware.storage.moment import Moment

CORRECTING = frozenset(("card", "seat", "insert", "remove", "layout"))
"""Words that no button has: somebody wrote them to put the recording right."""


class RefusedInputsError(HakamError, ValueError):
    """Corrections that could not be made; the score is without them."""


class RefusalRecorder:
    """Takes down the corrections that are refused; what a button said in vain was told at the table."""

    def __init__(self) -> None:
        """Nothing refused yet."""
        self._corrects, self._refused = False, list[str]()

    def __call__(self, moment: Moment, _presentation: Presentation) -> None:
        """Listen to a moment."""
        words = getattr(moment.signal, "input", "").split()[:1]
        if not CORRECTING.intersection(words):
            return
        self._corrects = True
        refused = (event for event in moment.events if isinstance(event, PressRefused))
        self._refused += [f"{event.input!r} at {clock(moment.t_ms)} was refused: {event.fault}" for event in refused]

    def check(self, referee: Referee) -> None:
        """Let a session pass in which all corrections were made, and no pack is asked for more than it has.

        Raises:
            RefusedInputsError: if it is another one; the message has a line for each fault.
        """
        impossible = pack_faults(referee.match, {}, placed_cards(referee.history)) if self._corrects else []
        if faults := [*self._refused, *impossible]:
            raise RefusedInputsError("\n".join(f"{NAME}: {fault}; put it right there" for fault in faults))
