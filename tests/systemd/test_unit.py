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
from firmware.web.guard import is_local

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
    command = [ANALYZE, "security", "--offline=true", "--threshold=12", str(HERE / "hakam.service")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    exposure = float(re.search(r"Overall exposure level for hakam.service: ([\d.]+)", done.stdout)[1])
    assert done.returncode == 0
    assert exposure <= 1.2


def test_the_watchdog_is_fed_often_enough():
    assert float(setting("WatchdogSec")) >= EVERY_S * 4


def test_wrong_settings_do_not_start_it_again_and_again():
    assert setting("RestartPreventExitStatus") == "2"


def test_what_the_camera_pins_and_display_need_is_allowed():
    allowed = re.findall(r"^DeviceAllow=(\S+) rw$", UNIT, re.MULTILINE)
    kinds = ("media", "video4linux", "dma_heap", "gpiochip", "i2c", "spi", "alsa")
    assert {f"char-{kind}" for kind in kinds} <= set(allowed)
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
    for name in ("apt-get", "systemctl", "useradd", "userdel", "usermod", "chown", "python3"):
        (tools / name).write_text(f'#!/bin/sh\necho "{name} $*" >>"{calls}"\n')
        (tools / name).chmod(0o755)
    with (tools / "python3").open("a") as python:
        python.write(
            f'case "$*" in *docs.tools.folder*) [ ! -e {tools}/docs ] || exec "{sys.executable}" "$@" ;; esac\n'
        )
        python.write(
            f'case "$*" in *venv*) for last; do :; done; mkdir -p "$last"; cp -r {tools}/bin "$last" ;; esac\n'
        )
    (tools / "bin").mkdir()
    (tools / "bin" / "pip").write_text(f'#!/bin/sh\necho "pip $*" >>"{calls}"\n[ ! -e {tools}/no-network ]\n')
    (tools / "bin" / "python").write_text(f"#!/bin/sh\ncat {tools}/schema\n")
    (tools / "bin" / "hakam").write_text("#!/bin/sh\n")
    for name in ("pip", "python", "hakam"):
        (tools / "bin" / name).chmod(0o755)
    (tools / "schema").write_text("7\n")
    with (tools / "systemctl").open("a") as systemctl:
        systemctl.write(f'case "$*" in "restart "*) [ ! -e {tools}/no-start ] ;; esac\n')
    (tools / "id").write_text('#!/bin/sh\n[ "$1" = -u ] && echo 0 || exit 1\n')
    (tools / "id").chmod(0o755)

    def install(*options):
        environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "ROOT": str(root)}
        done = subprocess.run(
            [str(HERE / "install.sh"), *options], env=environment, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    install.root, install.calls, install.tools = root, calls, tools
    return install


def files(root):
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def kept(root):
    """All files but those of releases."""
    return {name: content for name, content in files(root).items() if "hakam-releases" not in name}


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
    (pi.tools / "docs").touch()  # they take a second, and no other test reads them
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
    before = kept(pi.root)
    status, said = pi()
    assert (status, kept(pi.root)) == (0, before)
    assert "reboot" not in said


def test_a_reboot_on_a_wedged_camera_is_opted_in_and_out(pi):
    units = pi.root / "etc/systemd/system"
    reboots = [
        units / "hakam.service.d/reboot-on-wedge.conf",
        units / "hakam-reboot.service",
        units / "hakam-reboot.path",
    ]
    pi("--reboot-on-wedge")
    assert "OnFailure=hakam-reboot.service" in reboots[0].read_text()
    assert all(path.exists() for path in reboots)
    pi()
    assert not any(path.exists() for path in reboots)


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


def release(pi):
    """Which one runs."""
    return (pi.root / "opt/hakam").resolve().name


def play(pi, words, schema=7):
    """Leave a journal of that form."""
    journal = pi.root / "var/lib/hakam/journal.db"
    journal.write_bytes(b"SQLite format 3\0" + bytes(44) + schema.to_bytes(4, "big") + words)
    return journal


def test_the_libraries_are_those_of_the_locks(pi):
    pi()
    calls = pi.calls.read_text()
    assert f"--require-hashes --requirement {HERE.parent}/locks/pi.txt" in calls
    assert f"--no-deps --no-build-isolation {HERE.parent}" in calls, "what builds it is locked, too"


@pytest.mark.parametrize(("sums", "tested"), [("pi.txt", "run.txt"), ("pi-page.txt", "page.txt")])
def test_what_a_box_installs_is_what_was_tested_and_each_file_has_its_sum(sums, tested):
    locked = (HERE.parent / "locks" / sums).read_text().replace("\\\n", " ")
    lines = [line.split() for line in locked.splitlines() if line and not line.startswith("#")]
    assert all(any(word.startswith("--hash=sha256:") for word in words) for words in lines)
    pinned = (HERE.parent / "locks" / tested).read_text().splitlines()
    wanted = [line for line in pinned if line[:1] not in ("", "#", "-")]
    assert {one.lower().replace(".", "-").replace("_", "-") for one in wanted} <= {
        words[0].lower().replace(".", "-").replace("_", "-") for words in lines
    }


def test_an_update_that_cannot_be_made_leaves_the_old_one_running(pi):
    pi()
    before, here, calls = release(pi), files(pi.root), pi.calls.read_text().count("systemctl restart")
    (pi.tools / "no-network").touch()
    status, said = pi()
    assert (status, "what ran before runs on" in said) == (1, True)
    assert (release(pi), files(pi.root)) == (before, here)
    assert pi.calls.read_text().count("systemctl restart") == calls


def test_a_release_whose_networks_are_damaged_is_not_taken(pi):
    pi()
    before = release(pi)
    (pi.tools / "bin" / "python").write_text("#!/bin/sh\necho the networks are damaged >&2; exit 1\n")
    assert pi()[0] == 1
    assert release(pi) == before


def test_a_release_that_does_not_start_is_taken_back(pi):
    pi()
    before = release(pi)
    (pi.tools / "no-start").touch()
    status, said = pi()
    assert (status, before in said, release(pi)) == (1, True, before)


def test_there_and_back_keeps_journal_decks_and_settings(pi):
    pi()
    first, journal = release(pi), play(pi, b"a match")
    (pi.root / "var/lib/hakam/decks").mkdir()
    (pi.root / "var/lib/hakam/decks/ours.deck").write_text("a deck")
    (pi.root / "etc/hakam/hakam.toml").write_text('language = "fr"\n')
    here = kept(pi.root)
    assert pi()[0] == 0
    second = release(pi)
    assert (second != first, kept(pi.root)) == (True, here)
    assert pi("--back")[0] == 0
    assert (release(pi), kept(pi.root), journal.read_bytes()[64:]) == (first, here, b"a match")
    pi("--back")
    assert release(pi) == second


def test_a_journal_in_a_newer_form_is_kept_beside_the_older_one_on_the_way_back(pi):
    pi()
    journal = play(pi, b"old")
    (pi.tools / "schema").write_text("8\n")
    pi()
    newer = play(pi, b"new", schema=8)
    status, said = pi("--back")
    assert (status, journal.read_bytes()[64:]) == (0, b"old")
    (aside,) = (pi.root / "var/lib/hakam").glob("after-*/journal.db")
    assert (aside.read_bytes()[64:], str(aside.parent) in said, newer == journal) == (b"new", True, True)


def test_two_releases_stay_and_there_is_none_to_go_back_to_at_first(pi):
    pi()
    assert pi("--back")[0] == 1
    for _ in range(3):
        pi()
    left = [path for path in (pi.root / "opt/hakam-releases").iterdir() if path.is_dir()]
    assert len(left) == 2


def test_a_release_of_before_there_were_links_is_gone_back_to(pi):
    old = pi.root / "opt/hakam/bin"
    old.mkdir(parents=True)
    (old / "hakam").write_text("old")
    assert pi()[0] == 0
    assert pi("--back")[0] == 0
    assert (pi.root / "opt/hakam/bin/hakam").read_text() == "old"


@pytest.fixture
def reboot(tmp_path):
    """The script that decides about a reboot, on folders of its own; gives whether it rebooted, and its words."""
    run, state, tools = tmp_path / "run", tmp_path / "kept", tmp_path / "tools"
    for folder in (run, state, tools):
        folder.mkdir()
    (tools / "systemctl").write_text(
        f"#!/bin/sh\ncase $1 in show) cat {tmp_path}/state ;; reboot) touch {tmp_path}/rebooted ;; esac\n"
    )
    (tools / "systemctl").chmod(0o755)
    (tmp_path / "state").write_text("active\n")

    def decide(active="active", *marks):
        (tmp_path / "state").write_text(f"{active}\n")
        for mark in marks:
            (run / mark).touch()
        environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "RUN": str(run), "KEPT": str(state)}
        script = [str(HERE / "reboot-on-wedge.sh")]
        done = subprocess.run(script, env=environment, capture_output=True, text=True, check=True)
        rebooted = (tmp_path / "rebooted").exists()
        (tmp_path / "rebooted").unlink(missing_ok=True)
        return rebooted, done.stdout

    return decide


def test_a_program_that_cannot_start_is_no_reason_to_reboot(reboot):
    assert reboot("failed") == (
        False,
        "hakam: no reboot: the camera has given no picture since the machine was started\n",
    )


def test_a_referee_that_runs_is_no_reason_to_reboot(reboot):
    assert not reboot("active", "seen")[0]


@pytest.mark.parametrize(("active", "mark"), [("failed", "seen"), ("active", "wedged")])
def test_a_wedged_camera_is_three_times_a_day(reboot, active, mark):
    told = [reboot(active, "seen", mark) for _ in range(4)]
    assert [rebooted for rebooted, _ in told] == [True, True, True, False]
    assert "switch the box off and on" in told[-1][1]


PAGE = HERE / "hakam-page.service"


@needs_systemd
def test_the_page_is_hardly_exposed_and_has_no_fault(tmp_path):
    unit = tmp_path / PAGE.name
    unit.write_text(PAGE.read_text().replace("/opt/hakam/bin/hakam", "/bin/true"))
    done = subprocess.run([ANALYZE, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    command = [ANALYZE, "security", "--offline=true", str(PAGE)]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert float(re.search(r"Overall exposure level for hakam-page.service: ([\d.]+)", told)[1]) <= 1.5


def test_the_page_speaks_to_the_local_network_alone():
    lines = PAGE.read_text().splitlines()
    assert "IPAddressDeny=any" in lines
    (allowed,) = [line.removeprefix("IPAddressAllow=").split() for line in lines if line.startswith("IPAddressAllow=")]
    assert all(one in ("localhost", "link-local") or is_local(one.partition("/")[0]) for one in allowed)


def test_the_referee_comes_before_the_page():
    lines = PAGE.read_text().splitlines()
    assert {"Nice=10", "CPUWeight=20", "IOSchedulingClass=idle"} <= set(lines)


def test_the_page_is_off_until_it_is_asked_for_and_stays_then(pi):
    pi()
    assert not (pi.root / "etc/systemd/system/hakam-page.service").exists()
    assert "hakam-page" not in pi.calls.read_text()
    pi("--page")
    assert (pi.root / "etc/systemd/system/hakam-page.service").read_text() == PAGE.read_text()
    calls = pi.calls.read_text()
    assert "systemctl enable hakam-page.service" in calls and "locks/pi-page.txt" in calls
    pi.calls.write_text("")
    assert pi()[0] == 0
    assert "systemctl restart hakam-page.service" in pi.calls.read_text()
    pi("--uninstall")
    assert not (pi.root / "etc/systemd/system/hakam-page.service").exists()


def test_a_wifi_of_its_own_brings_the_page(pi):
    pi("--hotspot")
    calls = pi.calls.read_text()
    assert "systemctl enable hakam-hotspot.service" in calls and "systemctl enable hakam-page.service" in calls


@pytest.fixture
def hotspot(tmp_path):
    """The script of the Wi-Fi, with a NetworkManager that only says what it is to say."""
    tools = tmp_path / "tools"
    tools.mkdir()

    def run(state, known=()):
        answers = "\n".join(
            (
                f'case "$*" in *STATE*) echo {state} ;;',
                f'*"NAME connection show"*) printf "%s\\n" {" ".join(known)} ;;',
                "*psk*) echo secretpassword ;; *ssid*connection*) echo Hakam-ab12 ;; esac",
            )
        )
        (tools / "nmcli").write_text(f'#!/bin/sh\necho "nmcli $*" >>"{tmp_path}/calls"\n{answers}\n')
        (tools / "chown").write_text("#!/bin/sh\n")
        for tool in tools.iterdir():
            tool.chmod(0o755)
        environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
        command = [str(HERE / "hotspot.sh"), str(tmp_path / "hotspot"), "0"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return tmp_path / "hotspot", (tmp_path / "calls").read_text()

    return run


def test_in_a_known_network_no_wifi_is_opened(hotspot):
    file, calls = hotspot("connected")
    assert not file.exists()
    assert "hotspot" not in calls


def test_without_one_it_is_opened_and_told_to_the_page_alone(hotspot):
    file, calls = hotspot("disconnected")
    assert re.search(
        r"nmcli device wifi hotspot con-name hakam-hotspot ssid Hakam-\w{4} password [a-z2-9]{10}\n", calls
    )
    assert file.read_text() == "Hakam-ab12\nsecretpassword\n"
    assert file.stat().st_mode & 0o077 == 0


def test_it_is_the_same_one_each_time(hotspot):
    _, calls = hotspot("disconnected", ["hakam-hotspot"])
    assert "nmcli connection up hakam-hotspot" in calls
    assert "wifi hotspot" not in calls
