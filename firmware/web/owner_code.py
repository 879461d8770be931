"""The owner's code: made once for each device, kept beside the journal where nobody else reads it."""

import secrets
from contextlib import suppress
from pathlib import Path

from firmware.web.private_file import write_private

NAME = "owner-code"
OWNER_DIGITS = 8


def owner_code(folder: Path) -> str:
    """The code of a device; it is made when it is asked for first.

    Args:
        folder: of the journal.

    Raises:
        OSError: if it can be neither read nor written.
    """
    path = folder / NAME
    with suppress(FileNotFoundError):
        if code := "".join(filter(str.isdecimal, path.read_text()[:40])):
            return code
    code = figures(OWNER_DIGITS)
    write_private(path, f"{code}\n".encode())
    return code


def figures(count: int) -> str:
    """So many figures that nobody can guess."""
    return f"{secrets.randbelow(10**count):0{count}}"


def spoken(code: str) -> str:
    """The code in two halves, as people say it: ``1234 5678``."""
    half = len(code) // 2
    return f"{code[:half]} {code[half:]}"
