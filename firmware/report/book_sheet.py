"""The book as a file for spreadsheets: a line for each player of each game, which they add up as anybody likes."""

import csv
from collections.abc import Iterator
from io import StringIO

from firmware.book.book import CafeBook
from firmware.book.game import BookGame, PlayerTally
from firmware.report.book_tables import BookWords
from firmware.rules.events import Reason

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""A cell that begins so may be taken for a formula: https://owasp.org/www-community/attacks/CSV_Injection."""
HEADS = ("evening", "session", "started", "rules", "player", "seat", "side", "ended", "points_of_side", "winner")
COUNTS = ("own_points", "rondas", "tringas", "false", "longest_run", "best_capture")


def sheet(book: CafeBook, words: BookWords) -> str:
    """The lines, ended as RFC 4180 has it, with the separator that spreadsheets expect in that language."""
    out = StringIO()
    writer = csv.writer(out, delimiter=words("separator"), lineterminator="\r\n")
    writer.writerow((*words.heads(HEADS), *(words.reason(reason) for reason in Reason), *words.heads(COUNTS)))
    for game in book.games:
        writer.writerows([safe(cell) for cell in row] for row in _rows(game, words))
    return out.getvalue()


def safe(cell: str | int) -> str | int:
    """A cell that no spreadsheet takes for a formula: texts are quoted as their help says, with an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(DANGEROUS) else cell


def _rows(game: BookGame, words: BookWords) -> Iterator[tuple[str | int, ...]]:
    head = (game.evening.isoformat(), game.session, game.started, game.rules)
    for seat, name in enumerate(game.players):
        side = game.side_of(seat)
        tally = game.tallies[seat] if game.tallies else PlayerTally()
        ended = (words(f"end_{game.end}"), game.scores[side], int(side in game.winners))
        reasons = (tally.reasons.get(reason, 0) for reason in Reason)
        said = (tally.points, tally.rondas, tally.tringas, tally.false, tally.longest_run, tally.best_capture)
        yield (*head, name, seat + 1, side + 1, *ended, *reasons, *said)
