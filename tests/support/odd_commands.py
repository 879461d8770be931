"""Odd commands: every option of every command with what nobody should give it, each in a process of its own.

``python -m tests.support.odd_commands [EVERY]`` runs each EVERYth of them, in an empty folder that it makes, and prints
those that end otherwise than they may: with a traceback, a strange status, more than two lines, or something replaced.
"""

import contextlib
import ctypes
import hashlib
import importlib
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

import hakam.__main__  # noqa: F401 - as the program does it, so that its packages are found
from firmware.cli.arguments import COMMANDS, COMMON, Command, Option
from firmware.cli.main import main

SESSION = Path(__file__).parents[1] / "sessions" / "230036-2-players.jsonl.gz"
STATUSES, MOST_LINES, LONGEST_S = (0, 1, 2, 130), 2, 60
ROOM_BYTES = 8 << 30  # of addresses: a file without end must not take the machine's memory
THINGS = (
    "folder",
    "/dev/null",
    "/dev/full",
    "missing",
    "empty",
    "letter.txt",
    "gray.jpg",
    "secret",
    "secrets/file",
    "",
)
GIVEN = {"PICTURE": "gray.png", "SESSION": "1", "RECORD": "game.txt", "NAME": "cafe"}
LOCALES: dict[str, dict[str, str]] = {
    "C": {"encoding": "ascii"},
    "latin-1": {"encoding": "latin-1"},
    "UTF-8": {"encoding": "utf-8"},
}
CAPABILITIES = (0x20080522, 0)  # linux/capability.h: version 3, of this process


class OddCommand(NamedTuple):
    """A command: its arguments, and what its output is: closed, or in an encoding."""

    arguments: tuple[str, ...]
    output: str = "utf-8"


def odd_commands() -> Iterator[OddCommand]:
    """All of them, in the order of the table of arguments."""
    for command in COMMANDS:
        for option in _options(command):
            if option.how.get("action") != "store_true":
                yield from (OddCommand(_given(command, option, thing)) for thing in THINGS)
        for output in ("closed", *(one["encoding"] for one in LOCALES.values())):
            yield OddCommand(_given(command), output)


def _options(command: Command) -> list[Option]:
    groups = [(one,) if isinstance(one, Option) else one for one in (*COMMON, *command.options)]
    return [option for group in groups for option in group]


def _given(command: Command, odd: Option | None = None, thing: str = "") -> tuple[str, ...]:
    """A whole call: what the command must have, and ``thing`` for one option."""
    words = [command.name]
    for option in _options(command):
        name, how = option.names[0], option.how
        count = how.get("nargs", 1) if isinstance(how.get("nargs", 1), int) else 1
        needed = not name.startswith("-") and how.get("nargs") not in ("?", "*")
        if option is odd:
            words += [*([name] if name.startswith("-") else []), *[thing] * count]
        elif needed:
            words.append(GIVEN[how["metavar"]])
    others = {option.names[0] for option in _options(command)}
    chosen = odd.names[0] if odd else ""
    if "--from" in others and chosen not in ("--from", "--camera"):
        words += ["--from", "gray.png"]
    elif "--camera" in others and chosen not in ("--camera", "--from"):
        words += ["--camera", "table"]
    if command.name == "replay" and chosen != "source":
        words.append("session.jsonl.gz")
    return tuple(words)


def make_world(folder: Path) -> None:
    """Put into ``folder`` what the commands are given."""
    for name in ("folder", "table/frames", "secrets", "home"):
        (folder / name).mkdir(parents=True)
    for t_ms in range(0, 600, 100):
        cv2.imwrite(str(folder / "table" / "frames" / f"{t_ms:05d}.jpg"), np.full((360, 640, 3), 120, np.uint8))
    for name in ("gray.jpg", "gray.png"):
        cv2.imwrite(str(folder / name), np.full((360, 640, 3), 120, np.uint8))
    for name in ("empty", "secret", "secrets/file"):
        (folder / name).write_bytes(b"")
    (folder / "letter.txt").write_text("Dear Amina, the tea was good – come again.")
    (folder / "game.txt").write_text("deal 2O 5C 7E 12B\n")
    shutil.copy(SESSION, folder / "session.jsonl.gz")
    (folder / "secret").chmod(0)
    (folder / "secrets").chmod(0)


def state(folder: Path) -> dict[str, tuple[object, ...]]:
    """Everything in ``folder`` but the program's own data and what was empty: its kind, its rights and its content."""
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if not name.startswith("home") and name not in ("empty", "secrets/file"):
            content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
            found[name] = (path.lstat().st_mode, content)
    return found


def faults(command: OddCommand, world: Path) -> Iterator[str]:
    """What is wrong with how ``command`` ends in ``world``."""
    before = state(world)
    status, said = _ran(command, world)
    lines = [line for line in said.splitlines() if not line.startswith(("usage:", " "))]
    if "Traceback" in said or "Exception" in said:
        yield f"a traceback: {said.splitlines()[-1]}"
    if status not in STATUSES:
        yield f"status {status}"
    if len(lines) > MOST_LINES:
        yield f"{len(lines)} lines: {lines}"
    after = state(world)
    if any(after.get(name) != what for name, what in before.items()):
        yield f"replaced: {[name for name, what in before.items() if after.get(name) != what]}"
    for name in (name for name in after if name not in before):
        _remove(world / name)
    if not (Path("/dev/null").is_char_device() and Path("/dev/full").is_char_device()):
        yield "a device was replaced"


def _remove(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def _ran(command: OddCommand, world: Path) -> tuple[int, str]:
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if not child:
            _run(command, world, said.fileno())
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said.seek(0)
        return status, said.read().decode(errors="replace")


def _run(command: OddCommand, world: Path, said: int) -> None:
    """Be that command, as somebody who may not write everywhere."""
    status: Any = 1
    try:
        os.chdir(world)
        signal.alarm(LONGEST_S)
        resource.setrlimit(resource.RLIMIT_AS, (ROOM_BYTES, ROOM_BYTES))
        _drop_rights()
        null = os.open(os.devnull, os.O_RDWR)
        for number, target in ((0, null), (1, null), (2, said)):
            os.dup2(target, number)
        sys.stdin = open(0)  # noqa: SIM115 - for the life of the process, as the two below
        sys.stdout = None if command.output == "closed" else open(1, "w", encoding=command.output)  # type: ignore[assignment]  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
        status = main(list(command.arguments))
    except SystemExit as end:
        status = end.code
    except BaseException:
        sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
    finally:
        sys.stderr.flush()
        os._exit(int(status or 0))


def _drop_rights() -> None:
    """Root may write everywhere: give that up, and stay what one is."""
    head, none = (ctypes.c_uint32 * 2)(*CAPABILITIES), (ctypes.c_uint32 * 6)()
    ctypes.CDLL(None).capset(head, none)


def run(every: int = 1) -> list[str]:
    """The odd commands that end otherwise than they may, each with why; only each ``every``-th is run."""
    for command in COMMANDS:
        importlib.import_module(f"firmware.cli.commands.{command.name}")
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        world = Path(folder) / "world"
        make_world(world)
        home = {"XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config", "HAKAM_JOURNAL": "journal.db"}
        os.environ |= {name: str(world / "home" / place) for name, place in home.items()}
        for command in list(odd_commands())[::every]:
            found = list(faults(command, world))
            wrong += [f"hakam {' '.join(map(repr, command.arguments))} [{command.output}]: {one}" for one in found]
        (world / "secrets").chmod(0o700)
    return wrong


if __name__ == "__main__":
    found = run(int(sys.argv[1]) if sys.argv[1:] else 1)
    print(f"{len(list(odd_commands()))} odd commands, {len(found)} faults")
    print("\n".join(found))
    sys.exit(bool(found))
