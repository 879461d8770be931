r"""Whole games as text that people write by hand: ``hakam score`` reads it.

::

    # whatever stands behind a number sign is a comment
    rules pagat target=21          optional, as in firmware.rules.notation; pagat
    players 2                      optional; 2
    dealer B                       optional: who deals first; the last player

    deal 2O 5C 7E 12B              opens a deal: the cards on the table, in dealing order ("deal -" without table cards)
    A 6O  B 6C                     plays in order; as many on a line as you like
    1O 4E                          the players may be left out, since the order tells them
    A ronda  B nothing             what is said: ronda, tringa or double (``A ronda=7`` where the cards are shown)
    A claims B                     B concealed what he has shown
    B challenges A=5,5,10          B doubts A, whose hand of this batch is then seen
    B accepts                      that A wins by what nobody has seen yet (unproven_win=held)
    C redeals                      C was dealt four of a kind and gets four others (four_kind_redeal=yes)

A game that begins in the middle has ``position scores 36 39; table 6O 2C; hands 1 1; turn A`` (a line of
:mod:`firmware.rules.notation.position`) in place of the first three. Cards whose suit nobody noted are ``6?`` or ``6``.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from firmware.cards import Card
from firmware.errors import HakamError
from firmware.rules.errors import NotationError, RecordError
from firmware.rules.events import GameEvent, PointsScored
from firmware.rules.game import Game
from firmware.rules.notation.position import parse_position
from firmware.rules.notation.ruleset import format_rules, parse_rules
from firmware.rules.notation.sayings import format_saying, is_saying, parse_saying
from firmware.rules.notation.tokens import format_cards, format_seat, parse_card, parse_cards, parse_number, parse_seat
from firmware.rules.play import Play, Saying
from firmware.rules.presets import PAGAT

EXAMPLE = """\
# Two players, the last two cards of each hand; A has 36 points.
position scores 36 30; batch 6; hands 2 2; turn A; table 6O 10C; pile A 18; pile B 16; last B
A 7E  B 7O   # B takes the card just played and the 10 above it: caida
A 6C         # A empties the table: mesa
B 12B        # the last card; it goes to A, who captured last: 21 cards are one point
"""


@dataclass(frozen=True, slots=True)
class RecordedLayout:
    """A line that opens a deal; ``line`` is its number in the text it came from."""

    cards: tuple[Card, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """``deal 2O 5C 7E 12B``."""
        return f"deal {format_cards(self.cards)}"


@dataclass(frozen=True, slots=True)
class RecordedPlay:
    """A card put down; ``seat`` is ``None`` where the record leaves it to the order of play."""

    card: Card
    seat: int | None = None
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """``A 6O``, or ``6O``."""
        return str(self.card) if self.seat is None else f"{format_seat(self.seat)} {self.card}"


@dataclass(frozen=True, slots=True)
class RecordedSaying:
    """What a player said."""

    said: Saying
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """``A ronda``."""
        return format_saying(self.said)


Move = RecordedLayout | RecordedPlay | RecordedSaying


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was written down: where it began, and what was done."""

    start: Game
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A move, who made it (``None``: a layout), what it caused and the scores of all sides after it."""

    move: Move
    seat: int | None
    events: tuple[GameEvent, ...]
    scores: tuple[int, ...]

    @property
    def points(self) -> tuple[PointsScored, ...]:
        """The points scored by the move, with their reasons."""
        return tuple(event for event in self.events if isinstance(event, PointsScored))


@dataclass(frozen=True, slots=True)
class ScoredRecord:
    """A record with the score of every move; ``game`` stands where the record ends."""

    moves: tuple[ScoredMove, ...]
    game: Game

    @property
    def scores(self) -> tuple[int, ...]:
        """The last score of each side."""
        return self.game.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that won; empty if the record ends before."""
        return self.game.winners


def score_record(text: str) -> ScoredRecord:
    """Play a written game through.

    Raises:
        RecordError: if a line is not understood or its move is not legal; the message has its number and quotes it.
    """
    record, lines = parse_record(text), text.splitlines()
    game = record.start.fork()
    return ScoredRecord(tuple(_score(game, move, lines[move.line - 1]) for move in record.moves), game)


def _score(game: Game, move: Move, line: str) -> ScoredMove:
    with _quoting(move.line, line):
        if isinstance(move, RecordedLayout):
            return ScoredMove(move, None, game.lay(move.cards), game.scores)
        if isinstance(move, RecordedSaying):
            return ScoredMove(move, move.said.seat, game.apply(move.said), game.scores)
        seat = game.turn if move.seat is None else move.seat
        if seat is None:
            raise NotationError("nobody is to play: the deal is over or the match is won")
        return ScoredMove(move, seat, game.apply(Play(seat, move.card)), game.scores)


def format_record(record: Record) -> str:
    """The text of a record; :func:`parse_record` reads it back. One round of plays stands on a line."""
    return "\n".join([*_head(record.start), *_body(record.moves, record.start.players)]) + "\n"


def _head(start: Game) -> Iterator[str]:
    if start == Game(start.ruleset, start.players, start.dealer):
        yield f"rules {format_rules(start.ruleset)}"
        yield f"players {start.players}"
        yield f"dealer {format_seat(start.dealer)}"
    else:
        yield f"position {start}"


def _body(moves: tuple[Move, ...], players: int) -> Iterator[str]:
    on_line: list[str] = []
    for move in moves:
        if isinstance(move, RecordedLayout) or len(on_line) == players:
            yield from ["  ".join(on_line)] if on_line else []
            on_line = []
        if isinstance(move, RecordedLayout):
            yield f"\n{move}"
        else:
            on_line.append(str(move))
    yield from ["  ".join(on_line)] if on_line else []


def parse_record(text: str) -> Record:
    """Read a written game without playing it.

    Raises:
        RecordError: if a line is not understood; the message has its number and quotes it.
    """
    head: dict[str, Any] = {}
    moves: list[Move] = []
    head_end = (1, "")
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        with _quoting(number, line):
            if words and words[0] in _HEAD:
                _add_to_head(head, words, begun=bool(moves))
                head_end = (number, line)
            else:
                moves += _moves(words, number)
    with _quoting(*head_end):
        return Record(_start(head), tuple(moves))


@contextmanager
def _quoting(number: int, line: str) -> Iterator[None]:
    """Say where in the text an error is."""
    try:
        yield
    except HakamError as error:
        raise RecordError(f"line {number}, {line.strip()!r}: {error}") from error


def _add_to_head(head: dict[str, Any], words: list[str], *, begun: bool) -> None:
    keyword = words[0]
    if begun:
        raise NotationError(f"{keyword!r} belongs before the first deal and the first card")
    if keyword in head or (head and "position" in (keyword, *head)):
        raise NotationError(f"{keyword!r} says what was said before")
    head[keyword] = _HEAD[keyword](" ".join(words[1:]))


def _start(head: dict[str, Any]) -> Game:
    """The game at the beginning of the record, as far as its head has been read."""
    if "position" in head:
        start: Game = head["position"]
        return start
    players = head.get("players", 2)
    return Game(head.get("rules", PAGAT), players, head.get("dealer", players - 1))


def _moves(words: list[str], line: int) -> Iterator[Move]:
    """The moves of a line; a letter alone says who plays the card, or says the words, behind it."""
    if words[:1] == ["deal"]:
        yield RecordedLayout(parse_cards(words[1:]), line)
        return
    stream = iter(words)
    for word in stream:
        if not word.isalpha():
            yield RecordedPlay(parse_card(word), None, line)
            continue
        seat, what = parse_seat(word), next(stream, "")
        if is_saying(what):
            yield RecordedSaying(parse_saying(seat, what, lambda: next(stream, "")), line)
        else:
            yield RecordedPlay(parse_card(what), seat, line)


def _position(text: str) -> Game:
    return Game.at(*parse_position(text))


_HEAD: dict[str, Callable[[str], object]] = {
    "rules": parse_rules,
    "players": parse_number,
    "dealer": parse_seat,
    "position": _position,
}
