"""An emulator that counts: QEMU built with plugins, which Debian's, one static file, cannot load."""

import lzma
import re
import shutil
import sys
import tarfile
import urllib.request
from pathlib import Path

from tools import MIRROR, OUT, CheckError, run

HERE = Path(__file__).parent
HOME = OUT / "counting"
NEEDED = {"gcc": "gcc", "ninja": "ninja-build", "pkg-config": "pkg-config"}
"""Programs that the build takes, and their packages in Debian; it needs ``libglib2.0-dev`` too."""
MESON = ("meson==1.7.2", "pycotap", "distlib")
FEATURES = ("--target-list=aarch64-linux-user", "--enable-plugins", "--without-default-features", "--enable-linux-user")
FEATURES += ("--disable-docs", "--disable-tools", "--disable-system", "--disable-install-blobs")
"""Nothing but the emulator of programs: three minutes of one core."""


def counting_emulator() -> tuple[Path, Path]:
    """The emulator and the plugin, built where they are not there yet.

    Raises:
        CheckError: if something is missing that the build takes.
    """
    emulator, plugin = HOME / "build" / "qemu-aarch64", HOME / "count.so"
    if not emulator.exists():
        _build()
    headers = f"-I{next(HOME.glob('qemu-*')) / 'include' / 'qemu'}"
    glib = run("pkg-config", "--cflags", "glib-2.0").split()
    run("gcc", "-shared", "-fPIC", "-O2", "-Wall", headers, *glib, "-o", str(plugin), str(HERE / "count.c"))
    return emulator, plugin


def _build() -> None:
    missing = [package for program, package in NEEDED.items() if shutil.which(program) is None]
    if missing:
        raise CheckError(f"building the emulator needs Debian's {', '.join(missing)} and libglib2.0-dev")
    shutil.rmtree(HOME, ignore_errors=True)
    (HOME / "build").mkdir(parents=True)
    _sources()
    run(sys.executable, "-m", "venv", str(HOME / "meson"))
    python = str(HOME / "meson" / "bin" / "python")
    run(python, "-m", "pip", "install", "--quiet", *MESON)
    configure = str(next(HOME.glob("qemu-*")) / "configure")
    path = {"PATH": f"{HOME / 'meson' / 'bin'}:/usr/local/bin:/usr/bin:/bin"}
    run("sh", "-c", f'cd "{HOME}/build" && "{configure}" --python="{python}" {" ".join(FEATURES)}', environment=path)
    run("ninja", "-C", str(HOME / "build"), "qemu-aarch64", environment=path)


def _sources() -> None:
    """Debian's sources of QEMU, of the release that ``pi-check`` takes its emulator from."""
    with urllib.request.urlopen(f"{MIRROR}/dists/trixie/main/source/Sources.xz") as index:
        text = lzma.decompress(index.read()).decode()
    entry = next((one for one in text.split("\n\n") if one.startswith("Package: qemu\n")), "")
    folder, name = re.search(r"^Directory: (.+)$", entry, re.M), re.search(r"(\S+\.orig\.tar\.xz)$", entry, re.M)
    if folder is None or name is None:
        raise CheckError(f"{MIRROR} has no sources of QEMU for trixie")
    archive = HOME / "qemu.tar.xz"
    with urllib.request.urlopen(f"{MIRROR}/{folder[1]}/{name[1]}") as given:
        archive.write_bytes(given.read())
    with tarfile.open(archive) as packed:
        packed.extractall(HOME, filter="tar")
    archive.unlink()
