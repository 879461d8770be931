"""The whole page: head, plays in dispute, every play step by step, curve and points in one file without a network."""

import base64
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from firmware.announce.clock import clock
from firmware.events import DeckCompared
from firmware.report.cards import MARKS
from firmware.report.curve import score_curve
from firmware.report.pictures import PictureBar
from firmware.report.reading import final_reading
from firmware.report.record import SessionRecord
from firmware.report.tables import dispute_rows, likely, point_rows, retold_facts, was_and_now
from firmware.report.timeline import contents, steps
from firmware.report.words import PageWords
from firmware.rules.events import CardPlayed
from firmware.storage.outputs import OutputKind

REPORT = OutputKind("report of Hakam's", b'name="generator" content="Hakam"')
LONG = 16  # letters of a fact that fit one column


def page(record: SessionRecord, progress: PictureBar = iter) -> str:
    """The report as one HTML page that needs nothing else; every text in it is escaped.

    ``progress`` hands on the pictures one by one as they are made smaller, which takes long where there are many.
    """
    words = PageWords(record.language, record.seating)
    reading = final_reading(record)
    views = steps(reading, words, progress)
    plays = sum(fact.play > 0 for fact in reading.facts)
    pictures = [view.picture for view in views if view.picture]
    return (
        _templates()
        .get_template("page.html")
        .render(
            record=record,
            words=words,
            names=[words.side(side) for side in range(len(record.scores))],
            facts=_facts(record, plays, words),
            curve=score_curve(record),
            points=point_rows(record.moments, reading, words),
            disputes=list(dispute_rows(reading)),
            retold=retold_facts(reading),
            misread=[view.fact for view in views if view.picture and view.picture.misread],
            deals=list(contents(views, words)),
            plays=plays,
            labels=sorted({label.card for picture in pictures for label in picture.labels}, key=str),
        )
    )


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=PackageLoader("firmware.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters |= {"clock": clock, "likely": likely, "was_and_now": was_and_now, "data_uri": data_uri}
    templates.tests["told"] = lambda event: isinstance(event, CardPlayed)
    templates.globals |= {"marks": MARKS, "LONG": LONG}
    return templates


def data_uri(content: bytes, kind: str) -> str:
    """The address of a picture that is in the page itself; ``kind`` is ``png``, ``jpeg`` or ``webp``."""
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


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
