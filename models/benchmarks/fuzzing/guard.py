"""One input held to its limits: no error but our own, a second, half a gigabyte, nothing outside its place."""

import os
import resource
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from firmware.errors import HakamError

MOST_S = 1.0
MOST_MB = 500.0
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.chmod", "os.truncate")
LEAVES = ("socket.connect", "socket.getaddrinfo", "subprocess.Popen", "os.system", "os.exec", "pickle.find_class")
"""Events that Python's audit tells (docs.python.org, "Audit events table") and no reader causes: other machines, other
programs, code of a file."""


class Guard:
    """Watches this process from now on; what is not allowed in one input is told of that one."""

    def __init__(self, place: Path) -> None:
        """Allow writing in ``place``, and in the folder for temporary files that is set up in it."""
        self.place = place.resolve()
        self._seen: list[str] = []
        self._listening = False
        self._base_mb = _peak_mb()
        sys.addaudithook(self._hear)

    def fault(self, read: Callable[[Path], object], path: Path) -> str | None:
        """What goes wrong while a file is read; ``None``: nothing."""
        self._seen, self._listening = [], True
        began_s = time.process_time()
        fault = None
        try:
            read(path)
        except HakamError as told:
            fault = _badly_told(told)
        except Exception as raised:
            fault = f"{type(raised).__name__} at {_place(raised)}: {str(raised)[:100]}"
        finally:
            self._listening = False
        took_s, grown_mb = time.process_time() - began_s, _peak_mb() - self._base_mb
        taken = [(took_s, MOST_S, f"{took_s:.1f} s"), (grown_mb, MOST_MB, f"{grown_mb:.0f} MB")]
        too_much = " and ".join(words for amount, most, words in taken if amount > most)
        return fault or (f"took {too_much}" if too_much else next(iter(self._seen), None))

    @property
    def is_full(self) -> bool:
        """Whether the memory that was taken hides how much the next input takes: a new process is wanted."""
        return _peak_mb() - self._base_mb > MOST_MB / 2

    def clear(self) -> None:
        """Remove all that lies in the place."""
        for one in self.place.iterdir():
            shutil.rmtree(one) if one.is_dir() and not one.is_symlink() else one.unlink()

    def _hear(self, event: str, words: tuple[Any, ...]) -> None:
        if not self._listening:
            return
        if event in LEAVES:
            self._seen.append(f"{event} {str(words)[:100]}")
        elif event in CHANGES or (event == "open" and isinstance(words[2], int) and words[2] & WRITES):
            name = words[0]
            if isinstance(name, str | bytes | os.PathLike) and not self._is_inside(Path(os.fsdecode(name))):
                self._seen.append(f"{event} {os.fsdecode(name)[:100]}")

    def _is_inside(self, path: Path) -> bool:
        return Path(os.path.abspath(path)).is_relative_to(self.place) or path == Path(os.devnull)  # noqa: PTH100 - no event


def _badly_told(told: HakamError) -> str | None:
    """What is wrong with an error of ours: pages of it, or what no terminal can write."""
    words = str(told)
    if len(words) > 40_000:
        return f"{type(told).__name__} says {len(words)} letters"
    return None


def _place(raised: BaseException) -> str:
    """The last line of ours that the error went through."""
    trace, place = raised.__traceback__, "?"
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if any(f"/{package}/" in name for package in ("firmware", "vision")):
            place = f"{'/'.join(Path(name).parts[-3:])}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
