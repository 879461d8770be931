"""Answers that are taken back: what was read before them is read again, and their question is open again."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.numbering import deals, locate, step_at
from firmware.dialogue.amendments import (
    ChangeDeal,
    ChangeStep,
    DropStep,
    InsertStep,
    StepAmendment,
    amended,
)
from firmware.dialogue.answers import amendment_of, choices
from firmware.dialogue.earlier_deals import Readings
from firmware.dialogue.open_questions import OpenQuestions
from firmware.events import Doubt


@dataclass(frozen=True, slots=True)
class Retraction:
    """How to take back an answer that is about to be given.

    Attributes:
        doubt: the question.
        was: the step that it is about, as it is read before the answer; ``None``: there is none.
        deal: its deal as it is read before, if that is over; ``None``: it is the present one.
        doubts: all questions about that deal that are open.
        readings: those of its deal, if that is over.
    """

    doubt: Doubt
    was: Step | None
    deal: ChangeDeal | None
    doubts: tuple[Doubt, ...]
    readings: Readings

    @classmethod
    def of(cls, best: Hypothesis, doubt: Doubt, questions: OpenQuestions) -> "Retraction":
        """Remember what an answer may change.

        Args:
            best: the leading hypothesis.
            doubt: the question.
            questions: all that are open.
        """
        number = (locate(best, doubt.step) or (len(best.past), 0))[0]
        over = ChangeDeal(number, deals(best)[number].steps) if number < len(best.past) else None
        doubts = tuple(other for other in questions.asked.values() if other.deal == doubt.deal)
        return cls(doubt, step_at(best, doubt.step), over, doubts, questions.earlier.of(best, doubt.step))

    def amendment(self, best: Hypothesis) -> StepAmendment | ChangeDeal | None:
        """What takes the answer back in the leading hypothesis; ``None``: there is nothing to take back."""
        if self.deal:
            return self.deal
        index, now = self.doubt.step, step_at(best, self.doubt.step)
        if self.was is None:
            return DropStep(index) if now else None
        return ChangeStep(index, self.was) if now else InsertStep(index, self.was)


def reopen(beam: BeamSearch, doubt: Doubt) -> None:
    """Let the leading hypothesis have its rivals again: the other choices of a question.

    Args:
        beam: the hypotheses; the leading one stays.
        doubt: the question.
    """
    beam.restrict(beam.best, list(_rivals(beam.best, doubt)))


def _rivals(best: Hypothesis, doubt: Doubt) -> Iterator[Hypothesis]:
    for chosen in choices(doubt):
        amendment = amendment_of(best, doubt, chosen)
        if isinstance(amendment, ChangeStep):
            amendment = replace(amendment, step=replace(amendment.step, card_fixed=False, seat_fixed=False))
        rival = amended(best, amendment) if amendment else None
        if rival and rival.rank_key != best.rank_key:
            yield rival
