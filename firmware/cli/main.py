"""The command ``hakam``: what can be asked, and how it ends: 0 done, 1 could not, 2 wrong usage, 130 interrupted."""

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import TypeAlias

from firmware.announce.texts import LANGUAGES
from firmware.cards import Card
from firmware.errors import HakamError
from firmware.settings.errors import BadSettingsError
from firmware.settings.house_rules import rules_text

WRONG_USAGE = 2  # as argparse has it
INTERRUPTED = 130  # 128 and the number of SIGINT, as shells have it

CAMERA_HELP = "pi, the number of one on USB, or a recording in its place (from its 90th second on: film.mp4@90)"
RULES_HELP = "a preset, one with options ('pagat target=21') or a TOML file of house rules"

Parsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and give the exit status."""
    logging.basicConfig(format="hakam: %(message)s", level=logging.WARNING)
    asked = _parsed(arguments)
    try:
        module = importlib.import_module(f"firmware.cli.commands.{asked.module}")
        return getattr(module, asked.command)(asked) or 0
    except HakamError as fault:
        print("\n".join(f"hakam: {line}" for line in str(fault).splitlines()), file=sys.stderr)
        return WRONG_USAGE if isinstance(fault, BadSettingsError) else 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has gone, as in `hakam sessions | head -1`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="hakam",
        description="A referee over the café table: watches real cards and keeps the score of Moroccan Ronda.",
        epilog="example: hakam replay",
    )
    parser.add_argument("--version", action="version", version=f"hakam {version('hakam')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    recorded = (_add_sessions, _add_export, _add_correct)
    for add in (
        _add_run,
        _add_calibrate,
        _add_doctor,
        _add_replay,
        _add_read,
        _add_score,
        _add_enrol,
        _add_rules,
        *recorded,
    ):
        add(commands)
    asked = parser.parse_args(arguments)
    if (
        asked.command in ("run", "replay")
        and None not in (asked.players, asked.dealer)
        and asked.dealer >= asked.players
    ):
        parser.error(f"--dealer {asked.dealer} is no seat of {asked.players} players: 0 to {asked.players - 1}")
    return asked


def _command(
    commands: Parsers, name: str, does: str, example: str, module: str | None = None
) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name,
        help=does,
        description=f"{does[0].upper()}{does[1:]}.",
        epilog=f"example: {example}",
    )
    parser.set_defaults(module=module or name)
    parser.add_argument("--config", metavar="FILE", help="settings, instead of HAKAM_CONFIG or the user's hakam.toml")
    return parser


def _add_replay(commands: Parsers) -> None:
    does = "watch a recorded table and keep the score"
    parser = _command(commands, "replay", does, "hakam replay evening.mp4 --players 4 --report evening.html")
    parser.add_argument(
        "source",
        metavar="SOURCE",
        nargs="?",
        help="a session folder, a video, the number of a session in the journal or an exported session; "
        "without it the bundled demo",
    )
    _add_table(parser)
    parser.add_argument("--json", action="store_true", help="one event a line, for other programs")
    parser.add_argument(
        "--report", metavar="FILE.html", help="write one page with every play, its picture and its points"
    )
    parser.add_argument("--screens", metavar="DIR", help="write every screen of the small display as a PNG")
    parser.add_argument(
        "--speed", type=_positive, metavar="X", help="X times real time; without it as fast as possible"
    )
    _add_journal(parser)
    _add_language(parser)


def _add_run(commands: Parsers) -> None:
    does = "watch the table through a camera and keep the score; a match that was cut off goes on"
    parser = _command(commands, "run", does, "hakam run --camera 0 --players 2")
    _add_camera(parser)
    _add_table(parser)
    parser.add_argument("--json", action="store_true", help="one event a line, for other programs")
    parser.add_argument("--new", action="store_true", help="begin a new match, whatever was cut off")
    _add_journal(parser)
    _add_language(parser)


def _add_calibrate(commands: Parsers) -> None:
    does = "say how to move camera and lamp until the cards are read well; ends when five cards were played"
    parser = _command(commands, "calibrate", does, "hakam calibrate --camera 0")
    sheet = "write a sheet of A4 to print, with cards to cut out, a ruler and a star to focus by, and look at nothing"
    parser.add_argument("--sheet", metavar="FILE.pdf", help=sheet)
    _add_camera(parser)
    parser.add_argument("--deck", metavar="NAME", help="an enrolled deck")
    _add_language(parser)


def _add_doctor(commands: Parsers) -> None:
    does = "look at machine, camera, display, buttons and buzzer, and say what to do"
    parser = _command(commands, "doctor", does, "hakam doctor --camera 0")
    _add_camera(parser)
    parser.add_argument("--json", action="store_true", help="one finding a line, for other programs")
    more = parser.add_mutually_exclusive_group()
    more.add_argument(
        "--acceptance",
        action="store_true",
        help="the first day of a board: a quarter of an hour with a person who looks, presses and pulls plugs; "
        "each point passes or fails, and after a break the next one goes on",
    )
    more.add_argument(
        "--bundle",
        metavar="PLACE",
        nargs="?",
        const="",
        help="write a report from which a fault can be played again: one file of at most 20 MB, with the newest "
        "session, pictures, settings, findings; PLACE is a file or a folder; without it a stick, else this folder",
    )
    _add_journal(parser)


def _add_camera(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--camera", metavar="CAMERA", help=CAMERA_HELP)


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, choices=(2, 3, 4), help="seats at the table")
    parser.add_argument("--dealer", type=int, choices=range(4), metavar="SEAT", help="first dealer, counted from 0")
    parser.add_argument("--rules", type=_rules, metavar="RULES", help=RULES_HELP)
    parser.add_argument("--deck", metavar="NAME", help="an enrolled deck")


def _add_read(commands: Parsers) -> None:
    parser = _command(commands, "read", "name the cards in still pictures", "hakam read table.jpg --draw read/")
    parser.add_argument("pictures", metavar="PICTURE", nargs="+", help="JPEG or PNG")
    parser.add_argument("--deck", metavar="NAME", help="an enrolled deck")
    parser.add_argument("--json", action="store_true", help="one object a line, for other programs")
    parser.add_argument("--draw", metavar="DIR", help="write each picture with what was read drawn on it")


def _add_enrol(commands: Parsers) -> None:
    does = "learn a deck from the camera or from pictures that show each of its cards once, in any order, face up"
    parser = _command(commands, "enrol", does, "hakam enrol cafe --from table1.jpg table2.jpg table3.jpg table4.jpg")
    parser.add_argument("name", metavar="NAME", help="what the deck is called from now on, as in --deck NAME")
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--from",
        dest="pictures",
        metavar="PICTURE",
        nargs="+",
        help="JPEG or PNG, ten cards or so each; without it the camera: lay out ten cards or so, press A (a button or "
        "a key) to keep them, lay out others, press B at the end",
    )
    source.add_argument("--camera", metavar="CAMERA", help=CAMERA_HELP)
    parser.add_argument("--keep", metavar="DIR", help="write each table kept from the camera, for --from another time")
    _add_language(parser)
    parser.add_argument("--pack", choices=("40", "48", "52"), help="how many cards it has; without it as many as seen")
    parser.add_argument(
        "--is",
        dest="answers",
        metavar="NUMBER=CARD",
        type=_answer,
        nargs="+",
        action="extend",
        help="what a doubtful card is, as in 17=10E",
    )
    parser.add_argument(
        "--in-order",
        action="store_true",
        help="the cards lie in order, from above left row by row: 1 to 12 of oros, copas, espadas, bastos; for a deck "
        "that nobody could read otherwise, one made by hand",
    )
    parser.add_argument("--draw", metavar="DIR", help="write each picture with the names and numbers of its cards")
    parser.add_argument("--json", action="store_true", help="one object a line, for other programs; asks nothing")


def _add_score(commands: Parsers) -> None:
    parser = _command(commands, "score", "score a game that was written down, without a camera", "hakam score game.txt")
    parser.add_argument("record", metavar="RECORD", help="a text file, or - for standard input")
    parser.add_argument("--json", action="store_true", help="one event a line, for other programs")
    _add_language(parser)


def _add_rules(commands: Parsers) -> None:
    parser = _command(
        commands, "rules", "tell the rules of a preset, or list all presets", "hakam rules cafe --players 4"
    )
    parser.add_argument("rules", metavar="RULES", nargs="?", help=f"{RULES_HELP}; without it the list of presets")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="how many play (default 2)")
    parser.add_argument("--options", action="store_true", help="list what house rules can set")


def _add_sessions(commands: Parsers) -> None:
    parser = _command(commands, "sessions", "list the sessions in the journal", "hakam sessions")
    parser.add_argument("--json", action="store_true", help="one session a line, for other programs")
    _add_journal(parser)


def _add_export(commands: Parsers) -> None:
    does = "write a session of the journal to one file that can be sent and replayed elsewhere"
    parser = _command(commands, "export", does, "hakam export 3 evening.jsonl.gz", module="sessions")
    parser.add_argument("session", metavar="SESSION", type=int, help="its number, as `hakam sessions` lists it")
    parser.add_argument("file", metavar="FILE", nargs="?", help="compressed if the name ends in .gz")
    _add_journal(parser)


def _add_correct(commands: Parsers) -> None:
    does = "put a kept session right: a card, a seat, a missed play, a phantom; it is counted anew and kept as another"
    parser = _command(commands, "correct", does, "hakam correct 3 'card 12 7O' 'insert 20 1 4C' 'remove 31'")
    parser.add_argument("session", metavar="SESSION", type=int, help="its number, as `hakam sessions` lists it")
    parser.add_argument(
        "words",
        metavar="WORDS",
        nargs="*",
        help="'card [PLAY] CARD', 'seat [PLAY] SEAT', 'insert PLAY SEAT CARD', 'remove [PLAY]', "
        "'layout DEAL CARD CARD CARD CARD', undo, redo; without any the plays are listed with their numbers",
    )
    parser.add_argument("--json", action="store_true", help="the closing line of the corrected session as JSON")
    _add_journal(parser)


def _add_journal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--journal", metavar="PATH", help="the journal, instead of HAKAM_JOURNAL or the user's own")


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, help="language of what is said and shown")


def _rules(name: str) -> str:
    try:
        return rules_text(name)
    except HakamError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def _answer(text: str) -> tuple[int, Card]:
    number, _, card = text.partition("=")
    try:
        return int(number), Card.parse(card.upper())
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no answer: NUMBER=CARD is expected, such as 17=10E") from None


def _positive(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not more than 0")
    return number


if __name__ == "__main__":
    sys.exit(main())
