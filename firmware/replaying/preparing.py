"""What the page shows of games and plays that are over: made by a process of its own, for it takes seconds."""

import gzip
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from firmware.book.book import book_of
from firmware.decoding.transcript import transcript
from firmware.presentation.clip_file import write_clip
from firmware.presentation.clip_pictures import kept_pictures
from firmware.replaying.booking import book_games
from firmware.replaying.sources import SessionSource
from firmware.replaying.taken_down import take_down
from firmware.report.book_page import book_page
from firmware.report.book_sheet import sheet
from firmware.report.book_tables import BookWords
from firmware.report.clip_scenes import clip_scenes
from firmware.report.page import report_page
from firmware.report.record import AnnotatedPicture
from firmware.rules.game import Game
from firmware.rules.notation.record import format_record
from firmware.rules.notation.ruleset import parse_rules
from firmware.storage.journal import Journal

PAGE, VIEW, GAME, SHEET, CLIP = "page.html", "match.json", "game.txt", "book.csv", "clip.gif"
KINDNESS = 10
"""How far it stands back behind the referee's process, as ``nice`` counts."""


def prepare_match(journal: str, session: int, language: str, folder: str, assets: str) -> None:
    """Write the replay of a session, its view as JSON, and the game in notation.

    Args:
        journal: path of the journal that holds it.
        session: its number.
        language: of the page.
        folder: where the files go.
        assets: where the page's style and script are served from.

    Raises:
        HakamError: if the session is not there, or cannot be played again.
    """
    os.nice(KINDNESS)

    def sources(pictures: Sequence[AnnotatedPicture]) -> list[str]:
        return [f"/picture/{session}/{one.picture.t_ms}.jpg" for one in pictures]

    record, place = take_down(_kept(journal, session), language), Path(folder)
    html, view = report_page(record, sources, assets, clips=f"/back/{session}/clip/")
    start = Game(parse_rules(record.setup.rules), record.setup.players, record.setup.dealer)
    _write_page(place, html)
    (place / VIEW).write_bytes(msgspec.json.encode(view))
    (place / GAME).write_text(format_record(transcript(start, record.history)), encoding="utf-8")


def prepare_clip(journal: str, session: int, play: int, language: str, folder: str, _assets: str) -> None:
    """Write a film of a play and of what was said about it, from the pictures that were kept.

    Args:
        journal: path of the journal that holds its session.
        session: its number.
        play: the number of the play from 1, as the replay counts.
        language: of the words below the pictures.
        folder: where the file goes.

    Raises:
        HakamError: if the play is not there, or cannot be played again.
    """
    os.nice(KINDNESS)
    scenes = clip_scenes(take_down(_kept(journal, session), language), play)
    write_clip(Path(folder) / CLIP, kept_pictures(scenes, language))


def _kept(journal: str, session: int) -> SessionSource:
    with Journal(Path(journal), create=False, read_only=True) as opened:
        found = opened.session(session)
        entries = tuple(opened.entries(session))
    return SessionSource(f"session {session}", found.header, entries, found.signals, found.outcome)


def prepare_book(journal: str, language: str, folder: str, assets: str) -> None:
    """Write the book of a journal as a page and for spreadsheets.

    Args:
        journal: path of the journal.
        language: of the page.
        folder: where the files go.
        assets: where the page's style is served from.

    Raises:
        HakamError: if the journal cannot be read.
    """
    os.nice(KINDNESS)
    words, place = BookWords(language), Path(folder)
    with Journal(Path(journal), create=False, read_only=True) as opened:
        book = book_of(book_games(opened, language))
    _write_page(place, book_page(book, words, assets))
    (place / SHEET).write_text(f"\ufeff{sheet(book, words)}", encoding="utf-8", errors="replace", newline="")


def _write_page(folder: Path, html: str) -> None:
    """Write a page, and the same packed for browsers, which nearly all take that."""
    content = html.encode(errors="replace")
    (folder / PAGE).write_bytes(content)
    (folder / f"{PAGE}.gz").write_bytes(gzip.compress(content, mtime=0))
