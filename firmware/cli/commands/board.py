"""``hakam board``: several tables in one database and one list; each table's journal is the truth."""

import sys
from argparse import Namespace
from collections.abc import Mapping
from functools import partial
from importlib.util import find_spec

from firmware.announce.sentences import in_language
from firmware.announce.texts import text
from firmware.announce.words import numbers
from firmware.cli.commands.serve import EVERYWHERE, NEEDED, NO_PAGE, NoPageError
from firmware.errors import HakamError
from firmware.league.database import BoardDatabase
from firmware.league.gathering import REASONS, TableTotals, gather, totals
from firmware.league.opening import open_board
from firmware.league.sources import TableSource, source_of
from firmware.league.watching import BoardWatch
from firmware.presentation.columns import fitted
from firmware.settings.model import board_place, load_settings
from firmware.storage.codec import line
from hardware.terminal import columns_of

HEAD = ("table", "games", "plays", "score", *REASONS, "announced", "corrections", "state")


class TwiceError(HakamError, ValueError):
    """A table is named twice."""


def board(asked: Namespace) -> None:
    """Read what is new, and list all tables.

    Raises:
        HakamError: if the board cannot be used; a table that cannot be asked is told in its line.
    """
    settings = load_settings(asked.config)
    language = asked.lang or settings.language
    tables, say = _tables(asked.tables), partial(text, "board", language=language)
    with open_board(asked.db or board_place(settings)) as store:
        if asked.rebuild:
            store.clear()
            print(say("rebuilt").format(path=store.place), file=sys.stderr)
        if asked.page:
            _open_page(store, tables, dict(asked.tables), asked, language)
            return
        found, place = totals(store, gather(store, tables)), store.place
    if asked.json:
        for one in found:
            print(line(one.data()))
    else:
        print(_list(found, place, language))


def _open_page(
    store: BoardDatabase, tables: Mapping[str, TableSource], places: Mapping[str, str], asked: Namespace, language: str
) -> None:
    if not all(map(find_spec, NEEDED)):
        raise NoPageError(NO_PAGE)
    from firmware.web.opening import PageOptions, open_tables_page  # noqa: PLC0415 - an extra, which may be missing

    options = PageOptions(language, asked.host or EVERYWHERE, asked.port, asked.seconds)
    open_tables_page(BoardWatch(store, tables), places, options)


def _tables(named: list[tuple[str, str]]) -> Mapping[str, TableSource]:
    twice = next((name for at, (name, _) in enumerate(named) if name in dict(named[:at])), None)
    if twice is not None:
        raise TwiceError(f"the table {twice} is named twice")
    return {name: source_of(place) for name, place in named}


def _list(found: list[TableTotals], place: str, language: str) -> str:
    say = partial(text, "board", language=language)
    rows = [tuple(map(say, HEAD)), *(_row(one, language) for one in found)]
    return f"{say('head').format(tables=len(found), path=place)}\n{fitted(rows, columns_of(sys.stdout))}"


def _row(one: TableTotals, language: str) -> tuple[str, ...]:
    say = partial(text, "board", language=language)
    state = say("lost").format(why=in_language(one.lost, language)) if one.lost else say("ok")
    score = numbers(one.scores) if one.scores else say("none")
    counts = [str(one.reasons.get(reason, (0, 0))[0]) for reason in REASONS]
    return (one.table, str(one.games), str(one.plays), score, *counts, str(one.announced), str(one.corrections), state)
