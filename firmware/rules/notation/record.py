"""Whole games as text that people write by hand: ``hakam score`` reads it.

:mod:`firmware.rules.notation.guide` has all kinds of lines. A game that begins in the middle has
``position scores 36 39; table 6O 2C; hands 1 1; turn A`` (a line of :mod:`firmware.rules.notation.position`) in place
of rules, players and dealer.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from firmware.bounded.bounds import LINE
from firmware.errors import QUOTED, HakamError
from firmware.rules.errors import NotationError, RecordError
from firmware.rules.events import GameEvent, PointsScored
from firmware.rules.game import Game
from firmware.rules.notation.guide import OPENING
from firmware.rules.notation.moves import (
    Move,
    RecordedAbandon,
    RecordedLayout,
    RecordedPlay,
    RecordedSaying,
    RecordedScores,
    RecordedTurn,
)
from firmware.rules.notation.position import parse_position
from firmware.rules.notation.ruleset import format_rules, parse_rules
from firmware.rules.notation.sayings import is_saying, parse_saying
from firmware.rules.notation.tokens import SEATS, format_seat, parse_card, parse_cards, parse_number, parse_seat
from firmware.rules.play import Play
from firmware.rules.presets import PAGAT


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was written down.

    Attributes:
        start: where it began.
        moves: what was done.
        notes: comments, each with the number of moves that stand before it.
    """

    start: Game
    moves: tuple[Move, ...]
    notes: tuple[tuple[int, str], ...] = field(default=(), compare=False)


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
        match move:
            case RecordedPlay():
                return _score_play(game, move)
            case RecordedSaying():
                return ScoredMove(move, move.said.seat, game.apply(move.said), game.scores)
            case RecordedTurn():
                game.give_turn(move.seat)
                return ScoredMove(move, move.seat, (), game.scores)
            case RecordedScores():
                game.correct_scores(move.scores)
                return ScoredMove(move, None, (), game.scores)
            case RecordedAbandon():
                return ScoredMove(move, None, game.abandon(move.dealer), game.scores)
            case _:
                return ScoredMove(move, None, _lay(game, move), game.scores)


def _lay(game: Game, move: RecordedLayout) -> tuple[GameEvent, ...]:
    if game.turn is None:
        return game.lay(move.cards)
    left = sum(game.hands) + sum(game.match.pattern[game.batch :]) * game.players
    given_up = f"'abandon {format_seat(game.match.after(game.dealer))}'"
    raise NotationError(f"{left} cards of the deal before are not played yet; if it was given up, write {given_up}")


def _score_play(game: Game, move: RecordedPlay) -> ScoredMove:
    seat = game.turn if move.seat is None else move.seat
    if seat is None or game.turn is None:
        raise NotationError(_why_nobody_plays(game))
    if seat != game.turn and seat < game.players:
        who, now = format_seat(seat), format_seat(game.turn)
        raise NotationError(f"it is the turn of {now}, not of {who}; if {who} did play, write 'turn {who}' before it")
    return ScoredMove(move, seat, game.apply(Play(seat, move.card)), game.scores)


def _why_nobody_plays(game: Game) -> str:
    if not game.awaiting_layout:
        return "the match is won: no card is played any more"
    line = OPENING if game.ruleset.table_cards else "deal -"
    return f"no deal is open here: a deal begins with a line `deal`, as in {line!r}"


def format_record(record: Record) -> str:
    """The text of a record; :func:`parse_record` reads it back. One round of plays stands on a line."""
    return "\n".join([*_head(record.start), *_body(record)]) + "\n"


def _head(start: Game) -> Iterator[str]:
    if start == Game(start.ruleset, start.players, start.dealer):
        yield f"rules {format_rules(start.ruleset)}"
        yield f"players {start.players}"
        yield f"dealer {format_seat(start.dealer)}"
    else:
        yield f"position {start}"


def _body(record: Record) -> Iterator[str]:
    """The lines: a comment, and whatever is neither a play nor a saying, stands alone."""
    on_line: list[str] = []
    for alone, text in _pieces(record):
        if on_line and (alone or len(on_line) == record.start.players):
            yield "  ".join(on_line)
            on_line = []
        if alone:
            yield text
        else:
            on_line.append(text)
    yield from ["  ".join(on_line)] if on_line else []


def _pieces(record: Record) -> Iterator[tuple[bool, str]]:
    """The text of each move and each comment, and whether it stands on a line of its own."""
    notes = deque(record.notes)
    for number, move in enumerate(record.moves):
        while notes and notes[0][0] <= number:
            yield True, f"# {notes.popleft()[1]}"
        yield not isinstance(move, RecordedPlay | RecordedSaying), _line_of(move)
    yield from ((True, f"# {text}") for _, text in notes)


def _line_of(move: Move) -> str:
    return f"\n{move}" if isinstance(move, RecordedLayout) else str(move)


def parse_record(text: str) -> Record:
    """Read a written game without playing it.

    Raises:
        RecordError: if nothing is written there, or a line is not understood; then the message has its number and
            quotes it.
    """
    head: dict[str, Any] = {}
    moves: list[Move] = []
    head_end = (1, "")
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        with _quoting(number, line):
            if len(line) > LINE:
                raise NotationError(f"the line has more than {LINE} letters: write it on several")
            if words and words[0].lower() in _HEAD:
                _add_to_head(head, words, begun=bool(moves))
                head_end = (number, line)
            else:
                moves += _moves(words, number)
    if not head and not moves:
        raise RecordError(f"no game is written there: a deal begins with a line `deal`, as in {OPENING!r}")
    with _quoting(*head_end):
        return Record(_start(head), tuple(moves))


@contextmanager
def _quoting(number: int, line: str) -> Iterator[None]:
    """Say where in the text an error is."""
    try:
        yield
    except HakamError as error:
        raise RecordError(f"line {number}, {_quoted(line.strip())!r}: {error}") from error


def _quoted(line: str) -> str:
    return line if len(line) <= QUOTED else f"{line[:QUOTED]}..."


def _add_to_head(head: dict[str, Any], words: list[str], *, begun: bool) -> None:
    keyword = words[0].lower()
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
    dealer = head.get("dealer", players - 1)
    if 1 < players <= dealer < len(SEATS):
        raise NotationError(f"{SEATS[dealer]} cannot deal: {players} players are {', '.join(SEATS[:players])}")
    return Game(head.get("rules", PAGAT), players, dealer)


def _moves(words: list[str], line: int) -> Iterator[Move]:
    """The moves of a line; a letter alone says who plays the card, or says the words, behind it."""
    if words and words[0].lower() in _ALONE:
        yield _ALONE[words[0].lower()](words[1:], line)
        return
    stream = iter(words)
    for word in stream:
        if not word.isalpha():
            yield RecordedPlay(parse_card(word), None, line)
            continue
        seat, what = _player(word), next(stream, "")
        if is_saying(what):
            yield RecordedSaying(parse_saying(seat, what, lambda: next(stream, "")), line)
        elif not what:
            raise NotationError(f"behind {word!r} a card is missing, or what he says, as in 'A 6O' or 'A ronda'")
        else:
            yield RecordedPlay(parse_card(what), seat, line)


def _player(word: str) -> int:
    """The seat of a letter; where it is none, it may have been another word of the notation."""
    near = get_close_matches(word.lower(), [*_ALONE, *_HEAD], 1)
    if len(word) > 1 and near:
        raise NotationError(f"{word!r} is no player: did you mean {near[0]!r}, at the beginning of a line?")
    return parse_seat(word)


def _only_seat(words: list[str]) -> int:
    return parse_seat(" ".join(words))


def _position(text: str) -> Game:
    return Game.at(*parse_position(text))


_HEAD: dict[str, Callable[[str], object]] = {
    "rules": parse_rules,
    "players": parse_number,
    "dealer": parse_seat,
    "position": _position,
}
_ALONE: dict[str, Callable[[list[str], int], Move]] = {
    "deal": lambda words, line: RecordedLayout(parse_cards(words), line),
    "turn": lambda words, line: RecordedTurn(_only_seat(words), line),
    "abandon": lambda words, line: RecordedAbandon(_only_seat(words), line),
    "scores": lambda words, line: RecordedScores(tuple(map(parse_number, words)), line),
}
"""The moves that have a line of their own, by its first word."""
