"""The readers of the bench as targets of atheris: ``python -m tests.support.atheris_targets settings -runs=100000``.

Atheris (``pip install atheris==3.0.0``, Python 3.11 to 3.13 on Linux) changes files so that new lines of the program
are reached; it begins with the valid files, and stops at the first error that is not ours. It is in no lock file.
"""

import logging
import sys
import tempfile
from contextlib import suppress
from pathlib import Path


def fuzz(target: str, options: list[str]) -> None:
    """Let atheris change files for a reader until it finds an error or has made all its runs."""
    import atheris

    with atheris.instrument_imports(include=["firmware", "vision"]):
        from firmware.errors import HakamError
        from models.benchmarks.fuzzing.seeds import seeds
        from models.benchmarks.fuzzing.targets import TARGETS
    logging.disable(logging.WARNING)
    folder = Path(tempfile.mkdtemp(prefix="hakam-atheris-"))
    (folder / "corpus").mkdir()
    for number, data in enumerate(seeds()[target]):
        (folder / "corpus" / str(number)).write_bytes(data)
    path = folder / TARGETS[target].name

    def read(data: bytes) -> None:
        path.write_bytes(data)
        with suppress(HakamError):
            TARGETS[target].read(path)

    atheris.Setup([sys.argv[0], str(folder / "corpus"), "-timeout=20", "-rss_limit_mb=1500", *options], read)
    atheris.Fuzz()


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        from models.benchmarks.fuzzing.targets import TARGETS

        print("\n".join(TARGETS))
    else:
        fuzz(sys.argv[1], sys.argv[2:])
