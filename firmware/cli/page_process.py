"""The page beside a run or a replay: a process of its own, which ends with it."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO

WITH_PARENT = "HAKAM_WITH_PARENT"
"""In the environment: the page ends when its standard input does."""
ENDING_S = 5.0


@contextmanager
def page_beside(journal: Path, config: str | None, language: str | None) -> Iterator[Callable[[], None]]:
    """Let the page about a journal be open; what it says goes where our errors go, apart from lines of JSON.

    Args:
        journal: which one.
        config: file of the settings.
        language: of what is said.

    Returns:
        Has the page say its address again, and that it stays open.
    """
    words = ["serve", "--journal", str(journal)]
    words += ["--config", config] if config else []
    words += ["--lang", language] if language else []
    environment = {**os.environ, WITH_PARENT: "1"}
    command = [sys.executable, "-m", "hakam", *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=sys.stderr.fileno(), env=environment) as page:
        assert page.stdin is not None
        try:
            yield partial(_remind, page.stdin)
        finally:
            page.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                page.wait(ENDING_S)
            page.kill()


def _remind(pipe: IO[bytes]) -> None:
    with suppress(OSError):  # it has ended
        pipe.write(b"\n")
        pipe.flush()
