"""The page's process as it is served to cafés, and what it takes of memory and processor."""

import http.client
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class ServedPage:
    """A page that is open.

    Attributes:
        pid: of its process.
        host: where it is.
        port: its number.
    """

    pid: int
    host: str
    port: int

    @property
    def address(self) -> str:
        """What a browser is told."""
        return f"http://{self.host}:{self.port}"

    def weight(self) -> int:
        """Bytes of everything that a new visitor is sent, without the stream."""
        board = self._got("/")
        files = re.findall(rb'(?:src|href)="(/static/[^"]+)"', board)
        return len(board) + sum(len(self._got(path.decode())) for path in files)

    def _got(self, path: str) -> bytes:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status == 200, path
        found = answer.read()
        connection.close()
        return found

    @property
    def memory_mb(self) -> float:
        """Its resident memory, megabytes."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
        return int(found[1]) / 1000 if found else 0.0

    @property
    def cpu_s(self) -> float:
        """How long it has computed since it began, seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS  # utime and stime, proc(5)


@contextmanager
def served(journal: Path) -> Iterator[ServedPage]:
    """The page about a journal, by ``hakam serve``, until this ends."""
    command = [sys.executable, "-m", "hakam", "serve", "--journal", str(journal), "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield ServedPage(process.pid, "127.0.0.1", _port(process.stdout))
        finally:
            process.terminate()


def _port(lines: Iterator[str]) -> int:
    for line in lines:
        if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
            return int(found[1])
    raise SystemExit("the page did not open: is the extra installed? make .venv/page")
