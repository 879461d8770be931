"""Odd commands: every option of every command with what nobody should give it, alone and in pairs.

:mod:`tests.support.odd_runs` runs them in the folder that :mod:`tests.support.odd_world` makes.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from firmware.cli.arguments import COMMANDS
from firmware.cli.option import Command, Option
from firmware.cli.parsing import PLACES

SIGNS = "thé – شاي ♠"
"""A name with signs that no encoding but UTF-8 has all of."""
NO_TEXT = b"\xff\xfe".decode("utf-8", "surrogateescape")
"""A name that is no text in UTF-8, as Python holds it."""
THINGS = (
    "folder",
    "/dev/null",
    "/dev/full",
    "/proc/new",
    "missing",
    "missing/deep",
    "letter.txt/deep",
    "empty",
    "letter.txt",
    "gray.jpg",
    "session.jsonl.gz",
    "home/journal.db",
    "loop",
    "secret",
    "secrets/file",
    SIGNS,
    NO_TEXT,
    "",
    "-1",
    "99999999999999999999",
    "²",
    "~nobody-of-this-name/x.toml",
)
SAME = ("new", "folder", "letter.txt", "gray.png", "table", "session.jsonl.gz", "home/journal.db", SIGNS)
"""What both options of a pair are given."""
SENSIBLE = {
    "CAMERA": "table",
    "CLIP": "caida",
    "DATE": "2000-01-01",
    "DIR": "new",
    "FILE": "new.txt",
    "FILE.csv": "new.csv",
    "FILE.html": "new.html",
    "FILE.jpg": "new.jpg",
    "FILE.mp4": "new.mp4",
    "FILE.pdf": "new.pdf",
    "MB": "10",
    "NAME": "cafe",
    "NAMES": "Amina,Youssef",
    "NUMBER": "99",
    "NUMBER=CARD": "1=7O",
    "OLD": "cafe",
    "HOST": "127.0.0.1",
    "PATH": "home/journal.db",
    "PICTURE": "gray.png",
    "PLACE": "new.zip",
    "PLAY": "1",
    "PLAYER": "1",
    "PORT": "0",
    "RECORD": "game.txt",
    "RECORDING": "table",
    "RULES": "cafe",
    "SEAT": "1",
    "SECONDS": "0.2",
    "SESSION": "1",
    "SOURCE": "session.jsonl.gz",
    "TABLE=PLACE": "1=home/journal.db",
    "WORDS": "card 1 12C",
    "X": "1000",
}
"""What each option is meant to get, by its metavar."""
OUTPUTS = ("open", "closed", "full")
LOCALES = ("C", "C.UTF-8", "fr_FR.UTF-8", "fr_FR.ISO-8859-1", "ar_MA.UTF-8", "ar_MA.ISO-8859-6")


class OddCommand(NamedTuple):
    """A command.

    Attributes:
        arguments: what stands behind ``hakam``.
        locale: one of :data:`LOCALES`.
        output: ``open``, ``closed``, or ``full`` as a disk is.
    """

    arguments: tuple[str, ...]
    locale: str = "C.UTF-8"
    output: str = "open"


def odd_commands() -> list[OddCommand]:
    """All of them, in the order of the table of arguments; those that name no locale go round all locales."""
    single = [OddCommand(words, LOCALES[n % len(LOCALES)]) for n, words in enumerate(dict.fromkeys(_worded()))]
    return list(dict.fromkeys((*single, *_streams())))


def _worded() -> Iterator[tuple[str, ...]]:
    for command in COMMANDS:
        for option in command.arguments:
            if not _is_flag(option):
                yield from (words_of(command, {option.names[0]: thing}) for thing in THINGS)
        places = [option for option in command.arguments if option.how.get("metavar") in PLACES]
        for one, other in combinations(places, 2):
            yield from (words_of(command, {one.names[0]: thing, other.names[0]: thing}) for thing in SAME)


def _streams() -> Iterator[OddCommand]:
    """Each option as it is meant, into a closed, a full and an open output; each command in each locale."""
    for command in COMMANDS:
        calls = [{}, *({option.names[0]: _sensible(option)} for option in command.arguments)]
        for n, given in enumerate(calls):
            words, locale = words_of(command, given), LOCALES[n % len(LOCALES)]
            yield from (OddCommand(words, locale, output) for output in OUTPUTS)
        yield from (OddCommand(words_of(command, {}), locale) for locale in LOCALES[1:])


def _is_flag(option: Option) -> bool:
    return option.how.get("action") == "store_true"


def _sensible(option: Option) -> str:
    if _is_flag(option):
        return ""
    return str(option.how["choices"][0]) if "choices" in option.how else SENSIBLE[_metavar(option)]


def _metavar(option: Option) -> str:
    metavar = option.how["metavar"]
    return str(metavar if isinstance(metavar, str) else metavar[0])


def words_of(command: Command, given: Mapping[str, str]) -> tuple[str, ...]:
    """A whole call: what the command must have, what keeps it quick, and what is ``given`` by the options' names."""
    words = [command.name]
    for option in sorted(command.arguments, key=lambda one: one.names[0].startswith("-")):
        name, count = option.names[0], option.how.get("nargs", 1)
        thing = given.get(name, _needed(command, option, given))
        if thing is not None:
            flag, many = [name] if name.startswith("-") else [], count if isinstance(count, int) else 1
            words += flag if _is_flag(option) else [*flag, *[thing] * many]
    return tuple(words)


def _needed(command: Command, option: Option, given: Collection[str]) -> str | None:
    """What is said though nobody asked for it: the demo takes a minute, and a camera is not everywhere."""
    name, others = option.names[0], {one.names[0] for one in command.arguments}
    quick = name in ("source", "--from", "--for") or (name == "--camera" and "--from" not in others)
    if quick and not {"--camera", "--from", "--sheet"}.intersection(given):
        return _sensible(option)
    must = not name.startswith("-") and option.how.get("nargs") not in ("?", "*")
    return _sensible(option) if must else None
