"""The two packages that Raspberry Pi OS has and Debian has not, made of what PyPI has; and a list of them for apt."""

import re
import shutil
import sys
import urllib.request
from pathlib import Path

from camera import LOOSE, WHEELS
from tools import CheckError, debian, run

HERE = Path(__file__).parent
SITE = "usr/lib/python3/dist-packages"
FROM_PIP = ("numpy", "numpy.libs", "simplejpeg", "PIL", "pillow.libs", "bin")
"""What picamera2 needs as well, and the installer has from pip."""
INDEX, LGPIO = "https://pypi.org/simple/lgpio/", r'href="([^"#]*lgpio-0\.2\.2\.0\.tar\.gz)'


def packages(home: Path) -> None:
    """Make both, and the list, in ``home / "apt"``."""
    for name, version, fill in (("python3-picamera2", "0.3.38", _picamera2), ("python3-lgpio", "0.2.2.0", _lgpio)):
        shutil.rmtree(home / name, ignore_errors=True)
        site, about = home / name / SITE, home / name / "DEBIAN"
        site.mkdir(parents=True)
        about.mkdir()
        fill(site, home)
        lines = {"Package": name, "Version": f"{version}-1", "Architecture": "arm64", "Depends": "python3"}
        lines |= {"Maintainer": "Hakam", "Description": "as Raspberry Pi OS has it"}
        (about / "control").write_text("".join(f"{key}: {value}\n" for key, value in lines.items()))
    apt = home / "apt"
    apt.mkdir()
    for name in ("python3-picamera2", "python3-lgpio"):
        run("dpkg-deb", "--build", "-Znone", str(home / name), str(apt))
    (apt / "Packages").write_text(run("dpkg-scanpackages", str(apt)).replace(f"{apt}/", "./") + "\n")


def _picamera2(site: Path, _home: Path) -> None:
    """picamera2 itself and what it imports, except what pip brings; its camera is the virtual one."""
    platform = ("--python-platform", "aarch64-manylinux_2_40", "--python-version", "3.13", "--only-binary", ":all:")
    install = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--target", str(site), *platform)
    run(*install, *WHEELS)
    run(*install, "--no-deps", *LOOSE)
    for name in FROM_PIP:
        for found in (site / name, *site.glob(f"{name.lower()}-*.dist-info")):
            shutil.rmtree(found, ignore_errors=True)
    shutil.copytree(HERE / "stubs", site, dirs_exist_ok=True)
    shutil.copy(HERE / "guest" / "virtual_pi.py", site)
    _append(site / "picamera2" / "__init__.py", "\nfrom virtual_pi import Picamera2\n")


def _append(file: Path, text: str) -> None:
    """Add to a file that may be a link into the package manager's cache."""
    whole = file.read_text() + text
    file.unlink()
    file.write_text(whole)


def _lgpio(site: Path, home: Path) -> None:
    """lgpio has no wheel for Python 3.13; its sources are compiled for arm64 as its setup.py has it."""
    work = home / "lgpio"
    _sources(work)
    if not (work / "headers").exists():
        debian("trixie", "arm64", work / "headers", "libpython3.13-dev")
    paths = ("-outdir", str(site), "-o", str(work / "wrap.c"), f"-I{work}", f"-I{work}/src")
    run("swig", "-python", *paths, str(work / "lgpio.i"))
    include = _python_alone(work)
    flags = ("-O2", "-pthread", "-shared", "-fPIC", f"-I{work}/src", f"-I{include}", f"-I{include}/python3.13")
    sources = [str(work / "wrap.c"), str(work / "src" / "rgpiod.c"), *map(str, sorted((work / "src").glob("lg*.c")))]
    run("aarch64-linux-gnu-gcc", *flags, "-o", str(site / "_lgpio.so"), *sources, "-lrt", "-ldl")
    _append(site / "lgpio.py", (HERE / "guest" / "eight_lines.py").read_text())


def _sources(work: Path) -> None:
    """Fetch them; pip would have to build them to do that."""
    work.mkdir(exist_ok=True)
    with urllib.request.urlopen(INDEX) as index:
        address = re.search(LGPIO, index.read().decode())
    if address is None:
        raise CheckError(f"{INDEX} has no lgpio 0.2.2.0")
    with urllib.request.urlopen(address[1]) as archive:
        (work / "lgpio.tar.gz").write_bytes(archive.read())
    run("tar", "-xzf", str(work / "lgpio.tar.gz"), "-C", str(work), "--strip-components=1")


def _python_alone(work: Path) -> Path:
    """Of the headers those of Python: the C library's are the cross compiler's."""
    include, found = work / "include", work / "headers" / "usr" / "include"
    for name in ("python3.13", "aarch64-linux-gnu/python3.13"):
        (include / name).parent.mkdir(parents=True, exist_ok=True)
        (include / name).unlink(missing_ok=True)
        (include / name).symlink_to(found / name)
    return include
