"""What a native reader checks, each text with its meaning and place: ``python -m docs.tools.text_pages it``."""

import argparse
from collections.abc import Iterator

from firmware.announce.texts import FIRST, LANGUAGES, keys, text, variants

SHOWN = {
    "language": "the choice of languages",
    "screen": "the small display, 21 letters a line at most",
    "fault": "the small display, three lines under PAUSED",
    "missing": "the small display, the line beneath the score, 16 letters",
    "press": "the small display while a button is held, 16 letters",
    "report": "the small display, four lines",
    "keys": "the terminal, of the keyboard that stands in for the buttons",
    "calibrate": "the small display while the camera is set up, four lines",
    "enrol": "the small display while a deck is shown to the camera",
    "sheet": "the printed sheet of calibration",
    "event": "the display (the shortest, 21 letters), the terminal and the report (the fullest)",
    "reason": "the display in large letters, 8 at most; the report",
    "kind": "within what is announced",
    "voice": "said aloud, one after the other: player two, caida, the score is, 12, to, 7",
    "page": "the report of a session, in the browser",
    "why": "the report: why there were points",
    "choice": "settings on the page: what an option of the rules may be",
    "closing": "the last lines of a command",
    "journal": "hakam journal check",
    "forget": "hakam forget",
    "sessions": "the heads of the columns of hakam sessions",
    "saying": "within what a player said",
    "refusal": "the display and the terminal: why something cannot be done",
    "preset": "hakam rules, the list",
    "rules": "hakam rules: the rules in words",
    "option": "hakam rules --options",
    "steere": "hakam rules steere",
    "error": "the terminal: what went wrong",
    "finding": "hakam doctor: what was found",
    "doctor": "hakam doctor: the first column",
    "source": "the report and the list of sessions: what was read",
    "read": "hakam read",
    "decks": "hakam decks",
    "enrolment": "hakam enrol, in the terminal",
    "export": "hakam export",
    "clip": "hakam clip, and within its pictures",
    "book": "hakam book: the terminal, the page, the heads of the sheet",
    "progress": "the bar of progress",
    "page_process": "the terminal, when the page begins",
    "web": "the page in browsers",
    "deck_page": "the page in browsers, where decks are enrolled and chosen",
    "voices": "hakam voices, in the terminal",
    "mqtt": "hakam mqtt, and the names of things in Home Assistant",
    "board": "hakam board: the heads of its columns and what stands in them",
}
"""Where the texts of a section are seen; one that is not here says its own name."""
HEAD = """\
# {name}: texts to check

{count} texts in `{language}`, made from `firmware/announce/texts/{language}.toml`. Nobody whose language this is
has read them yet. Please look first at what players see, the sections down to *event*, *reason* and *kind*:

* Would somebody at the table say it like that, and say it so to friends?
* Is it the word of the game that is used here (caida, mesa, the deal, a batch of cards, the table)?
* Does a sentence stay right with a name in the place of `{{player}}` and a number in that of `{{points}}`?
* Several texts in one field mean the same, the fullest first; the last one is what fits the small display.

A correction is a line in that file, or a note to whoever keeps it.
"""


def page(language: str) -> str:
    """All texts of a language beside the English ones, as a page of Markdown."""
    sections = [_section(section, language) for section in SHOWN if keys(section, language)]
    count = sum(len(keys(section, language)) for section in SHOWN)
    return HEAD.format(name=text("language", "name", language), language=language, count=count) + "".join(sections)


def pages() -> dict[str, str]:
    """The pages of all languages but the first, by their places on the site."""
    return {_place(one): page(one) for one in LANGUAGES if one != FIRST}


def titles() -> dict[str, str]:
    """The names of those languages, by the places of their pages."""
    return {_place(one): text("language", "name", one) for one in LANGUAGES if one != FIRST}


def _place(language: str) -> str:
    return f"reference/texts-{language}.md"


def _section(section: str, language: str) -> str:
    rows = "".join(f"| {' | '.join(row)} |\n" for row in _rows(section, language))
    return f"\n## {section}\n\nShown: {SHOWN[section]}.\n\n| key | text | what it means |\n|---|---|---|\n{rows}"


def _rows(section: str, language: str) -> Iterator[tuple[str, str, str]]:
    for key in sorted(keys(section, FIRST)):
        yield f"`{key}`", _cell(variants(section, key, language)), _cell(variants(section, key, FIRST))


def _cell(texts: tuple[str, ...]) -> str:
    return "<br>".join(texts).replace("|", "\\|").replace("{", "&#123;").replace("\n", " ")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m docs.tools.text_pages", description=__doc__)
    parser.add_argument("language", choices=LANGUAGES)
    print(page(parser.parse_args().language), end="")
