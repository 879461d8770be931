"""``make camera-check``: the contract of all cameras, kept by picamera2 itself on libcamera's virtual camera.

Debian's backports have the libcamera that Raspberry Pi OS has, with a camera that plays pictures from a folder. It
wants buffers of the kernel, which ``fakedmaheap.c`` gives it where there are none. No sensor is in it: formats, times,
threads and the order of opening and closing are proven, exposure and stalls are not. Needs ``mmdebstrap``, a C
compiler, root and a network.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
from tools import OUT, ROOT, CheckError, debian, run

HOME = OUT / "camera"
HERE = Path(__file__).parent
BACKPORTS = "trixie-backports"
PACKAGES = ("python3", "libpython3.13-stdlib", "python3-libcamera", "libcamera-ipa", "python3-prctl")
PACKAGES += ("libgl1", "libglib2.0-0t64", "libc-bin", "libcap2")
WHEELS = ("simplejpeg", "av", "piexif", "jsonschema", "openexr", "libarchive-c")
LOOSE = ("picamera2==0.3.38", "videodev2", "v4l2-python3")
"""Without what they depend on: that is in Debian, or a stub."""
SHIM = Path("tmp") / "fakedmaheap.so"
PICTURES = """%YAML 1.1
---
"Virtual0":
  supported_formats:
  - {width: 1280, height: 720, frame_rates: [30, 30]}
  - {width: 320, height: 180, frame_rates: [30, 30]}
  frames:
    path: "/frames/"
  location: "CameraLocationFront"
  model: "Virtual Video Device"
"""
CONTRACT = "/hakam/tests/hardware/test_cameras.py"
NOISES = ("-W", "ignore::ResourceWarning", "-W", "ignore::DeprecationWarning", "-p", "no:unraisableexception")
"""picamera2's own, which would else be errors."""


def main() -> int:
    """Check, and print what was proven; 1 if anything failed."""
    try:
        if not (HOME / "site" / "picamera2").exists():
            _install()
        _put_in()
        print(f"picamera2 0.3.38 on libcamera's virtual camera: {_tested()}")
    except CheckError as fault:
        print(f"FAILED: {fault}", file=sys.stderr)
        return 1
    return 0


def _install() -> None:
    shutil.rmtree(HOME, ignore_errors=True)
    sources = [f"deb http://deb.debian.org/debian {release} main" for release in ("trixie", BACKPORTS)]
    newest = f'--aptopt=APT::Default-Release "{BACKPORTS}"'
    debian("trixie", "amd64", HOME, *PACKAGES, options=(newest,), sources=sources)
    for name in ("lib", "lib64", "bin"):
        if not (HOME / name).exists():
            (HOME / name).symlink_to(f"usr/{name}")
    platform = ("--python-platform", "x86_64-manylinux_2_40", "--python-version", "3.13", "--only-binary", ":all:")
    install = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--target", str(HOME / "site"))
    run(*install, *platform, "-r", str(ROOT / "locks" / "run.txt"), "pytest==9.2.0", "hypothesis==6.170.15", *WHEELS)
    run(*install, "--no-deps", *LOOSE)


def _put_in() -> None:
    """Our packages and tests, the stubs, the shim, and the pictures that the camera sees."""
    for name in ("firmware", "vision", "hardware", "tests/hardware", "tests/support", "tests/pi/stubs"):
        shutil.copytree(ROOT / name, HOME / "hakam" / name, dirs_exist_ok=True)
    (HOME / "tmp").mkdir(exist_ok=True)
    run("cc", "-shared", "-fPIC", "-o", str(HOME / SHIM), str(HERE / "fakedmaheap.c"), "-ldl")
    pipeline, frames = HOME / "usr/share/libcamera/pipeline/virtual", HOME / "frames"
    for folder in (pipeline, frames):
        folder.mkdir(parents=True, exist_ok=True)
    (pipeline / "virtual.yaml").write_text(PICTURES)
    for number in range(12):
        cv2.imwrite(str(frames / f"{number}.jpg"), np.full((720, 1280, 3), (200, 120, 10 * number), np.uint8))


def _tested() -> str:
    """Run the contract there; the last line that pytest says."""
    contract = ("-m", "pytest", "-q", "-p", "no:cacheprovider", *NOISES, "--rootdir", "/hakam", CONTRACT)
    shim = {"LD_PRELOAD": f"/{SHIM}", "HAKAM_VIRTUAL_CAMERA": "1", "LIBCAMERA_LOG_LEVELS": "*:WARN"}
    site = {"PYTHONPATH": "/site:/hakam/tests/pi/stubs:/hakam", "PYTHONDONTWRITEBYTECODE": "1"}
    with _devices():
        said = run("chroot", str(HOME), "/usr/bin/python3.13", *contract, environment={**shim, **site})
    return said.splitlines()[-1]


@contextmanager
def _devices() -> Iterator[None]:
    """Lend it this machine's devices and processes for a while."""
    lent = [HOME / name for name in ("dev", "proc")]
    try:
        for folder in lent:
            folder.mkdir(exist_ok=True)
            run("mount", "--bind", f"/{folder.name}", str(folder))
        yield
    finally:
        for folder in lent:
            subprocess.run(("umount", str(folder)), check=False, capture_output=True)


if __name__ == "__main__":
    sys.exit(main())
