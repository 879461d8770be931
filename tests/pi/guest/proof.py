"""Runs in the emulated Pi as root: does what the host asks for by a line of JSON, and answers with another."""

import base64
import json
import os
import signal
import sqlite3
import subprocess
import time
import zlib
from pathlib import Path

CHANNEL = "/dev/virtio-ports/hakam"
UNIT = "hakam.service"
JOURNAL = Path("/var/lib/hakam/journal.db")
PROPERTIES = "ActiveState,SubState,NRestarts,MainPID,User,MemoryPeak,StatusText,Result"


def hello():
    return {"kernel": os.uname().release, "systemd": _said("systemctl", "--version").split()[1]}


def install(*options):
    began_s = time.monotonic()
    command = ("/bin/sh", "/srv/hakam/systemd/install.sh", *options)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    took_s = time.monotonic() - began_s
    return {"rc": done.returncode, "s": round(took_s), "said": (done.stdout + done.stderr)[-3000:]}


def unit():
    lines = _said("systemctl", "show", UNIT, f"--property={PROPERTIES}").splitlines()
    return dict(line.split("=", 1) for line in lines)


def process():
    """Who the referee is, and what he may."""
    status = Path(f"/proc/{unit()['MainPID']}/status").read_text().splitlines()
    wanted = ("Uid", "CapEff", "NoNewPrivs", "Seccomp")
    return {line.split(":")[0]: line.split(":")[1].split()[0] for line in status if line.split(":")[0] in wanted}


def security():
    verify = subprocess.run(("systemd-analyze", "verify", UNIT), capture_output=True, text=True, check=False)
    last = _said("systemd-analyze", "--no-pager", "security", UNIT).splitlines()[-1]
    return {"verify": verify.stdout + verify.stderr, "rc": verify.returncode, "exposure": last}


def journal():
    """The referee's journal as it is on the disk."""
    copy = Path("/tmp/journal.db")
    copy.unlink(missing_ok=True)
    with sqlite3.connect(f"file:{JOURNAL}?mode=ro", uri=True) as there, sqlite3.connect(copy) as here:
        there.backup(here)
    return base64.b64encode(zlib.compress(copy.read_bytes(), 1)).decode()


def play():
    """Let the film go."""
    Path("/srv/go").touch()


def film():
    """How many pictures of the film were shown."""
    at = Path("/var/lib/hakam/film-at")
    return int(at.read_text()) if at.exists() else 0


def hang():
    """Stop the referee's process for good, as a deadlock would."""
    os.kill(int(unit()["MainPID"]), signal.SIGSTOP)


def log(lines=40):
    return _said("journalctl", "--no-pager", "-u", UNIT, "-n", str(lines), "-o", "cat")


def sync():
    os.sync()


def there(path):
    return Path(path).exists()


def poweroff():
    subprocess.Popen(("systemctl", "poweroff"))


def _said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def main():
    with Path(CHANNEL).open("r+b", buffering=0) as channel:
        channel.write(b'{"ready": true}\n')
        rest = b""
        while True:
            piece = channel.read(65536)
            if not piece:
                time.sleep(0.2)
                continue
            *lines, rest = (rest + piece).split(b"\n")
            for line in filter(None, lines):
                _send(channel, json.dumps(_answer(json.loads(line))) + "\n")


def _send(channel, text):
    """A raw write may take only a part of it."""
    left = text.encode()
    while left:
        left = left[channel.write(left) or 0 :]


def _answer(asked):
    try:
        return {"ok": globals()[asked["do"]](*asked["with"])}
    except Exception as fault:
        return {"fault": repr(fault)}


if __name__ == "__main__":
    main()
