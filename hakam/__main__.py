"""The command ``hakam``, and ``python -m hakam``: makes the program's packages importable, in this process alone.

In a wheel they lie in :data:`PRIVATE`, where no import finds them, so that an environment never gets packages called
``firmware`` or ``models``; in a checkout that folder is not there, and they are found beside this package.
"""

import importlib
import os
import signal
import sys
from pathlib import Path

PRIVATE = Path(__file__).with_name("_packages")
INTERRUPTED = 130  # 128 and the number of SIGINT, as shells have it


def main() -> int:
    """Do what the command line says and give the exit status."""
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # a shell's job in the background heeds none
    if heeded:  # while libraries are loaded, some of them take an exception for a fault of their own
        signal.signal(signal.SIGINT, _leave)
    sys.path.insert(0, str(PRIVATE))  # first, so that nobody else's package of the same name is taken
    status = int(importlib.import_module("firmware.cli.main").main(loaded=_interruptible if heeded else int))
    if heeded:
        signal.signal(signal.SIGINT, _leave)
    return status


def _leave(*_signal: object) -> None:
    os._exit(INTERRUPTED)


def _interruptible() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)


if __name__ == "__main__":
    sys.exit(main())
