"""The whole page: head, plays in dispute, the replay, curve and points; in one file, or with parts served beside it."""

from functools import cache
from typing import NamedTuple

import msgspec
from jinja2 import Environment
from markupsafe import Markup

from firmware.announce.clock import clock
from firmware.cards import Card, Suit
from firmware.events import DeckCompared
from firmware.report.curve import score_curve
from firmware.report.match_view import MatchView
from firmware.report.pictures import PictureBar, data_uri, embedded, screen_uri
from firmware.report.reading import final_reading
from firmware.report.record import SessionRecord
from firmware.report.tables import dispute_rows, likely, point_rows, retold_facts, was_and_now
from firmware.report.templating import environment
from firmware.report.viewing import PictureSources, match_view
from firmware.report.words import PageWords
from firmware.rules.events import CardPlayed
from firmware.storage.outputs import OutputKind

REPORT = OutputKind("report of Hakam's", b'name="generator" content="Hakam"')
LONG = 16  # letters of a fact that fit one column
LABELS = (
    "batch", "captured", "card", "card_unknown", "clip", "deal", "display", "faster", "first", "in_hand", "last",
    "next", "next_dispute", "nothing", "open", "pause", "picture", "previous", "score_now", "seen", "slower", "start",
    "table", "table_empty", "timeline", "times", "unseen",
)  # fmt: skip
"""The texts with which the replay makes its stops and its controls."""


class ReportPage(NamedTuple):
    """A page about a session, and the view that its replay shows."""

    html: str
    view: MatchView


def page(record: SessionRecord, progress: PictureBar = iter) -> str:
    """The report as one HTML file that needs nothing else; every text in it is escaped.

    ``progress`` hands on the pictures one by one as they are made smaller, which takes long where there are many.
    """
    return report_page(record, lambda pictures: embedded(pictures, progress=progress)).html


def report_page(record: SessionRecord, sources: PictureSources, assets: str = "", clips: str = "") -> ReportPage:
    """The report about a session.

    Args:
        record: the session.
        sources: gives the address of each picture.
        assets: where ``page.css`` and ``viewer.js`` are, with a stroke at its end; empty: they are in the page.
        clips: where a film of each play is, under its number; empty: nowhere.
    """
    words = PageWords(record.language, record.seating)
    reading = final_reading(record)
    view = match_view(record, reading, words, sources, screen_uri if assets else data_uri)
    misread = {stop.anchor for stop in view.stops if stop.picture and stop.picture.misread}
    html = (
        templates()
        .get_template("page.html")
        .render(
            record=record,
            words=words,
            view=view,
            assets=assets,
            clips=clips,
            data=script_json(view),
            labels=script_json(_labels(words)),
            names=[side.name for side in view.sides],
            facts=_facts(record, view.plays, words),
            curve=score_curve(record),
            points=point_rows(record.moments, reading, words),
            disputes=list(dispute_rows(reading)),
            retold=retold_facts(reading),
            misread=[fact for fact in reading.facts if fact.anchor in misread],
        )
    )
    return ReportPage(html, view)


def script_json(data: object) -> Markup:
    """Data as JSON that can stand within an element ``script``: nothing in it ends that element."""
    text = msgspec.json.encode(data).decode()
    return Markup(text.replace("<", "\\u003c"))


def _labels(words: PageWords) -> dict[str, str]:
    suits = {f"suit_{suit.value}": words.suit(suit) for suit in Suit}
    return {key: words.unfilled(key) for key in LABELS} | suits


@cache
def templates() -> Environment:
    """The templates of all pages; what they are given is escaped."""
    made = environment("firmware.report")
    made.filters |= {"clock": clock, "likely": likely, "was_and_now": was_and_now, "card": Card.parse}
    made.tests["told"] = lambda event: isinstance(event, CardPlayed)
    made.globals |= {"LONG": LONG}
    return made


def _facts(record: SessionRecord, plays: int, words: PageWords) -> list[tuple[str, str]]:
    setup = record.setup
    return [
        (words("rules"), setup.rules),
        (words("players"), str(setup.players)),
        (words("first_dealer"), words.player(setup.dealer)),
        (words("deck"), _deck(record.deck, words)),
        (words("duration"), clock(record.end_ms)),
        (words("plays"), str(plays)),
        (words("questions"), str(record.doubts)),
        (words("corrections"), str(record.corrections)),
        (words("source"), record.source),
        *record.facts,
    ]


def _deck(told: DeckCompared | None, words: PageWords) -> str:
    if told is None:
        return words("deck_any")
    return told.deck if told.fits else words("deck_other", deck=told.deck)
