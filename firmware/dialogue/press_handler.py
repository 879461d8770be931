"""The press handler: carries out what people press, sayings, answers and corrections, and takes each of them back."""

from itertools import combinations_with_replacement

from firmware import events
from firmware.cards import Rank
from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.history import HistoryEntry, Layout, Step, TimedSaying
from firmware.decoding.numbering import step_at, step_count
from firmware.decoding.sayings import word_of
from firmware.dialogue import presses
from firmware.dialogue.amendments import (
    Amendment,
    ChangeDeal,
    ChangeStep,
    DropStep,
    InsertStep,
    WithdrawSaying,
    inverse,
)
from firmware.dialogue.answers import answer, apply_amendment, choices, keep_to_told
from firmware.dialogue.commit import CommitPolicy
from firmware.dialogue.corrections import Corrections, RefusedError
from firmware.dialogue.other_choices import with_other_choices
from firmware.dialogue.questions import card_of
from firmware.dialogue.retraction import Retraction, reopen
from firmware.dialogue.undo import UndoStack
from firmware.events import Event
from firmware.rules.concealed import claimable
from firmware.rules.events import PointsScored
from firmware.rules.game import Game
from firmware.rules.play import Challenge, Claim, Play, Saying
from firmware.rules.verdict import can_be
from firmware.signals import ButtonPress


class PressHandler:
    """Carries out commands on the hypotheses and on what was committed."""

    def __init__(self, beam: BeamSearch, policy: CommitPolicy) -> None:
        """Begin with nothing pressed."""
        self._beam, self._policy = beam, policy
        self._undo_stack = UndoStack()
        self._explained = 0
        self._open_challenge: events.ChallengeOpened | None = None

    @property
    def open_challenge(self) -> events.ChallengeOpened | None:
        """A challenge of which nobody has said yet whether it was right."""
        return self._open_challenge

    def press(self, press: ButtonPress) -> list[Event]:
        """Do what a press asks for."""
        try:
            command = presses.parse_press(press, self._policy.game.players)
            return self._do(command, press.t_ms)
        except (presses.PressError, RefusedError) as fault:
            return [events.PressRefused(press.seat, press.input, str(fault))]

    def _do(self, command: presses.PressCommand, t_ms: int) -> list[Event]:
        self._explained = self._explained if isinstance(command, presses.Why) else 0
        match command:
            case presses.Speak():
                return self._say(TimedSaying(t_ms, command.saying))
            case presses.ClaimOrChallenge():
                return self._claim_or_challenge(command, t_ms)
            case presses.Answer():
                return self._answer(command, t_ms)
            case presses.Neither():
                return self._show_other_choices()
            case presses.Why():
                return [self._explain()]
        return self._change(command)

    def _change(self, command: presses.PressCommand) -> list[Event]:
        match command:
            case presses.NotForGame():
                return []
            case presses.Undo():
                return self._undo()
            case presses.Redo():
                return self._redo()
        return self._correct(command)

    # -- what players say

    def _say(self, saying: TimedSaying) -> list[Event]:
        self._beam.add_saying(saying)
        return []

    def _claim_or_challenge(self, command: presses.ClaimOrChallenge, t_ms: int) -> list[Event]:
        game = self._beam.best.game
        against = command.against if command.against is not None else _target(game, command)
        if against is None:
            raise RefusedError("against whom? Several players can be meant, or none")
        if not command.challenge:
            return self._say(TimedSaying(t_ms, Claim(command.seat, against)))
        if command.hand is None and command.verdict is None:
            self._open_challenge = events.ChallengeOpened(command.seat, against)
            return [self._open_challenge]
        hand = command.hand if command.hand is not None else _hand(game, against, true=command.verdict is True)
        if hand is None:
            raise RefusedError("what he announced can only be as it is: nothing is to be doubted")
        return self._say(TimedSaying(t_ms, Challenge(command.seat, against, hand)))

    def _answer(self, command: presses.Answer, t_ms: int) -> list[Event]:
        if self._open_challenge is not None:
            opened, self._open_challenge = self._open_challenge, None
            challenge = presses.ClaimOrChallenge(True, opened.seat, opened.against, verdict=command.first)
            return self._claim_or_challenge(challenge, t_ms)
        questions, asked = self._policy.questions, self._policy.question
        if asked is None:
            raise RefusedError("nothing was asked")
        back, steps = Retraction.of(self._beam.best, asked, questions), step_count(self._beam.best)
        if not answer(self._beam, asked, questions.earlier, self._policy.told, first=command.first):
            raise RefusedError("that play is just being read anew")
        if asked.deal is not None:
            questions.answered(asked)
        more = step_count(self._beam.best) - steps  # which are told, or taken back, at once
        self._undo_stack.push(back, len(self._policy.committed) + more)
        return []

    def _show_other_choices(self) -> list[Event]:
        asked = None if self._open_challenge else self._policy.question
        if asked is None:
            raise RefusedError("nothing was asked")
        others = with_other_choices(self._beam, asked)
        if len(choices(others)) <= events.SHOWN:
            raise RefusedError("no other answer is possible")
        self._policy.questions.asked[asked.step] = others
        return [others]

    def _explain(self) -> Event:
        scoring = [entry for entry in self._policy.committed if _points(entry)]
        if not scoring:
            raise RefusedError("no points were scored yet")
        self._explained = min(self._explained + 1, len(scoring))
        entry = scoring[-self._explained]
        if isinstance(entry.fact, TimedSaying):
            return events.PointsExplained(entry.fact.t_ms, entry.fact.saying.seat, None, _points(entry))
        seat = entry.fact.action.seat if isinstance(entry.fact.action, Play) else None
        return events.PointsExplained(entry.fact.t_ms, seat, card_of(entry.fact), _points(entry))

    # -- putting right

    def _correct(self, command: presses.PressCommand) -> list[Event]:
        back, said = self._amend(Corrections(self._policy.committed).amendment(command))
        self._undo_stack.push(back, len(self._policy.committed))
        return said

    def _amend(self, amendment: Amendment) -> tuple[Amendment, list[Event]]:
        """Make an amendment; give what reverses it, and what to say: what changed and the new total, no more."""
        if not keep_to_told(self._beam, self._policy.told, amendment):
            raise RefusedError("that play is just being read anew")
        before, back = self._beam.best, inverse(self._beam.best, amendment)
        was = step_at(self._beam.best, amendment.index) if isinstance(amendment, ChangeStep | DropStep) else None
        if not apply_amendment(self._beam, amendment):
            raise RefusedError("there is nothing of that kind to put right")
        self._policy.adopt(amendment, before)
        self._policy.correction_count += 1
        return back, [_outcome(amendment, was, self._beam, self._policy.game.scores)]

    # -- taking back

    def _undo(self) -> list[Event]:
        """Take back the last answer or amendment, or what was committed last where something was committed since."""
        done = self._undo_stack.pop_undo(len(self._policy.committed)) or self._last_committed()
        if isinstance(done, Retraction):
            return self._retract(done)
        again, said = self._amend(done)
        self._undo_stack.push_undone(again, len(self._policy.committed))
        return said

    def _retract(self, answered: Retraction) -> list[Event]:
        """Take back an answer: its question is open again; an earlier deal is told anew by the next commit."""
        amendment, said = answered.amendment(self._beam.best), list[Event]()
        if isinstance(amendment, ChangeDeal):
            apply_amendment(self._beam, amendment)
        elif amendment:
            again, said = self._amend(amendment)
            self._undo_stack.push_undone(again, len(self._policy.committed))
            reopen(self._beam, answered.doubt)
        self._policy.questions.ask_again(answered.doubts, answered.readings)
        return said

    def _redo(self) -> list[Event]:
        """Make the amendment again that was taken back last."""
        amendment = self._undo_stack.pop_redo(len(self._policy.committed))
        if amendment is None:
            raise RefusedError("nothing was taken back since the last card")
        back, said = self._amend(amendment)
        if isinstance(amendment, ChangeStep):
            self._undo_stack.push_redone(back, len(self._policy.committed))
        return said

    def _last_committed(self) -> Amendment:
        """The amendment that takes back what was committed last."""
        committed = self._policy.committed
        fact = committed[-1].fact if committed else None
        if isinstance(fact, TimedSaying):
            return WithdrawSaying(len(self._beam.best.past), fact)
        if fact is None or isinstance(fact.action, Layout):
            raise RefusedError("there is nothing to take back")
        return DropStep(len(Corrections(committed).steps()) - 1)


def _points(entry: HistoryEntry) -> tuple[PointsScored, ...]:
    return tuple(event for event in entry.events if isinstance(event, PointsScored))


def _target(game: Game, command: presses.ClaimOrChallenge) -> int | None:
    """The one opponent who can be meant; ``None`` if there are several, or none."""
    side = game.side_of(command.seat)
    others = [seat for seat in range(game.players) if game.side_of(seat) != side]
    if len(others) == 1:
        return others[0]
    position = game.position
    if command.challenge:
        meant = [seat for seat in others if position.voices[seat].claim]
    else:
        meant = [seat for seat in others if claimable(game.match, position, seat)]
    return meant[0] if len(meant) == 1 else None


def _hand(game: Game, seat: int, *, true: bool) -> tuple[Rank, ...] | None:
    """Some hand with which the announcement of a player is true, or false; ``None`` if there is none."""
    voice, left = game.position.voices[seat], game.hands[seat]
    for hand in combinations_with_replacement(game.match.pack.ranks, left):
        whole = voice._replace(shown=(*voice.shown, *hand))
        if voice.claim and can_be(game.match, whole, 0) == true:
            return hand
    return None


def _outcome(amendment: Amendment, was: Step | None, beam: BeamSearch, scores: tuple[int, ...]) -> Event:
    """What to say of an amendment that was made."""
    if not isinstance(amendment, InsertStep | DropStep | ChangeStep):
        said: Saying = amendment.saying.saying
        return events.SayingTakenBack(said.seat, word_of(said), not isinstance(amendment, WithdrawSaying), scores)
    now = step_at(beam.best, amendment.index) if not isinstance(amendment, DropStep) else None
    if now and isinstance(now.action, Layout):
        return events.LayoutCorrected(amendment.index, None, None, scores, now.cards)
    cards = card_of(was) if was else None, card_of(now) if now else None
    if isinstance(amendment, ChangeStep) and amendment.step.seat_fixed and was and cards[1] and cards[0] == cards[1]:
        return events.SeatCorrected(amendment.index, cards[1], _seat(was), _seat(amendment.step), scores)
    return events.ReadingCorrected(amendment.index, *cards, scores)


def _seat(step: Step) -> int:
    assert isinstance(step.action, Play)  # a layout has no seat to put right
    return step.action.seat
