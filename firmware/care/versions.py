"""What runs here: the program to the bit, the networks, the packages, the machine; without who it belongs to."""

import hashlib
import platform
import re
from contextlib import suppress
from importlib import resources
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from firmware.storage import checkpoint

OWN = "hakam"


def versions() -> dict[str, object]:
    """All of it, ready for JSON; the networks with their SHA-256, as ``sha256sum`` tells it."""
    named = {re.split(r"[\s<>=!~;\[]", line)[0] for line in requires(OWN) or ()}  # extras too
    models = sorted(Path(str(resources.files("models"))).glob("*.onnx"))
    return {
        "hakam": version(OWN),
        "build": checkpoint.build(),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "system": f"{platform.system()} {platform.release()}",
        "packages": {name: number for name in sorted(named) if (number := _version(name))},
        "models": {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in models},
    }


def _version(name: str) -> str | None:
    with suppress(PackageNotFoundError):
        return version(name)
    return None
