"""The unit, the settings beside it and the installer, as far as a machine that is no Pi can tell."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import fields

from docs.tools.default_file import default_file
from docs.tools.links import resolved, targets
from firmware.runtime.watchdog import EVERY_S
from firmware.settings.model import Settings, load_settings

HERE = Path(__file__).parents[2] / "systemd"
UNIT = (HERE / "hakam.service").read_text()
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(not ANALYZE, reason="systemd-analyze is not here")


def setting(name):
    return re.search(rf"^{name}=(.*)$", UNIT, re.MULTILINE)[1]


@needs_systemd
def test_systemd_finds_no_fault_in_the_unit(tmp_path):
    unit = tmp_path / "hakam.service"
    unit.write_text(UNIT.replace("/opt/hakam/bin/hakam", "/bin/true"))
    done = subprocess.run([ANALYZE, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@needs_systemd
def test_the_unit_is_hardly_exposed():
    command = [ANALYZE, "security", "--offline=true", "--threshold=15", str(HERE / "hakam.service")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    exposure = float(re.search(r"Overall exposure level for hakam.service: ([\d.]+)", done.stdout)[1])
    assert done.returncode == 0
    assert exposure <= 1.5


def test_the_watchdog_is_fed_often_enough():
    assert float(setting("WatchdogSec")) >= EVERY_S * 4


def test_wrong_settings_do_not_start_it_again_and_again():
    assert setting("RestartPreventExitStatus") == "2"


def test_what_the_camera_pins_and_display_need_is_allowed():
    allowed = re.findall(r"^DeviceAllow=(\S+) rw$", UNIT, re.MULTILINE)
    assert {"char-media", "char-video4linux", "char-dma_heap", "char-gpiochip", "char-i2c", "char-spi"} <= set(allowed)
    assert "PrivateDevices=yes" not in re.sub(r"#.*", "", UNIT)


def test_the_settings_beside_it_are_those_of_the_program():
    write = "make settings"
    assert (HERE / "hakam.toml").read_text() == default_file(), f"settings were changed: write it anew by {write}"


def test_with_nothing_changed_the_defaults_hold():
    assert load_settings(str(HERE / "hakam.toml"), {}) == Settings()


def test_every_setting_can_be_uncommented():
    text = re.sub(r"^#(\w+ = )", r"\1", default_file(), flags=re.MULTILINE)
    values = tomllib.loads(text)
    unset = {one.name for one in fields(Settings) if one.default is None}
    assert set(values) == {one.name for one in fields(Settings)} - unset


@pytest.fixture
def pi(tmp_path):
    """A root folder, and commands that only write down how they were called."""
    root, tools, calls = tmp_path / "root", tmp_path / "tools", tmp_path / "calls"
    (root / "boot" / "firmware").mkdir(parents=True)
    (root / "boot" / "firmware" / "config.txt").write_text("dtparam=audio=on\n")
    tools.mkdir()
    for name in ("apt-get", "systemctl", "useradd", "userdel", "usermod", "chown", "python3", "pip"):
        (tools / name).write_text(f'#!/bin/sh\necho "{name} $*" >>"{calls}"\n')
        (tools / name).chmod(0o755)
    with (tools / "python3").open("a") as python:
        python.write(f'case "$*" in *docs.tools.folder*) exec "{sys.executable}" "$@" ;; esac\n')
    (tools / "id").write_text('#!/bin/sh\n[ "$1" = -u ] && echo 0 || exit 1\n')
    (tools / "id").chmod(0o755)
    (root / "opt" / "hakam" / "bin").mkdir(parents=True)
    (root / "opt" / "hakam" / "bin" / "pip").symlink_to(tools / "pip")

    def install(*options):
        environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "ROOT": str(root)}
        done = subprocess.run(
            [str(HERE / "install.sh"), *options], env=environment, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    install.root, install.calls = root, calls
    return install


def files(root):
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_it_installs_unit_settings_and_bus(pi):
    status, said = pi()
    assert status == 0, said
    here = files(pi.root)
    assert here["etc/systemd/system/hakam.service"].decode() == UNIT
    assert here["etc/hakam/hakam.toml"].decode() == default_file()
    assert b"dtparam=i2c_arm_baudrate=400000\n" in here["boot/firmware/config.txt"]
    assert "sudo reboot" in said
    calls = pi.calls.read_text()
    assert "systemctl enable hakam.service" in calls
    assert "python3-picamera2 python3-lgpio" in calls


def test_the_bus_of_the_large_display_is_switched_on_where_it_is_asked_for(pi):
    assert "spi" not in pi()[1] + pi.calls.read_text() + (pi.root / "boot/firmware/config.txt").read_text()
    said = pi("--spi")[1]
    assert (pi.root / "boot/firmware/config.txt").read_text().endswith("\ndtparam=spi=on\n")
    assert "python3-spidev python3-rpi-lgpio" in pi.calls.read_text()
    assert "sudo reboot" in said


def test_the_pages_beside_the_program_lead_to_each_other(pi):
    pi()
    folder = pi.root / "opt/hakam/share/doc"
    pages = [path.relative_to(folder).as_posix() for path in folder.rglob("*.md")]
    assert {"README.md", "docs/guide/on-a-pi.md", "hardware/README.md"} <= set(pages)
    led_to = {resolved(page, target) for page in pages for target in targets(page, folder)}
    assert {"docs/guide/index.md", "docs/decisions/0052-one-table-of-arguments.md", "systemd/hakam.toml"} <= led_to
    assert not [path for path in led_to if not (folder / path).is_file()]
    assert setting("Documentation") == "file:/opt/hakam/share/doc/README.md"


def test_installing_again_changes_nothing_and_keeps_the_settings(pi):
    pi()
    (pi.root / "etc/hakam/hakam.toml").write_text('language = "fr"\n')
    before = files(pi.root)
    status, said = pi()
    assert (status, files(pi.root)) == (0, before)
    assert "reboot" not in said


def test_a_reboot_on_a_wedged_camera_is_opted_in_and_out(pi):
    drop_in = pi.root / "etc/systemd/system/hakam.service.d/reboot-on-wedge.conf"
    pi("--reboot-on-wedge")
    assert "StartLimitAction=reboot" in drop_in.read_text()
    pi()
    assert not drop_in.exists()


def test_uninstalling_leaves_the_sessions_and_the_settings(pi):
    pi()
    assert pi("--uninstall")[0] == 0
    left = set(files(pi.root))
    assert "etc/hakam/hakam.toml" in left
    assert not {name for name in left if "systemd" in name or name.startswith("opt")}


def test_all_of_it_can_be_taken_away(pi):
    pi()
    pi("--uninstall", "--all")
    assert not {name for name in files(pi.root) if "hakam" in name}


def test_an_unknown_option_is_wrong_usage(pi):
    assert pi("--colour")[0] == 2


@pytest.mark.skipif(os.getuid() == 0, reason="run by root")
def test_it_asks_for_sudo():
    done = subprocess.run([str(HERE / "install.sh")], capture_output=True, text=True, check=False)
    assert (done.returncode, "sudo" in done.stderr) == (1, True)
