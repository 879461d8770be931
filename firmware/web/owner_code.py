"""The owner's code: made once for each device, kept beside the journal where nobody else reads it."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

NAME = "owner-code"
DIGITS = 8
OWNER_ALONE = 0o600


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
    code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, OWNER_ALONE)
    with os.fdopen(handle, "w") as file:
        file.write(f"{code}\n")
    return code


def spoken(code: str) -> str:
    """The code in two halves, as people say it: ``1234 5678``."""
    half = len(code) // 2
    return f"{code[:half]} {code[half:]}"
