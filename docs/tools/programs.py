"""What the program says of itself: its commands and their options."""

import os
import re
import subprocess
import sys

from docs.tools.links import ROOT

_COMMAND = re.compile(r"^    (\w+)\b", re.MULTILINE)


def commands() -> list[str]:
    """The commands of ``hakam``, in the order in which it lists them."""
    return _COMMAND.findall(help_of().partition("COMMAND\n")[2].partition("\noptions:")[0])


def help_of(*command: str) -> str:
    """What ``hakam COMMAND --help`` prints, a hundred columns wide."""
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    call = [sys.executable, "-m", "firmware.cli.main", *command, "--help"]
    return subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout


def page() -> str:
    """A page of all commands with their help."""
    parts = (f"## {name}\n\n```text\n{help_of(name)}```\n" for name in commands())
    return "\n".join(("# Commands and options\n\nWhat `hakam COMMAND --help` prints.\n", *parts))
