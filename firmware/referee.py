"""The referee: signals in, events out. No camera, file, clock, thread or chance; what it was fed is all it knows."""

from dataclasses import dataclass, replace

from firmware.cards import Card
from firmware.observation import Signal, TableObservation, Tick
from firmware.rules.events import Event
from firmware.rules.game import Game
from firmware.rules.notation import parse_rules
from firmware.table.doubts import Doubt, DoubtSettled, ReadingCorrected, agreement, corrected, doubt, gist, settled
from firmware.table.infer import Reader
from firmware.table.reading import Layout, Step

SURE = 0.97
"""A step is announced when the readings that tell it so hold this much: one question in 33 plays would be too many."""
PATIENCE_MS = 2500
"""After this a step that is not sure is announced with its doubt: players must not wait for the referee."""
RELOOK_MS = 300
"""A still table is looked at again after this, so that what was seen once is seen twice (a frame at 3 Hz)."""
RELOOKS = 12
"""Looks at one still picture: after these nothing more can be learned from it."""

Output = Event | Doubt | DoubtSettled | ReadingCorrected


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """Who plays what.

    Attributes:
        players: 2, 3 or 4.
        dealer: seat of the first dealer, from 0.
        rules: a preset, or one with options behind it: ``pagat target=21``.
    """

    players: int = 2
    dealer: int = 1
    rules: str = "pagat"


@dataclass(frozen=True, slots=True)
class TimedPlay:
    """A play of the final reading: when the card came to lie still, who played it and which it was."""

    t_ms: int
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """What the display shows.

    Attributes:
        scores: points of each side.
        turn: seat to play; ``None`` before a layout and after the end.
        table: cards that lie open by the rules.
        question: the oldest open doubt; while there is one the score is provisional.
    """

    scores: tuple[int, ...]
    turn: int | None
    dealer: int
    deal: int
    batch: int
    batches: int
    table: tuple[Card, ...]
    winners: tuple[int, ...]
    question: Doubt | None


class Referee:
    """Watches one match. :meth:`feed` takes a signal and gives the events that follow from it."""

    def __init__(self, setup: MatchSetup) -> None:
        """Begin a match.

        Raises:
            RulesetError: if there are no such rules, or not for so many players.
        """
        self.setup = setup
        self._game = self._fresh()
        self._reader = Reader(self._fresh())
        self._told: list[Step] = []
        self._open: dict[int, Doubt] = {}
        self._look: TableObservation | None = None
        self._relooks = 0
        self._disputed_ms: int | None = None
        self.doubts = 0
        self.corrections = 0

    def feed(self, signal: Signal) -> tuple[Output, ...]:
        """Take in one signal; give what is to be announced now, in order."""
        if isinstance(signal, TableObservation):
            self._look, self._relooks = signal, 0
        elif isinstance(signal, Tick) and self._look and not self._look.hand_present:
            self._look, self._relooks = replace(self._look, t_ms=signal.t_ms), self._relooks + 1
        else:
            return ()
        self._reader.read(self._look)
        return (*self._correct(), *self._announce(self._look.t_ms - PATIENCE_MS), *self._settle())

    def close(self, t_ms: int) -> tuple[Output, ...]:
        """The session is over: announce what was still being waited for; the likeliest reading stands."""
        self._disputed_ms = -PATIENCE_MS
        return (*self._correct(), *self._announce(t_ms), *self._settle())

    @property
    def wake_at_ms(self) -> int | None:
        """When to send a :class:`Tick` if nothing else happens before; ``None``: not needed."""
        if self._look is None or self._look.hand_present or self._relooks >= RELOOKS:
            return None
        return self._look.t_ms + RELOOK_MS

    @property
    def plays(self) -> tuple[TimedPlay, ...]:
        """All plays as they are understood now."""
        actions = [(step.t_ms, step.action) for step in self._reader.best.story]
        return tuple(TimedPlay(t_ms, act.seat, act.card) for t_ms, act in actions if not isinstance(act, Layout))

    @property
    def scoreboard(self) -> Scoreboard:
        """The state to show."""
        game = self._game
        return Scoreboard(
            scores=game.scores,
            turn=game.turn,
            dealer=game.dealer,
            deal=game.deal,
            batch=game.batch,
            batches=game.batches,
            table=game.table,
            winners=game.winners,
            question=next(iter(self._open.values()), None),
        )

    def _fresh(self) -> Game:
        return Game(parse_rules(self.setup.rules), self.setup.players, self.setup.dealer)

    def _announce(self, until_ms: int) -> list[Output]:
        """Tell the steps that are sure, and those that came to lie before ``until_ms`` with their doubt."""
        said: list[Output] = []
        if self._parting() is not None:
            return said
        for index in range(len(self._told), len(self._reader.best.story)):
            step = self._reader.best.story[index]
            sure = self._is_sure(index)
            if not sure and step.t_ms > until_ms:
                break
            said += self._tell(step)
            if not sure:
                said.append(self._doubt(index))
        return said

    def _is_sure(self, index: int) -> bool:
        """Whether step ``index`` is as told, given that all before it is: each question is asked once."""
        return agreement(self._reader, index + 1) >= SURE * agreement(self._reader, index)

    def _tell(self, step: Step) -> tuple[Event, ...]:
        self._told.append(step)
        if isinstance(step.action, Layout):
            return self._game.lay(step.action.cards)
        return self._game.apply(step.action)

    def _doubt(self, index: int) -> Doubt:
        self._open[index] = doubt(self._reader, index)
        self.doubts += 1
        return self._open[index]

    def _settle(self) -> list[Output]:
        """Close the doubts that later looks have answered."""
        story = self._reader.best.story
        answered = [index for index in self._open if index >= len(story) or self._is_sure(index)]
        for index in answered:
            del self._open[index]
        return [settled(self._reader, index) for index in answered]

    def _correct(self) -> list[Output]:
        """Take back what a better reading tells otherwise; a suit alone is put right without a word (rule G2)."""
        story, told = self._reader.best.story, self._told
        same = self._parting()
        if same is None:
            self._disputed_ms = None
            if any(step.action != now.action for step, now in zip(told, story, strict=False)):
                self._retell(story)
            return []
        if not self._is_decided(same):
            return []
        self._retell(story)
        self.corrections += 1
        return [corrected(self._reader, same, told[same], self._game.scores)]

    def _parting(self) -> int | None:
        """The first step that was told otherwise than the leading reading has it."""
        story = self._reader.best.story
        return next(
            (i for i, step in enumerate(self._told) if i >= len(story) or gist(story[i]) != gist(step)),
            None,
        )

    def _is_decided(self, same: int) -> bool:
        """Whether to correct step ``same``: the new reading is sure, or has led as long as players can wait."""
        now_ms = self._look.t_ms if self._look else 0
        self._disputed_ms = now_ms if self._disputed_ms is None else self._disputed_ms
        sure = self._is_sure(min(same, len(self._reader.best.story) - 1))
        return sure or now_ms - self._disputed_ms > PATIENCE_MS

    def _retell(self, story: tuple[Step, ...]) -> None:
        """Score the steps told so far once more, as ``story`` has them."""
        count, self._told, self._game = len(self._told), [], self._fresh()
        for step in story[:count]:
            self._tell(step)
