"""The whole page: head, curve, points, questions and time line in one file without a network."""

from importlib import resources
from string import Template

from firmware.announce.clock import clock
from firmware.announce.seating import Seating
from firmware.report.blocks import blocks
from firmware.report.cards import symbols
from firmware.report.chronicle import Chronicle
from firmware.report.curve import score_curve
from firmware.report.markup import Markup, join, tag
from firmware.report.tables import points_table, questions
from firmware.report.timeline import timeline

LONG = 16  # letters of a fact that fit one column


def page(chronicle: Chronicle) -> str:
    """The report as one HTML page that needs nothing else."""
    folder = resources.files("firmware.report")
    template = Template((folder / "page.html").read_text(encoding="utf-8"))
    seating = Seating(chronicle.setup.players)
    names = [seating.side_in_full(side, "en") for side in range(len(chronicle.scores))]
    found = blocks(chronicle)
    return template.substitute(
        title=f"Ronda {' – '.join(map(str, chronicle.scores))}",
        style=(folder / "page.css").read_text(encoding="utf-8"),
        symbols=symbols(),
        result=_result(chronicle, names),
        facts=_facts(chronicle, seating),
        curve=score_curve(chronicle, names),
        points=points_table(found, seating),
        questions=questions(found, seating),
        timeline=timeline(found, seating),
    )


def _result(chronicle: Chronicle, names: list[str]) -> Markup:
    sides = [
        tag(
            "div",
            tag("b", str(score), class_="big"),
            tag("span", name),
            class_=f"result side{side}{' won' if side == chronicle.winner else ''}",
        )
        for side, (name, score) in enumerate(zip(names, chronicle.scores, strict=True))
    ]
    said = "The match goes on." if chronicle.winner is None else f"{names[chronicle.winner]} wins the match."
    return join(tag("div", *sides, class_="results"), tag("p", said, class_="said"))


def _facts(chronicle: Chronicle, seating: Seating) -> Markup:
    setup = chronicle.setup
    facts = (
        ("Rules", setup.rules),
        ("Players", str(setup.players)),
        ("First dealer", seating.player(setup.dealer, "en")),
        ("Deck", chronicle.deck or "any"),
        ("Duration", clock(chronicle.end_ms)),
        ("Plays", str(len(chronicle.plays))),
        ("Questions", str(chronicle.doubts)),
        ("Corrections", str(chronicle.corrections)),
        ("Source", chronicle.source),
        *chronicle.facts,
    )
    return tag("dl", *(_fact(name, value) for name, value in facts), class_="facts")


def _fact(name: str, value: str) -> Markup:
    wide = "wide" if len(value) > LONG else None
    return tag("div", tag("dt", name), tag("dd", value), class_=wide)
