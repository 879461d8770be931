"""Corrections: what people ask to be put right as amendments, by the numbers of plays that people count."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware.decoding.history import HistoryEntry, Layout, Step
from firmware.dialogue import presses
from firmware.dialogue.amendments import Amendment, ChangeStep, DropStep, InsertStep
from firmware.dialogue.answers import with_card, with_seat
from firmware.rules.play import Play


class RefusedError(Exception):
    """A command that cannot be met; the text says why. Never leaves the press handler."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """What was committed, by numbers: plays and deals from 1."""

    committed: Sequence[HistoryEntry]

    def amendment(self, command: presses.PressCommand) -> Amendment:
        """The amendment that a command asks for.

        Raises:
            RefusedError: if the play or the deal does not exist.
            AssertionError: if it is another command.
        """
        match command:
            case presses.SetCard():
                index, step = self._play(command.play)
                return ChangeStep(index, with_card(step, command.card))
            case presses.SetSeat():
                index, step = self._play(command.play)
                return ChangeStep(index, with_seat(step, command.seat))
            case presses.Remove():
                return DropStep(self._play(command.play)[0])
            case presses.Insert():
                return self._insertion(command)
            case presses.SetLayout():
                return self._layout(command)
        raise AssertionError(command)  # every command has its case above

    def _play(self, number: int | None) -> tuple[int, Step]:
        """The step of play ``number`` (from 1), or of the last one that was committed."""
        steps = [(index, step) for index, step in self.steps() if isinstance(step.action, Play)]
        if not steps or (number or 1) > len(steps):
            raise RefusedError(f"there is no play {number or 1}; {len(steps)} were played")
        return steps[number - 1 if number else -1]

    def steps(self) -> list[tuple[int, Step]]:
        """The steps that were committed, as they are understood now, with their numbers."""
        facts = (entry.fact for entry in self.committed)
        return list(enumerate(fact for fact in facts if isinstance(fact, Step)))

    def _insertion(self, command: presses.Insert) -> InsertStep:
        plays = [(index, step) for index, step in self.steps() if isinstance(step.action, Play)]
        if command.play > len(plays) + 1:
            raise RefusedError(f"there is no play {command.play}; {len(plays)} were played")
        if not self.steps():
            raise RefusedError("no deal was opened yet")
        last, step = self.steps()[-1]
        index, t_ms = (last + 1, step.t_ms + 1) if command.play > len(plays) else _before(plays[command.play - 1])
        return InsertStep(index, Step(t_ms, (), Play(command.seat, command.card), card_fixed=True, seat_fixed=True))

    def _layout(self, command: presses.SetLayout) -> ChangeStep:
        layouts = [(index, step, step.action) for index, step in self.steps() if isinstance(step.action, Layout)]
        if command.deal > len(layouts):
            raise RefusedError(f"there is no deal {command.deal}; {len(layouts)} were opened")
        index, step, layout = layouts[command.deal - 1]
        if len(step.cards) != len(command.cards):
            raise RefusedError(f"a deal opens with {len(step.cards)} cards")
        return ChangeStep(index, replace(step, action=replace(layout, cards=command.cards), card_fixed=True))


def _before(play: tuple[int, Step]) -> tuple[int, int]:
    return play[0], play[1].t_ms
