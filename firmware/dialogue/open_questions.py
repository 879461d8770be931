"""What was told and is not beyond question: marked at once, asked about when that is ripe, open until it is settled.

What nobody has answered when the next deal is laid stays open: no look will settle it any more, a person can.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.numbering import deals, locate, step_count
from firmware.dialogue.amendments import ChangeStep, DropStep, InsertStep, StepAmendment
from firmware.dialogue.answers import choices
from firmware.dialogue.costs import BEYOND_QUESTION, LIKELY
from firmware.dialogue.earlier_deals import EarlierDeals, Readings
from firmware.dialogue.questions import Agreement, card_of, question_about, ranked, settlement_of
from firmware.events import Doubt, Event

SMOOTHING_MS = 8000
"""So long after a deal is over it is smoothed (:mod:`firmware.decoding.smoothing`) before anything is asked: over 200
rendered deals there were 76 questions with 2.5 seconds, 70 with 5, and 66 with 7, 8, 10 or 12, by the bounds of then
(0.8 and 0.9)."""
ANSWERING_MS = 10_000
"""So long people may still be answering a question about the deal that is played; only then is the next one asked, if
the answer has not settled it. A judgement: to find the buttons takes some five seconds, and a display that changes its
question meanwhile gets the answer to another one."""


class OpenQuestions:
    """The doubts about what was told, by the number of the step that each is about.

    Attributes:
        asked: the questions that are open, in the order in which they were asked.
        count: how many were asked.
        earlier: how the deals that are over may have been played, where a question about them is open.
    """

    def __init__(self, beam: BeamSearch, ask_ms: int) -> None:
        """Begin with no doubt.

        Args:
            beam: the hypotheses.
            ask_ms: how long people wait before they are asked while a deal goes on.
        """
        self._beam, self._ask_ms = beam, ask_ms
        self._unsure: dict[int, int] = {}
        self._over_ms: int | None = None
        self._asked_ms = -ANSWERING_MS
        self._thought_over = False
        self._answered: set[int] = set()
        self._put_right: dict[int, tuple[Doubt, Readings]] = {}
        self.asked: dict[int, Doubt] = {}
        self.count = 0
        self.earlier = EarlierDeals()

    @property
    def provisional(self) -> bool:
        """Whether something that was told is not beyond question."""
        return bool(self.asked or self._unsure)

    def answerable(self, *, laid: bool, won: bool) -> Doubt | None:
        """The question to be answered now: about the present deal, or in a pause of the game about one before.

        That about the earliest play comes first: often the others follow from it, and where a later one was only asked
        about because an earlier one is misread, none of its choices is true.

        While a deal is played nobody thinks of the one before, and the display has to show what is scored, as it has
        when the deal is just over.

        Args:
            laid: a layout lies there, and nobody has played.
            won: a win was announced, and the display shows it.
        """
        first = 0 if (laid or self._thought_over) and not won else self._beam.best.steps_before
        open_ones = [doubt for doubt in self.asked.values() if doubt.step >= first and len(choices(doubt)) > 1]
        return min(open_ones, key=lambda doubt: (doubt.deal is not None, doubt.step), default=None)

    @property
    def unsure(self) -> bool:
        """Whether something is not beyond question of which nobody was asked yet."""
        return bool(self._unsure)

    @property
    def doubt_the_win(self) -> bool:
        """Whether somebody else may have won: the present deal is in doubt, or an earlier one on which that hangs."""
        present = any(index >= self._beam.best.steps_before for index in self.asked)
        return self.unsure or present or self.earlier.doubt_the_win(self._beam.best)

    def note(self, agreed: Agreement, told: int, now_ms: int) -> None:
        """Note which steps are not sure, or not any more.

        Args:
            agreed: how far the hypotheses agree.
            told: how many steps were told.
            now_ms: the time.
        """
        for index in range(agreed.first, told):
            if index not in self.asked and agreed.share_of(index) < BEYOND_QUESTION:
                self._unsure.setdefault(index, now_ms)

    def settle(self, agreed: Agreement) -> list[Event]:
        """Close the questions that later looks, or people, have answered."""
        steps, open_steps = step_count(self._beam.best), (*self.asked, *self._unsure)
        sure = [index for index in open_steps if index >= agreed.first and agreed.share_of(index) >= BEYOND_QUESTION]
        answered, self._answered = self._answered, set()
        return self._close(*answered, *sure, *(index for index in open_steps if index >= steps))

    def ask_again(self, doubts: Iterable[Doubt], readings: Readings) -> None:
        """Open questions again that an answer has closed, which was taken back.

        Args:
            doubts: all questions about one deal that were open then.
            readings: those of that deal, if it is over.
        """
        for doubt in doubts:
            self.asked[doubt.step] = doubt
            self.earlier.restore(self._beam.best, doubt.step, readings)

    def answered(self, doubt: Doubt) -> None:
        """Note that a person has answered a question about an earlier deal; others about it may follow from that."""
        self._answered.add(doubt.step)
        for index, other in self.asked.items():
            steps = self.earlier.steps(self._beam.best, index)
            if other.deal == doubt.deal and index != doubt.step and steps:
                self._ask_again(index, other, steps)

    def _ask_again(self, index: int, doubt: Doubt, steps: Sequence[tuple[Step | None, float]]) -> None:
        """Ask a question by what the readings have there that an answer has left of its deal, or not at all."""
        cards = ranked((card_of(step) if step else None, share) for step, share in steps)
        total = sum(share for _, share in cards)
        self.asked[index] = again = replace(doubt, candidates=tuple((card, share / total) for card, share in cards))
        if len(choices(again)) < 2 or cards[0][1] >= BEYOND_QUESTION * total:
            self._answered.add(index)

    def _close(self, *indices: int) -> list[Event]:
        """Close the questions about these steps: they are answered."""
        answered = [index for index in indices if self.asked.pop(index, None)]
        self._unsure = {index: t_ms for index, t_ms in self._unsure.items() if index not in indices}
        return [settlement_of(self._beam, index) for index in answered]

    def ask(self, agreed: Agreement, now_ms: int, *, over: bool, everything: bool) -> list[Event]:
        """Ask about what was told long ago and is still not sure; at the end of a deal about all that is left.

        One question after the other, the earliest play first: often the answer settles the others.

        Args:
            agreed: how far the hypotheses agree.
            now_ms: the time.
            over: the deal is over, as far as it was told.
            everything: ask now, whatever may still be seen.
        """
        self._over_ms = (now_ms if self._over_ms is None else self._over_ms) if over else None
        self._thought_over = self._over_ms is not None and now_ms - self._over_ms >= SMOOTHING_MS
        due = [index for index in self._ripe(agreed, now_ms) if self._is_due(agreed, index)]
        ended = [index for index in self._unsure if everything or index < agreed.first]
        news = sorted({*self._next_of(due, now_ms), *ended})
        for index in news:
            self._ask(index)
        if news:
            self._asked_ms = now_ms
        self.earlier.keep(self._beam, self.asked)
        self.asked = {index: self._of_its_deal(index, doubt) for index, doubt in self.asked.items()}
        return [self.asked[index] for index in news if index in self.asked]

    def _next_of(self, due: Sequence[int], now_ms: int) -> list[int]:
        """The earliest of the steps that are due, unless people may still be answering another question."""
        present = any(index >= self._beam.best.steps_before for index in self.asked)
        answering = present and now_ms - self._asked_ms < ANSWERING_MS
        return [] if answering else sorted(due)[:1]

    def _ripe(self, agreed: Agreement, now_ms: int) -> list[int]:
        """The steps that have been doubtful for long enough to be asked about."""
        wait_ms = self._ask_ms if self._over_ms is None else min(self._ask_ms, SMOOTHING_MS)
        since = {index: max(t_ms, self._over_ms or t_ms) for index, t_ms in self._unsure.items()}
        return [index for index, t_ms in since.items() if now_ms - t_ms >= wait_ms]

    def _is_due(self, agreed: Agreement, index: int) -> bool:
        """Whether nothing that is still to come will settle a step."""
        return self._over_ms is not None or agreed.share_of(index) < LIKELY

    def _ask(self, index: int) -> None:
        """Ask about a step, unless nothing is left that it may have been instead, or the next layout has settled it."""
        del self._unsure[index]
        doubt = question_about(self._beam, index)
        if index >= self._beam.best.steps_before or (len(choices(doubt)) > 1 and not _is_settled(doubt)):
            self.asked[index] = doubt
            self.count += 1

    def _of_its_deal(self, index: int, doubt: Doubt) -> Doubt:
        """The question, with the number of its deal where the next one was begun: that has all its plays."""
        found = locate(self._beam.best, index)
        if found is None or index >= self._beam.best.steps_before:
            return replace(doubt, deal=None)
        played = tuple((card, share) for card, share in doubt.candidates if card or doubt.seat is None)
        return replace(doubt, candidates=played, deal=deals(self._beam.best)[found[0]].entries[-1].game.deal)

    def amend(self, best: Hypothesis, amendment: StepAmendment) -> None:
        """Keep the questions to their steps as a person amends ``best``, the leading hypothesis.

        The question about the step that he puts right is answered, and asked again where he takes that back.
        """
        index, more = amendment.index, isinstance(amendment, InsertStep) - isinstance(amendment, DropStep)
        if index in self.asked and isinstance(amendment, ChangeStep):
            self._put_right[index] = self.asked[index], self.earlier.of(best, index)
        self.asked = {one.step: one for one in _renumbered(self.asked, index, more)}
        self._put_right = {} if more else self._put_right
        self._unsure = {}
        self.earlier.amend(best, amendment)
        if isinstance(amendment, ChangeStep) and not amendment.step.is_fixed and index in self._put_right:
            self.asked[index], readings = self._put_right.pop(index)
            self.earlier.restore(best, index, readings)

    def take_over(self, other: "OpenQuestions") -> list[Event]:
        """Ask about the deals that are over what another one asks, which has heard the same with other names."""
        first = self._beam.best.steps_before
        theirs = {index: doubt for index, doubt in other.asked.items() if index < first}
        news = [doubt for index, doubt in theirs.items() if index not in self.asked]
        self._unsure = {index: t_ms for index, t_ms in self._unsure.items() if index >= first}
        settled = self._close(*(index for index in self.asked if index < first and index not in theirs))
        self.asked, self.earlier, self.count = self.asked | theirs, other.earlier, self.count + len(news)
        return [*settled, *news]


def _is_settled(doubt: Doubt) -> bool:
    """Whether the hypotheses agree by now on what was doubtful."""
    return not doubt.seats and doubt.candidates[0][1] >= BEYOND_QUESTION


def _renumbered(questions: Mapping[int, Doubt], index: int, more: int) -> Iterator[Doubt]:
    """The questions under the new numbers of their steps, without those about a step that a person has settled."""
    for step, asked in questions.items():
        if step != index or more > 0:
            yield replace(asked, step=step + more * (step >= index))
