"""``make pi-check``: what runs on a Pi is run here, on emulated processors of the Pi 3, Zero 2 W, Pi 4 and Pi 5.

For both releases of Raspberry Pi OS an arm64 system is unpacked, without a compiler, and ``pip install .`` done in it
by its own Python. Then, with the locked wheels and on each processor: the import of all packages without camera or
pins; the tests of devices, of buttons, settings and journal; and the networks, whose results must be those of this
machine. Needs Debian's ``mmdebstrap``, root, a network and 2 GB below ``out/pi``.
"""

import argparse
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pip
from numpy.typing import NDArray
from ours import sources, wheels
from outputs import NETWORKS
from tools import OUT, ROOT, CheckError, debian, emulator, run, run_arm64

LIBRARIES = ("libstdc++6", "zlib1g", "libgcc-s1", "libgl1", "libfribidi0")
"""What the wheels need beside glib; ``systemd/install.sh`` installs the last two and glib, a Pi has the rest."""
PROCESSORS = {"cortex-a53": "Pi 3, Zero 2 W", "cortex-a72": "Pi 4", "cortex-a76": "Pi 5"}
TESTS = ("tests/hardware", "tests/buttons/test_gestures.py", "tests/buttons/test_debounce.py")
TESTS += ("tests/settings/test_model.py", "tests/storage/test_journal.py", "tests/vision/test_store.py")
STARTS_PYTHON = "tests/storage/test_journal.py::test_a_process_that_dies_loses_nothing_it_had_finished"
"""It starts another Python, which here no emulator would run."""
EXTRA = ("pytest", "pluggy", "iniconfig", "packaging", "hypothesis", "sortedcontainers", "Pygments")
"""Of the locked packages those that the tests need."""
SAME = 1e-6
"""The networks' results may differ by this between processors, as a share of values above one. Of the one in int8 only
the last layers, which are in float32, may differ at all: the last of its bytes must be the same."""
INSTALLED = "import sys, hakam.__main__ as installed; sys.argv = ['hakam', 'rules']; sys.exit(installed.main())"
ONNX = OUT / "onnx"
"""The library that makes a copy of the network with those bytes as an output."""
EIGHT_BITS = OUT / "eight_bits.onnx"


@dataclass(frozen=True, slots=True)
class System:
    """A release of Debian, which Raspberry Pi OS is made of, with its Python and its C library."""

    release: str
    python: str
    glibc: str
    glib: str

    @property
    def folder(self) -> Path:
        """Where it is unpacked."""
        return OUT / self.release


SYSTEMS = (System("bookworm", "3.11", "2_36", "libglib2.0-0"), System("trixie", "3.13", "2_40", "libglib2.0-0t64"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Check, and print what was proven; 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="pi-check", description=__doc__)
    parser.add_argument("--fresh", action="store_true", help="unpack everything again")
    if parser.parse_args(arguments).fresh:
        shutil.rmtree(OUT, ignore_errors=True)
    began_s = time.monotonic()
    try:
        for line in _checks():
            print(line, flush=True)
    except CheckError as fault:
        print(f"FAILED: {fault}", file=sys.stderr)
        return 1
    print(f"pi-check passed in {time.monotonic() - began_s:.0f} s")
    return 0


def _checks() -> Iterator[str]:
    OUT.mkdir(parents=True, exist_ok=True)
    emulator()
    run_arm64()
    _eight_bits()
    _here("tests/pi/outputs.py", OUT / "inputs.npz", OUT / "here.npz", EIGHT_BITS, "--draw")
    for system in SYSTEMS:
        unpack(system)
        wheels_of(system)
        yield f"{system.release}, Python {system.python}: {_pip_install(system)}"
        for processor, boards in PROCESSORS.items():
            name = f"{boards} ({processor}), {system.release}, Python {system.python}"
            _emulated(
                system,
                processor,
                "-c",
                "import firmware.cli.main, firmware.runtime.loop, hardware.camera, vision.pipeline",
            )
            tests = _emulated(
                system, processor, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--deselect", STARTS_PYTHON, *TESTS
            )
            there = OUT / f"{system.release}-{processor}.npz"
            _emulated(system, processor, "tests/pi/outputs.py", str(OUT / "inputs.npz"), str(there), str(EIGHT_BITS))
            yield f"{name}: {tests.splitlines()[-1]}; {_compared(OUT / 'here.npz', there)}"


def unpack(system: System) -> None:
    """Unpack a release of Debian for arm64 where it is not there yet."""
    if (system.folder / "lib").exists():
        return
    standard = ("python3", "libpython3-stdlib", f"libpython{system.python}-stdlib")
    debian(system.release, "arm64", system.folder, *standard, *LIBRARIES, system.glib)
    shutil.rmtree(system.folder / "dev", ignore_errors=True)  # so that the emulator takes this machine's
    if not (system.folder / "lib").exists():
        (system.folder / "lib").symlink_to("usr/lib")


def wheels_of(system: System) -> None:
    """The locked packages, as wheels alone: nothing is compiled on a Pi."""
    site = system.folder / "site"
    if site.exists():
        return
    lines = (ROOT / "locks" / "dev.txt").read_text().splitlines()
    extra = [line for line in lines if line.partition("==")[0] in EXTRA]
    platform = ("--python-platform", f"aarch64-manylinux_{system.glibc}", "--python-version", system.python)
    where = ("--only-binary", ":all:", "--target", str(site), "-r", str(ROOT / "locks" / "run.txt"))
    run(sys.executable, "-m", "uv", "pip", "install", "--quiet", *platform, *where, *extra)


def _pip_install(system: System) -> str:
    """``pip install .`` as on a Pi, with wheels in the place of a network; what came of it, in words."""
    began_s, home = time.monotonic(), system.folder / "srv"
    (system.folder / "tmp").mkdir(exist_ok=True)
    if not (home / "wheels").exists():
        wheels(home / "wheels", system.python, system.glibc)
    sources(home / "hakam")
    shutil.copytree(Path(pip.__file__).parent, home / "pip" / "pip", dirs_exist_ok=True)
    shutil.rmtree(home / "installed", ignore_errors=True)
    python = ("chroot", str(system.folder), f"/usr/bin/python{system.python}")
    where = ("--no-index", "--find-links", "/srv/wheels", "--no-compile", "--target", "/srv/installed")
    run(*python, "-m", "pip", "install", "--quiet", *where, "/srv/hakam", environment={"PYTHONPATH": "/srv/pip"})
    run(*python, "-c", INSTALLED, environment={"PYTHONPATH": "/srv/installed"})
    return f"pip install . ends well after {time.monotonic() - began_s:.0f} s, and `hakam rules` runs"


def _eight_bits() -> None:
    """The copy of the network in int8 that gives its bytes too."""
    if not ONNX.exists():
        wanted = next(
            line for line in (ROOT / "locks" / "train.txt").read_text().splitlines() if line.startswith("onnx=")
        )
        run(sys.executable, "-m", "uv", "pip", "install", "--quiet", "--target", str(ONNX), wanted)
    _here("tests/pi/eight_bits.py", ROOT / "models" / "identify.onnx", EIGHT_BITS)


def _here(*arguments: str | Path) -> None:
    run(sys.executable, *map(str, arguments), environment={"PYTHONPATH": f"{ROOT}:{ONNX}"})


def _emulated(system: System, processor: str, *arguments: str) -> str:
    python = system.folder / "usr" / "bin" / f"python{system.python}"
    emulator = (str(OUT / "qemu" / "usr" / "bin" / "qemu-aarch64"), "-L", str(system.folder), "-cpu", processor)
    site = {"PYTHONHOME": "/usr", "PYTHONPATH": f"{system.folder / 'site'}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}
    return run(*emulator, str(python), *arguments, environment=site)


def _compared(here: Path, there: Path) -> str:
    """How far the networks' results are apart; in words."""
    with np.load(here) as mine, np.load(there) as theirs:
        apart = {name: _apart(mine[name].astype(float), theirs[name].astype(float)) for name in mine.files}
        count = mine["bytes"].size
    if max(apart.values()) > SAME or apart["bytes"]:
        raise CheckError(f"the networks differ from those of this machine: {apart}")
    told = ", ".join(f"{name} within {_most(apart, name):.1e}" for name in NETWORKS)
    return f"{told}; the {count} bytes of the int8 one are the same"


def _apart(mine: NDArray[np.float64], theirs: NDArray[np.float64]) -> float:
    """The largest difference, as a share of values above one."""
    return float(np.max(np.abs(mine - theirs) / np.maximum(np.abs(mine), 1.0)))


def _most(apart: Mapping[str, float], network: str) -> float:
    return max(most for name, most in apart.items() if name.startswith(network))


if __name__ == "__main__":
    sys.exit(main())
