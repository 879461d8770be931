"""What runs here: the program to the bit, the networks, the packages, the machine; without who it belongs to."""

import hashlib
import platform
import re
from collections.abc import Iterable
from importlib import resources
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from firmware.storage import checkpoint

OWN = "hakam"


def versions() -> dict[str, object]:
    """All of it, ready for JSON."""
    return {
        "hakam": version(OWN),
        "build": checkpoint.build(),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "system": f"{platform.system()} {platform.release()}",
        "packages": {name: number for name in _named() if (number := _version(name))},
        "models": {file.name: _sum(file) for file in _models()},
    }


def _named() -> list[str]:
    """The packages that this one asks for, extras too."""
    return sorted({re.split(r"[\s<>=!~;\[]", line)[0] for line in requires(OWN) or ()})


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _models() -> Iterable[Path]:
    return sorted(Path(str(resources.files("models"))).glob("*.onnx"))


def _sum(file: Path) -> str:
    """SHA-256, as ``sha256sum`` tells it."""
    return hashlib.sha256(file.read_bytes()).hexdigest()
