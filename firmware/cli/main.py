"""The command ``hakam``: how it ends: 0 done, 1 could not, 2 wrong usage, 130 interrupted."""

import argparse
import gc
import importlib
import logging
import sys
from collections.abc import Callable, Sequence

from firmware.cli.language import ToldFormatter, told
from firmware.cli.parsing import parsed
from firmware.cli.streams import give_up_output, speak_json, usable_streams
from firmware.errors import HakamError
from firmware.settings.errors import BadSettingsError

WRONG_USAGE = 2  # as argparse has it
GC_THRESHOLD = 100_000
"""Objects made between two searches for cycles, in place of Python's 700: hypotheses live long and have none. Six deals
that were filmed are decoded in 30 to 34 s of one core instead of 36 to 38, with 1 MB more of memory (57 of 56)."""
INTERRUPTED = 130  # 128 and the number of SIGINT, as shells have it


def main(arguments: Sequence[str] | None = None, loaded: Callable[[], object] = lambda: None) -> int:
    """Do what the command line says and give the exit status; ``loaded`` is called once the command is loaded."""
    _listen_to_warnings(arguments)
    gc.set_threshold(GC_THRESHOLD)
    try:
        with usable_streams():
            asked = parsed(arguments)
            if getattr(asked, "json", False):
                speak_json()
            command = _command(asked)
            loaded()
            return command(asked) or 0
    except HakamError as fault:
        _say(str(fault), arguments)
        return WRONG_USAGE if isinstance(fault, BadSettingsError) else 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as fault:
        return _unforeseen(fault, arguments)


def _command(asked: argparse.Namespace) -> Callable[[argparse.Namespace], int | None]:
    module = importlib.import_module(f"firmware.cli.commands.{asked.command}")
    command: Callable[[argparse.Namespace], int | None] = getattr(module, asked.command)
    return command


def _listen_to_warnings(arguments: Sequence[str] | None) -> None:
    listener = logging.StreamHandler()
    listener.setFormatter(ToldFormatter(arguments))
    logging.basicConfig(handlers=[listener], level=logging.WARNING)


def _unforeseen(fault: OSError, arguments: Sequence[str] | None) -> int:
    """The output that takes no more, or a file that nobody thought of."""
    if fault.filename is None:
        give_up_output()
    if not isinstance(fault, BrokenPipeError):  # whoever read our output has gone, as in `hakam sessions | head -1`
        what = fault.filename or "the output"
        _say(f"{what} cannot be used ({fault.strerror or fault}); choose another place", arguments)
    return 1


def _say(words: str, arguments: Sequence[str] | None) -> None:
    print("\n".join(f"hakam: {line}" for line in told(words, arguments).splitlines()), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
