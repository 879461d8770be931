"""What the command line says, checked: wrong usage and ``--help`` end the program."""

import argparse
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import Any

from firmware.cli.arguments import COMMANDS
from firmware.cli.language import Parser
from firmware.cli.option import COMMON, Command, Option
from firmware.cli.values import filled_value
from firmware.settings.names import names_fault
from firmware.storage.outputs import real

PLACES = (
    "CAMERA",
    "DIR",
    "FILE",
    "FILE.csv",
    "FILE.html",
    "FILE.jpg",
    "FILE.mp4",
    "FILE.pdf",
    "PATH",
    "PICTURE",
    "PLACE",
    "RECORD",
    "RECORDING",
    "SOURCE",
)
"""How arguments are called in the help that name a file or a folder."""
NOT_GIVEN: tuple[object, ...] = (None, False, [], ())
"""Values of arguments that nobody named."""


class AnyOrderParser(Parser):
    """Takes options and arguments in any order: argparse alone refuses ``export 1 --notation FILE``."""

    _within = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse with options and arguments mixed, which comes back here for each of its steps."""
        if self._within:
            return super().parse_known_args(args, namespace)
        self._within = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._within = False


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What the command line says, with ``command``; wrong usage and ``--help`` end the program."""
    parser = Parser(
        prog="hakam",
        description="A referee over the café table: watches real cards and keeps the score of Moroccan Ronda.",
        epilog="example: hakam replay",
    )
    parser.add_argument("--version", action="version", version=f"hakam {version('hakam')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=AnyOrderParser)
    parser.line = arguments
    parsers = {one.name: commands.add_parser(one.name, help=one.does, **_words(one)) for one in COMMANDS}
    for one in COMMANDS:
        parsers[one.name].line = arguments
        _add(parsers[one.name], one)
    asked = parser.parse_args(arguments)
    command = next(one for one in COMMANDS if one.name == asked.command)
    for fault in (*_table_faults(asked), *_pair_faults(command, asked)):
        parsers[asked.command].error(fault)
    return asked


def _words(command: Command) -> dict[str, Any]:
    """What the help of a command says above and below its arguments."""
    below, above = f"example: {command.example}", f"{command.does[0].upper()}{command.does[1:]}."
    if not command.notes:
        return {"description": above, "epilog": below}
    below = f"{below}\n\n{command.notes}"
    return {"description": above, "epilog": below, "formatter_class": argparse.RawDescriptionHelpFormatter}


def _add(parser: argparse.ArgumentParser, command: Command) -> None:
    for one in (*COMMON, *command.options):
        if isinstance(one, Option):
            parser.add_argument(*one.names, **_how(one))
        else:
            group = parser.add_mutually_exclusive_group()
            for option in one:
                group.add_argument(*option.names, **_how(option))


def _how(option: Option) -> dict[str, Any]:
    """How argparse takes it: a text that is named, where nothing else is said, must not be empty."""
    return option.how if option.how.keys() & {"type", "choices", "action"} else option.how | {"type": filled_value}


def _table_faults(asked: argparse.Namespace) -> Iterator[str]:
    """What is wrong with who plays what."""
    players, dealer = getattr(asked, "players", None), getattr(asked, "dealer", None)
    first = getattr(asked, "first_dealer", None)
    if players is None:
        return
    if dealer is not None and dealer >= players:
        yield f"--dealer {dealer} is no seat of {players} players: 0 to {players - 1}"
    if first is not None and first > players:
        yield f"--first-dealer {first} is none of {players} players: 1 to {players}"
    if fault := names_fault(getattr(asked, "names", ()), players):
        yield f"--names: {fault}"


def _pair_faults(command: Command, asked: argparse.Namespace) -> Iterator[str]:
    """Arguments that mean nothing beside each other, or without each other."""
    given = {option.names[0]: option for option in command.arguments if _value(option, asked) not in NOT_GIVEN}
    title = {name: _title(option) for name, option in given.items()}
    for one, other in command.apart:
        if one in given and other in given:
            yield f"argument {title[one]}: not allowed with argument {title[other]}"
    for one, other in command.needs:
        if one in given and other not in given:
            yield f"argument {title[one]}: means nothing without {other.upper() if other[0] != '-' else other}"
    for one, other in combinations(given, 2):
        for place in _places(given[one], asked) & _places(given[other], asked):
            yield f"{title[one]} and {title[other]} name the same place, {place}: name two"


def _value(option: Option, asked: argparse.Namespace) -> object:
    return getattr(asked, option.how.get("dest", option.names[0].lstrip("-").replace("-", "_")))


def _title(option: Option) -> str:
    name = option.names[0]
    return name if name.startswith("-") else str(option.how["metavar"])


def _places(option: Option, asked: argparse.Namespace) -> set[Path]:
    """The files and folders that are named there; what is written to a device takes nothing from anybody."""
    if option.how.get("metavar") not in PLACES:
        return set()
    value = _value(option, asked)
    named = value if isinstance(value, list) else [value]
    return {real(Path(one)) for one in named if isinstance(one, str) and one != "-" and not _is_device(Path(one))}


def _is_device(path: Path) -> bool:
    with suppress(OSError):
        return stat.S_ISCHR(path.stat().st_mode)
    return False
