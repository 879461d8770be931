"""The command ``hakam``, and ``python -m hakam``: makes the program's packages importable, in this process alone.

In a wheel they lie in :data:`PRIVATE`, where no import finds them, so that an environment never gets packages called
``firmware`` or ``models``; in a checkout that folder is not there, and they are found beside this package.
"""

import importlib
import sys
from pathlib import Path

PRIVATE = Path(__file__).with_name("_packages")
INTERRUPTED = 130  # 128 and the number of SIGINT, as shells have it


def main() -> int:
    """Do what the command line says and give the exit status."""
    sys.path.insert(0, str(PRIVATE))  # first, so that nobody else's package of the same name is taken
    try:
        return int(importlib.import_module("firmware.cli.main").main())
    except KeyboardInterrupt:  # while it was still being loaded
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
