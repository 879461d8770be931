"""All points in order; what has been done is kept, so that a power cut, or a part still to be bought, costs nothing."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from firmware.care.acceptance.verdict import AcceptancePoint, NobodyThereError, PointResult, Verdict, judged
from firmware.errors import HakamError
from firmware.storage.atomic_file import write_atomic


class Progress:
    """What has been judged so far, in a small file.

    Attributes:
        done: by the name of the point.
        cut: in which run of the machine a power cut was expected; empty: none was.
    """

    def __init__(self, path: Path) -> None:
        """Go on with what ``path`` holds; a file that cannot be understood holds nothing."""
        self._path = path
        self.done: dict[str, PointResult] = {}
        self.cut = ""
        try:
            data = json.loads(path.read_text())
            self.done = {name: PointResult(Verdict(verdict), words) for name, (verdict, words) in data["done"].items()}
            self.cut = data["cut"]
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            pass

    def note(self, name: str, result: PointResult) -> None:
        """A point is over."""
        self.done[name], self.cut = result, ""
        self._write()

    def expect_cut(self, boot: str) -> None:
        """The power will go in this run of the machine, called ``boot``."""
        self.cut = boot
        self._write()

    def clear(self) -> None:
        """All is over: the next time begins anew."""
        self._path.unlink(missing_ok=True)

    def _write(self) -> None:
        done = {name: [result.verdict, result.words] for name, result in self.done.items()}
        write_atomic(self._path, json.dumps({"done": done, "cut": self.cut}, indent=1).encode())


def run_points(points: Mapping[str, AcceptancePoint], progress: Progress) -> Iterator[tuple[str, PointResult]]:
    """Judge what has not been judged yet, and give all results in the order of the points.

    Raises:
        NobodyThereError: if nobody answers; what was judged until then is kept.
    """
    for name, point in points.items():
        if name not in progress.done:
            progress.note(name, _judged(point))
        yield name, progress.done[name]
    progress.clear()


def _judged(point: Callable[[], PointResult]) -> PointResult:
    """A point that breaks has failed."""
    try:
        return point()
    except NobodyThereError:
        raise
    except HakamError as fault:
        return judged(False, str(fault))
