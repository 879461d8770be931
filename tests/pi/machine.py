"""An emulated Pi: a disk with Debian for arm64, put together without a network card, and what is on the way to a Pi.

Of Raspberry Pi OS itself no archive is reachable by everybody: Debian 13, of which it is made, takes its place, with
its groups and device rules, and with picamera2 and lgpio as packages made here of what PyPI has. All that
``systemd/install.sh`` asks the network for lies on the disk: a folder of packages for apt, and one of wheels for pip.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
from camera import PICTURES
from debs import packages
from ours import sources, wheels
from tools import MIRROR, OUT, debian, run, run_arm64

from firmware.replaying.sources import demo_folder
from vision.sources import open_source

HOME = OUT / "machine"
BASE, GUEST = HOME / "base", Path(__file__).parent / "guest"
PACKAGES = ("systemd", "systemd-sysv", "udev", "kmod", "python3", "python3-venv", "passwd", "linux-image-arm64")
PACKAGES += ("initramfs-tools", "libgl1", "libglib2.0-0t64", "libfribidi0", "libcap2", "python3-prctl")
PACKAGES += ("python3-libcamera", "libcamera-ipa")
DISK_MB = 3000
GROUPS = ("gpio", "i2c")
RULES = """SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"
KERNEL=="udmabuf", GROUP="video", MODE="0660"
"""
"""Raspberry Pi OS gives these groups its pins and its camera's buffers; udmabuf is the virtual camera's."""
FILM = PICTURES.replace("/frames/", "/srv/film/")
PROOF = """[Unit]
Description=Proof
[Service]
ExecStart=/usr/bin/python3 /srv/proof.py
[Install]
WantedBy=multi-user.target
"""
SLOW = """[Service]
# Emulated, a look takes as many seconds as tenths on a Pi, and the virtual camera holds its film in memory.
TimeoutStartSec=900
WatchdogSec=90
MemoryMax=2G
"""


def disk(stays_s: float, every: int, since: int) -> Path:
    """A new disk with everything on it.

    Args:
        stays_s: how long the camera shows each picture.
        every, since: which pictures of the bundled deal are played.
    """
    HOME.mkdir(parents=True, exist_ok=True)
    run_arm64()
    if not (BASE / "boot").exists():
        _base()
    if not (HOME / "wheels").exists():
        wheels(HOME / "wheels", "3.13", "2_40")
    shutil.rmtree(HOME / "apt", ignore_errors=True)
    packages(HOME)
    image = HOME / "disk.img"
    image.unlink(missing_ok=True)
    run("mke2fs", "-q", "-t", "ext4", "-d", str(BASE), str(image), f"{DISK_MB}M")
    with _mounted(image) as root:
        _put_in(root)
        _film(root / "srv" / "film", stays_s, every, since)
    return image


def _base() -> None:
    """Debian 13, set up in an emulated process, with libcamera from its backports: a Pi has that release of it."""
    shutil.rmtree(BASE, ignore_errors=True)
    preferred = "Package: *libcamera*\\nPin: release n=trixie-backports\\nPin-Priority: 600"
    options = ("--variant=minbase", "--skip=check/qemu", '--aptopt=APT::Install-Recommends "false"')
    options += (f"--setup-hook=printf '{preferred}' > \"$1/etc/apt/preferences.d/libcamera\"",)
    options += tuple(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in ("doc", "man", "locale"))
    sources = tuple(f"deb {MIRROR} {release} main" for release in ("trixie", "trixie-backports"))
    debian("trixie", "arm64", BASE, *PACKAGES, options=options, sources=sources)


@contextmanager
def _mounted(image: Path) -> Iterator[Path]:
    root = HOME / "mnt"
    root.mkdir(exist_ok=True)
    run("mount", "-o", "loop", str(image), str(root))
    try:
        yield root
    finally:
        run("umount", str(root))


def _put_in(root: Path) -> None:
    """Our sources, what is to be installed, and what makes of Debian a Pi."""
    sources(root / "srv" / "hakam")
    shutil.copytree(HOME / "apt", root / "srv" / "apt")
    shutil.copytree(HOME / "wheels", root / "srv" / "wheels")
    shutil.copy(GUEST / "proof.py", root / "srv")
    for group in GROUPS:
        run("chroot", str(root), "/usr/sbin/groupadd", "--system", group)
    texts = {
        "etc/apt/sources.list": "deb [trusted=yes] file:/srv/apt ./\n",
        "etc/pip.conf": "[global]\nno-index = true\nfind-links = /srv/wheels\n",
        "etc/fstab": "/dev/vda / ext4 defaults 0 1\n",
        "etc/hostname": "hakam\n",
        "etc/udev/rules.d/99-pi.rules": RULES,
        "etc/modules-load.d/proof.conf": "virtio_console\nudmabuf\n",
        "etc/systemd/system/proof.service": PROOF,
        "etc/systemd/system/hakam.service.d/slow.conf": SLOW,
        "boot/firmware/config.txt": "",
        "usr/share/libcamera/pipeline/virtual/virtual.yaml": FILM,
    }
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (root / "etc/apt/preferences.d/libcamera").unlink(missing_ok=True)
    shutil.rmtree(root / "etc/apt/sources.list.d", ignore_errors=True)
    wants = root / "etc/systemd/system/multi-user.target.wants"
    wants.mkdir(exist_ok=True)
    (wants / "proof.service").symlink_to("/etc/systemd/system/proof.service")


def _film(folder: Path, stays_s: float, every: int, since: int) -> None:
    folder.mkdir()
    (folder.parent / "stays").write_text(str(stays_s))
    frames = list(open_source(demo_folder()))[since::every]
    for number, frame in enumerate(frames):
        cv2.imwrite(str(folder / f"{number}.jpg"), frame.picture, (cv2.IMWRITE_JPEG_QUALITY, 95))
