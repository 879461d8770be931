"""The tables of the book in words: players, pairs and evenings, for the terminal and for the page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from firmware.announce.texts import reads_from_right, text
from firmware.announce.words import reason_name
from firmware.book.book import CafeBook, EveningRow, PairRow, PlayerRow
from firmware.rules.events import Reason

CHAIN = (Reason.CAIDA, Reason.BKHAMSA, Reason.BACHRA, Reason.MESA)
"""The reasons that players boast about, each with a column of its own."""
PLAYER_HEADS = ("player", "games", "won", "lost", "abandoned", "scored", "conceded")
TALLY_HEADS = ("rondas", "tringas", "false", "longest_run", "best_capture")
EVENING_HEADS = ("evening", "games", "won", "plays", "questions", "corrections", "points", "winners")


@dataclass(frozen=True, slots=True)
class BookTable:
    """One table: its title, the heads of its columns, and its rows."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class BookWords:
    """The texts ``[book]`` in one language."""

    def __init__(self, language: str) -> None:
        """Tell the book in ``language``."""
        self.language = language

    def __call__(self, key: str, **values: object) -> str:
        """A text of the book with its placeholders filled."""
        return text("book", key, self.language).format(**values)

    @property
    def direction(self) -> str:
        """Where lines begin, as HTML has it: ``ltr`` or ``rtl``."""
        return "rtl" if reads_from_right(self.language) else "ltr"

    def reason(self, reason: str) -> str:
        """What points were scored for, in a word."""
        return reason_name(reason, self.language)

    def heads(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Several texts."""
        return tuple(map(self, keys))


def book_tables(book: CafeBook, words: BookWords) -> tuple[BookTable, ...]:
    """Players, pairs and evenings; a table without rows is left out."""
    every = (_players(book.players, words), _pairs(book.pairs, words), _evenings(book.evenings, words))
    return tuple(table for table in every if table.rows)


def _players(rows: Iterable[PlayerRow], words: BookWords) -> BookTable:
    reasons = tuple(words.reason(reason) for reason in CHAIN)
    heads = (*words.heads(PLAYER_HEADS), *reasons, *words.heads(TALLY_HEADS))
    return BookTable(words("players"), heads, tuple(map(_player, rows)))


def _player(row: PlayerRow) -> tuple[str, ...]:
    tally = row.tally
    counts = (row.games, row.won, row.lost, row.abandoned, row.scored, row.conceded)
    reasons = (tally.reasons.get(reason, 0) for reason in CHAIN)
    said = (tally.rondas, tally.tringas, tally.false, tally.longest_run, tally.best_capture)
    return (row.name, *map(str, (*counts, *reasons, *said)))


def _pairs(rows: Iterable[PairRow], words: BookWords) -> BookTable:
    """Each name beside what that player has won: in columns of their own they stay together in every script."""
    told = tuple((row.one, str(row.won_by_one), row.other, str(row.won_by_other), str(row.games)) for row in rows)
    return BookTable(words("pairs"), words.heads(("player", "won", "player", "won", "games")), told)


def _evenings(rows: Iterable[EveningRow], words: BookWords) -> BookTable:
    return BookTable(words("evenings"), words.heads(EVENING_HEADS), tuple(map(_evening, rows)))


def _evening(row: EveningRow) -> tuple[str, ...]:
    counts = (row.games, row.won, row.plays, row.questions, row.corrections, sum(row.points.values()))
    winners = ", ".join(f"{name} {count}" for name, count in row.winners)
    return (row.evening.isoformat(), *map(str, counts), winners)


def reasons_told(points: Mapping[str, int], words: BookWords) -> str:
    """Points with what they were scored for, the most first: ``"caida 12, mesa 3"``."""
    most = sorted(points.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{words.reason(reason)} {count}" for reason, count in most)
