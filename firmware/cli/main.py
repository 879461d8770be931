"""The command ``hakam``: how it ends: 0 done, 1 could not, 2 wrong usage, 130 interrupted."""

import importlib
import logging
import os
import sys
from collections.abc import Sequence

from firmware.cli.arguments import parsed
from firmware.errors import HakamError
from firmware.settings.errors import BadSettingsError

WRONG_USAGE = 2  # as argparse has it
INTERRUPTED = 130  # 128 and the number of SIGINT, as shells have it


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and give the exit status."""
    logging.basicConfig(format="hakam: %(message)s", level=logging.WARNING)
    asked = parsed(arguments)
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


if __name__ == "__main__":
    sys.exit(main())
