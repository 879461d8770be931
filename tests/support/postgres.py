"""A server of Postgres of its own, from Debian's package, which only a socket in its folder leads to."""

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

OWNER = "postgres"
"""As root it does not run; this user comes with the package."""


def programs():
    """The folder of its newest programs; ``None``: it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


class Server:
    """A server that can be stopped at once, as by a cut, and started again."""

    def __init__(self, folder):
        self.folder, self._user = folder, {"user": OWNER} if os.getuid() == 0 else {}
        self._run("initdb", "-D", folder / "data", "-U", OWNER, "--auth=trust", "--encoding=UTF8", "--no-sync")
        self.start()

    @property
    def url(self):
        return f"postgresql://{OWNER}@/postgres?host={self.folder}"

    def start(self):
        options = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c fsync=off"
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-l", self.folder / "log", "-o", options, "start")

    def stop(self):
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-m", "immediate", "stop")

    def _run(self, program, *arguments):
        command = [programs() / program, *map(str, arguments)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self._user)


@contextmanager
def served():
    """A server, until this ends."""
    folder = Path(tempfile.mkdtemp(prefix="hakam-pg-"))
    try:
        if os.getuid() == 0:
            shutil.chown(folder, OWNER)
        server = Server(folder)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
