"""The whole page: head, curve, points, questions and time line in one file without a network."""

import base64
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from firmware.announce.clock import clock
from firmware.announce.seating import Seating
from firmware.report.blocks import blocks
from firmware.report.cards import MARKS, title
from firmware.report.curve import score_curve
from firmware.report.record import SessionRecord
from firmware.report.tables import point_rows, question_rows
from firmware.report.timeline import timeline

LONG = 16  # letters of a fact that fit one column


def page(record: SessionRecord) -> str:
    """The report as one HTML page that needs nothing else; every text in it is escaped."""
    seating = Seating(record.setup.players)
    found = blocks(record)
    return (
        _templates()
        .get_template("page.html")
        .render(
            record=record,
            seating=seating,
            names=[seating.side_in_full(side, "en") for side in range(len(record.scores))],
            facts=_facts(record, seating),
            curve=score_curve(record),
            points=list(point_rows(found, seating)),
            questions=list(question_rows(found, seating)),
            timeline=timeline(found, seating),
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
    templates.filters |= {"clock": clock, "card_title": title, "data_uri": data_uri}
    templates.globals |= {"marks": MARKS, "LONG": LONG}
    return templates


def data_uri(content: bytes, kind: str) -> str:
    """The address of a picture that is in the page itself; ``kind`` is ``png`` or ``jpeg``."""
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def _facts(record: SessionRecord, seating: Seating) -> list[tuple[str, str]]:
    setup = record.setup
    return [
        ("Rules", setup.rules),
        ("Players", str(setup.players)),
        ("First dealer", seating.player(setup.dealer, "en")),
        ("Deck", record.deck or "any"),
        ("Duration", clock(record.end_ms)),
        ("Plays", str(len(record.plays))),
        ("Questions", str(record.doubts)),
        ("Corrections", str(record.corrections)),
        ("Source", record.source),
        *record.facts,
    ]
