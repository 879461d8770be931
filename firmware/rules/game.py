"""A match of Ronda as a fold over plays: the one door to the rules."""

from collections.abc import Sequence
from typing import Unpack

from firmware.cards import Card
from firmware.rules.deal import before_first_deal, open_deal
from firmware.rules.errors import IllegalAnnouncementError, IllegalPlayError, NothingToUndoError, RulesetError
from firmware.rules.events import DealAbandoned, GameEvent, PointsScored
from firmware.rules.legal import check_layout, check_play
from firmware.rules.match import Match
from firmware.rules.notation.position import format_position
from firmware.rules.notation.sayings import format_saying
from firmware.rules.play import Action, Play, Saying
from firmware.rules.position import Chain, Position
from firmware.rules.position_setup import PositionParts, set_up_position
from firmware.rules.ruleset import Ruleset
from firmware.rules.scoring import ahead
from firmware.rules.speech import say, saying_fault
from firmware.rules.turn import Turn

_Past = tuple[Position, "_Past"] | None


class Game:
    """A match: :meth:`lay` opens a deal, :meth:`apply` plays a card; both tell what happened and are never half done.

    The state is one immutable :class:`Position` and a chain of earlier ones, so :meth:`fork` and :meth:`undo` cost
    nothing. Cards whose suit nobody knows (``6?``) are welcome everywhere: suits never matter (rule G2).
    Two games are equal if their rules, players and positions are; what they remember for undo is left aside.
    """

    __slots__ = ("_past", "_position", "match")

    def __init__(self, ruleset: Ruleset, players: int, dealer: int) -> None:
        """Begin a match that waits for its first layout.

        Args:
            ruleset: the rules.
            players: 2, 3 or 4.
            dealer: the seat that deals first; the next seat plays first (G4).

        Raises:
            RulesetError: if the rules do not fit the players, or the dealer is none of them.
        """
        self.match = Match.of(ruleset, players)
        if not 0 <= dealer < players:
            raise RulesetError(f"the dealer is seat {dealer}, but seats are 0 to {players - 1}")
        self._position = before_first_deal(self.match, dealer)
        self._past: _Past = None

    @classmethod
    def at(cls, match: Match, position: Position) -> "Game":
        """The game that stands at ``position`` and remembers nothing before it."""
        game = cls.__new__(cls)
        game.match, game._position, game._past = match, position, None
        return game

    @classmethod
    def from_position(cls, ruleset: Ruleset, players: int, **given: Unpack[PositionParts]) -> "Game":
        """A game set up in the middle.

        Args:
            ruleset: the rules.
            players: 2, 3 or 4.
            given: what differs from the position after dealing the first batch.

        Raises:
            RulesetError: if the rules do not fit the players.
            PositionError: if such a position cannot be.
        """
        match = Match.of(ruleset, players)
        return cls.at(match, set_up_position(match, **given))

    def lay(self, cards: Sequence[Card]) -> tuple[GameEvent, ...]:
        """Open the next deal with these table cards, in dealing order, and the first batch.

        Raises:
            IllegalLayoutError: if no deal can be opened now or not with these cards (L1); nothing changes.
        """
        layout = tuple(cards)
        check_layout(self.match, self._position, layout)
        events: list[GameEvent] = []
        self._go_to(open_deal(self.match, self._position, layout, events))
        return tuple(events)

    def apply(self, action: Action) -> tuple[GameEvent, ...]:
        """Play a card, or take in what a player said.

        Raises:
            IllegalPlayError: if the play is not legal here; nothing changes.
            IllegalAnnouncementError: if that cannot be said here; nothing changes.
        """
        if not isinstance(action, Play):
            return self._say(action)
        check_play(self.match, self._position, action)
        turn = Turn(self.match, self._position)
        turn.play(action)
        self._go_to(turn.position)
        return tuple(turn.events)

    def _say(self, said: Saying) -> tuple[GameEvent, ...]:
        if (fault := saying_fault(self.match, self._position, said)) is not None:
            raise IllegalAnnouncementError(f"{format_saying(said)!r} cannot be: {fault} (position: {self})")
        events: list[GameEvent] = []
        self._go_to(say(self.match, self._position, said, events))
        return tuple(events)

    def abandon(self, dealer: int) -> tuple[GameEvent, ...]:
        """Give up the deal in which the match stands: its cards are thrown in, points scored so far stay.

        Args:
            dealer: the seat that deals next; after a misdeal the same once more.

        Raises:
            IllegalPlayError: if no deal is being played; nothing changes.
        """
        if self.turn is None:
            raise IllegalPlayError(f"no deal is being played that could be given up (position: {self})")
        given_up = before_first_deal(self.match, dealer)._replace(
            scores=self.scores, deal=self.deal, rounds=self._position.rounds
        )
        self._go_to(given_up)
        return (DealAbandoned(given_up.deal),)

    def give_turn(self, seat: int) -> None:
        """Let the player at ``seat`` play next, who has played out of turn and nobody minded.

        Raises:
            IllegalPlayError: if he has no card; nothing changes.
        """
        if self.turn is None or not (0 <= seat < self.players and self.hands[seat]):
            raise IllegalPlayError(f"seat {seat} has no card to play (position: {self})")
        if seat != self.turn:
            self._go_to(self._position._replace(turn=seat))

    def correct_scores(self, scores: Sequence[int]) -> None:
        """Go on with other points, those of each side: they were counted wrongly before.

        Raises:
            IllegalPlayError: if that would win, or are not the points of all sides; nothing changes.
        """
        if len(scores) != self.sides or min(scores) < 0 or ahead(self.match, scores) is not None:
            told = " ".join(map(str, scores))
            raise IllegalPlayError(f"no match of {self.sides} sides goes on with points {told!r} (position: {self})")
        self._go_to(self._position._replace(scores=tuple(scores)))

    def undo(self) -> None:
        """Take back the last play or layout.

        Raises:
            NothingToUndoError: if there is none.
        """
        if self._past is None:
            raise NothingToUndoError("there is no play to take back")
        self._position, self._past = self._past

    def fork(self) -> "Game":
        """An independent copy, as cheap as a call."""
        copy = Game.__new__(Game)
        copy.match, copy._position, copy._past = self.match, self._position, self._past
        return copy

    def legal_plays(self) -> tuple[Play, ...]:
        """What the player in turn may hold and play (C5): each card of the pack not seen in this deal, suits known.

        The hands are not known, so every card that can be in one is there; none between deals and after the end.
        :meth:`apply` also takes a card without a suit while fewer than four of its rank have been seen.
        """
        seat, seen = self._position.turn, self._position.seen
        if seat is None:
            return ()
        return tuple(play for play in self.match.plays[seat] if self.match.allows(seen, play.card))

    def _go_to(self, position: Position) -> None:
        self._past = (self._position, self._past)
        self._position = position

    def __str__(self) -> str:
        """The position in notation."""
        return format_position(self.match, self._position)

    def __eq__(self, other: object) -> bool:
        """Whether both stand at the same position of the same kind of match."""
        return isinstance(other, Game) and (self.match, self._position) == (other.match, other._position)

    __hash__ = None  # type: ignore[assignment]  # a game changes

    @property
    def ruleset(self) -> Ruleset:
        """The rules."""
        return self.match.ruleset

    @property
    def players(self) -> int:
        """How many play."""
        return self.match.players

    @property
    def sides(self) -> int:
        """How many sides there are: 2 with 2 or 4 players, else 3."""
        return self.match.sides

    def side_of(self, seat: int) -> int:
        """The side of a seat."""
        return self.match.side_of[seat]

    @property
    def position(self) -> Position:
        """All of the state, as one value."""
        return self._position

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of each side."""
        return self._position.scores

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards that lie face up, oldest first."""
        return self._position.table

    @property
    def turn(self) -> int | None:
        """The seat to play; ``None`` between deals and after the end."""
        return self._position.turn

    @property
    def dealer(self) -> int:
        """The seat that deals this deal; between deals the one that deals the next (G7)."""
        return self._position.dealer

    @property
    def deal(self) -> int:
        """The number of the deal, from 1; 0 before the first."""
        return self._position.deal

    @property
    def batch(self) -> int:
        """The number of the batch in the deal, from 1; 0 before the first deal."""
        return self._position.batch

    @property
    def batches(self) -> int:
        """How many batches a deal has (B2)."""
        return len(self.match.pattern)

    @property
    def hands(self) -> tuple[int, ...]:
        """Cards left in each player's hand."""
        return self._position.hands

    @property
    def piles(self) -> tuple[tuple[Card, ...], ...]:
        """The cards each side captured in this deal, kept until the next layout; an open packet is with its holder."""
        return self._position.piles

    @property
    def pile_sizes(self) -> tuple[int, ...]:
        """The number of cards each side captured in this deal, also those whose faces nobody noted."""
        return self._position.pile_sizes

    @property
    def played(self) -> tuple[Card, ...]:
        """Every card that has been face up in this deal, the layout too, in no particular order."""
        return self.table + tuple(card for pile in self.piles for card in pile)

    @property
    def chain(self) -> Chain | None:
        """The packet that the next card may still take (K7)."""
        return self._position.chain

    @property
    def pending(self) -> tuple[PointsScored, ...]:
        """Points that are scored if the next card does not answer the chain (K6)."""
        return self._position.chain.pending if self._position.chain else ()

    @property
    def last_captor(self) -> int | None:
        """The seat of the last capture in this deal (E1)."""
        return self._position.last_captor

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that won; empty while the match goes on."""
        return self._position.winners

    @property
    def awaiting_layout(self) -> bool:
        """Whether the next deal is to be laid out: nobody is to play and nobody has won."""
        return self._position.awaiting_layout
