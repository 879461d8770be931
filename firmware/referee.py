"""The referee: signals in, events out. No camera, file, clock, thread or chance; what it was fed is all it knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from firmware.cards import Card
from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.history import HistoryEntry, Layout, TimedSaying
from firmware.decoding.identities import IdentifiedDeal, identified_deal, is_over
from firmware.decoding.lying import LyingCard, lying_cards
from firmware.decoding.pieces import face_of_piece
from firmware.decoding.transcript import transcript
from firmware.dialogue.commit import CommitPolicy
from firmware.dialogue.comparison import TableComparison
from firmware.dialogue.disagreement import follows_lost_deal, has_revoked_win, may_disagree
from firmware.dialogue.memory import SignalMemory
from firmware.dialogue.pace import DEFAULT_PACE, Pace
from firmware.dialogue.press_handler import PressHandler
from firmware.dialogue.scoreboard import Scoreboard, TimedPlay
from firmware.events import DeckCompared, Event
from firmware.rules.game import Game
from firmware.rules.match import Match
from firmware.rules.notation.record import Record
from firmware.rules.notation.ruleset import parse_rules
from firmware.rules.play import Accept
from firmware.signals import ButtonPress, CardsRenamed, DeckComparison, Point, Signal, TableObservation, Tick
from firmware.tracking.track import is_at_rest

__all__ = ["Event", "MatchSetup", "Pace", "Referee", "Scoreboard", "TimedPlay"]

RELOOK_MS = 300
"""A still table is looked at again after this, so that what was seen once is seen twice (a frame at 3 Hz)."""
RELOOKS = 12
"""Looks at one still picture: after these nothing more can be learned from it."""
PATIENT_RELOOKS = 40
"""Looks at one still picture while a captured card still lies there (12 s)."""
REMEMBERED_DEALS = 3
"""Deals of which all that was heard is remembered, so that the first two can be heard once more when the deck is known
better: 15 MB, a judgement."""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """Who plays what.

    Attributes:
        players: 2, 3 or 4.
        dealer: seat of the first dealer, from 0.
        rules: a preset, or one with options behind it: ``pagat target=21``.
        pace: how long people wait.
        names: what to call the players, Player 1 first; a player without one is called by his number.
    """

    tag: ClassVar[str] = "MatchSetup"
    players: int = 2
    dealer: int = 1
    rules: str = "pagat"
    pace: Pace = DEFAULT_PACE
    names: tuple[str, ...] = field(default=(), metadata={"omit_default": True})  # setups before 2026-11-23 have none


class Referee:
    """Watches one match. :meth:`feed` takes a signal and gives the events that follow from it."""

    def __init__(self, setup: MatchSetup) -> None:
        """Begin a match.

        Raises:
            RulesetError: if the rules are unknown, or not for so many players.
        """
        self.setup = setup
        fresh = Game(parse_rules(setup.rules), setup.players, setup.dealer)
        self._beam = BeamSearch(fresh)
        self._policy = CommitPolicy(self._beam, fresh, setup.pace)
        self._press_handler = PressHandler(self._beam, self._policy)
        self._look: TableObservation | None = None
        self._relooks = 0
        self._stirred_ms = 0
        self._now_ms = 0
        self._held_ms: int | None = None
        self._comparison = TableComparison()
        self._memory = SignalMemory()
        self._prepared_cache: list[tuple[CardsRenamed, Referee]] = []

    def feed(self, signal: Signal) -> tuple[Event, ...]:
        """Take in one signal; give what is to be announced now, in order."""
        self._now_ms = max(self._now_ms, signal.t_ms)
        said: list[Event] = []
        if isinstance(signal, ButtonPress):
            said += self._press_handler.press(signal)
        elif isinstance(signal, DeckComparison):
            said.append(DeckCompared(signal.deck, signal.fits))
        elif isinstance(signal, CardsRenamed):
            said += self._hear_again(signal)
        else:
            self._observe(signal)
        self._remember(signal)
        self._accept_held_win()
        said += self._policy.commit(self._now_ms) + self._comparison.look(self._beam, self._now_ms)
        return (*said, *self._policy.announce_win(self._now_ms, self._stirred_ms))

    def close(self, t_ms: int) -> tuple[Event, ...]:
        """The session is over: announce what was still being waited for; the leading hypothesis stands."""
        self._beam.finish()
        return (*self._policy.commit(t_ms, everything=True), *self._policy.announce_win_now())

    @property
    def wake_at_ms(self) -> int | None:
        """When to send a :class:`Tick` if nothing else happens before; ``None``: not needed."""
        if not self._looks_again() and not self._policy.waits and self._held_ms is None:
            return None
        return self._now_ms + RELOOK_MS

    @property
    def busy(self) -> bool:
        """Whether it is in the middle of a smoothing, and cannot be put aside now."""
        return self._beam.busy

    @property
    def doubts(self) -> int:
        """How many questions were asked."""
        return self._policy.questions.count

    @property
    def corrections(self) -> int:
        """How often what was told was corrected, by later looks or by people."""
        return self._policy.correction_count

    @property
    def plays(self) -> tuple[TimedPlay, ...]:
        """All plays as they are understood now."""
        actions = [(step.t_ms, step.action) for step in self._beam.best.history]
        return tuple(TimedPlay(t_ms, act.seat, act.card) for t_ms, act in actions if not isinstance(act, Layout))

    @property
    def match(self) -> Match:
        """The rules, and what follows from them for these players."""
        return self._policy.game.match

    @property
    def history(self) -> tuple[HistoryEntry, ...]:
        """All that was told, as it is understood now: the scores of the last entry are those of the scoreboard."""
        return tuple(self._policy.committed)

    @property
    def places(self) -> Mapping[Card, Point]:
        """The middle of each card of the present deal where it was seen last, millimetres, table frame."""
        tracks = self._beam.best.last_tracks(self._beam.tracker)
        return {face_of_piece(piece): track.centre for piece, track in tracks.items()}

    @property
    def lying(self) -> tuple[LyingCard, ...]:
        """The cards on the table where they lie, as they are understood now."""
        return lying_cards(self._beam.best, self._beam.tracker, self._look)

    @property
    def finished_deal(self) -> IdentifiedDeal | None:
        """The present deal with its cards, if it is over."""
        return identified_deal(self._beam) if is_over(self._beam) else None

    @property
    def identified_deal(self) -> IdentifiedDeal:
        """The present deal with its cards, as far as it was played."""
        return identified_deal(self._beam)

    @property
    def seen_cards(self) -> tuple[Card, ...]:
        """The cards that were seen lying there last, whatever the game says of them."""
        return tuple(
            track.likeliest(1)[0] for track in self._beam.tracker if is_at_rest(track) and not track.missed_clear
        )

    @property
    def log_likelihood(self) -> float:
        """Of all that was seen, as it is understood now, up to a constant."""
        return self._beam.log_likelihoods[0]

    @property
    def confidence(self) -> float:
        """Probability that all that was told of the present deal happened as it is read."""
        return self._policy.confidence

    @property
    def heard(self) -> Sequence[Signal] | None:
        """All that was heard, if it can be heard once more: in the first deals, while nothing was put right."""
        return self._memory.signals

    @property
    def heard_count(self) -> int:
        """How many signals were heard."""
        return self._memory.count

    def prepare(self, renaming: CardsRenamed, other: "Referee") -> None:
        """Save the work when ``renaming`` comes: ``other`` has heard all, or the first part of it, by these names."""
        self._prepared_cache = [(renaming, other)]

    @property
    def record(self) -> Record:
        """All that was told, as it is understood now, written down."""
        start = Game(parse_rules(self.setup.rules), self.setup.players, self.setup.dealer)
        return transcript(start, self._policy.committed)

    @property
    def scoreboard(self) -> Scoreboard:
        """The state to show."""
        game = self._policy.game
        best, disagreement = self._beam.best, self._comparison.told
        doubted = disagreement is not None or follows_lost_deal(best) or has_revoked_win(best)
        return Scoreboard(
            scores=game.scores,
            turn=game.turn,
            dealer=game.dealer,
            deal=game.deal,
            batch=game.batch,
            batches=game.batches,
            table=game.table,
            winners=game.winners if self._policy.win_announced else (),
            winning=() if self._policy.win_announced else game.winners,
            question=self._policy.question,
            provisional=self._policy.provisional or doubted,
            open_challenge=self._press_handler.open_challenge,
            disagreement=disagreement,
            held=game.position.held.side if game.position.held else None,
        )

    def _remember(self, signal: Signal) -> None:
        if not isinstance(signal, CardsRenamed):
            self._memory.hear(signal, self.setup.players)
        if len(self._beam.best.past) >= REMEMBERED_DEALS:
            self._memory.close()

    def _hear_again(self, renaming: CardsRenamed) -> list[Event]:
        """Read all that was heard once more, by other names; what was told is corrected where it is otherwise now."""
        signals = self._memory.renamed(renaming)
        if signals is None:
            return []
        again = next((other for one, other in self._prepared_cache if one == renaming), None) or Referee(self.setup)
        self._prepared_cache = []
        for signal in signals[again.heard_count :]:
            again.feed(signal)
        self._beam.take_over(again._beam)
        self._comparison.take_over(again._comparison)
        self._look = self._look and self._look.renamed(dict(renaming.names))
        return self._policy.questions.take_over(again._policy.questions)

    def _observe(self, signal: TableObservation | Tick) -> None:
        """Look at the table, or once more at what was seen last, while it may still tell something."""
        if isinstance(signal, TableObservation):
            self._look, self._relooks = signal, 0
        elif self._look is None or not self._looks_again():
            return
        else:
            self._look, self._relooks = replace(self._look, t_ms=signal.t_ms), self._relooks + 1
        if self._look.hand_present:
            self._stirred_ms = self._look.t_ms
        self._beam.observe(self._look)

    def _looks_again(self) -> bool:
        """Whether the picture seen last may still tell something: who lies long lies there, or was forgotten."""
        if self._look is None or self._look.hand_present:
            return False
        if self._relooks < RELOOKS or (self._relooks < PATIENT_RELOOKS and self._comparison.told is not None):
            return True
        return self._relooks < PATIENT_RELOOKS and may_disagree(self._beam.best, self._beam.tracker)

    def _accept_held_win(self) -> None:
        """A win that waits for somebody to doubt it stands when nobody has for long enough (rules, part 9: ACCEPT)."""
        game = self._beam.best.game
        held = game.position.held
        if held is None:
            self._held_ms = None
            return
        self._held_ms = self._now_ms if self._held_ms is None else self._held_ms
        if self._now_ms - self._held_ms >= self.setup.pace.accept_ms:
            for seat in range(game.players):
                if game.side_of(seat) != held.side and game.side_of(seat) not in held.accepted:
                    self._beam.add_saying(TimedSaying(self._now_ms, Accept(seat)))
