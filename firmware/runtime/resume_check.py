"""After a cut: is what lies on the table of the match that goes on? If not, people say so, and nothing is guessed.

What was seen since is held back until it is answered, so that neither a match gets plays of another one nor a play is
lost. Told apart are cards that were played on meanwhile and those of another game.
"""

from collections import Counter, deque
from collections.abc import Sequence

from firmware.buttons.debounce import RefereeButton
from firmware.buttons.meanings import IDLE
from firmware.cards import Card
from firmware.signals import ButtonPress, TableObservation

GONE_ON, OTHER_GAME = "gone_on", "other_game"
"""What is asked: faults of the texts."""
HELD = 400
"""Looks that are held back: 50 s while hands move."""
ANSWER_MS = 20_000
"""So long a question waits: where nobody answers the match goes on, as it does where there are no buttons. As long as
other questions wait (``ask_ms``)."""
UNJUDGED_MS = 30_000
"""So long the table may be out of sight before the match goes on as it was remembered. A judgement."""

GO_ON = frozenset({RefereeButton.A.value, IDLE[RefereeButton.A]})
BEGIN_ANEW = frozenset({RefereeButton.B.value, IDLE[RefereeButton.B]})
ANSWERS = GO_ON | BEGIN_ANEW
"""What short presses of A and B say, whether the game asks something, too, or not."""


SURE = 0.75
"""Less sure than this of its face a card may be any. As with tracks (:mod:`firmware.tracking.tracker`)."""
NEXT_PLAY = 1
"""So many cards more are no question: somebody played, and the rules say who."""

HeldSignal = TableObservation | ButtonPress
"""What is held back, in its order."""


def difference(remembered: Sequence[Card], look: TableObservation, seen: Sequence[Card] = ()) -> str:
    """How the table differs from what is remembered: :data:`GONE_ON`, :data:`OTHER_GAME`; empty: it does not.

    Args:
        remembered: the cards that lie open by the rules.
        look: at a table that nobody reaches over.
        seen: the cards that were seen there last: of those that were captured some may still lie there.
    """
    sure = [card.face for card in look.cards if isinstance(card.face, Card) and card.confidence >= SURE]
    there, known = (Counter(card.rank for card in cards) for cards in (sure, remembered))
    lay = known | Counter(card.rank for card in seen)
    unsure = len(look.cards) - len(sure)
    if not known or ((known - there).total() <= unsure and (there - lay).total() <= NEXT_PLAY):
        return ""
    return GONE_ON if (known & there).total() or not there else OTHER_GAME


class ResumeCheck:
    """Holds looks back from a match that was resumed, until its table is known again.

    Attributes:
        question: what is asked; empty: nothing is.
    """

    def __init__(self, remembered: Sequence[Card] = (), seen: Sequence[Card] = ()) -> None:
        """Begin with the cards that lay there before the cut; none: all is passed on.

        Args:
            remembered: the cards that lay open by the rules.
            seen: the cards that were seen last.
        """
        self.question = ""
        self._remembered, self._seen, self._settled = tuple(remembered), tuple(seen), not remembered
        self._held: deque[HeldSignal] = deque(maxlen=HELD)
        self._asked_ms = 0

    def passed(self, looks: Sequence[TableObservation]) -> list[HeldSignal]:
        """What the referee is told now."""
        if self._settled:
            return list(looks)
        self._held.extend(looks)
        for look in looks:
            self._judge(look)
        return self._released() if self._settled else []

    def pressed(self, press: ButtonPress) -> list[HeldSignal]:
        """What the referee is told now: not a press before the looks at what it is about."""
        if self._settled:
            return [press]
        self._held.append(press)
        return []

    def rest(self) -> list[HeldSignal]:
        """What is still held back when the program ends: the match is told them as it is."""
        return self._released()

    def answered(self, word: str) -> list[HeldSignal] | None:
        """All that is passed on after a press, to the same match or a new one; ``None``: it answers nothing."""
        if not self.question or word not in ANSWERS:
            return None
        self.question, self._settled = "", True
        return self._released()

    def _judge(self, look: TableObservation) -> None:
        """A table at rest gives one look and no other till something moves; the same table at last ends a question."""
        quiet = not (look.hand_present or look.unseen)
        since_ms, most_ms = (self._asked_ms, ANSWER_MS) if self.question else (self._held[0].t_ms, UNJUDGED_MS)
        same = quiet and not difference(self._remembered, look, self._seen)
        if same or look.t_ms - since_ms > most_ms or len(self._held) == HELD:
            self.question, self._settled = "", True
        elif quiet and not self.question:
            self.question, self._asked_ms = difference(self._remembered, look, self._seen), look.t_ms

    def _released(self) -> list[HeldSignal]:
        held = list(self._held)
        self._held.clear()
        return held
