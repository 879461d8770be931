"""``hakam board``: several tables in one database and one list; each table's journal is the truth."""

import argparse
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from firmware.announce.sentences import in_language
from firmware.announce.texts import text
from firmware.announce.words import numbers
from firmware.errors import HakamError
from firmware.league.gathering import TableTotals, gather, totals
from firmware.league.sources import TableSource, source_of
from firmware.league.store import BoardStore
from firmware.presentation.columns import fitted
from firmware.settings.model import board_path, load_settings
from firmware.storage.codec import line
from hardware.terminal import columns_of

REASONS = ("caida", "bkhamsa", "bachra", "mesa")
HEAD = ("table", "games", "plays", "score", *REASONS, "announced", "corrections", "state")


class TwiceError(HakamError, ValueError):
    """A table is named twice."""


def board(asked: argparse.Namespace) -> None:
    """Read what is new, and list all tables.

    Raises:
        HakamError: if the board cannot be used; a table that cannot be asked is told in its line.
    """
    settings = load_settings(asked.config)
    path = Path(asked.db) if asked.db else board_path(settings)
    tables, say = _tables(asked.tables), partial(text, "board", language=asked.lang or settings.language)
    with BoardStore(path) as store:
        if asked.rebuild:
            store.clear()
            print(say("rebuilt").format(path=path), file=sys.stderr)
        found = totals(store, gather(store, tables))
    if asked.json:
        for one in found:
            print(line(_data(one)))
    else:
        print(_list(found, path, asked.lang or settings.language))


def _tables(named: list[tuple[str, str]]) -> Mapping[str, TableSource]:
    twice = next((name for at, (name, _) in enumerate(named) if name in dict(named[:at])), None)
    if twice is not None:
        raise TwiceError(f"the table {twice} is named twice")
    return {name: source_of(place) for name, place in named}


def _list(found: list[TableTotals], path: Path, language: str) -> str:
    say = partial(text, "board", language=language)
    rows = [tuple(map(say, HEAD)), *(_row(one, language) for one in found)]
    return f"{say('head').format(tables=len(found), path=path)}\n{fitted(rows, columns_of(sys.stdout))}"


def _row(one: TableTotals, language: str) -> tuple[str, ...]:
    say = partial(text, "board", language=language)
    state = say("lost").format(why=in_language(one.lost, language)) if one.lost else say("ok")
    score = numbers(one.scores) if one.scores else say("none")
    counts = [str(one.reasons.get(reason, (0, 0))[0]) for reason in REASONS]
    return (one.table, str(one.games), str(one.plays), score, *counts, str(one.announced), str(one.corrections), state)


def _data(one: TableTotals) -> dict[str, object]:
    """A table for other programs."""
    reasons = {reason: {"times": times, "points": points} for reason, (times, points) in sorted(one.reasons.items())}
    return {
        "table": one.table,
        "games": one.games,
        "plays": one.plays,
        "reasons": reasons,
        "announced": one.announced,
        "corrections": one.corrections,
        "scores": list(one.scores),
        "winners": list(one.winners),
        "lost": one.lost,
    }
