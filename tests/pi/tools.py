"""What all checks of the Pi use: commands, Debian's packages unpacked, and programs for arm64 run here."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
OUT = ROOT / "out" / "pi"
MIRROR = "http://deb.debian.org/debian"
BINFMT = Path("/proc/sys/fs/binfmt_misc")
MAGIC = rb":hakam:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:"
MAGIC += rb"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:%s:F"
"""By these bytes the kernel knows a program for arm64, which QEMU runs; as Debian's qemu-user-binfmt has them."""


class CheckError(Exception):
    """Something is not as it should be."""


def run(*command: str, environment: dict[str, str] | None = None) -> str:
    """Run a command; what it says.

    Raises:
        CheckError: if it fails.
    """
    done = subprocess.run(
        command, env={**os.environ, **(environment or {})}, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise CheckError(f"{' '.join(command)}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout.strip()


def debian(
    release: str, machine: str, folder: Path, *packages: str, options: Sequence[str] = (), sources: Sequence[str] = ()
) -> None:
    """Unpack packages and what they depend on; nothing of them is run."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    unpack = ("--mode=root", f"--arch={machine}", "--variant=extract", f"--include={','.join(packages)}")
    run("mmdebstrap", "--quiet", *unpack, *options, release, str(folder), *(sources or (MIRROR,)))


def emulator() -> None:
    """QEMU 10 from trixie, which is one static file: 7.2 of bookworm crashes in onnxruntime."""
    if not (OUT / "qemu" / "usr" / "bin" / "qemu-aarch64").exists():
        debian("trixie", "amd64", OUT / "qemu", "qemu-user")


def run_arm64() -> None:
    """Have the kernel run programs for arm64 by QEMU."""
    emulator()
    if not (BINFMT / "register").exists():
        run("mount", "-t", "binfmt_misc", "binfmt_misc", str(BINFMT))
    if not (BINFMT / "hakam").exists():
        (BINFMT / "register").write_bytes(MAGIC % str(OUT / "qemu" / "usr" / "bin" / "qemu-aarch64").encode())
