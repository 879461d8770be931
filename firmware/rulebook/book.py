"""The whole text of some rules, wrapped for a terminal."""

from collections.abc import Iterable, Iterator
from textwrap import fill

from firmware.announce.texts import FIRST, text
from firmware.rulebook import steere
from firmware.rulebook.announcing import announcing
from firmware.rulebook.chapters import caida, ending, game, mesa, play, winning
from firmware.rulebook.options import differences, option_lines
from firmware.rulebook.wording import RuleWords
from firmware.rules.match import Match
from firmware.rules.presets import PAGAT, PRESETS, STEERE
from firmware.rules.ruleset import Ruleset
from firmware.rules.steere import CREDIT

WIDTH, NARROW = 88, 60
"""Columns that are wanted, and those below which a list has no room for a column of names."""
CHAPTERS = (game, play, caida, mesa, announcing, ending, winning)


def book(name: str, rules: Ruleset, players: int, language: str = FIRST, width: int = WIDTH) -> str:
    """The rules in words, with what differs from ``pagat`` on top.

    Args:
        name: what to call them.
        rules: the rules.
        players: 2, 3 or 4.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.
        width: columns that a line may take.

    Raises:
        RulesetError: if they are not for so many players.
    """
    match, say = Match.of(rules, players), RuleWords(language)
    changes = differences(rules, PAGAT, say)
    head = [fill(say("head", name=name, players=players), width)]
    if changes:
        head += ["", say("other_than"), *_bullets(changes, width)]
    chapters = ((say(f"chapter_{chapter.__name__}"), chapter(match, say)) for chapter in CHAPTERS)
    return "\n".join([*head, *_chapters(chapters, width)]) + "\n"


def steere_book(language: str = FIRST, width: int = WIDTH) -> str:
    """The rules of Mark Steere's game of the same name."""
    say = RuleWords(language)
    chapters = ((say(f"chapter_{name}"), steere.sentences(name, language)) for name in steere.CHAPTER_NAMES)
    return "\n".join([fill(steere.title(language), width), *_chapters(chapters, width)]) + "\n"


def catalogue(language: str = FIRST, width: int = WIDTH) -> str:
    """All presets, each with a line about it; what they come to is told by :func:`book`."""
    lines = [f"{name:17}{text('preset', name, language)}" for name in PRESETS]
    lines.append(f"{STEERE:17}{CREDIT}: {text('preset', STEERE, language)}")
    return "".join(f"{fill(one, width, subsequent_indent=' ' * (17 if width >= NARROW else 4))}\n" for one in lines)


def option_catalogue(language: str = FIRST, width: int = WIDTH) -> str:
    """All options that house rules can set."""
    return "".join(f"{fill(one, width, subsequent_indent='    ')}\n" for one in option_lines(language))


def _chapters(chapters: Iterable[tuple[str, Iterable[str]]], width: int) -> Iterator[str]:
    for title, sentences in chapters:
        yield from ("", title, *_bullets(sentences, width))


def _bullets(sentences: Iterable[str], width: int) -> Iterator[str]:
    return (fill(one, width, initial_indent="  * ", subsequent_indent="    ") for one in sentences)
