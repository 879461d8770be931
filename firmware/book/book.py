"""The book itself: games put together by player, by pair of opponents and by evening."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from itertools import product
from operator import add

from firmware.book.game import BookGame, GameEnd, PlayerTally


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """What one player has made of all his games.

    Attributes:
        name: as he was called last.
        named: whether that is a name, rather than the number of a seat.
        games: how many he played; ``won``, ``lost`` and ``abandoned`` are those that ended so, the others are open.
        scored, conceded: the final scores of his side, and the best ones of the others, added up.
        tally: what he made himself.
    """

    name: str
    named: bool
    games: int
    won: int
    lost: int
    abandoned: int
    scored: int
    conceded: int
    tally: PlayerTally


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two players who sat against each other: games that one of them won, and who won how many."""

    one: str
    other: str
    games: int
    won_by_one: int
    won_by_other: int


@dataclass(frozen=True, slots=True)
class EveningRow:
    """One evening: its games, how many of them were won, how long the best winners' streak of it was, all points.

    Attributes:
        evening: the day on which it began.
        games, won, plays, questions, corrections: how many.
        points: by reason, of all games.
        winners: how often each player was on a winning side, the most first.
    """

    evening: date
    games: int
    won: int
    plays: int
    questions: int
    corrections: int
    points: dict[str, int]
    winners: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CafeBook:
    """The book.

    Attributes:
        games: by time.
        players: the one with most wins first.
        pairs: the one with most games first.
        evenings: by day.
        points: of all games, by reason.
        scores_only: games of which only the score was kept.
    """

    games: tuple[BookGame, ...]
    players: tuple[PlayerRow, ...]
    pairs: tuple[PairRow, ...]
    evenings: tuple[EveningRow, ...]
    points: dict[str, int]
    scores_only: int


def book_of(games: Iterable[BookGame]) -> CafeBook:
    """The book of some games; one that stands in several journals counts once."""
    kept = sorted(dict.fromkeys(map(_Known, games)), key=lambda one: (one.game.started, one.game.session))
    ordered = tuple(one.game for one in kept)
    names = _names(ordered)
    return CafeBook(
        games=ordered,
        players=tuple(sorted(_players(ordered, names), key=lambda row: (-row.won, -row.games, row.name))),
        pairs=tuple(sorted(_pairs(ordered, names), key=lambda row: (-row.games, row.one, row.other))),
        evenings=tuple(_evening(day, ordered, names) for day in sorted({game.evening for game in ordered})),
        points=_points(ordered),
        scores_only=sum(not game.tallies for game in ordered),
    )


class _Known:
    """A game, told apart by when it began, who played and how it ended: its number differs from journal to journal."""

    def __init__(self, game: BookGame) -> None:
        self.game = game
        self._key = (game.started, game.rules, game.players, game.scores, game.end, game.plays, game.corrections)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and self._key == other._key


def player_key(name: str) -> str:
    """What tells players apart: their names without case, accents of another coding, and spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _names(games: Sequence[BookGame]) -> dict[str, str]:
    """What each player was called last."""
    return {player_key(name): name for game in games for name in game.players}


def _players(games: Sequence[BookGame], names: dict[str, str]) -> list[PlayerRow]:
    seats: dict[str, list[tuple[BookGame, int]]] = {}
    for game in games:
        for seat, name in enumerate(game.players):
            seats.setdefault(player_key(name), []).append((game, seat))
    return [_player(names[key], sat) for key, sat in seats.items()]


def _player(name: str, sat: Sequence[tuple[BookGame, int]]) -> PlayerRow:
    sides = [(game, game.side_of(seat)) for game, seat in sat]
    won = sum(side in game.winners for game, side in sides)
    return PlayerRow(
        name=name,
        named=any(game.named for game, _ in sat),
        games=len(sat),
        won=won,
        lost=sum(game.end is GameEnd.WON for game, _ in sat) - won,
        abandoned=sum(game.end is GameEnd.ABANDONED for game, _ in sat),
        scored=sum(game.scores[side] for game, side in sides),
        conceded=sum(_best_other(game, side) for game, side in sides),
        tally=reduce(add, (game.tallies[seat] for game, seat in sat if game.tallies), PlayerTally()),
    )


def _best_other(game: BookGame, side: int) -> int:
    return max(score for other, score in enumerate(game.scores) if other != side)


def _pairs(games: Iterable[BookGame], names: dict[str, str]) -> list[PairRow]:
    """Everybody who sat against somebody in a game that was won."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for game in games:
        if game.end is not GameEnd.WON:
            continue
        for one, other in product(range(len(game.players)), repeat=2):
            keys = player_key(game.players[one]), player_key(game.players[other])
            if keys[0] < keys[1] and game.side_of(one) != game.side_of(other):
                winners = {keys[at] for at, seat in enumerate((one, other)) if game.side_of(seat) in game.winners}
                counts.setdefault(keys, Counter()).update([*winners, ""])
    return [
        PairRow(names[one], names[other], found[""], found[one], found[other]) for (one, other), found in counts.items()
    ]


def _evening(day: date, games: Iterable[BookGame], names: dict[str, str]) -> EveningRow:
    played = [game for game in games if game.evening == day]
    winners = Counter(
        names[player_key(game.players[seat])] for game in played for side in game.winners for seat in game.sides[side]
    )
    return EveningRow(
        evening=day,
        games=len(played),
        won=sum(game.end is GameEnd.WON for game in played),
        plays=sum(game.plays for game in played),
        questions=sum(game.questions for game in played),
        corrections=sum(game.corrections for game in played),
        points=_points(played),
        winners=tuple(winners.most_common()),
    )


def _points(games: Iterable[BookGame]) -> dict[str, int]:
    found = Counter[str]()
    for game in games:
        for side in game.points:
            found.update(side)
    return {reason: points for reason, points in sorted(found.items()) if points}
